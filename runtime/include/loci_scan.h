/* Scanning, apart from where the text comes from: one core, used by every function of the scanf family. */
#ifndef LOCI_SCAN_H
#define LOCI_SCAN_H

#include <stdarg.h>

/* Where characters come from. A user embeds it as the first member of his own struct. */
struct __loci_source {
    int (*get)(struct __loci_source *source);             /* EOF at the end */
    void (*unget)(struct __loci_source *source, int c);   /* at most one, the last that get gave, not EOF */
};

/* Scans as scanf does. Returns the number of assignments, or EOF. */
int __loci_scan(struct __loci_source *source, const char *format, va_list arguments);

/* vsscanf and vfscanf under names that no program defines. */
int __loci_scan_text(const char *text, const char *format, va_list arguments);
int __loci_scan_file(void *stream, const char *format, va_list arguments);

#endif
