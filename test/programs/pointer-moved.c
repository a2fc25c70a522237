// unchecked: pointer-overflow,bounds,pointer-compare
// Pointers into a block are moved to its successor after realloc by the distance between the two, as many programs do.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stack { int *base, *top, *limit; };

static void grow(struct stack *s)
{
    size_t size = (size_t)(s->limit - s->base) * 2;
    int *old = s->base, *fresh = malloc(size * sizeof *fresh);
    memcpy(fresh, old, (size_t)(s->top - old) * sizeof *fresh);
    s->top += fresh - old;
    s->limit = fresh + size;
    s->base = fresh;
    free(old);
}

int main(void)
{
    struct stack s;
    s.base = s.top = malloc(4 * sizeof *s.base);
    s.limit = s.base + 4;
    for (int i = 0; i < 100; i++) {
        if (s.top == s.limit) grow(&s);
        *s.top++ = i * i;
    }
    long sum = 0;
    for (int *p = s.base; p < s.top; p++) sum += *p;
    printf("%ld %d %d\n", sum, (int)(s.top - s.base), s.top <= s.limit);
    char *first = malloc(16), *second = malloc(16), *at = first + 5;
    strcpy(second, "moved by bytes");
    at += (uintptr_t)second - (uintptr_t)first;
    printf("%s %d\n", at, at > second);
    free(first);
    free(second);
    free(s.base);
    return 0;
}
