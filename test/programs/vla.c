// Variable length arrays: one and two dimensions, sizeof, in loops, as parameters, typedefs.
#include <stdio.h>
#include <string.h>

static int trace(int n, int m[n][n])
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}

static void multiply(int n, int k, int m, double a[n][k], double b[k][m], double c[n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i][j] = 0;
            for (int x = 0; x < k; x++)
                c[i][j] += a[i][x] * b[x][j];
        }
}

static size_t size_of(int n) { char v[n * 3]; return sizeof v; }
static int last(int n, int v[static n]) { return v[n - 1]; }

static int recursive(int n)
{
    int v[n + 1];
    for (int i = 0; i <= n; i++)
        v[i] = i * n;
    return n ? recursive(n - 1) + v[n] : v[0];
}

int main(void)
{
    for (int n = 1; n < 6; n++) {
        int m[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                m[i][j] = i * 10 + j;
        printf("%d %d %d\n", trace(n, m), (int)(sizeof m / sizeof **m), (int)(sizeof m[0] / sizeof(int)));
    }
    int n = 2, k = 3;
    double a[n][k], b[k][n], c[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            a[i][j] = i + j, b[j][i] = i - j;
    multiply(n, k, n, a, b, c);
    printf("%g %g %g %g\n", c[0][0], c[0][1], c[1][0], c[1][1]);
    typedef int row[n];
    n = 100;
    row r[3];
    memset(r, 0, sizeof r);
    r[2][1] = 5;
    printf("%d %d\n", (int)(sizeof r / sizeof(int)), r[2][1]);
    int (*p)[k] = (int[2][3]){{1, 2, 3}, {4, 5, 6}};
    p++;
    printf("%d %d\n", (*p)[2], (int)(sizeof *p / sizeof(int)));
    printf("%d %d %d\n", (int)size_of(7), last(3, (int[]){1, 2, 3}), recursive(10));
    int total = 0, count = 0;
again:;
    int v[count + 1];
    v[count] = count;
    total += v[count];
    if (++count < 10)
        goto again;
    int side = 2;
    int evaluated = (int)sizeof(char[side++]);
    printf("%d %d %d\n", total, evaluated, side);
    for (int i = 0; i < 10000; i++) {
        char buffer[1000 + i % 7];
        buffer[999] = 1;
        total += buffer[999];
    }
    printf("%d\n", total);
    return 0;
}
