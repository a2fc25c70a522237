/* The text of a source file by its places. A preprocessed file has lines of other files in it, told by markers
 * (# 12 "header.h"), and that is what reports speak of; witnesses speak of the lines of the file as it is. */
#ifndef VERIFY_SOURCE_H
#define VERIFY_SOURCE_H

#include "base/text.h"
#include "base/vec.h"

typedef struct {
    Text text;
    VEC(u32) starts; /* of the lines */
} Source;

bool source_read(Source *source, const char *path); /* false, with errno set */
void source_free(Source *source);
/* The line of the file, from 1, which reports call line `line` of `file`; 0: there is none. */
u32 source_line(const Source *source, const char *path, const char *file, u32 line);
/* From 1; "" if there is no such line. Ends with a line feed or the end of the text. */
const char *source_text(const Source *source, u32 line);
/* Where the statement begins that the column stands in, as far as its line tells. */
u32 source_statement(const Source *source, u32 line, u32 column);
/* Where the call ends whose name begins at the column: its closing parenthesis, on the same line. 0: it is not there. */
u32 source_call_end(const Source *source, u32 line, u32 column);

#endif
