/* Encodes symbolic standard input and writes it, some bytes of a buffer at a time. */
#include <klee/klee.h>
#include <stdio.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
    char in[3 * 1024], out[4 * 1024];
    unsigned char text[6];
    klee_make_symbolic(text, sizeof text, "text");
    unsigned count = 0, used = 0;
    while (count < sizeof text && text[count] != '\n') {
        in[count] = text[count];
        count++;
    }
    for (unsigned i = 0; i < count; i += 3) {
        unsigned word = (unsigned char)in[i] << 16;
        if (i + 1 < count) word |= (unsigned char)in[i + 1] << 8;
        if (i + 2 < count) word |= (unsigned char)in[i + 2];
        out[used++] = digits[word >> 18];
        out[used++] = digits[word >> 12 & 63];
        out[used++] = i + 1 < count ? digits[word >> 6 & 63] : '=';
        out[used++] = i + 2 < count ? digits[word & 63] : '=';
    }
    for (unsigned i = 0; i < used; i++)
        if (out[i] == '/') used = i;
    fwrite(out, 1, used, stdout);
    return 0;
}
