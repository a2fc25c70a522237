// setjmp and longjmp: values, nesting, across calls, volatile locals, loops, from a callback of qsort.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf top, inner;
static void thrower(int depth, int value)
{
    char buffer[100];
    buffer[depth % 100] = 1;
    if (depth == 0)
        longjmp(top, value);
    thrower(depth - 1, value);
    buffer[0] = 0;
}

static int compare(const void *a, const void *b)
{
    static int calls;
    if (++calls == 3)
        longjmp(inner, calls);
    return *(const int *)a - *(const int *)b;
}

static int nested(void)
{
    jmp_buf local;
    volatile int stage = 0;
    int r = setjmp(local);
    if (r == 0) {
        stage = 1;
        if (setjmp(inner) == 0) {
            stage = 2;
            longjmp(inner, 5);
        }
        stage += 10;
        longjmp(local, stage);
    }
    return r * 100 + stage;
}

struct exception { struct exception *outer; jmp_buf context; int code; };
static struct exception *handlers;
static void throw(int code)
{
    struct exception *e = handlers;
    handlers = e->outer;
    e->code = code;
    longjmp(e->context, 1);
}
static int guarded(int n)
{
    struct exception e;
    e.outer = handlers;
    handlers = &e;
    if (setjmp(e.context))
        return -e.code;
    if (n > 3)
        throw(n);
    if (n == 2)
        guarded(99), throw(50);
    handlers = e.outer;
    return n;
}

int main(void)
{
    volatile int count = 0;
    int r = setjmp(top);
    printf("returned %d, count %d\n", r, count);
    if (count < 3) {
        count++;
        thrower(count * 10, count == 2 ? 0 : count + 40);
    }
    printf("%d\n", nested());
    int v[] = {5, 3, 1, 4, 2};
    if ((r = setjmp(inner)) == 0)
        qsort(v, 5, sizeof *v, compare), printf("sorted?\n");
    else
        printf("out of qsort after %d comparisons\n", r);
    for (int i = 0; i < 6; i++)
        printf("%d ", guarded(i));
    printf("\n");
    volatile int i = 0;
    if (setjmp(top) < 5)
        longjmp(top, ++i);
    printf("%d\n", i);
    switch (setjmp(top)) {
    case 0: longjmp(top, 2);
    case 1: printf("one\n"); break;
    case 2: printf("two\n"); break;
    }
    sigjmp_buf with_mask;
    if (!sigsetjmp(with_mask, 1))
        siglongjmp(with_mask, 1);
    printf("done\n");
    return 0;
}
