// A pointer of which a byte is undefined for some inputs is none for them: what is undefined does not count as 0.
// paths: 2
// found: leak:12
#include "../symbolic/harness.h"
#include <stdlib.h>
#include <string.h>

static char *only;

int main(void) {
    unsigned char index = klee_range(0, 2, "index");
    only = malloc(4);
    unsigned char last[2], *place = (unsigned char *)(&only + 1) - 1;
    memcpy(last, place, 1);
    memcpy(place, last + index, 1);
    return 0;
}
