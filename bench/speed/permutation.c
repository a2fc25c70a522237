/* Is it a permutation of 0 to 5, and how many cycles has it? */
#include <klee/klee.h>

int main(void) {
    unsigned char to[6], seen[6] = {0};
    klee_make_symbolic(to, sizeof to, "to");
    for (int i = 0; i < 6; i++) {
        klee_assume(to[i] < 6);
        seen[to[i]]++;
    }
    for (int i = 0; i < 6; i++)
        if (seen[i] != 1) return 0;
    int cycles = 0;
    unsigned char done[6] = {0};
    for (int i = 0; i < 6; i++)
        if (!done[i]) {
            cycles++;
            for (int at = i; !done[at]; at = to[at]) done[at] = 1;
        }
    return cycles;
}
