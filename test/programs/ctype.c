// ctype.h on all characters and EOF.
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int (*tests[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace, isupper, isxdigit};
    for (unsigned t = 0; t < sizeof tests / sizeof *tests; t++) {
        unsigned hash = 0, count = 0;
        for (int c = -1; c < 256; c++) {
            int yes = tests[t](c) != 0;
            hash = hash * 33 + (unsigned)yes, count += (unsigned)yes;
        }
        printf("%u %08x\n", count, hash);
    }
    unsigned upper = 0, lower = 0;
    for (int c = -1; c < 256; c++)
        upper = upper * 31 + (unsigned)toupper(c), lower = lower * 31 + (unsigned)tolower(c);
    printf("%08x %08x %d %d\n", upper, lower, toupper(-1), isascii(200) != 0);
    const char *s = "Hello, World 42!";
    for (; *s; s++)
        putchar(isupper((unsigned char)*s) ? tolower((unsigned char)*s) : islower((unsigned char)*s) ? toupper((unsigned char)*s) : isdigit((unsigned char)*s) ? '#' : *s);
    putchar('\n');
    printf("%d %d\n", !!isspace('\v'), !!isspace('\b'));
    return 0;
}
