/* Strings of functions that are first called on different paths, and a choice between them that goes by their address. */
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

static void first(unsigned x) {
    write(1, x & 1 ? "one\n" : "two\n", 4);
}
static void second(unsigned x) {
    write(1, x & 1 ? "abc\n" : "xyz\n", 4);
}

int main(void) {
    uint16_t x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (!(x & 1)) {
        first(x >> 1);
        return 0;
    }
    second(x >> 1);
    for (int i = 2; i < 10; i++) {
        if (x >> i & 1)
            putchar('1');
        else
            putchar('0');
    }
    putchar('\n');
    return 0;
}
