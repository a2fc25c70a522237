// Pointers as integers: round trips through every wide type, arithmetic on the numbers, alignment, masks, comparison.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct pair { short a; int b; char c[10]; };
static uintptr_t global_number;

static void *up(void *p, uintptr_t n) { return (void *)(((uintptr_t)p + n - 1) / n * n); }
static int sum(uintptr_t from, uintptr_t to)
{
    int s = 0;
    for (; from < to; from += sizeof(int))
        s += *(int *)from;
    return s;
}

int main(void)
{
    int v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    printf("%d\n", sum((uintptr_t)v, (uintptr_t)(v + 8)));
    long l = (long)&v[2];
    unsigned long long wide = (uintptr_t)&v[3];
    intptr_t i = (intptr_t)&v[4];
    printf("%d %d %d\n", *(int *)l, *(int *)(uintptr_t)wide, *(int *)i);
    global_number = (uintptr_t)malloc(100);
    char *p = (char *)global_number, *aligned = up(p, 32);
    printf("%d %d\n", (uintptr_t)aligned % 32 == 0, aligned >= p && aligned < p + 32);
    aligned[3] = 'x';
    printf("%c\n", p[aligned - p + 3]);
    free((void *)global_number);
    struct pair s = {1, 2, "text"};
    uintptr_t base = (uintptr_t)&s;
    printf("%d %s\n", *(int *)(base + ((uintptr_t)&s.b - base)), (char *)(base + (uintptr_t)(s.c - (char *)&s)));
    uintptr_t difference = (uintptr_t)&v[7] - (uintptr_t)&v[1];
    printf("%d %d\n", (int)(difference / sizeof(int)), *(int *)((uintptr_t)&v[0] + difference));
    uintptr_t negative = (uintptr_t)&v[5];
    negative += (uintptr_t)-(intptr_t)(3 * sizeof(int));
    printf("%d\n", *(int *)negative);
    uintptr_t doubled = (uintptr_t)&v[6] * 2;
    printf("%d\n", *(int *)(doubled / 2 == (uintptr_t)&v[6] ? doubled / 2 : (uintptr_t)&v[6]));
    uintptr_t inverted = ~(uintptr_t)&v[1];
    printf("%d %d\n", *(int *)~inverted, (uintptr_t)&v[0] < (uintptr_t)&v[1]);
    uintptr_t table[3] = {(uintptr_t)&v[0], (uintptr_t)&s, (uintptr_t)"literal"};
    printf("%d %d %s\n", *(int *)table[0], ((struct pair *)table[1])->b, (char *)table[2]);
    int (*function)(const char *) = puts;
    uintptr_t code = (uintptr_t)function;
    ((int (*)(const char *))code)("called");
    printf("%d\n", (uintptr_t)(void *)0 == 0);
    return 0;
}
