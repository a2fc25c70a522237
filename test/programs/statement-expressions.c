// Statement expressions, typeof, __auto_type, local labels, case ranges in macros.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __auto_type _t = (a); (a) = (b); (b) = _t; } while (0)
#define FIND(array, n, x) ({ __label__ out; int _r = -1; for (int _i = 0; _i < (n); _i++) if ((array)[_i] == (x)) { _r = _i; goto out; } out: _r; })

struct pair { int a; double b; };
static int calls;
static int next(void) { return ++calls; }

int main(void)
{
    printf("%d %g\n", MAX(3, 7), MAX(2.5, 1));
    printf("%d\n", MAX(next(), next()));
    printf("%d\n", calls);
    int x = 1, y = 2;
    SWAP(x, y);
    double d = 0.5, e = 1.5;
    SWAP(d, e);
    printf("%d %d %g %g\n", x, y, d, e);
    int v[] = {4, 8, 15, 16, 23, 42};
    printf("%d %d\n", FIND(v, 6, 15), FIND(v, 6, 99));
    struct pair p = ({ struct pair q = {1, 2}; q.a++; q; });
    printf("%d %g %d\n", p.a, p.b, ({ 5; }));
    typeof(v) copy = {1};
    typeof(p.b) real = 3;
    typeof(int *) pointer = &copy[0];
    typeof(next) *function = next;
    const typeof(x) constant = 9;
    printf("%d %g %d %d %d\n", (int)(sizeof copy / sizeof *copy), real / 2, *pointer, function(), constant);
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += ({ if (i == 2) continue; i * 10; });
    printf("%d\n", sum);
    int nested = ({ int a = ({ int b = 3; b * 2; }); a + ({ int a = 100; a; }); });
    printf("%d\n", nested);
    return 0;
}
