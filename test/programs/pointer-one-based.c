// unchecked: pointer-overflow,bounds
// Arrays that begin at index one, through a pointer before the start that is never read.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static int storage[5] = {10, 20, 30, 40, 50};
    int *a = (int *)((uintptr_t)storage - sizeof(int));
    for (int i = 1; i <= 5; i++)
        printf("%d ", a[i]);
    double *heap = malloc(4 * sizeof *heap);
    double *h = (double *)((char *)heap - sizeof *heap);
    for (int i = 1; i <= 4; i++)
        h[i] = i / 2.0;
    printf("%g %g\n", heap[0], heap[3]);
    free(h + 1);
    int *rows[3], cells[6];
    for (int i = 0; i < 3; i++)
        rows[i] = (int *)((uintptr_t)&cells[i * 2] - sizeof(int));
    for (int i = 0; i < 3; i++)
        for (int j = 1; j <= 2; j++)
            rows[i][j] = i * 10 + j;
    for (int i = 0; i < 6; i++)
        printf("%d ", cells[i]);
    printf("\n");
    uintptr_t far = (uintptr_t)storage + 1000000;
    printf("%d\n", *(int *)(far - 1000000));
    return 0;
}
