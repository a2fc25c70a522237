/* Euclid's algorithm on two ints of any value: a path for each number of steps, of which there are at most 45. */
#include <klee/klee.h>

int main(void) {
    int a, b, steps = 0;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    if (a <= 0 || b <= 0) return 0;
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
        steps++;
    }
    return steps;
}
