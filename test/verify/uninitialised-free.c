// expect: valid-memsafety false(valid-free) line 6
#include <stdlib.h>
int main(void) {
    char *p;
    /* nothing else is wrong */
    free(p);
    return 0;
}
