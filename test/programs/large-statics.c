// only: 64
// cflags: -mcmodel=large
/* Variables of more than 4 GiB, beside others. */
#include <stdio.h>
#include <stdlib.h>

#define GIB ((size_t)1 << 30)

static int before = 1;
static char large[5 * GIB];
long other[3 * GIB / 8];
static struct { int head; char body[4 * GIB]; int tail; } mixed;
static char *const inside = &large[5 * GIB - 2];
static int *const last = &mixed.tail;
static int behind = 2;

int main(void)
{
    large[0] = 1, large[5 * GIB - 1] = 2, large[3 * GIB + 5] = 3;
    other[3 * GIB / 8 - 1] = 4;
    mixed.tail = 5, mixed.body[4 * GIB - 1] = 6;
    printf("%d %d %d %d %ld %d %d %d %d\n", large[0], inside[1], *(large + 3 * GIB + 5), large[4 * GIB], other[3 * GIB / 8 - 1], *last,
           mixed.body[4 * GIB - 1], before, behind);
    printf("%td %d %zu\n", inside - large, (char *)last - (char *)&mixed == sizeof mixed - 4, sizeof mixed);
    return main == NULL;
}
