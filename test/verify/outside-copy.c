// expect: unreach-call true
#include <string.h>
struct record { long key; int a, b; struct record *next; };
extern struct record *record(void);
extern void reach_error(void);
int main(void) {
    struct record *p = record(), copy;
    if (!p) return 0;
    copy = *p;
    if (copy.key != p->key || copy.a != p->a || copy.next != p->next) reach_error();
    memset(p, 0, sizeof *p);
    if (p->key || p->next) reach_error();
    memcpy(p, &copy, sizeof copy);
    if (p->b != copy.b) reach_error();
    if (copy.next) {
        copy.next->a = 1;
        if (p->next->a != 1) reach_error();
    }
    return 0;
}
