// expect: unreach-call false(unreach-call) line 9
// expect: valid-memsafety unknown .*pointer of unknown value.*undefined-pointer\.c:9
struct device { int state; };
extern struct device *device(void);
extern void reach_error(void);
/* It may well be valid, with anything in it. */
int main(void) {
    struct device *p = device();
    if (p && p->state == 1) reach_error();
    return 0;
}
