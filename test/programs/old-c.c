// cflags: -std=gnu89 -Wno-implicit-int -Wno-implicit-function-declaration -Wno-deprecated-non-prototype -Wno-return-type
// C of old: definitions in K&R style, implicit int, implicit declarations, promoted arguments.
#include <stdio.h>

add(a, b)
{
    return a + b;
}

double scale(x, factor, times)
double x;
float factor;
char times;
{
    while (times--)
        x *= factor;
    return x;
}

static total(v, n)
int v[], n;
{
    register i, sum = 0;
    for (i = 0; i < n; i++)
        sum += v[i];
    return sum;
}

char *skip(s, c)
char *s;
int c;
{
    while (*s && *s != c)
        s++;
    return s;
}

short narrow(s, c)
short s;
unsigned char c;
{
    return s + c;
}

counter = 3;
int apply(f, x)
int (*f)();
{
    return (*f)(x, counter);
}

main()
{
    int v[3];
    v[0] = 1, v[1] = 2, v[2] = 3;
    printf("%d %g %d\n", add(2, 3), scale(1.0, 1.5, 3), total(v, 3));
    printf("%s %d\n", skip("key=value", '='), narrow(-5, 300));
    printf("%d %d\n", later(4), apply(add, 10));
    printf("%d\n", apply(later, 6));
    return 0;
}

later(x)
{
    return x * x;
}
