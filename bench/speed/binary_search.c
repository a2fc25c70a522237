/* A symbolic number is looked for by halving in a sorted array of symbolic bytes. */
#include <klee/klee.h>

int main(void) {
    unsigned char sorted[12], wanted;
    klee_make_symbolic(sorted, sizeof sorted, "sorted");
    klee_make_symbolic(&wanted, sizeof wanted, "wanted");
    for (int i = 0; i + 1 < 12; i++) klee_assume(sorted[i] <= sorted[i + 1]);
    int low = 0, high = 12;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low < 12 && sorted[low] == wanted;
}
