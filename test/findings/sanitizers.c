/* An error a case, each of a kind that flags ask for; the last is none, for overflow wraps. */
#include <klee/klee.h>
#include <stdbool.h>
static unsigned sum(unsigned a, unsigned b) { return a + b; }
static int index_of(int i) { static int t[4] = {1, 2, 3, 4}; return t[i]; }
static signed char narrow(int n) { return n; }
static int cast(double d) { return (int)d; }
static int first(unsigned n) { return __builtin_ctz(n); }
static int wraps(int a) { return a + 100; }
int main(void)
{
    struct { unsigned a; int i, n; unsigned char which, b; } in;
    klee_make_symbolic(&in, sizeof in, "in");
    switch (in.which) {
    case 0: return sum(in.a, 10) == 3;
    case 1: return index_of(in.i) == 2;
    case 2: return narrow(in.n) == 1;
    case 3: return cast(in.n * 4.0) == 3;
    case 4: return first(in.a) == 2;
    case 5: return *(bool *)&in.b;
    case 6: return wraps(in.n) < in.n;
    }
    return 0;
}
