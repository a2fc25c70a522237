/* scanf and its family: thin functions over the core in stdio_scan.c. Headers refer to them under
 * three names: the plain one (C89), __isoc99_ and __isoc23_. */
#include "loci_file.h"
#include "loci_scan.h"

struct text_source {
    struct __loci_source source;
    const char *at;
};

static int get_from_text(struct __loci_source *source)
{
    struct text_source *text = (struct text_source *)source;
    return *text->at != '\0' ? (unsigned char)*text->at++ : EOF;
}

static void unget_to_text(struct __loci_source *source, int c)
{
    (void)c;
    ((struct text_source *)source)->at--;
}

int __loci_scan_text(const char *text, const char *format, va_list arguments)
{
    struct text_source source = {{get_from_text, unget_to_text}, text};
    return __loci_scan(&source.source, format, arguments);
}

struct file_source {
    struct __loci_source source;
    struct __loci_file *file;
};

static int get_from_file(struct __loci_source *source)
{
    return __loci_get_byte(((struct file_source *)source)->file);
}

static void unget_to_file(struct __loci_source *source, int c)
{
    struct __loci_file *file = ((struct file_source *)source)->file;
    int end = file->public._flags & LOCI_EOF; /* looking ahead and back does not make the end unseen */
    __loci_unget_byte(file, c);
    file->public._flags |= end;
}

int __loci_scan_file(void *stream, const char *format, va_list arguments)
{
    struct file_source source = {{get_from_file, unget_to_file}, __loci_file(stream)};
    return __loci_scan(&source.source, format, arguments);
}

/* The system's header renames scanf to __isoc99_scanf; NAMED gives a function its plain name. */
#define NAMED(name) __asm__(#name)

int __loci_scanf(const char *restrict format, ...) NAMED(scanf);
int __loci_scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_file(stdin, format, arguments);
    va_end(arguments);
    return assigned;
}

int __loci_vscanf(const char *restrict format, va_list arguments) NAMED(vscanf);
int __loci_vscanf(const char *restrict format, va_list arguments)
{
    return __loci_scan_file(stdin, format, arguments);
}

int __loci_fscanf(FILE *restrict stream, const char *restrict format, ...) NAMED(fscanf);
int __loci_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_file(stream, format, arguments);
    va_end(arguments);
    return assigned;
}

int __loci_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) NAMED(vfscanf);
int __loci_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return __loci_scan_file(stream, format, arguments);
}

int __loci_sscanf(const char *restrict text, const char *restrict format, ...) NAMED(sscanf);
int __loci_sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_text(text, format, arguments);
    va_end(arguments);
    return assigned;
}

int __loci_vsscanf(const char *restrict text, const char *restrict format, va_list arguments) NAMED(vsscanf);
int __loci_vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    return __loci_scan_text(text, format, arguments);
}

int __isoc99_scanf(const char *restrict format, ...);
int __isoc99_scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_file(stdin, format, arguments);
    va_end(arguments);
    return assigned;
}

int __isoc99_vscanf(const char *restrict format, va_list arguments);
int __isoc99_vscanf(const char *restrict format, va_list arguments)
{
    return __loci_scan_file(stdin, format, arguments);
}

int __isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...);
int __isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_file(stream, format, arguments);
    va_end(arguments);
    return assigned;
}

int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments);
int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return __loci_scan_file(stream, format, arguments);
}

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...);
int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_text(text, format, arguments);
    va_end(arguments);
    return assigned;
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list arguments);
int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    return __loci_scan_text(text, format, arguments);
}

int __isoc23_scanf(const char *restrict format, ...);
int __isoc23_scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_file(stdin, format, arguments);
    va_end(arguments);
    return assigned;
}

int __isoc23_vscanf(const char *restrict format, va_list arguments);
int __isoc23_vscanf(const char *restrict format, va_list arguments)
{
    return __loci_scan_file(stdin, format, arguments);
}

int __isoc23_fscanf(FILE *restrict stream, const char *restrict format, ...);
int __isoc23_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_file(stream, format, arguments);
    va_end(arguments);
    return assigned;
}

int __isoc23_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments);
int __isoc23_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return __loci_scan_file(stream, format, arguments);
}

int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...);
int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int assigned = __loci_scan_text(text, format, arguments);
    va_end(arguments);
    return assigned;
}

int __isoc23_vsscanf(const char *restrict text, const char *restrict format, va_list arguments);
int __isoc23_vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    return __loci_scan_text(text, format, arguments);
}
