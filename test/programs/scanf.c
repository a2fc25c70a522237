// sscanf: numbers, strings, sets, widths, suppression, counts, failures.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
    int a = -1, b = -1, c = -1, n = 0, r;
    r = sscanf("10 20 30", "%d %d %d", &a, &b, &c);
    printf("%d: %d %d %d\n", r, a, b, c);
    r = sscanf("0x1f 017 0b1", "%i %i %i", &a, &b, &c);
    printf("%d: %d %d %d\n", r, a, b, c);
    r = sscanf("12345", "%2d%3d", &a, &b);
    printf("%d: %d %d\n", r, a, b);
    r = sscanf("7,8;9", "%d,%d;%d%n", &a, &b, &c, &n);
    printf("%d: %d %d %d at %d\n", r, a, b, c, n);
    r = sscanf("5 x", "%d %d", &a, &b);
    printf("%d: %d\n", r, a);
    printf("%d %d\n", sscanf("", "%d", &a), sscanf("abc", "%d", &a));
    unsigned u, x, o;
    r = sscanf("42 ff 777", "%u %x %o", &u, &x, &o);
    printf("%d: %u %u %u\n", r, u, x, o);
    char word[16], rest[32], set[16];
    r = sscanf("  hello world! 123abc", "%15s %5c", word, rest);
    rest[5] = 0;
    printf("%d: [%s] [%s]\n", r, word, rest);
    r = sscanf("key = value with spaces", "%[a-z] = %[^\n]", set, rest);
    printf("%d: [%s] [%s]\n", r, set, rest);
    r = sscanf("abc]def", "%[]abc]%s", set, rest);
    printf("%d: [%s] [%s]\n", r, set, rest);
    r = sscanf("123-456", "%[^-]-%3[0-9]", set, rest);
    printf("%d: [%s] [%s]\n", r, set, rest);
    r = sscanf("1 2 3", "%*d %d %*d%n", &a, &n);
    printf("%d: %d %d\n", r, a, n);
    float f;
    double d;
    long double l;
    r = sscanf("1.5 -2.5e3 0x1p4", "%f %lf %Lf", &f, &d, &l);
    printf("%d: %g %g %Lg\n", r, f, d, l);
    r = sscanf("inf nan 1e", "%lf %f", &d, &f);
    printf("%d: %g %d\n", r, d, f != f);
    signed char hh;
    short h;
    long lo;
    long long ll;
    size_t z;
    r = sscanf("300 70000 -5 9000000000 12", "%hhd %hd %ld %lld %zu", &hh, &h, &lo, &ll, &z);
    printf("%d: %d %d %ld %lld %d\n", r, hh, h, lo, ll, (int)z);
    char c1, c2;
    r = sscanf("a b", "%c%c", &c1, &c2);
    printf("%d: [%c] [%c]\n", r, c1, c2);
    r = sscanf("50% off", "%d%% %s", &a, word);
    printf("%d: %d %s\n", r, a, word);
    char *made;
    r = sscanf("allocated text", "%ms", &made);
    printf("%d: %s\n", r, made);
    free(made);
    wchar_t wide[8];
    r = sscanf("wide", "%7ls", wide);
    printf("%d: %ls\n", r, wide);
    r = sscanf("2024-02-29T12:34:56", "%4d-%2d-%2dT", &a, &b, &c);
    printf("%d: %d/%d/%d\n", r, a, b, c);
    r = sscanf("second first", "%2$s %1$s", word, rest);
    printf("%d: %s %s\n", r, word, rest);
    r = sscanf("+5 -", "%d %d", &a, &b);
    printf("%d: %d\n", r, a);
    return 0;
}
