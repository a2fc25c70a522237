// expect: unreach-call true
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int first, second; };
char dummy;
int table[4];
/* What lies around an object belongs to it alone: what was written there is read there, and nobody else sees it. */
int main(void) {
    struct pair *p = (struct pair *)&dummy;
    int before = table[3], n = __VERIFIER_nondet_int();
    p->first = 7;
    p->second = n;
    if (p->first != 7 || p->second != n) reach_error();
    if (dummy != 7 && (char)(7 << 24) != dummy) reach_error();
    table[-1] = n;
    table[4] = n + 1;
    if (table[-1] != n || table[4] != n + 1 || table[3] != before) reach_error();
    struct pair copy = *p;
    if (copy.first != 7 || copy.second != n) reach_error();
    return 0;
}
