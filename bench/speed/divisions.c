/* A calculator of two operations on three ints: quotients and remainders of each other, compared. */
#include <klee/klee.h>

static int apply(int operation, int x, int y) {
    switch (operation) {
    case 0: return x / 2 + y / 2;
    case 1: return y > 1 ? x / y : 0;
    case 2: return y > 1 ? x % y : 0;
    case 3: return x / 8 - y / 8;
    default: return x;
    }
}

int main(void) {
    int x, y, z;
    unsigned char operations[2];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_make_symbolic(&z, sizeof z, "z");
    klee_make_symbolic(operations, sizeof operations, "operations");
    int first = apply(operations[0], x, y), second = apply(operations[1], first, z);
    if (second == 1234) return 1;
    if (second > first && first > 100) return 2;
    return second < 0 ? 3 : 0;
}
