// Variable arguments of every kind, va_copy, va_list passed on, registers exhausted.
#include <stdarg.h>
#include <stdio.h>

struct small { int a; char b; };
struct large { double d[4]; int n; };
struct real { double x, y; };

static void show(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'u': printf("%u ", va_arg(list, unsigned)); break;
        case 'l': printf("%ld ", va_arg(list, long)); break;
        case 'q': printf("%lld ", va_arg(list, long long)); break;
        case 'd': printf("%g ", va_arg(list, double)); break;
        case 'D': printf("%Lg ", va_arg(list, long double)); break;
        case 's': printf("%s ", va_arg(list, char *)); break;
        case 'p': printf("%d ", *va_arg(list, int *)); break;
        case 'S': { struct small s = va_arg(list, struct small); printf("{%d %c} ", s.a, s.b); break; }
        case 'L': { struct large s = va_arg(list, struct large); printf("{%g %g %d} ", s.d[0], s.d[3], s.n); break; }
        case 'R': { struct real s = va_arg(list, struct real); printf("{%g %g} ", s.x, s.y); break; }
        case 'f': printf("%d ", va_arg(list, int (*)(int))(5)); break;
        }
    va_end(list);
    printf("\n");
}

static int square(int x) { return x * x; }

static int sum_list(int n, va_list list)
{
    int sum = 0;
    while (n--)
        sum += va_arg(list, int);
    return sum;
}

static int twice(int n, ...)
{
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    int first = sum_list(n, a), second = sum_list(n, b);
    va_end(a);
    va_end(b);
    return first * 1000 + second;
}

static void half(va_list *list, int n) { while (n--) printf("%d ", va_arg(*list, int)); }

static void split(int n, ...)
{
    va_list list;
    va_start(list, n);
    half(&list, n / 2);
    printf("| ");
    half(&list, n - n / 2);
    va_end(list);
    va_start(list, n);
    printf("| %d\n", va_arg(list, int));
    va_end(list);
}

static double mixed(int a, double b, const char *c, ...)
{
    va_list list;
    va_start(list, c);
    double sum = a + b + c[0];
    for (int i = 0; i < 10; i++)
        sum += va_arg(list, int), sum = sum * 2 + va_arg(list, double);
    va_end(list);
    return sum;
}

static void format(char *out, size_t n, const char *f, ...)
{
    va_list list;
    va_start(list, f);
    vsnprintf(out, n, f, list);
    va_end(list);
}

int main(void)
{
    int x = 99;
    show("iulqdDsp", -1, 2u, -3l, 4ll << 40, 5.5, 6.25L, "seven", &x);
    show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    show("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
    show("idSqLiRdDS", 1, 2.5, (struct small){3, 'x'}, 4ll, (struct large){{5, 6, 7, 8}, 9}, 10, (struct real){11, 12}, 13.0,
         14.0L, (struct small){15, 'y'});
    show("RRRRRSSSSS", (struct real){1, 2}, (struct real){3, 4}, (struct real){5, 6}, (struct real){7, 8}, (struct real){9, 10},
         (struct small){1, 'a'}, (struct small){2, 'b'}, (struct small){3, 'c'}, (struct small){4, 'd'}, (struct small){5, 'e'});
    show("DiDiDf", 1.0L, 2, 3.0L, 4, 5.0L, square);
    show("iii", 'c', (short)-5, (float)2.5 > 2);
    show("");
    printf("%d\n", twice(4, 1, 2, 3, 4));
    split(7, 1, 2, 3, 4, 5, 6, 7);
    printf("%g\n", mixed(1, 2, "A", 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5));
    char text[40];
    format(text, sizeof text, "%d-%s-%.2f-%c", 42, "abc", 3.14159, 'z');
    printf("%s\n", text);
    return 0;
}
