// memcpy, memmove, memset, mempcpy, memccpy on all small sizes and overlaps.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static unsigned char buffer[64];
static void reset(void) { for (int i = 0; i < 64; i++) buffer[i] = (unsigned char)(i * 7 + 1); }
static unsigned sum(void)
{
    unsigned s = 0;
    for (int i = 0; i < 64; i++)
        s = s * 31 + buffer[i];
    return s;
}

int main(void)
{
    for (size_t n = 0; n <= 33; n += 3)
        for (int d = -9; d <= 9; d += 3) {
            reset();
            memmove(buffer + 16 + d, buffer + 16, n);
            printf("%08x ", sum());
        }
    printf("\n");
    for (size_t n = 0; n <= 20; n++) {
        reset();
        memcpy(buffer + 40, buffer + n, n);
        memset(buffer + n, 0xab, 20 - n);
        printf("%08x ", sum());
    }
    printf("\n");
    reset();
    unsigned char *end = mempcpy(buffer, "abcdef", 6);
    printf("%d\n", (int)(end - buffer));
    end = memccpy(buffer, "key=value", '=', 9);
    printf("%d %d\n", (int)(end - buffer), memccpy(buffer, "none", '=', 4) == 0);
    bzero(buffer, 8);
    bcopy("xyz", buffer + 2, 3);
    printf("%d %c%c%c %d\n", buffer[0], buffer[2], buffer[3], buffer[4], bcmp(buffer, buffer, 10));
    printf("%d %d %d\n", ffs(0), ffs(8), ffsll(1ll << 40));
    char swap[] = "abcdef", swapped[7] = {0};
    swab(swap, swapped, 6);
    printf("%s\n", swapped);
    int v[5] = {1, 2, 3, 4, 5};
    memmove(v + 1, v, 4 * sizeof *v);
    printf("%d %d %d\n", v[0], v[1], v[4]);
    memset(v, -1, sizeof v);
    printf("%d\n", v[3]);
    char *p = memfrob(memcpy(buffer, "secret", 7), 6);
    printf("%s\n", (char *)memfrob(p, 6));
    return 0;
}
