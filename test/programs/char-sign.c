// Plain char is signed here; comparisons and table lookups with it.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    char c = (char)200;
    unsigned char u = (unsigned char)c;
    printf("%d %d %d %d\n", c, u, c < 0, CHAR_MIN < 0);
    const char *text = "caf\xc3\xa9 \377";
    int negative = 0, sum = 0;
    for (const char *p = text; *p; p++)
        negative += *p < 0, sum += *p;
    printf("%d %d\n", negative, sum);
    sum = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        sum += *p;
    printf("%d\n", sum);
    printf("%d %d %d\n", '\377', '\x80', (unsigned char)'\377');
    printf("%d %d\n", (char)0x180, (signed char)0xff);
    int table[256] = {0};
    for (const char *p = text; *p; p++)
        table[(unsigned char)*p]++;
    printf("%d %d %d\n", table[0xc3], table[0xff], table['a']);
    printf("%d %d\n", 'ab' == ('a' << 8 | 'b'), (int)sizeof 'a');
    printf("%d %d %d %d\n", '\n', '\0', '\\', '\a');
    char wrap = 127;
    wrap++;
    printf("%d\n", wrap);
    unsigned extended = (unsigned)(char)0x80;
    printf("%x\n", extended);
    return 0;
}
