// expect: points c x
// expect: points d y
static int x, y[4];
static struct { int n; int *first, *second; } data = {1, &x, &y[2]};

int main(void) {
    int *c = data.first, *d = data.second;
    return *c + *d + data.n;
}
