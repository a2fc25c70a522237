// Pointers copied byte by byte, through files of bytes, unions, memcpy, memmove and integers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct holder { char c; int *p; short s; const char *text; };
union mix { int *p; uintptr_t u; unsigned char b[sizeof(int *)]; };

static void copy_bytes(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--)
        *t++ = *f++;
}

int main(void)
{
    int x = 42, y = 43;
    int *p = &x, *q = 0;
    copy_bytes(&q, &p, sizeof p);
    printf("%d %d\n", *q, p == q);
    for (size_t i = sizeof p; i-- > 0;)
        ((unsigned char *)&q)[i] = ((unsigned char *)&(int *){&y})[i];
    printf("%d\n", *q);
    struct holder h = {'h', &x, 7, "text"}, copy;
    copy_bytes(&copy, &h, sizeof h);
    ++*copy.p;
    printf("%c %d %d %s\n", copy.c, x, copy.s, copy.text);
    memcpy(&copy, &h, sizeof h);
    printf("%d\n", *copy.p);
    union mix m = {&x};
    union mix n;
    n.u = m.u;
    printf("%d\n", *n.p);
    for (size_t i = 0; i < sizeof m.b; i++)
        n.b[i] = m.b[i];
    printf("%d %d\n", *n.p, n.u == (uintptr_t)&x);
    m.u += sizeof(int);
    m.u -= sizeof(int);
    printf("%d\n", *m.p);
    uintptr_t low = (uintptr_t)&y & 0xffff, high = (uintptr_t)&y >> 16;
    printf("%d\n", *(int *)(high << 16 | low));
    unsigned char saved[sizeof p + 3];
    memcpy(saved + 3, &p, sizeof p);
    memmove(saved, saved + 3, sizeof p);
    int *restored;
    memcpy(&restored, saved, sizeof restored);
    printf("%d\n", *restored);
    int *array[4] = {&x, &y, &x, &y}, *other[4];
    memcpy(other, array, sizeof array);
    memmove(other + 1, other, 3 * sizeof *other);
    printf("%d %d %d\n", *other[0], *other[1], *other[2]);
    uintptr_t shuffled = 0;
    for (size_t i = 0; i < sizeof p; i++)
        shuffled = shuffled << 8 | ((unsigned char *)&p)[sizeof p - 1 - i];
    printf("%d\n", *(int *)shuffled);
    return 0;
}
