// expect: unreach-call false(unreach-call) line 13
struct node { int value; struct node *next; };
extern struct node *first(void), *second(void);
extern void reach_error(void);
/* Pointers that were compared before they are followed lead to one object where they are equal. */
int main(void) {
    struct node *p = first(), *q = second();
    if (!p || p != q) return 0;
    p->value = 1;
    if (q->value != 1) return 0;
    q->value = 2;
    struct node *last = p->next;
    if (last == q->next && p->value == 2 && last && last->value == 77) reach_error();
    return 0;
}
