// Recursion: deep, mutual, with arrays in frames, through pointers.
#include <stdio.h>

static int ackermann(int m, int n) { return m == 0 ? n + 1 : ackermann(m - 1, n ? ackermann(m, n - 1) : 1); }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static unsigned long depth(unsigned n) { return n ? 1 + depth(n - 1) : 0; }

static int queens(int n, int row, int *columns)
{
    if (row == n)
        return 1;
    int count = 0;
    for (int c = 0; c < n; c++) {
        int fits = 1;
        for (int r = 0; r < row; r++)
            if (columns[r] == c || columns[r] - c == row - r || c - columns[r] == row - r)
                fits = 0;
        if (fits) {
            columns[row] = c;
            count += queens(n, row + 1, columns);
        }
    }
    return count;
}

static void hanoi(int n, int from, int to, long *moves)
{
    if (!n)
        return;
    hanoi(n - 1, from, 6 - from - to, moves);
    ++*moves;
    hanoi(n - 1, 6 - from - to, to, moves);
}

static void permute(char *s, int k, int n, int *count)
{
    if (k == n) {
        if (++*count <= 3)
            printf("%s ", s);
        return;
    }
    for (int i = k; i < n; i++) {
        char c = s[k];
        s[k] = s[i], s[i] = c;
        permute(s, k + 1, n, count);
        c = s[k];
        s[k] = s[i], s[i] = c;
    }
}

static const char *expression;
static int sum(void);
static int atom(void)
{
    if (*expression == '(') {
        expression++;
        int v = sum();
        expression++;
        return v;
    }
    int v = 0;
    while (*expression >= '0' && *expression <= '9')
        v = v * 10 + *expression++ - '0';
    return v;
}
static int product(void)
{
    int v = atom();
    while (*expression == '*')
        expression++, v *= atom();
    return v;
}
static int sum(void)
{
    int v = product();
    for (;;)
        if (*expression == '+')
            expression++, v += product();
        else if (*expression == '-')
            expression++, v -= product();
        else
            return v;
}

int main(void)
{
    printf("%d %d\n", ackermann(2, 3), is_even(1001));
    printf("%lu\n", depth(20000));
    int columns[8];
    printf("%d\n", queens(6, 0, columns));
    long moves = 0;
    hanoi(10, 1, 3, &moves);
    printf("%ld\n", moves);
    char text[] = "abcde";
    int count = 0;
    permute(text, 0, 5, &count);
    printf("%d %s\n", count, text);
    expression = "2*(3+4*(5-1))-(7-(2+1))*3";
    printf("%d\n", sum());
    return 0;
}
