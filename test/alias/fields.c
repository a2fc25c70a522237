// expect: points a x
// expect: points b y
// expect: disjoint a b
struct pair { int *first, *second; };
static int x, y;
static struct pair pair;

int main(void) {
    struct pair *p = &pair;
    p->first = &x;
    p->second = &y;
    int *a = p->first, *b = p->second;
    return *a + *b;
}
