// Quicksort of our own, with a comparison through a function pointer.
#include <stdio.h>
#include <stdlib.h>

typedef int (*comparison)(const void *, const void *);

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_digit(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x % 10 != y % 10 ? x % 10 - y % 10 : (x > y) - (x < y);
}

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b, *b = t;
}

static void sort(int *v, int n, comparison compare)
{
    while (n > 1) {
        int pivot = v[n / 2], i = 0, j = n - 1;
        while (i <= j) {
            while (compare(&v[i], &pivot) < 0)
                i++;
            while (compare(&v[j], &pivot) > 0)
                j--;
            if (i <= j)
                swap(&v[i++], &v[j--]);
        }
        sort(v, j + 1, compare);
        v += i, n -= i;
    }
}

int main(void)
{
    int n = 40000, *v = malloc(sizeof *v * (size_t)n);
    unsigned seed = 7, check = 0;
    for (int i = 0; i < n; i++)
        seed = seed * 1664525u + 1013904223u, v[i] = (int)(seed >> 8) % 1000000;
    sort(v, n, ascending);
    for (int i = 0; i < n; i++)
        check = check * 31 + (unsigned)v[i];
    sort(v, n, by_digit);
    for (int i = 0; i < n; i++)
        check = check * 31 + (unsigned)v[i];
    printf("%u\n", check);
    free(v);
    return 0;
}
