// expect: unreach-call true
// flags: --engine=cegar --memory=uf
extern void reach_error(void);
extern void *malloc(unsigned long);
struct B { int a, b; };
#define container_of(p, type, field) ((type *)((char *)(p) - __builtin_offsetof(type, field)))
/* Section 4.2 of the paper: p->b is q->b, reached through the address of a member. */
int main(void) {
    struct B *p, *q;
    int *x;
    p = malloc(sizeof(struct B));
    p->b = 1;
    x = &p->a;
    q = container_of(x, struct B, a);
    if (p->b != q->b) reach_error();
    return 0;
}
