// expect: unreach-call false(unreach-call) line 8
// expect: valid-memsafety true
extern void reach_error(void);
#include <stdlib.h>
int main(void) {
    int x;
    int *p = malloc(sizeof *p);
    if (x == 12345 && *p == 54321) reach_error();
    free(p);
    return 0;
}
