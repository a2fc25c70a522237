// expect: unreach-call true
// flags: --engine=cegar
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* The library's loops over texts are followed. */
int main(void) {
    char copy[8];
    strcpy(copy, __VERIFIER_nondet_int() ? "one" : "two");
    if (strlen(copy) != 3 || strcmp(copy, "six") == 0) reach_error();
    return 0;
}
