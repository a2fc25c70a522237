// _Bool: conversions give 0 or 1, arithmetic promotes.
#include <stdbool.h>
#include <stdio.h>

struct flags { bool a, b; int n; bool c; };
static bool identity(bool b) { return b; }
static int count;
static bool touch(bool b) { count++; return b; }

int main(void)
{
    volatile int values[] = {0, 1, 2, -1, 256, 0x10000};
    for (int i = 0; i < 6; i++) {
        bool b = values[i];
        printf("%d %d %d %d\n", b, (bool)values[i], identity(values[i]), !b);
    }
    volatile double d = 0.25, nan = __builtin_nan("");
    printf("%d %d %d %d\n", (bool)d, (bool)nan, (bool)0.0, (bool)-0.0);
    int x;
    int *p = &x, *q = 0;
    printf("%d %d\n", (bool)p, (bool)q);
    bool b = true;
    b += 5;
    printf("%d ", b);
    b -= 1;
    printf("%d ", b);
    b = !b;
    printf("%d ", b);
    b ^= 1;
    printf("%d ", b);
    b |= 8;
    printf("%d\n", b);
    b++;
    printf("%d\n", b);
    printf("%d %d\n", (int)sizeof(bool), (int)sizeof(struct flags));
    printf("%d %d %d\n", true + true, -true, ~true);
    struct flags f = {2, 0, 7, 99};
    printf("%d %d %d %d\n", f.a, f.b, f.n, f.c);
    printf("%d ", touch(0) && touch(1));
    printf("%d ", touch(1) || touch(1));
    printf("%d ", touch(1) && touch(0) && touch(1));
    printf("%d ", touch(0) & touch(1));
    printf("%d\n", count);
    bool array[3] = {1, 0, 5};
    unsigned char *bytes = (unsigned char *)array;
    printf("%d %d %d\n", bytes[0], bytes[1], bytes[2]);
    return 0;
}
