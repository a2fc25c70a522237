// _Generic, _Static_assert, _Noreturn.
#include <stdio.h>
#include <stdlib.h>

#define KIND(x) _Generic((x), char: "char", signed char: "schar", int: "int", unsigned: "unsigned", long: "long",              \
    unsigned long: "ulong", long long: "llong", float: "float", double: "double", char *: "string", const char *: "cstring",   \
    int *: "pointer", int (*)(void): "function", default: "other")
#define ABS(x) _Generic((x), int: abs, long: labs, double: fabs_, float: fabs_)(x)

_Static_assert(sizeof(int) == 4, "int has 32 bits");
_Static_assert(sizeof(void *) == sizeof(long), "long holds a pointer");

static double fabs_(double d) { return d < 0 ? -d : d; }
static int function(void) { return 0; }
_Noreturn static void leave(int n) { printf("leaving\n"); exit(n); }

int main(void)
{
    char c = 'c';
    const char *s = "s";
    int v[3] = {0};
    printf("%s %s %s %s\n", KIND(c), KIND('c'), KIND(c + c), KIND((signed char)c));
    printf("%s %s %s %s %s\n", KIND(1u), KIND(1l), KIND(1ll), KIND(1ul), KIND(sizeof c) ? "size" : "");
    printf("%s %s %s\n", KIND(1.0f), KIND(1.0), KIND(1.0L));
    printf("%s %s %s %s %s\n", KIND("x"), KIND(s), KIND(v), KIND(function), KIND(&v));
    printf("%d %ld %g %g\n", ABS(-3), ABS(-4l), ABS(-2.5), ABS(-1.5f));
    const int k = 1;
    printf("%s\n", KIND(k));
    leave(7);
}
