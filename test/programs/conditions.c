// && and ||, as conditions and as values, nested and negated; what is not asked for may be undefined
#include <stdio.h>

static int calls;
static int called(int value) {
    calls++;
    return value;
}

static int is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static const char *kind(char c) {
    if ((c >= '0' && c <= '9') || c == '.')
        return "number";
    if (!(c != '+' && c != '-') || (c == '*' && c != '/'))
        return "operator";
    return is_letter(c) ? "name" : "other";
}

static int choose(int a, int b, int c) {
    int x = a ? (b ? 1 : c ? 2 : 3) : (b > c ? b : c);
    while (x < 10 && (x != 7 || a))
        x += a && b ? 3 : 2;
    return x;
}

/* The phis of the loop take each other's values. */
static int swap_if(int n, int a, int b) {
    for (int i = 0; i < n; i++) {
        int odd = i & 1, t = odd ? b : a;
        b = odd ? a : b + 1;
        a = t;
    }
    return a * 100 + b;
}

int main(void) {
    for (int c = 32; c < 127; c++)
        printf("%s%d ", kind((char)c), is_letter(c));
    for (int i = 0; i < 27; i++)
        printf("%d ", choose(i % 3, i / 3 % 3, i / 9));
    printf("%d %d\n", swap_if(5, 1, 2), swap_if(8, 7, 9));
    int undefined[2], set = 1;
    undefined[0] = calls;
    int y = undefined[1];
    if (set || y)
        puts("set");
    if (!set && y > 3)
        puts("not set");
    int either = set == 1 ? 5 : y;
    printf("%d %d\n", either, calls);
    if (called(0) || (called(1) && called(0)) || called(2))
        printf("%d calls\n", calls);
    return 0;
}
