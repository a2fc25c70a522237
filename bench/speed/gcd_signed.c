/* Euclid's algorithm on two ints of either sign; the least int by -1 overflows. */
#include <klee/klee.h>

int main(void) {
    int a, b, steps = 0;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
        steps++;
    }
    return steps;
}
