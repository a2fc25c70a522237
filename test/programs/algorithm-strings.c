// Own string functions: reversal, rotation, anagrams, edit distance, pattern matching, number formatting.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    int row[m + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}
static int match(const char *pattern, const char *text)
{
    if (!*pattern)
        return !*text;
    if (*pattern == '*')
        return match(pattern + 1, text) || (*text && match(pattern, text + 1));
    return *text && (*pattern == '?' || *pattern == *text) && match(pattern + 1, text + 1);
}
static char *roman(int n, char *out)
{
    static const struct { int value; const char *text; } table[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
                                                                    {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
    char *p = out;
    for (int i = 0; n; i++)
        for (; n >= table[i].value; n -= table[i].value)
            p = strcpy(p, table[i].text) + strlen(table[i].text);
    *p = 0;
    return out;
}
static int palindrome(const char *s, size_t n) { return n < 2 || (s[0] == s[n - 1] && palindrome(s + 1, n - 2)); }
static char *base(unsigned n, unsigned b)
{
    static char buffer[40];
    char *p = buffer + sizeof buffer;
    *--p = 0;
    do
        *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[n % b];
    while (n /= b);
    return p;
}
static void commas(long long n)
{
    if (n < 0)
        printf("-"), n = -n;
    if (n >= 1000)
        commas(n / 1000), printf(",%03d", (int)(n % 1000));
    else
        printf("%d", (int)n);
}

int main(void)
{
    printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"));
    printf("%d %d %d %d\n", match("*.c", "file.c"), match("a*b?d", "axxbcd"), match("?", ""), match("**", ""));
    char out[32];
    printf("%s %s\n", roman(1994, out), "");
    printf("%s\n", roman(3888, out));
    printf("%d %d\n", palindrome("racecar", 7), palindrome("race", 4));
    printf("%s ", base(255, 2));
    printf("%s ", base(123456789, 36));
    printf("%s\n", base(0, 7));
    commas(-1234567890123), printf(" "), commas(999), printf("\n");
    char word[] = "rotation";
    for (int i = 0; i < 3; i++) {
        char first = word[0];
        memmove(word, word + 1, strlen(word) - 1);
        word[strlen(word) - 1] = first;
    }
    printf("%s\n", word);
    const char *hex = "48656c6c6f";
    for (; *hex; hex += 2) {
        char digits[3] = {hex[0], hex[1], 0};
        putchar((int)strtol(digits, NULL, 16));
    }
    putchar('\n');
    return 0;
}
