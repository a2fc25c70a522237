/* Assembly that does nothing: what goes in comes out in the same place. */
#include <stdio.h>

int main(void)
{
    int x = 5, y = 0, z = 0, *p = &x;
    long l = 7;
    char c = 3;
    short s = 9;
    double d = 2.5;
    float f = 1.5f;
    struct pair {
        int a, b;
    } pair = {1, 2};
    __asm__ volatile("" : "=rm"(y) : "0"(x));
    __asm__ volatile("" : "=g"(z) : "0"(x + 1));
    printf("%d %d\n", y, z);
    __asm__ volatile("" : "+rm"(x));
    __asm__ volatile("" : "+g"(y));
    __asm__ volatile("" : "+m"(z));
    __asm__ volatile("" : "+m"(pair));
    printf("%d %d %d %d\n", x, y, z, pair.b);
    __asm__ volatile("" : "+r"(p));
    __asm__ volatile("" : "+r"(s), "+x"(d), "+x"(f));
    __asm__ volatile("" : "+q"(c));
    printf("%d %d %d %.1f %.1f\n", *p, s, c, d, f);
    __asm__ volatile("" : "=r"(l), "=r"(x) : "1"(x), "0"(l));
    __asm__("" : [out] "=&r"(y) : "[out]"(x + 3));
    printf("%ld %d %d\n", l, x, y);
    __asm__("" : "=a"(z) : "a"(y + 1));
    __asm__("" : "+a"(x), "+c"(s), "=rm"(y) : "2"(y + 2));
    printf("%d %d %d %d\n", x, y, z, s);
    __asm__ volatile("# only a comment; of one line %0\n\t/* another */\n\tnop" : "+r"(x));
    __asm__ volatile("pause; mfence" ::: "memory");
    __asm__ volatile("" : : "r"(x), "m"(y), "i"(5), "g"(l), "X"(s) : "memory", "cc");
    __asm__ goto("" : : "r"(x) : : away);
    printf("%d\n", x);
    return 0;
away:
    return 1;
}
