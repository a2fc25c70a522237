// strtol and its family: bases, ends, limits, errno; atoi.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s, int base)
{
    char *end;
    errno = 0;
    long long v = strtoll(s, &end, base);
    printf("[%s] %d: %lld %d %d", s, base, v, (int)(end - s), errno == ERANGE);
    errno = 0;
    unsigned long long u = strtoull(s, &end, base);
    printf(" %llu %d %d\n", u, (int)(end - s), errno == ERANGE);
}

int main(void)
{
    const char *texts[] = {"0", "42", "-42", "+7", "  \t\n12xyz", "0x1F", "0X1f", "0x", "0xg", "010", "08", "", "  ", "-", "+-3", "zz", "1e5", "-0",
                           "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
                           "18446744073709551615", "18446744073709551616", "-1", "99999999999999999999999"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        show(texts[i], 10), show(texts[i], 0);
    show("zz", 36), show("1010102", 2), show("777888", 8), show("deadBEEF", 16), show("0xff", 16), show("-0x10", 16);
    printf("%d %d %ld %lld\n", atoi("  -123abc"), atoi("junk"), atol("2147483647"), atoll("-5000000000"));
    errno = 0;
    long l = strtol(sizeof(long) == 8 ? "9223372036854775808" : "2147483648", 0, 10);
    printf("%d %d\n", l == LONG_MAX, errno == ERANGE);
    errno = 0;
    unsigned long u = strtoul("-1", 0, 10);
    printf("%d %d\n", u == ULONG_MAX, errno);
    char *end;
    printf("%" PRIdMAX " ", strtoimax("123rest", &end, 10));
    printf("%s\n", end);
    printf("%" PRIuMAX "\n", strtoumax("18446744073709551615", 0, 10));
    return 0;
}
