// files: weak/strong.c
// Weak definitions, weak undefined symbols, aliases, weakref.
#include <stdio.h>

__attribute__((weak)) int overridden(void) { return 1; }
__attribute__((weak)) int kept(void) { return 2; }
__attribute__((weak)) int value = 3;
__attribute__((weak)) int lonely = 4;
extern __attribute__((weak)) int missing(void);
extern __attribute__((weak)) int absent;
extern int strong(void);

static int target(int x) { return x * 2; }
int alias(int x) __attribute__((alias("target")));
int data = 10;
extern int other_name __attribute__((alias("data")));
static int reference(void) __attribute__((weakref("missing")));
int weak_alias(int x) __attribute__((weak, alias("target")));

int main(void)
{
    printf("%d %d %d %d\n", overridden(), kept(), value, lonely);
    printf("%d %d %d\n", missing != 0, &absent != 0, reference != 0);
    if (missing)
        printf("%d\n", missing());
    printf("%d %d %d\n", alias(21), weak_alias(4), strong());
    other_name++;
    printf("%d %d\n", data, &data == &other_name);
    return 0;
}
