/* In the manner of bugs that were fixed in real programs: reading formats and messages. Before and after the fix. */
#include "../corpus.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct option {
    uint8_t type, length;
    const uint8_t *value;
};

struct token {
    char text[16];
    int length;
};

struct image {
    uint32_t width, height;
    uint8_t *pixels;
};

/* A length in the message is believed. */
// run: uint8_t m[64] = {4, 40}; copy_option(m, 64);
int copy_option(const uint8_t *data, size_t size) {
    uint8_t address[16] = {0};
    if (size < 2) return -1;
    uint8_t length = data[1];
    if (data[0] != 4) return 0;
    memcpy(address, data + 2, length); // expect: out-of-bounds
    return address[0];
}

// run: uint8_t m[4] = {4, 200, 1, 2}; copy_option_fixed(m, 4); uint8_t n[4] = {4, 2, 1, 2}; copy_option_fixed(n, 4);
int copy_option_fixed(const uint8_t *data, size_t size) {
    uint8_t address[16] = {0};
    if (size < 2) return -1;
    uint8_t length = data[1];
    if (data[0] != 4) return 0;
    if (length > sizeof address || length > size - 2) return -1;
    memcpy(address, data + 2, length);
    return address[0];
}

/* A token longer than its place. */
// run: struct token t; next_token("abcdefghijklmnopqrstuvw", &t);
const char *next_token(const char *text, struct token *t) {
    t->length = 0;
    while (isalnum((unsigned char)*text)) t->text[t->length++] = *text++; // expect: member-overflow
    t->text[t->length] = 0;
    return text;
}

// run: struct token t; next_token_fixed("abcdefghijklmnopqrstuvw", &t); next_token_fixed("", &t);
const char *next_token_fixed(const char *text, struct token *t) {
    t->length = 0;
    while (isalnum((unsigned char)*text) && t->length < (int)sizeof t->text - 1) t->text[t->length++] = *text++;
    t->text[t->length] = 0;
    return text;
}

/* The escape at the end of the text steps over the end. */
int unescape(void) {
    const char *in = "ab\\";
    int n = 0;
    while (*in) { // expect: out-of-bounds
        if (*in == '\\') in++;
        n++;
        in++;
    }
    return n;
}

int unescape_fixed(void) {
    const char *in = "ab\\";
    int n = 0;
    while (*in) {
        if (*in == '\\' && in[1]) in++;
        n++;
        in++;
    }
    return n;
}

/* Width times height in 32 bits. */
// run: struct image i = {0x20000, 0x8000, 0}; allocate_pixels(&i); free(i.pixels);
int allocate_pixels(struct image *image) {
    if (image->width < 4 || image->height == 0) return -1;
    uint32_t size = image->width * image->height;
    image->pixels = malloc(size);
    if (!image->pixels) return -1;
    memset(image->pixels, 0, image->width); // expect: out-of-bounds
    return 0;
}

// run: struct image i = {0x20000, 0x8000, 0}; allocate_pixels_fixed(&i);
// run: struct image i = {4, 4, 0}; allocate_pixels_fixed(&i); free(i.pixels);
int allocate_pixels_fixed(struct image *image) {
    if (image->width < 4 || image->height == 0) return -1;
    if (image->width > 65535 || image->height > 65535) return -1;
    size_t size = (size_t)image->width * image->height;
    image->pixels = malloc(size);
    if (!image->pixels) return -1;
    memset(image->pixels, 0, image->width);
    return 0;
}

/* A byte is a number from -128 on. */
// run: class_of("\x80");
int class_of(const char *text) {
    static const char classes[128];
    char c = text[0];
    if (c > 127) return -1;
    return classes[c]; // expect: out-of-bounds
}

// run: class_of_fixed("\x80"); class_of_fixed("a");
int class_of_fixed(const char *text) {
    static const char classes[128];
    unsigned char c = (unsigned char)text[0];
    if (c > 127) return -1;
    return classes[c];
}

/* Leaves without freeing what the line before has allocated. */
// run: char *k = 0, *v = 0; split_pair("novalue", &k, &v);
int split_pair(const char *line, char **key, char **value) {
    const char *equals = strchr(line, '=');
    char *copy = strdup(line); // expect: leak
    if (!copy) return -1;
    if (!equals) return -1;
    copy[equals - line] = 0;
    *key = copy;
    *value = copy + (equals - line) + 1;
    return 0;
}

// run: char *k = 0, *v = 0; split_pair_fixed("novalue", &k, &v);
// run: char *k = 0, *v = 0; split_pair_fixed("a=b", &k, &v); free(k);
int split_pair_fixed(const char *line, char **key, char **value) {
    const char *equals = strchr(line, '=');
    if (!equals) return -1;
    char *copy = strdup(line);
    if (!copy) return -1;
    copy[equals - line] = 0;
    *key = copy;
    *value = copy + (equals - line) + 1;
    return 0;
}

/* The line is empty, or has no end. */
// run: last_character("");
char last_character(const char *line) {
    size_t length = strlen(line);
    if (length == 0) show(0);
    return line[length - 1]; // expect: out-of-bounds
}

// run: last_character_fixed(""); last_character_fixed("ab");
char last_character_fixed(const char *line) {
    size_t length = strlen(line);
    if (length == 0) return 0;
    return line[length - 1];
}

/* Two bytes are read when one is left. */
int read_words(void) {
    const uint8_t data[5] = {1, 2, 3, 4, 5};
    size_t at = 0;
    int sum = 0;
    while (at < sizeof data) {
        sum += data[at] | data[at + 1] << 8; // expect: out-of-bounds
        at += 2;
    }
    return sum;
}

int read_words_fixed(void) {
    const uint8_t data[5] = {1, 2, 3, 4, 5};
    size_t at = 0;
    int sum = 0;
    while (sizeof data - at >= 2) {
        sum += data[at] | data[at + 1] << 8;
        at += 2;
    }
    return sum;
}

/* An unsigned difference that wraps round. */
// run: uint8_t m[2] = {0, 0}; payload_size(m, 2);
size_t payload_size(const uint8_t *data, size_t size) {
    size_t rest = size - 4, sum = 0;
    uint8_t copy[16] = {0};
    if (size > 16) return 0;
    memset(copy, 1, rest); // expect: out-of-bounds
    for (size_t i = 0; i < sizeof copy; i++) sum += copy[i];
    return sum + data[0];
}

// run: uint8_t m[2] = {0, 0}; payload_size_fixed(m, 2);
size_t payload_size_fixed(const uint8_t *data, size_t size) {
    uint8_t copy[16] = {0};
    if (size > 16 || size < 4) return 0;
    size_t rest = size - 4, sum = 0;
    memset(copy, 1, rest);
    for (size_t i = 0; i < sizeof copy; i++) sum += copy[i];
    return sum + data[0];
}

/* Input as long as the buffer leaves no room for the end. */
// run: FILE *f = fopen("/proc/self/status", "r"); terminate_input(f); fclose(f);
int terminate_input(FILE *f) {
    char buffer[8];
    size_t got = fread(buffer, 1, sizeof buffer, f);
    buffer[got] = 0; // expect: out-of-bounds
    return buffer[0];
}

// run: FILE *f = fopen("/proc/self/status", "r"); terminate_input_fixed(f); fclose(f);
int terminate_input_fixed(FILE *f) {
    char buffer[8];
    size_t got = fread(buffer, 1, sizeof buffer - 1, f);
    buffer[got] = 0;
    return buffer[0];
}
