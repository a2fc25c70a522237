// __builtin_setjmp and __builtin_longjmp: from a callee, again and again, and nested.
#include <stdio.h>

static void *outer[5], *inner[5];

__attribute__((noinline)) static void leave(void **where, int depth) {
    if (depth > 0) leave(where, depth - 1);
    __builtin_longjmp(where, 1);
}

__attribute__((noinline)) static int nested(int depth) {
    if (__builtin_setjmp(inner)) {
        printf("inner %d\n", depth);
        leave(outer, depth);
    }
    leave(inner, depth);
    return 0;
}

__attribute__((noinline)) static int again(volatile int times) {
    volatile int count = 0;
    int value = __builtin_setjmp(outer);
    printf("%d %d\n", value, count);
    if (count++ < times) nested(count);
    return count;
}

int main(void) {
    for (int times = 0; times < 4; times++) printf("%d times: %d\n", times, again(times));
    return 0;
}
