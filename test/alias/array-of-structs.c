// expect: points a x
// expect: points b y
// expect: disjoint a b
struct pair { int *first, *second; };
static int x, y;
static struct pair pairs[10];

int main(int argc, char **argv) {
    pairs[argc].first = &x;
    pairs[argc + 1].second = &y;
    int *a = pairs[argc + 2].first, *b = pairs[3].second;
    return *a + *b;
}
