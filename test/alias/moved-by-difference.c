// Pointers into a block that moved are moved along, as real programs do.
// expect: points p heap:9
// expect: points p heap:10
#include <stdlib.h>

static char *cursor;

int main(void) {
    char *old = malloc(10); cursor = old + 3;
    char *fresh = malloc(20);
    char *p = cursor;
    p += fresh - old;
    *p = 1;
    return *fresh;
}
