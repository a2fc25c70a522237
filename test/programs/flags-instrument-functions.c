// cflags: -finstrument-functions
/* Hooks at entry and exit of every function. */
#include <stdio.h>

static int depth;
int twice(int x);
void __cyg_profile_func_enter(void *function, void *site) __attribute__((no_instrument_function));
void __cyg_profile_func_exit(void *function, void *site) __attribute__((no_instrument_function));
void __cyg_profile_func_enter(void *function, void *site)
{
    printf("%*s> %s\n", 2 * depth++, "", function == (void *)twice ? "twice" : "another");
}
void __cyg_profile_func_exit(void *function, void *site)
{
    printf("%*s< %s\n", 2 * --depth, "", function == (void *)twice ? "twice" : "another");
}
int twice(int x)
{
    if (x > 100) return x;
    return 2 * x;
}
static int sum(int n) { return n ? twice(n) + sum(n - 1) : 0; }

int main(void)
{
    printf("%d %d\n", sum(3), twice(1000));
    return 0;
}
