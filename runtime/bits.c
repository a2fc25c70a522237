/* ffs and its wider forms: the number of the lowest set bit, counting from one. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

static int lowest_set_bit(unsigned long long value)
{
    if (value == 0) return 0;
    int bit = 1;
    for (; (value & 1) == 0; value >>= 1) bit++;
    return bit;
}

int ffs(int value)
{
    return lowest_set_bit((unsigned)value);
}

int ffsl(long value)
{
    return lowest_set_bit((unsigned long)value);
}

int ffsll(long long value)
{
    return lowest_set_bit((unsigned long long)value);
}
