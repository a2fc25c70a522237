// expect: unreach-call true
struct node { int value; struct node *next; };
extern struct node *first(void), *second(void);
extern void reach_error(void);
/* What is written stays, what is read twice is the same, and each pointer leads to an object of its own. */
int main(void) {
    struct node *p = first(), *q = second();
    if (!p || !q || !p->next) return 0;
    int before = q->value;
    p->value = 1;
    p->next->value = 2;
    if (p->value != 1 || p->next->value != 2) reach_error();
    if (p != q && q->value != before) reach_error();
    if (p == p->next || p == 0) reach_error();
    return 0;
}
