// stdint.h, inttypes.h, limits.h, stddef.h: sizes, limits, division functions.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d %d %d %d %d\n", CHAR_BIT, SCHAR_MIN, UCHAR_MAX, SHRT_MIN, USHRT_MAX);
    printf("%d %u %ld %lu\n", INT_MIN, UINT_MAX, LONG_MIN, ULONG_MAX);
    printf("%lld %llu\n", LLONG_MIN, ULLONG_MAX);
    printf("%d %d %d %d\n", (int)sizeof(void *), (int)sizeof(long), (int)sizeof(size_t), (int)sizeof(wchar_t));
    printf("%d %d %d\n", (int)sizeof(int_fast16_t), (int)sizeof(intmax_t), (int)sizeof(ptrdiff_t));
    printf("%" PRIu64 " %" PRId32 " %" PRIxPTR "\n", UINT64_C(1) << 40, INT32_C(-7), (uintptr_t)0xabc);
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17, -5);
    lldiv_t ll = lldiv(-5000000000ll, 7);
    imaxdiv_t m = imaxdiv(100, 30);
    printf("%d %d %ld %ld %lld %lld %d %d\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, (int)m.quot, (int)m.rem);
    printf("%d %ld %lld %" PRIdMAX "\n", abs(-5), labs(-6), llabs(-7000000000), imaxabs(-8));
    printf("%d %d %d\n", INT8_MIN, UINT8_MAX, INT16_MAX);
    int8_t small;
    uint64_t big;
    sscanf("-100 12345678901234567890", "%" SCNd8 " %" SCNu64, &small, &big);
    printf("%d %" PRIu64 "\n", small, big);
    printf("%d %d\n", SIZE_MAX == (size_t)-1, PTRDIFF_MAX > 0);
    printf("%d\n", (int)offsetof(struct { char a; short b; char c; int d; }, d));
    return 0;
}
