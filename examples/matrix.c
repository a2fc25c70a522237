/* A matrix whose rows are blocks of their own: figure 1 of "A Segmented Memory Model for Symbolic Execution".
 *
 * The condition reads matrix[i][j], and matrix[i] is a pointer to any of N blocks. A model that forks for each block
 * has N + 1 paths, one that keeps them together two. -DN=40 is the paper's size; -DSINGLE_OBJ makes the matrix one
 * object; -DLOOKUPS=2 looks a second time (figure 3b); -DEXTRA=30000 has as many bytes of memory that matter to
 * nothing (figure 3c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int klee_range(int begin, int end, const char *name);

#ifndef N
#define N 40
#endif
#ifndef LOOKUPS
#define LOOKUPS 1
#endif

int main() {
#ifdef EXTRA
    char *extra = malloc(EXTRA);
    memset(extra, 1, EXTRA);
#endif
#ifdef SINGLE_OBJ
    int matrix[N][N] = {0};
#else
    int **matrix = malloc(N * sizeof(int *));
    for (int i = 0; i < N; i++)
        matrix[i] = calloc(N, sizeof(int));
#endif

    matrix[0][0] = 120;

    int i = klee_range(0, N, "i");
    int j = klee_range(0, N, "j");

    if (matrix[i][j] > 0)
        printf("Found positive element\n");

#if LOOKUPS > 1
    int k = klee_range(0, N, "k");
    int l = klee_range(0, N, "l");

    if (matrix[k][l] > 0)
        printf("Found positive element again\n");
#endif
    exit(0); // with main's variables alive, so that the blocks are not lost
}
