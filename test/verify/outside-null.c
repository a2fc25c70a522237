// expect: unreach-call false(unreach-call) line 9
struct device { int state; struct device *parent; };
extern struct device *device(void);
extern void reach_error(void);
int main(void) {
    struct device *p = device(), *parent;
    if (!p) return 0;
    parent = p->parent;
    if (!parent) reach_error(); /* what is in it may be null as well */
    parent->state = 1;
    return 0;
}
