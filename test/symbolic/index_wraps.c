// ILP32: an index so large that the address comes round to the object again.
// oracle: out-of-bounds when n != 0
#include "harness.h"
#include <stdio.h>

struct Pair {
    int first, middle[4];
};

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 2);
    struct Pair pair = {1, {2, 3, 4, 5}};
    int i = n * 0x3ffffffd + 2; // 2 or 0x3fffffff, which is -1 when multiplied by four
    pair.middle[i] = 6;
    puts(pair.first == 6 ? "first" : "middle");
    return 0;
}
