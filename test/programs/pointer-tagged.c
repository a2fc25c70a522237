// Pointers with tags in their low bits; small integers stored in place of pointers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uintptr_t value;
struct cell { value car, cdr; };
#define NIL ((value)2)
static value number(int n) { return (value)(intptr_t)n << 2 | 1; }
static int is_number(value v) { return (v & 3) == 1; }
static int to_int(value v) { return (int)((intptr_t)v >> 2); }
static struct cell *cell(value v) { return (struct cell *)v; }
static value cons(value car, value cdr)
{
    struct cell *c = malloc(sizeof *c);
    *c = (struct cell){car, cdr};
    return (value)c;
}
static void print(value v)
{
    if (v == NIL)
        printf("()");
    else if (is_number(v))
        printf("%d", to_int(v));
    else {
        printf("(");
        print(cell(v)->car);
        printf(" . ");
        print(cell(v)->cdr);
        printf(")");
    }
}
static void release(value v)
{
    if (v == NIL || is_number(v))
        return;
    release(cell(v)->car);
    release(cell(v)->cdr);
    free(cell(v));
}

int main(void)
{
    value list = NIL;
    for (int i = -2; i < 3; i++)
        list = cons(number(i * 100), i ? list : cons(list, NIL));
    print(list);
    printf("\n");
    release(list);
    int objects[4] = {10, 20, 30, 40};
    uintptr_t tagged[4];
    for (unsigned i = 0; i < 4; i++)
        tagged[i] = (uintptr_t)&objects[i] | (i & 3);
    for (int i = 0; i < 4; i++)
        printf("%d:%d ", (int)(tagged[i] & 3), *(int *)(tagged[i] & ~(uintptr_t)3));
    char *marked = (char *)&objects[2] + 1;
    printf("%d\n", *(int *)(marked - 1));
    struct { _Alignas(16) int v; } wide = {77};
    uintptr_t bits = (uintptr_t)&wide + 13;
    printf("%d %d\n", (int)(bits & 15), *(int *)(bits / 16 * 16));
    return 0;
}
