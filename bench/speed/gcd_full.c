/* Euclid's algorithm on two ints of any value, some steps of it. */
#include <klee/klee.h>

int main(void) {
    int a, b, steps = 0;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    if (a <= 0 || b <= 0) return 0;
    while (b && steps < 5) {
        int rest = a % b;
        a = b;
        b = rest;
        steps++;
    }
    return steps;
}
