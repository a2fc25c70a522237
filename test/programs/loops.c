// while, do, for; break and continue; comma and conditional operators; short-circuit evaluation.
#include <stdio.h>

static int evaluated;
static int value(int x) { evaluated++; return x; }

int main(void)
{
    int i = 0, sum = 0;
    while (i < 10) {
        if (i++ % 3 == 0)
            continue;
        if (i > 8)
            break;
        sum += i;
    }
    printf("%d %d\n", i, sum);
    do
        sum--;
    while (sum > 5 && sum % 7);
    printf("%d\n", sum);
    for (int a = 0, b = 10; a < b; a++, b -= 2)
        printf("%d,%d ", a, b);
    printf("\n");
    for (;;) {
        if (++sum > 20)
            break;
        continue;
    }
    do {
        if (sum == 25)
            break;
        if (sum < 30)
            continue;
        sum = 0;
    } while (sum++ < 24);
    printf("%d\n", sum);
    int x = (value(1), value(2), value(3));
    printf("%d %d\n", x, evaluated);
    for (i = -1; i <= 1; i++)
        printf("%s ", i < 0 ? "minus" : i ? "plus" : "zero");
    printf("%d\n", (i ? 1 : 2.5) > 0.5);
    evaluated = 0;
    int r = value(0) && value(1), s = value(1) || value(0), t = value(0) || (value(1) && value(0));
    printf("%d %d %d %d\n", r, s, t, evaluated);
    evaluated = 0;
    printf("%d ", value(0) ?: value(7));
    printf("%d ", value(5) ?: value(8));
    printf("%d\n", evaluated);
    int array[5] = {5, 4, 3, 2, 1}, *p = array;
    while (p < array + 5 && *p != 2)
        p++;
    printf("%d\n", (int)(p - array));
    int *q = array + 5;
    while (q-- > array)
        printf("%d ", *q);
    printf("\n");
    for (unsigned char c = 250; c > 200; c++)
        printf("%d ", c);
    printf("\n");
    unsigned n = 27, steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    printf("%u\n", steps);
    int matrix[4][5], total = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 5; b++)
            matrix[a][b] = a * b;
    for (int b = 4; b >= 0; b--)
        for (int a = 0; a < 4; a += 2)
            total = total * 3 % 10007 + matrix[a][b];
    printf("%d\n", total);
    return 0;
}
