// strtod, strtof, strtold, atof: decimal, hexadecimal, rounding, limits.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *s)
{
    char *end;
    errno = 0;
    double d = strtod(s, &end);
    printf("[%s] %a %d %d", s, d, (int)(end - s), errno == ERANGE);
    errno = 0;
    float f = strtof(s, &end);
    printf(" %a %d", f, errno == ERANGE);
    long double l = strtold(s, 0);
    printf(" %La\n", l);
}

int main(void)
{
    const char *texts[] = {"0", "-0", "1", "0.1", "3.14159265358979323846", "1e10", "1E-10", "1e", "1e+", ".5", "5.", ".", "-.25e2", "  +7.5xyz",
                           "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e400", "2.2250738585072014e-308", "4.9e-324", "2e-324",
                           "1e-400", "0x1p3", "0x1.8p1", "0x.8", "0xA.Bp-2", "0x", "0x1p-1074", "0x1.fffffffffffff8p0", "inf", "-INFINITY", "infinit",
                           "1.00000000000000011102230246251565", "1.00000000000000011102230246251566", "9007199254740993", "123456789012345678901234567890",
                           "0.000000000000000000000000000001", "8.5e37", "3.4028236e38", "16777217", "1.17549435e-38", "100000000000000000000000", "e5", ""};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        show(texts[i]);
    printf("%d %d %d\n", isnan(strtod("nan", 0)), isnan(strtod("NaN(12)", 0)), isnan(strtod("nanx", 0)));
    printf("%g %g\n", atof("2.5e3rest"), atof("none"));
    return 0;
}
