// Arguments that nobody looks at, and output, are no obstacle.
// expect: unreach-call true
// expect: valid-memsafety true
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 4) reach_error();
    printf("%d\n", 4);
    puts("end");
    return 0;
}
