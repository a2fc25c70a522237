// expect: points c x
// expect: points d y
struct big { int *first, *second, *more[8]; };
static int x, y;

static int use(struct big big) {
    int *c = big.first, *d = big.second;
    return *c + *d;
}

int main(void) {
    struct big big = {&x, &y};
    return use(big);
}
