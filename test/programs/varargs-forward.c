// Variable argument functions that forward to others: own printf, logging, error wrappers, lists of strings.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int vformat(char *to, const char *format, va_list list)
{
    char *start = to;
    for (; *format; format++) {
        if (*format != '%') {
            *to++ = *format;
            continue;
        }
        switch (*++format) {
        case 'd': {
            int v = va_arg(list, int);
            unsigned u = v < 0 ? -(unsigned)v : (unsigned)v;
            char digits[12], *d = digits;
            do
                *d++ = (char)('0' + u % 10);
            while (u /= 10);
            if (v < 0)
                *to++ = '-';
            while (d > digits)
                *to++ = *--d;
            break;
        }
        case 's': for (const char *s = va_arg(list, const char *); *s;) *to++ = *s++; break;
        case 'c': *to++ = (char)va_arg(list, int); break;
        case 'f': to += sprintf(to, "%.2f", va_arg(list, double)); break;
        default: *to++ = *format;
        }
    }
    *to = 0;
    return (int)(to - start);
}
static int format(char *to, const char *f, ...)
{
    va_list list;
    va_start(list, f);
    int n = vformat(to, f, list);
    va_end(list);
    return n;
}
static void logging(int level, const char *f, ...)
{
    char buffer[200];
    va_list list, again;
    va_start(list, f);
    va_copy(again, list);
    int n = vformat(buffer, f, list);
    int m = vsnprintf(NULL, 0, f, again);
    va_end(again);
    va_end(list);
    printf("%*s%s (%d %d)\n", level * 2, "", buffer, n, m);
}
static char *join(const char *first, ...)
{
    size_t n = 0;
    va_list list;
    va_start(list, first);
    for (const char *s = first; s; s = va_arg(list, const char *))
        n += strlen(s);
    va_end(list);
    char *r = malloc(n + 1), *to = r;
    va_start(list, first);
    for (const char *s = first; s; s = va_arg(list, const char *))
        to = strcpy(to, s) + strlen(s);
    va_end(list);
    *to = 0;
    return r;
}
static double maximum(int n, ...)
{
    va_list list;
    va_start(list, n);
    double best = va_arg(list, double);
    for (int i = 1; i < n; i++) {
        double d = va_arg(list, double);
        if (d > best)
            best = d;
    }
    va_end(list);
    return best;
}

int main(void)
{
    char buffer[100];
    int n = format(buffer, "%d %s %c %f %%", -123, "text", 'x', 2.5);
    printf("%d %s\n", n, buffer);
    logging(0, "top %d", 1);
    logging(2, "%s=%d,%d,%d,%d,%d,%d,%d", "many", 1, 2, 3, 4, 5, 6, 7);
    char *s = join("a", "bc", "", "def", (char *)NULL);
    printf("%s\n", s);
    free(s);
    printf("%g %g\n", maximum(3, 1.0, 5.0, 2.0), maximum(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.));
    return 0;
}
