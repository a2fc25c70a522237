/* A variable of the hot function has no value at first, and is not used then: the loop stays fast. */
#include <stdio.h>
#include <stdlib.h>

static int run(const unsigned char *pixels, int width, int height, int wants_last) {
    int last, sum = 0;
    struct { int x, y; } unused;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            sum += pixels[y * width + x] ^ (x & y);
            if (wants_last && x == width - 1) last = sum;
            if (sum < 0) unused.x = x;
        }
    if (sum < 0) sum += unused.x;
    return wants_last ? last : sum;
}

int main(void) {
    unsigned char *pixels = malloc(1000 * 1000);
    for (int i = 0; i < 1000 * 1000; i++) pixels[i] = (unsigned char)(i * 7);
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += run(pixels, 1000, 1000, i & 1) & 0xffff;
    printf("%d\n", sum);
    free(pixels);
    return 0;
}
