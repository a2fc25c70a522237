// expect: unreach-call true
#include <string.h>
struct device { char name[200]; int words[8]; };
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct device one;
int main(void) {
    struct device *p = __VERIFIER_nondet_int() ? &one : 0;
    int *words = p->words;
    memset(words, 0, sizeof p->words); /* every run ends here if p is null */
    if (!p) reach_error();
    return 0;
}
