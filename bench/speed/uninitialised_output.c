/* So much of a large buffer without values is filled and written as the input says. */
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    char out[40000];
    unsigned char count;
    klee_make_symbolic(&count, sizeof count, "count");
    for (int i = 0; i < count; i++) out[i] = (char)i;
    fwrite(out, 1, count, stdout);
    return 0;
}
