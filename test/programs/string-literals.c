// String literals: escapes, concatenation, wide, UTF-8, UTF-16, UTF-32, arrays of them.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char *table[] = {"zero", "one", "two" " and a half", ""};
static char modifiable[] = "modifiable";
static const char exact[3] = "abc";

static void bytes(const void *p, size_t n)
{
    for (const unsigned char *b = p; n--; b++)
        printf("%02x ", *b);
    printf("\n");
}

int main(void)
{
    const char *s = "a\tb\\\"\x41\101\0hidden";
    printf("%d %d\n", (int)strlen(s), (int)sizeof "a\0b");
    bytes(s, 12);
    bytes("caf\u00e9", sizeof "caf\u00e9");
    bytes(u8"\u20ac", 4);
    const wchar_t *w = L"wide \u20ac";
    const char16_t *u = u"\u20ac\U0001f600";
    const char32_t *U = U"\U0001f600z";
    printf("%d %x %x\n", (int)wcslen(w), (unsigned)w[5], (unsigned)w[6]);
    printf("%x %x %x %x\n", u[0], u[1], u[2], u[3]);
    printf("%x %x %x\n", (unsigned)U[0], (unsigned)U[1], (unsigned)U[2]);
    printf("%d %d %d\n", (int)sizeof L"ab" / (int)sizeof(wchar_t), (int)sizeof u"ab", (int)sizeof U"ab");
    for (int i = 0; i < 4; i++)
        printf("[%s] ", table[i]);
    modifiable[0] = 'M';
    modifiable[sizeof modifiable - 2] = 'E';
    printf("%s %c %d\n", modifiable, exact[2], (int)sizeof exact);
    printf("%c %c %c\n", "hello"[1], 2["hello"], *("hello" + 4));
    char local[] = "split "
                   "over "
                   "lines";
    printf("%s %d\n", local, (int)sizeof local);
    printf("%d %d %d\n", L'\u20ac', '\?', (int)sizeof L'x');
    printf("%s\n", &"skip this"[5]);
    char grid[3][6] = {"one", "two", "three"};
    printf("%s %s %d\n", grid[1], grid[2], grid[0][4]);
    printf("%s", R"(raw "string" \n)" "\n");
    return 0;
}
