// A shift right behind a || or && whose result it follows: the checks of the shift must not swallow the operator.
#include <stdio.h>

struct value { int v; unsigned char tag; };

static int test(struct value *values, unsigned i)
{
    struct value *at = values + (i >> 8 & 3);
    int condition = !(at->tag == 1 || (at->tag & 0x0f) == 0);
    return condition != (int)((i >> 15) & 1) ? 7 : 9;
}

static int both(int a, int b, int n)
{
    int all = (a > 1 && b > 1) << n;
    int any = (a > 1 || b > 1) << n;
    return all * 100 + any;
}

int main(void)
{
    struct value values[4] = {{0, 0}, {1, 1}, {2, 17}, {3, 3}};
    for (unsigned k = 0; k < 4; k++)
        printf("%d %d\n", test(values, k << 8), test(values, k << 8 | 1u << 15));
    for (int a = 0; a < 4; a += 3)
        for (int b = 0; b < 4; b += 3)
            printf("%d ", both(a, b, a));
    printf("\n");
    return 0;
}
