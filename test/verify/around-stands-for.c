// expect: unreach-call false(unreach-call) line 12
extern void reach_error(void);
struct device { int open, mode, *data; };
char dummy;
/* A harness' way to say "some device": what lies there is an input. */
static struct device *find(void) { return (struct device *)&dummy; }
int main(void) {
    struct device *d = find();
    d->open = 1;
    if (d->mode != 3) return 0;
    d->data = &d->open;
    if (*d->data == 1 && d->mode == 3) reach_error();
    return 0;
}
