/* What processes of a verification tell each other: numbers of 64 bits, and bytes with their length before them. */
#ifndef VERIFY_BYTES_H
#define VERIFY_BYTES_H

#include "base/text.h"

void bytes_add_number(Text *out, u64 number);
void bytes_add(Text *out, const void *bytes, size_t size);
void bytes_add_text(Text *out, const char *text); /* NULL: as "" */

typedef struct {
    const char *at, *end;
    bool is_broken; /* something was missing; what is read then is 0 or empty */
} ByteReader;

u64 bytes_number(ByteReader *reader);
const char *bytes_take(ByteReader *reader, size_t *size);
void bytes_text(ByteReader *reader, Text *out); /* in the place of what it had */

/* All that comes through a pipe until it is closed; and all of the bytes into it. */
void bytes_read_pipe(int pipe, Text *out);
void bytes_write_pipe(int pipe, const Text *bytes);

#endif
