// expect: unreach-call true
struct node { int value; };
extern struct node *first(void);
extern void reach_error(void);
struct node mine;
int main(void) {
    struct node *p = first(), *q = first();
    if (p == &mine) {
        p->value = 5;
        if (mine.value != 5) reach_error();
    }
    if (p == q && p) {
        p->value = 1;
        q->value = 2;
        if (p->value != 2) reach_error();
    }
    return 0;
}
