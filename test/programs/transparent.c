// cflags: -fms-extensions -Wno-microsoft-anon-tag
// Extensions of compilers: anonymous structures by tag, transparent unions, overloads, ranges, zero-length arrays, nonstring.
#include <stdio.h>

struct base { int id; char kind; };
struct derived { struct base; double extra; union { int i; float f; }; };

typedef union { int *ip; const char *cp; } either __attribute__((transparent_union));
static int first(either e, int is_text) { return is_text ? e.cp[0] : e.ip[0]; }

__attribute__((overloadable)) static const char *kind(int x) { (void)x; return "int"; }
__attribute__((overloadable)) static const char *kind(double x) { (void)x; return "double"; }
__attribute__((overloadable)) static const char *kind(const char *x) { (void)x; return "string"; }

__attribute__((noreturn, cold)) static void unused(void) { for (;;) ; }
__attribute__((pure)) static int square(int x) { return x * x; }
__attribute__((const, warn_unused_result)) static int cube(int x) { return x * x * x; }
static int value __attribute__((unused, section(".data.special"))) = 5;
extern int renamed(void) __asm__("actual_name");
int renamed(void) { return 77; }

int main(int argc, char **argv)
{
    (void)argv;
    struct derived d = {{.id = 1, .kind = 'k'}, 2.5, {.i = 0x3f800000}};
    printf("%d %c %g %g\n", d.id, d.kind, d.extra, d.f);
    struct base *b = (struct base *)&d;
    b->id = 9;
    printf("%d\n", d.id);
    int n = 42;
    printf("%d %c\n", first(&n, 0), first("text", 1));
    printf("%s %s %s\n", kind(1), kind(1.0), kind(""));
    if (argc > 100)
        unused();
    printf("%d %d %d %d\n", square(4), cube(3), value, renamed());
    struct { char c; int z[0]; } zero = {'z'};
    printf("%c %d\n", zero.c, (int)sizeof zero.z);
    return 0;
}
