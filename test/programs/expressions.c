// Precedence and associativity, unusual but valid expressions.
#include <stdio.h>

static int f(int x) { return x; }
static int array[4] = {10, 20, 30, 40};

int main(void)
{
    int a = 5, b = 3, c = 2, *p = array;
    printf("%d %d %d %d\n", a - b - c, a / b * c, a * b % c, -a % b);
    printf("%d %d %d %d\n", a & b == 1, (a & b) == 1, a | b ^ c, a ^ b & c);
    printf("%d %d %d\n", a << 1 + 1, a + b << 1, a > b > c);
    printf("%d %d %d\n", !a == b, !(a == b), ~a + 1);
    printf("%d %d\n", a ? b : c ? 7 : 8, (a, b) + c);
    printf("%d ", *p++);
    printf("%d ", (*p)++);
    printf("%d\n", p[0]);
    printf("%d %d %d\n", 1 [array], *&array[2], *(array + 3));
    printf("%d %d\n", (int)sizeof a++, a);
    printf("%d %d\n", (int)sizeof(int[3]) / (int)sizeof(int), (int)sizeof(char) * 2);
    printf("%d ", a++ + b);
    printf("%d\n", a-- - --b);
    printf("%d\n", f(f(1) + f(2)) * f(3));
    printf("%d %d\n", a == 5 && b == 2 || c == 9, a && (b || c) && !0);
    printf("%d\n", (a > b ? f : f)(9));
    int x = a > 3 ? b > 3 ? 1 : 2 : 3;
    printf("%d\n", x);
    printf("%d %d\n", - -a, - - -a);
    printf("%d\n", a+++b);
    printf("%d\n", "abc"[1] == 'b' && *"xyz" == 'x');
    printf("%u %d\n", 3u - 4u > 0, 3 - 4 > 0);
    printf("%d\n", (char)(1 ? 300 : 2));
    int y;
    y = x = 4;
    y = (x += 2) * (y - 1);
    printf("%d %d\n", x, y);
    printf("%d %d %d\n", 0x1F, 017, 0b101);
    printf("%d %d\n", 'a' < 'b', '0' + 5 == '5');
    if (a = 0, b = 1)
        printf("%d %d\n", a, b);
    return 0;
}
