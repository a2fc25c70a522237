// Big numbers in base a billion: factorial, Fibonacci, division by a small number, powers of two.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct number { int n; uint32_t d[60]; };
static void set(struct number *x, uint32_t v) { memset(x, 0, sizeof *x); x->n = 1, x->d[0] = v; }
static void multiply(struct number *x, uint32_t m)
{
    uint64_t carry = 0;
    for (int i = 0; i < x->n; i++) {
        carry += (uint64_t)x->d[i] * m;
        x->d[i] = (uint32_t)(carry % 1000000000), carry /= 1000000000;
    }
    if (carry)
        x->d[x->n++] = (uint32_t)carry;
}
static void add(struct number *x, const struct number *y)
{
    uint32_t carry = 0;
    int n = x->n > y->n ? x->n : y->n;
    for (int i = 0; i < n || carry; i++) {
        uint32_t s = (i < x->n ? x->d[i] : 0) + (i < y->n ? y->d[i] : 0) + carry;
        carry = s >= 1000000000;
        x->d[i] = carry ? s - 1000000000 : s;
        if (i >= x->n)
            x->n = i + 1;
    }
}
static uint32_t divide(struct number *x, uint32_t m)
{
    uint64_t r = 0;
    for (int i = x->n; i-- > 0;) {
        r = r * 1000000000 + x->d[i];
        x->d[i] = (uint32_t)(r / m), r %= m;
    }
    while (x->n > 1 && !x->d[x->n - 1])
        x->n--;
    return (uint32_t)r;
}
static void print(const struct number *x)
{
    printf("%u", x->d[x->n - 1]);
    for (int i = x->n - 1; i-- > 0;)
        printf("%09u", x->d[i]);
    printf("\n");
}

int main(void)
{
    struct number f, a, b;
    set(&f, 1);
    for (uint32_t i = 2; i <= 100; i++)
        multiply(&f, i);
    print(&f);
    printf("%u\n", divide(&f, 999999937));
    print(&f);
    set(&a, 0), set(&b, 1);
    for (int i = 0; i < 300; i++) {
        struct number t = b;
        add(&b, &a);
        a = t;
    }
    print(&a);
    set(&a, 1);
    for (int i = 0; i < 400; i++)
        multiply(&a, 2);
    print(&a);
    return 0;
}
