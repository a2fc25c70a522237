#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(Text *text, size_t more) {
    size_t wanted = text->length + more + 1;
    if (wanted <= text->capacity) return;
    text->capacity = MAX(wanted, MAX((size_t)64, text->capacity * 2));
    text->chars = xrealloc(text->chars, text->capacity);
}

void text_add_n(Text *text, const char *chars, size_t length) {
    reserve(text, length);
    if (length) memcpy(text->chars + text->length, chars, length);
    text->length += length;
    text->chars[text->length] = 0;
}

void text_add(Text *text, const char *chars) { text_add_n(text, chars, strlen(chars)); }
void text_add_char(Text *text, char c) { text_add_n(text, &c, 1); }

void text_add_markup(Text *text, const char *chars) {
    for (; *chars; chars++) {
        switch (*chars) {
        case '<': text_add(text, "&lt;"); break;
        case '>': text_add(text, "&gt;"); break;
        case '&': text_add(text, "&amp;"); break;
        case '"': text_add(text, "&quot;"); break;
        default: text_add_char(text, *chars);
        }
    }
}

void text_fill(Text *text, char c, size_t count) {
    reserve(text, count);
    memset(text->chars + text->length, c, count);
    text->length += count;
    text->chars[text->length] = 0;
}

/* Into the room that is there; once more if it was too little. */
void text_vprintf(Text *text, const char *format, va_list args) {
    enum { LIKELY_ENOUGH = 48 };
    va_list again;
    va_copy(again, args);
    reserve(text, LIKELY_ENOUGH);
    size_t room = text->capacity - text->length;
    size_t length = (size_t)vsnprintf(text->chars + text->length, room, format, args);
    if (length >= room) {
        reserve(text, length);
        vsnprintf(text->chars + text->length, length + 1, format, again);
    }
    text->length += length;
    va_end(again);
}

void text_add_number(Text *text, u64 number) {
    char digits[20];
    u32 first = sizeof digits;
    do digits[--first] = (char)('0' + number % 10);
    while (number /= 10);
    text_add_n(text, digits + first, sizeof digits - first);
}

void text_printf(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

void text_clear(Text *text) {
    text->length = 0;
    if (text->chars) text->chars[0] = 0;
}

void text_free(Text *text) {
    free(text->chars);
    *text = (Text){0};
}

static bool read_stream(Text *text, FILE *stream) {
    char block[16384];
    size_t got;
    do {
        got = fread(block, 1, sizeof block, stream);
        text_add_n(text, block, got);
    } while (got == sizeof block);
    return !ferror(stream);
}

bool text_read_file(Text *text, const char *path) {
    if (strcmp(path, "-") == 0) return read_stream(text, stdin);
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    bool ok = read_stream(text, file);
    int error = errno;
    fclose(file);
    errno = error;
    return ok;
}
