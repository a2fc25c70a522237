/* A frame has an address: one of its own, while it is there. */
#include <stdio.h>

static __attribute__((noinline)) void *inner(void) { return __builtin_frame_address(0); }

static __attribute__((noinline)) int outer(void)
{
    void *mine = __builtin_frame_address(0), *again = __builtin_frame_address(0);
    return (mine == again) + 2 * (mine == inner()) + 4 * (mine == 0);
}

int main(void)
{
    printf("%d %d %d\n", __builtin_frame_address(0) != 0, inner() != 0, __builtin_return_address(0) != 0);
    printf("%d\n", outer());
    return 0;
}
