// Structs of floats, vectors, and packed structs with 16-byte members through an ellipsis.
#include <stdarg.h>
#include <stdio.h>

struct four { float a, b, c, d; };
struct three { float a, b; int c; };
struct packed { long a; long double b; } __attribute__((packed));
struct wide { long double a; long b; };
typedef float vector __attribute__((vector_size(16)));

static void show(int n, ...)
{
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        struct four f = va_arg(list, struct four);
        struct three t = va_arg(list, struct three);
        struct packed p = va_arg(list, struct packed);
        vector v = va_arg(list, vector);
        struct packed q = va_arg(list, struct packed);
        long double l = va_arg(list, long double);
        struct wide w = va_arg(list, struct wide);
        long double packed[2] = {p.b, q.b};
        printf("%g %g %g %g, %g %g %d, %Lg %Lg, %g %g, %Lg %ld\n", f.a, f.b, f.c, f.d, t.a, t.b, t.c, packed[0],
               packed[1], v[1], v[3], l, w.b);
    }
    va_end(list);
}

int main(void)
{
    struct four f = {1, 2, 3, 4};
    struct three t = {5, 6, 7};
    struct packed p = {8, 9}, q = {10, 11};
    vector v = {12, 13, 14, 15};
    struct wide w = {16, 17};
    show(1, f, t, p, v, q, 18.0L, w);
    show(3, f, t, q, v, p, 19.0L, w, f, t, p, v * 2, q, 20.0L, w, f, t, p, v + 1, q, 21.0L, w);
    return 0;
}
