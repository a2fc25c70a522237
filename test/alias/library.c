// There is no main(): every function that is not static may be called from elsewhere, with anything that was given away.
// expect: points p table
// expect: points p kept
// expect: points kept table
// expect: disjoint q p
// expect: points q hidden
#include <stdlib.h>

int table[4];
int *kept;

static int hidden;
static int unreached(int *r) { return *r; }

int *give(void) { return table; }
void keep(int *p) { kept = p, *p = 1; }
int look(void) {
    int *q = &hidden;
    return *q;
}
