// atexit handlers in reverse order, exit within a nested call, buffered output flushed, status modulo 256.
#include <stdio.h>
#include <stdlib.h>

static void first(void) { printf("registered first\n"); }
static void second(void) { printf("registered second\n"); }
static void nested(void) { printf("registered by a handler\n"); }
static void third(void) { printf("registered third\n"); atexit(nested); }
static void with(int status, void *argument) { printf("on_exit %d %s\n", status, (char *)argument); }
int on_exit(void (*)(int, void *), void *);

static void deep(int n)
{
    if (n == 0)
        exit(300);
    deep(n - 1);
}

int main(void)
{
    atexit(first), atexit(second), atexit(third);
    on_exit(with, "argument");
    printf("no newline at the end of this");
    deep(5);
    return 0;
}
