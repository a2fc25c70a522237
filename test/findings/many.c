/* One error of each kind that a sanitizer shows, and output with numbers that depend on the input. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

static int never_called(int x) {
    return x + 1;
}

static int at(const int *numbers, int index) {
    return numbers[index];
}

int main(void) {
    int x, unset;
    unsigned char b[4];
    const int numbers[4] = {1, 2, 3, 4};
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(b, sizeof b, "b");
    printf("x = %5d|%-8x|%+ld|%03u|%.4d|%c\n", x, (unsigned)b[1], (long)x, b[2], x, b[0]);
    printf("%8.3f|%#o|%g\n", (double)x, (unsigned)b[3], x / 4.0);
    fprintf(stderr, "told\n");
    switch (x) {
    case 70: return at(numbers, b[0] & 7);
    case 71: {
        char *block = malloc(10);
        free(block);
        return block[3];
    }
    case 72:
        if (unset)
            return 3;
        return 4;
    case 73: assert(b[1] != 5); return 5;
    case 74: return 100 / b[2];
    case 75: return x + 2147483647 + b[3];
    case 76: return never_called != NULL;
    }
    return 0;
}
