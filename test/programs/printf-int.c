// printf of integers: flags, widths, precisions, length modifiers.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    int values[] = {0, 1, -1, 42, -12345, INT_MAX, INT_MIN};
    const char *formats[] = {"%d", "%5d", "%-8d|", "%08d", "%+d", "% d", "%.5d", "%8.3d", "%-8.3d|", "%+.0d", "%i", "%+05d", "%-+6d|"};
    for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++) {
        for (int i = 0; i < 7; i++) {
            printf(formats[f], values[i]);
            printf(" ");
        }
        printf("\n");
    }
    unsigned numbers[] = {0, 1, 255, 0xdeadbeef, UINT_MAX};
    const char *others[] = {"%u", "%x", "%X", "%o", "%#x", "%#o", "%#X", "%08x", "%#10x", "%-#10x|", "%.6x", "%#.3o", "%12.6u"};
    for (unsigned f = 0; f < sizeof others / sizeof *others; f++) {
        for (int i = 0; i < 5; i++) {
            printf(others[f], numbers[i]);
            printf(" ");
        }
        printf("\n");
    }
    printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000);
    printf("%ld %lu %lx %lld %llu %llx\n", LONG_MIN + 1, 5ul, 255l, LLONG_MIN, ULLONG_MAX, 0x123456789abcdefll);
    printf("%jd %zu %td %zd\n", (intmax_t)-5, sizeof(int), (ptrdiff_t)-7, (size_t)9);
    printf("%*d %-*d| %.*d %*.*d\n", 6, 42, 6, 42, 4, 42, 8, 3, 42);
    printf("%*d| %.*d\n", -6, 42, -1, 42);
    printf("%c%c%5c%-5c|%%\n", 'a', 66, 'c', 'd');
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRId64 " %" PRIX64 "\n", (int8_t)-5, (uint16_t)65535, 0xabcu, INT64_MIN, UINT64_MAX);
    int n = printf("count me\n");
    printf("%d\n", n);
    int a = 0, b = 0;
    long long c = 0;
    printf("12345%n67890%n\n%lln", &a, &b, &c);
    printf("%d %d %lld\n", a, b, c);
    return 0;
}
