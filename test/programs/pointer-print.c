// A pointer printed with %p and read back, and through decimal digits; only the equality is shown.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int x = 42, *heap = malloc(sizeof *heap);
    *heap = 43;
    char text[64];
    void *back;
    snprintf(text, sizeof text, "%p", (void *)&x);
    int n = sscanf(text, "%p", &back);
    printf("%d %d %d\n", n, back == &x, *(int *)back);
    snprintf(text, sizeof text, "%p", (void *)heap);
    sscanf(text, "%p", &back);
    ++*(int *)back;
    printf("%d\n", *heap);
    snprintf(text, sizeof text, "%" PRIuPTR, (uintptr_t)heap);
    uintptr_t number = (uintptr_t)strtoull(text, 0, 10);
    printf("%d\n", *(int *)number);
    intptr_t i = (intptr_t)&x;
    printf("%d\n", *(int *)(void *)i);
    snprintf(text, sizeof text, "%p", (void *)0);
    printf("%s\n", text);
    snprintf(text, sizeof text, "%p", (void *)0x1234);
    printf("%s\n", text);
    long double wide = (long double)(uintptr_t)heap;
    printf("%d\n", *(int *)(uintptr_t)wide);
    free(heap);
    return 0;
}
