// expect: points p x
// expect: points q y
// expect: may-alias r p
// expect: may-alias r q
static int x, y;
static int *get_x(void) { return &x; }
static int *get_y(void) { return &y; }
static int *(*const table[])(void) = {get_x, get_y};

int main(int argc, char **argv) {
    int *p = get_x(), *q = get_y();
    int *r = table[argc % 2]();
    return *p + *q + *r;
}
