/* A member without a value is read before a hot loop and never used: the loop's own numbers stay numbers. */
#include <stdio.h>
#include <stdlib.h>

struct range {
    int first, last;
};

static int run(const unsigned char *pixels, int count, const struct range *range, int wants_last) {
    int last = range->last, sum = 0;
    for (int round = 0; round < 5; round++)
        for (int i = 0; i < count; i++) sum += pixels[i] ^ (i & round);
    return wants_last ? last : sum;
}

int main(int argc, char **argv) {
    enum { COUNT = 1000 * 1000 };
    unsigned char *pixels = malloc(COUNT);
    struct range *range = malloc(sizeof *range);
    for (int i = 0; i < COUNT; i++) pixels[i] = (unsigned char)(i * 7);
    range->first = 1;
    printf("%d\n", run(pixels, COUNT, range, argc > 1) & 0xffff);
    free(range);
    free(pixels);
    return 0;
}
