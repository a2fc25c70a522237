// ERR_PTR: negative error numbers stored as pointers; sentinels such as (void *)-1; small integers as pointers.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_ERRNO 4095
static void *err_ptr(long error) { return (void *)error; }
static long ptr_err(const void *p) { return (long)p; }
static int is_err(const void *p) { return (unsigned long)p >= (unsigned long)-MAX_ERRNO; }

static int *make(int n)
{
    if (n < 0)
        return err_ptr(-EINVAL);
    if (n == 0)
        return 0;
    int *p = malloc(sizeof *p);
    *p = n;
    return p;
}

static void *deleted = (void *)-1;
enum { EMPTY, FULL };

int main(void)
{
    for (int n = -1; n < 3; n++) {
        int *p = make(n);
        if (is_err(p))
            printf("error %ld\n", ptr_err(p));
        else if (!p)
            printf("null\n");
        else
            printf("value %d\n", *p), free(p);
    }
    int x = 0;
    void *slots[4] = {0, deleted, &x, (void *)(intptr_t)FULL};
    for (int i = 0; i < 4; i++)
        printf("%s ", slots[i] == 0 ? "free" : slots[i] == deleted ? "deleted" : slots[i] == (void *)1 ? "one" : "used");
    printf("\n%d %d\n", (int)(intptr_t)slots[3], (int)(intptr_t)slots[1]);
    void *context = (void *)(intptr_t)-12345;
    printf("%ld\n", (long)(intptr_t)context);
    printf("%d %d\n", (void *)0 == 0, is_err(&x));
    return 0;
}
