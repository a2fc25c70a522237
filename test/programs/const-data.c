// Constant tables, pointers into constants, pointers to pointers, initialisers with addresses.
#include <stddef.h>
#include <stdio.h>

struct entry { const char *name; int value; const struct entry *next; int (*function)(int); };
static int increment(int x) { return x + 1; }
static const int primes[] = {2, 3, 5, 7, 11, 13};
static const int *const middle = &primes[3], *const end = primes + sizeof primes / sizeof *primes;
static const struct entry c = {"c", 3, NULL, increment}, b = {"b", 2, &c, 0}, a = {"a", 1, &b, increment};
static int writable = 5;
static int *pointer = &writable, **pointer_pointer = &pointer;
static const double halves[2][3] = {{0.5, 1.5, 2.5}, {3.5}};
static char *tail = &"prefix-tail"[7];
static const size_t distance = offsetof(struct entry, next) / sizeof(void *);
static const long difference = &primes[5] - &primes[1];
static union { int i; float f; } u = {.f = 2.0f};
static struct { struct entry *e[2]; int n; } cyclic = {{0}, sizeof(struct entry) > 4};
struct self { struct self *me; int v; } self = {&self, 9};

int main(void)
{
    for (const int *p = middle; p < end; p++)
        printf("%d ", *p);
    for (const struct entry *e = &a; e; e = e->next)
        printf("%s %d %d ", e->name, e->value, e->function ? e->function(e->value) : -1);
    ++**pointer_pointer;
    printf("\n%d %g %g %s\n", writable, halves[0][2], halves[1][1], tail);
    printf("%d %ld %x %d\n", (int)(distance > 0), difference, u.i, cyclic.n);
    printf("%d %d\n", self.me->me->me->v, cyclic.e[1] == 0);
    const volatile int cv = 4;
    static const char *const names[][2] = {{"a", "b"}, {"c"}};
    printf("%d %s %d\n", cv, names[1][0], names[1][1] == 0);
    return 0;
}
