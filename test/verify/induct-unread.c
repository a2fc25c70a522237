// expect: unreach-call true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct cipher { unsigned bits; };
struct machine { int state, next, hit, flag; struct cipher *cipher; };
/* Uninitialised values of a block are the same in every round: what was never written is what it was at the entry. */
int main(void) {
    struct machine *m = malloc(sizeof *m);
    m->state = 0x2110;
    m->flag = 0;
    while (__VERIFIER_nondet_int()) {
        switch (m->state) {
        case 0x2110: m->state = m->hit ? 0x2150 : 0x2120; break;
        case 0x2120:
            m->state = 0x2130;
            m->next = 0x2140;
            break;
        case 0x2130: m->state = m->next; break;
        case 0x2140:
            if (m->flag == 1) m->flag = 2;
            m->state = m->cipher->bits & 4 ? 3 : 0x2150;
            break;
        case 0x2150:
            if (m->flag == 0) m->flag = 1;
            else if (m->flag == 2) reach_error();
            m->state = 0x2130;
            m->next = m->hit ? 0x2150 : 3;
            break;
        default: free(m); return 0;
        }
    }
    return 0;
}
