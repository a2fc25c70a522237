// expect: unreach-call false(unreach-call) line 17
struct operations { int (*open)(void *); void *(*data)(int); void (*close)(void); };
extern struct operations *operations(void);
extern void reach_error(void);
static int here;
static int own(void *p) { return 3; }
/* A function from outside returns anything and changes nothing. */
int main(void) {
    struct operations *o = operations();
    if (!o) return 0;
    int (*open)(void *) = o->open;
    if (!open) return 1;
    int result = open(o);
    int *data = o->data(result);
    if (open == own) return 2; /* it was bound to a function of its own */
    o->close();
    if (here == 0 && result == -7 && data && data[2] == 9) reach_error();
    if (here) reach_error();
    return 0;
}
