// expect: unreach-call unknown the library may call 'compare'
// flags: --engine=values
#include <stdlib.h>
extern void reach_error(void);
static int calls, table[3] = {3, 1, 2};
static int compare(const void *a, const void *b) {
    calls++;
    return *(const int *)a - *(const int *)b;
}
/* What the library is handed it calls. */
int main(void) {
    qsort(table, 3, sizeof *table, compare);
    if (calls) reach_error();
    return 0;
}
