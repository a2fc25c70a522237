/* A pointer that may be anything, where 300 blocks live. */
#include <klee/klee.h>
#include <stdlib.h>
static int *all[300];
int main(void) {
    for (int i = 0; i < 300; i++) {
        all[i] = malloc(sizeof(int));
        *all[i] = i;
    }
    int *p;
    klee_make_symbolic(&p, sizeof p, "p");
    return *p == 7;
}
