// Multiplication of matrices of doubles: two-dimensional subscripts.
#include <stdio.h>

#define N 120
static double a[N][N], b[N][N], c[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 11 - 5, b[i][j] = (i + j * 5) % 13 - 6;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    double trace = 0, all = 0;
    for (int i = 0; i < N; i++) {
        trace += c[i][i];
        for (int j = 0; j < N; j++)
            all += c[i][j] * ((i + j) % 3 - 1);
    }
    printf("%.0f %.0f\n", trace, all);
    return 0;
}
