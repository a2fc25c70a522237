// expect: points q x
static int x;

int main(void) {
    int *p = &x, *q;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];
    return *q;
}
