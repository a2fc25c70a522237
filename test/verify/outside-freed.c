// expect: unreach-call true
// expect: valid-memsafety unknown .*pointer of unknown value.*outside-freed\.c:9
#include <stdlib.h>
extern int *block(void);
extern void reach_error(void);
int main(void) {
    int *p = block();
    if (!p) return 0;
    *p = 1;
    free(p);
    if (!p) reach_error();
    return 0;
}
