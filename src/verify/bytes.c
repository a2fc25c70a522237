#include "verify/bytes.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void bytes_add_number(Text *out, u64 number) { text_add_n(out, (const char *)&number, sizeof number); }

void bytes_add(Text *out, const void *bytes, size_t size) {
    bytes_add_number(out, size);
    if (size) text_add_n(out, bytes, size);
}

void bytes_add_text(Text *out, const char *text) { bytes_add(out, text, text ? strlen(text) : 0); }

u64 bytes_number(ByteReader *reader) {
    u64 number = 0;
    if ((size_t)(reader->end - reader->at) < sizeof number) reader->is_broken = true;
    if (reader->is_broken) return 0;
    memcpy(&number, reader->at, sizeof number);
    reader->at += sizeof number;
    return number;
}

const char *bytes_take(ByteReader *reader, size_t *size) {
    *size = bytes_number(reader);
    if (!reader->is_broken && (size_t)(reader->end - reader->at) >= *size) {
        reader->at += *size;
        return reader->at - *size;
    }
    reader->is_broken = true;
    *size = 0;
    return "";
}

void bytes_text(ByteReader *reader, Text *out) {
    size_t size;
    const char *chars = bytes_take(reader, &size);
    text_clear(out);
    text_add_n(out, chars, size);
}

void bytes_read_pipe(int pipe, Text *out) {
    char buffer[4096];
    ssize_t length;
    while ((length = read(pipe, buffer, sizeof buffer)) > 0 || (length < 0 && errno == EINTR))
        if (length > 0) text_add_n(out, buffer, (size_t)length);
}

void bytes_write_pipe(int pipe, const Text *bytes) {
    for (size_t done = 0; done < bytes->length;) {
        ssize_t written = write(pipe, bytes->chars + done, bytes->length - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        done += (size_t)written;
    }
}
