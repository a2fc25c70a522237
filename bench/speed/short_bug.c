/* A short run with a bug: the run is over before the native program that confirms it is compiled. */
#include <klee/klee.h>

int main(void) {
    int x, a[4] = {0};
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 10 && x < 20) return a[x - 8];
    return 0;
}
