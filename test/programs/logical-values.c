// Logical operators whose value is stored, negated, compared and returned, on bytes, words and pointers.
#include <stdio.h>

struct tagged { long long payload; unsigned char tag; };

static int is_false(const struct tagged *v) { return v->tag == 1 || (v->tag & 0x0f) == 0; }
static int condition(const struct tagged *v, unsigned instruction)
{
    int cond = !(v->tag == 1 || (v->tag & 0x0f) == 0);
    if (cond != (int)((instruction >> 15) & 1))
        return 1;
    return 10;
}
static int both(int a, int b) { return !(a && b); }
static int either(int a, int b) { return !(a || b); }
static int not_not(int a, int b) { return !!(a > 1 && b < 5); }
static _Bool stored(const char *p, int n) { _Bool r = p && *p && n > 0; return !r; }

int main(void)
{
    struct tagged v = {5, 0};
    for (int tag = 0; tag < 20; tag++) {
        v.tag = (unsigned char)tag;
        printf("%d%d%d%d ", is_false(&v), !is_false(&v), condition(&v, 0), condition(&v, 1u << 15));
    }
    printf("\n");
    for (int a = 0; a < 3; a++)
        for (int b = 4; b < 6; b++)
            printf("%d%d%d ", both(a, b - 4), either(a, b - 4), not_not(a, b));
    printf("\n%d%d%d%d\n", stored("x", 1), stored("", 1), stored(0, 1), stored("x", 0));
    int x = 3, y = 0;
    int r = !(x == 3 || y == 1) + !(x == 4 || y == 0) * 2 + !(x == 4 || y == 1) * 4 + !(x == 3 && y == 0) * 8 + (!(x == 4) && !(y == 1)) * 16;
    printf("%d\n", r);
    int t = (x || y) == (y || x), u = -(x && !y), w = ~((x || y) + 0), z = (x > 2 || y) << 3 | (y && x);
    printf("%d %d %d %d\n", t, u, w, z);
    double d = (x || y) * 2.5;
    unsigned char c = !(y || x) ? 200 : 100;
    printf("%g %d %d\n", d, c, (x && y) ? 1 : !(x && y) ? 2 : 3);
    return 0;
}
