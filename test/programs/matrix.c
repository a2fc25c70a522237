// Matrices in every representation: arrays of arrays, flat, pointers to rows, pointers to arrays, on the heap.
#include <stdio.h>
#include <stdlib.h>

#define N 4
typedef double matrix[N][N];

static void identity(matrix m) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) m[i][j] = i == j; }
static void multiply(matrix a, matrix b, matrix out)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++)
                out[i][j] += a[i][k] * b[k][j];
        }
}
static double determinant(int n, const double *m)
{
    if (n == 1)
        return m[0];
    double *minor = malloc(sizeof *minor * (size_t)((n - 1) * (n - 1))), sum = 0;
    for (int c = 0; c < n; c++) {
        for (int i = 1; i < n; i++)
            for (int j = 0, k = 0; j < n; j++)
                if (j != c)
                    minor[(i - 1) * (n - 1) + k++] = m[i * n + j];
        sum += (c % 2 ? -1 : 1) * m[c] * determinant(n - 1, minor);
    }
    free(minor);
    return sum;
}
static void transpose(int n, double (*m)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double t = m[i][j];
            m[i][j] = m[j][i], m[j][i] = t;
        }
}
static double sum_rows(double **rows, int n, int m)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s = s / 2 + rows[i][j];
    return s;
}

int main(void)
{
    matrix a, b, c;
    identity(a);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = (i * 3 + j * 5) % 7 - 2;
    a[0][3] = 2, a[2][1] = -1;
    multiply(a, b, c);
    multiply(c, b, a);
    for (int i = 0; i < N; i++)
        printf("%g %g %g %g\n", a[i][0], a[i][1], a[i][2], a[i][3]);
    printf("%g\n", determinant(N, &b[0][0]));
    double (*heap)[N] = malloc(sizeof(matrix));
    for (int i = 0; i < N * N; i++)
        heap[i / N][i % N] = i;
    transpose(N, heap);
    printf("%g %g\n", heap[0][3], heap[3][0]);
    double *rows[N];
    for (int i = 0; i < N; i++)
        rows[i] = heap[N - 1 - i];
    printf("%g\n", sum_rows(rows, N, N));
    free(heap);
    int cube[2][3][4], count = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = count++;
    int(*plane)[4] = cube[1], *line = plane[2];
    printf("%d %d %d %d\n", plane[0][1], line[3], (int)(&cube[1][0][0] - &cube[0][0][0]), (int)(sizeof cube[0] / sizeof(int)));
    return 0;
}
