// _Alignas and _Alignof; addresses of aligned objects are multiples of the alignment.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct plain { char c; double d; };
struct alignas_member { char c; alignas(32) int i; };
struct __attribute__((packed)) tight { char c; double d; short s; };
struct __attribute__((aligned(64))) line { char c; };
alignas(128) static char global[3];
static alignas(16) int words[5];

static int multiple(const volatile void *p, uintptr_t n) { return (uintptr_t)p % n == 0; }

int main(void)
{
    printf("%d %d %d %d\n", (int)alignof(char), (int)alignof(short), (int)alignof(int), (int)alignof(float));
    printf("%d %d\n", (int)_Alignof(double) <= 8, (int)alignof(max_align_t) >= 4);
    printf("%d %d\n", (int)sizeof(struct alignas_member), (int)offsetof(struct alignas_member, i));
    printf("%d %d %d\n", (int)sizeof(struct tight), (int)offsetof(struct tight, s), (int)alignof(struct tight));
    printf("%d %d\n", (int)sizeof(struct line), (int)alignof(struct line));
    alignas(256) char local = 'l';
    struct line lines[2];
    struct alignas_member m = {'m', 5};
    volatile double d = 1;
    printf("%d %d %d %d\n", multiple(&local, 256), multiple(lines, 64), multiple(&lines[1], 64), multiple(&m.i, 32));
    printf("%d %d %d\n", multiple(global, 128), multiple(words, 16), multiple(&d, 4));
    for (size_t n = 16; n <= 4096; n *= 4) {
        void *p = aligned_alloc(n, n * 2);
        printf("%d ", multiple(p, n));
        free(p);
    }
    void *q = malloc(1), *r = malloc(100);
    printf("%d %d\n", multiple(q, alignof(max_align_t) > 8 ? 8 : 4), multiple(r, 8));
    free(q), free(r);
    struct tight t = {'t', 2.5, -3};
    double *unaligned = __builtin_memcpy(&(double){0}, &t.d, sizeof(double));
    printf("%g %d %c\n", *unaligned, t.s, local);
    int n = 40;
    alignas(32) char vla[n];
    vla[0] = 1;
    printf("%d %d\n", multiple(vla, 32), vla[0]);
    return 0;
}
