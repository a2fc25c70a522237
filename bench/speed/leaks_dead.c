/* Paths that end after many blocks came and went: the leak check follows what lives. */
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char in[10];
    char *kept = malloc(4), *last = NULL;
    for (int i = 0; i < 100000; i++) {
        free(last);
        last = malloc(8);
    }
    free(last);
    klee_make_symbolic(in, sizeof in, "in");
    for (unsigned i = 0; i < sizeof in; i++)
        if (in[i] > 100) kept[i % 4] = 1;
    free(kept);
    return 0;
}
