/* Reports on a terminal, in the style of clang: place, sentence, the source line and a caret. */
#ifndef REPORT_DIAGNOSTIC_H
#define REPORT_DIAGNOSTIC_H

#include "machine/machine.h"

/* The line of a source file, without its end; false if it cannot be read. */
bool diagnostic_source_line(const char *path, u32 wanted, Text *line);
/* The line with its number and a caret below the column; nothing if it cannot be read. */
void diagnostic_print_source(Text *out, const char *path, u32 line, u32 column);
void diagnostic_print_fault(Text *out, const Machine *m, const Fault *fault);

#endif
