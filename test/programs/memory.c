// stderr: any
// malloc, calloc, realloc, aligned_alloc, posix_memalign, reallocarray, malloc_usable_size left out.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    unsigned char *p = malloc(10);
    for (int i = 0; i < 10; i++)
        p[i] = (unsigned char)i;
    p = realloc(p, 1000);
    int ok = 1;
    for (int i = 0; i < 10; i++)
        ok &= p[i] == i;
    memset(p + 10, 7, 990);
    p = realloc(p, 5);
    printf("%d %d\n", ok, p[4]);
    p = realloc(p, 50000);
    printf("%d\n", p[3]);
    free(p);
    int *z = calloc(100, sizeof *z), sum = 0;
    for (int i = 0; i < 100; i++)
        sum |= z[i];
    printf("%d\n", sum);
    free(z);
    p = realloc(NULL, 8);
    memcpy(p, "realloc", 8);
    printf("%s\n", p);
    free(p);
    free(NULL);
    void *a;
    printf("%d ", posix_memalign(&a, 64, 100));
    printf("%d\n", (int)((uintptr_t)a % 64));
    free(a);
    printf("%d\n", posix_memalign(&a, 3, 100) == EINVAL);
    a = aligned_alloc(4096, 8192);
    printf("%d\n", (int)((uintptr_t)a % 4096));
    free(a);
    a = memalign(32, 5);
    printf("%d\n", (int)((uintptr_t)a % 32));
    free(a);
    volatile size_t huge = SIZE_MAX - 100, n = SIZE_MAX / 4;
    errno = 0;
    void *volatile failed = malloc(huge);
    printf("%d %d\n", failed == NULL, errno == ENOMEM);
    free(failed);
    failed = calloc(n, 8);
    printf("%d\n", failed == NULL);
    free(failed);
    a = malloc(4);
    void *volatile kept = reallocarray(a, n, 16);
    printf("%d\n", kept == NULL);
    free(a);
    a = malloc(0);
    free(a);
    char *blocks[100];
    for (int i = 0; i < 100; i++)
        blocks[i] = memset(malloc((size_t)(i * 37 % 500 + 1)), i, (size_t)(i * 37 % 500 + 1));
    for (int i = 0; i < 100; i += 2)
        free(blocks[i]), blocks[i] = memset(malloc(64), i, 64);
    sum = 0;
    for (int i = 0; i < 100; i++)
        sum += blocks[i][0], free(blocks[i]);
    printf("%d\n", sum);
    for (int i = 0; i < 20000; i++)
        free(malloc((size_t)(i % 1000)));
    printf("done\n");
    return 0;
}
