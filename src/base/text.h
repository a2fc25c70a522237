/* A growing piece of text. Always terminated once something was added. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/base.h"

#include <stdarg.h>

typedef struct {
    char *chars;
    size_t length, capacity;
} Text;

void text_add(Text *text, const char *chars);
void text_add_n(Text *text, const char *chars, size_t length);
void text_add_char(Text *text, char c);
void text_add_number(Text *text, u64 number); /* in decimal; many times faster than text_printf */
void text_fill(Text *text, char c, size_t count);
void text_add_markup(Text *text, const char *chars); /* as XML and HTML have them */
__attribute__((format(printf, 2, 3))) void text_printf(Text *text, const char *format, ...);
void text_vprintf(Text *text, const char *format, va_list args);
void text_clear(Text *text);
void text_free(Text *text);

/* The whole of a file, or of standard input for "-". False, with errno set, if it cannot be read. */
bool text_read_file(Text *text, const char *path);

#endif
