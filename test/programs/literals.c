// Numeric literals: bases, suffixes, types chosen by value, hexadecimal floats, character constants.
#include <stdio.h>

#define TYPE(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", long long: "long long", \
    unsigned long long: "unsigned long long", float: "float", double: "double", long double: "long double")

int main(void)
{
    printf("%d %d %d %d\n", 0, 0777, 0xfF, 0b1101);
    printf("%s %s %s %s\n", TYPE(1), TYPE(1u), TYPE(1L), TYPE(1ULL));
    printf("%s %s %s\n", TYPE(2147483647), TYPE(0x7fffffff), TYPE(0xffffffff));
    printf("%d %d\n", (int)sizeof(2147483648) == 8 || sizeof(long) == 4, (int)sizeof(0x100000000));
    printf("%s %s %s\n", TYPE(1.0), TYPE(1.f), TYPE(1.L));
    printf("%g %g %g %g\n", 1e3, .5, 5., 0x1.8p3);
    printf("%a %a %La\n", 0.1, 0.1f, 0.1L);
    printf("%lld %llu\n", 9223372036854775807ll, 18446744073709551615ull);
    printf("%d %d %d %d\n", 'A', '\x41', '\101', L'A');
    printf("%d %d\n", '\0', '\xff');
    printf("%.17g %.17g\n", 3.14159265358979323846, 2.2250738585072011e-308);
    printf("%.9g %.9g\n", 16777217.0f, 0.1f + 0.2f);
    printf("%g %g\n", 1e-300, 4.9e-324);
    printf("%d %d\n", -2147483647 - 1 < 0, -0x80000000 > 0);
    return 0;
}
