// flags: --enable=unreachable-condition --function-time=1
/* Conditions of which one way is never taken: told on request, where all ways were followed. */
#include "../corpus.h"

#include <assert.h>
#include <stdlib.h>

static const int level = 2;
#define IS_SMALL(x) ((x) < 10 || (x) >= 10)

// run: compared_twice(11); compared_twice(1);
int compared_twice(int n) {
    if (n > 10) {
        if (n > 5) return 1; // expect: unreachable-condition
        return 2;
    }
    return 3;
}

// run: compared_with_another(11, 6); compared_with_another(1, 1);
int compared_with_another(int n, int m) {
    if (n > 10) {
        if (m > 5) return 1;
        return 2;
    }
    return 3;
}

// run: never_negative(0);
int never_negative(unsigned n) {
    if (n < 0u + (n & 0)) return 1; // expect: unreachable-condition
    return 0;
}

// run: bits_say_so(-1);
int bits_say_so(int n) {
    int low = n & 7;
    if (low > 7) return 1; // expect: unreachable-condition
    return low;
}

/* By intention: settings, assertions, macros. */
// run: setting(1);
int setting(int n) {
    if (level > 3) show(n);
    return n;
}

// run: asserted(255);
int asserted(unsigned char n) {
    assert(n < 256);
    return n;
}

// run: from_a_macro(10);
int from_a_macro(int n) {
    if (IS_SMALL(n)) return 1;
    return 0;
}

// run: allocated();
int allocated(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 1;
    free(p);
    return 0;
}

/* Not all ways are followed: nothing is said. */
// run: many_rounds(9);
int many_rounds(int n) {
    int k = 0;
    for (int i = 0; i < n; i++) k = (k + 1) & 3;
    if (k > 3) return 1;
    return k;
}
