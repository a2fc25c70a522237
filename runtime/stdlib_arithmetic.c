/* Absolute values and division with remainder. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}

div_t div(int number, int divisor)
{
    return (div_t){number / divisor, number % divisor};
}

ldiv_t ldiv(long number, long divisor)
{
    return (ldiv_t){number / divisor, number % divisor};
}

lldiv_t lldiv(long long number, long long divisor)
{
    return (lldiv_t){number / divisor, number % divisor};
}

imaxdiv_t imaxdiv(intmax_t number, intmax_t divisor)
{
    return (imaxdiv_t){number / divisor, number % divisor};
}
