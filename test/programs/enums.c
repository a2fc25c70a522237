// Enumerations: values, signedness, ranges, switch.
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, LAST = BLUE };
enum sign { NEGATIVE = -3, ZERO = 0, POSITIVE = 7 };
enum bits { A = 1 << 0, B = 1 << 1, C = 1 << 2, ALL = A | B | C };
enum big { HUGE_VALUE = 0x7fffffff, MINUS = -0x7fffffff - 1 };
typedef enum { ONE = 1, TWO, THREE } number;

static const char *name(enum color c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "?";
}

static number next(number n) { return n == THREE ? ONE : (number)(n + 1); }

int main(void)
{
    for (int i = 0; i < 8; i++)
        printf("%d %s\n", i, name((enum color)i));
    enum sign s = NEGATIVE;
    printf("%d %d %d\n", s, s < 0, (int)s * POSITIVE);
    enum bits b = A | C;
    b |= B;
    b &= (enum bits)~A;
    printf("%d %d %d\n", b, b == ALL, b & C ? 1 : 0);
    printf("%d %d\n", HUGE_VALUE, MINUS);
    number n = ONE;
    for (int i = 0; i < 5; i++)
        printf("%d ", n), n = next(n);
    printf("\n%d %d\n", (int)sizeof(enum color), LAST);
    int table[LAST + 1] = {[RED] = 1, [GREEN] = 2, [BLUE] = 3};
    for (int i = 0; i <= LAST; i++)
        printf("%d ", table[i]);
    enum { LOCAL = sizeof(int) * 2, NEXT };
    printf("%d %d\n", LOCAL, NEXT);
    struct { enum color c : 4; enum sign s : 4; } f = {BLUE, NEGATIVE};
    printf("%d %d\n", f.c, f.s);
    return 0;
}
