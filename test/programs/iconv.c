// iconv between ASCII, ISO-8859-1 and UTF-8: complete, cut off and wrong characters, and too little room.
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>
static const char *const names[] = {"ASCII", "latin1", "UTF-8"};
static unsigned seed = 1;
static unsigned some(unsigned n) { seed = seed * 1103515245u + 12345u; return (seed >> 16) % n; }
int main(void) {
    static const unsigned char often[] = {0x7f, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xa0, 0x9f, 0xed, 0xef, 0xf0, 0x90, 0x8f, 0xf4, 0xf5, 0xf7, 0xf8, 0xff, 'a'};
    for (int i = 0; i < 9; i++) {
        iconv_t cd = iconv_open(names[i / 3], names[i % 3]);
        if (cd == (iconv_t)-1) return 1;
        for (int n = 0; n < 300; n++) {
            char in[6], out[16], *from = in, *to = out;
            size_t left = 1 + some(6), room = some(4) ? 16 : some(6), all = left;
            memset(out, 0, sizeof out);
            for (size_t k = 0; k < left; k++) in[k] = (char)(some(3) ? often[some(sizeof often)] : some(256));
            errno = 0;
            size_t answer = iconv(cd, &from, &left, &to, &room);
            printf("%d %d", i, (int)answer);
            for (size_t k = 0; k < all; k++) printf(" %02x", (unsigned char)in[k]);
            printf(": %s left %d room %d took %d gave %d:", answer == (size_t)-1 ? strerror(errno) : "", (int)left, (int)room, (int)(from - in), (int)(to - out));
            for (int k = 0; k < to - out; k++) printf(" %02x", (unsigned char)out[k]);
            puts("");
        }
        iconv_close(cd);
    }
}
