// cflags: -std=gnu17
// inline, static inline, extern inline, gnu_inline, always_inline, noinline.
#include <stdio.h>

inline int add(int a, int b) { return a + b; }
extern inline int add(int a, int b);
static inline int mul(int a, int b) { return a * b; }
__attribute__((always_inline)) static inline int sub(int a, int b) { return a - b; }
__attribute__((noinline)) static int keep(int a) { return -a; }
extern inline __attribute__((gnu_inline)) int gnu(int x);
extern inline __attribute__((gnu_inline)) int gnu(int x) { return x + 1000; }
int gnu(int x) { return x + 1000; }
static inline int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

int main(void)
{
    int (*f)(int, int) = add;
    printf("%d %d %d %d %d\n", add(1, 2), mul(3, 4), sub(5, 6), keep(7), f(8, 9));
    printf("%d %d\n", gnu(5), fact(7));
    f = mul;
    printf("%d\n", f(6, 7));
    return 0;
}
