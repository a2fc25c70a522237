// expect: unreach-call true
struct device { int state; struct device *parent; };
extern struct device *device(void);
extern void reach_error(void);
int main(void) {
    struct device *p = device();
    p->state = 1; /* null ends the run */
    if (!p) reach_error();
    p->parent->state = 2;
    if (!p->parent || p->state != 1) reach_error();
    return 0;
}
