// expect: unreach-call true
// flags: --engine=cegar
extern void reach_error(void);
struct node { int value; struct node *next; };
extern struct node *given(void);
int own = 7;
/* A pointer from outside leads to none of the program's own variables. */
int main(void) {
    struct node *p = given();
    if (p) p->value = 3;
    if (own != 7) reach_error();
    return 0;
}
