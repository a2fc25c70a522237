// Regions of memory released by longjmp: nested handlers, resources chained on the heap, retry loops.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct resource { struct resource *older; char data[16]; };
struct handler { struct handler *outer; struct resource *mark; jmp_buf jump; };
static struct resource *resources;
static struct handler *current;
static int live;

static char *acquire(int n)
{
    struct resource *r = malloc(sizeof *r);
    r->older = resources;
    resources = r;
    live++;
    snprintf(r->data, sizeof r->data, "resource %d", n);
    return r->data;
}
static void release_to(struct resource *mark)
{
    while (resources != mark) {
        struct resource *older = resources->older;
        free(resources);
        live--;
        resources = older;
    }
}
static void raise_error(int code)
{
    release_to(current->mark);
    longjmp(current->jump, code);
}
static int work(int depth, int fail_at)
{
    char *text = acquire(depth);
    if (depth == fail_at)
        raise_error(depth + 1);
    return depth == 6 ? text[9] - '0' : work(depth + 1, fail_at) + 1;
}
static int attempt(int fail_at)
{
    struct handler h;
    h.outer = current;
    h.mark = resources;
    current = &h;
    int code = setjmp(h.jump);
    int result = code ? -code : work(0, fail_at);
    release_to(h.mark);
    current = h.outer;
    return result;
}
static int nested(void)
{
    struct handler h = {current, resources};
    current = &h;
    volatile int tries = 0;
    if (setjmp(h.jump) && tries == 3) {
        current = h.outer;
        return tries;
    }
    tries++;
    acquire(tries);
    attempt(2);
    raise_error(9);
    return -1;
}

int main(void)
{
    for (int i = 0; i < 9; i += 2) {
        int r = attempt(i);
        printf("%d %d\n", r, live);
    }
    printf("%d ", nested());
    printf("%d\n", live);
    return 0;
}
