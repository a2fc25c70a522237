// string.h: lengths, copies, concatenation, comparison.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    char a[32] = "hello", b[32];
    printf("%d %d %d %d\n", (int)strlen(a), (int)strlen(""), (int)strnlen("abcdef", 3), (int)strnlen("ab", 10));
    printf("%s %d\n", strcpy(b, a), (int)(strcpy(b, a) == b));
    memset(b, 'x', sizeof b);
    strncpy(b, "abc", 6);
    for (int i = 0; i < 8; i++)
        printf("%d ", b[i]);
    strncpy(b, "truncated", 4);
    b[4] = 0;
    printf("%s\n", b);
    strcat(a, " world"), strncat(a, "!!!!!!", 2), strncat(a, "?", 10);
    printf("%s\n", a);
    printf("%s\n", stpcpy(stpcpy(b, "one"), "two") - 6);
    printf("%d\n", (int)(stpncpy(b, "abc", 10) - b));
    const char *words[] = {"", "a", "ab", "abc", "abd", "b", "\xff", "A"};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++)
            printf("%d,%d,%d ", sign(strcmp(words[i], words[j])), sign(strncmp(words[i], words[j], 2)),
                   sign(strcasecmp(words[i], words[j])));
        printf("\n");
    }
    printf("%d %d\n", strncasecmp("HELLO there", "hello THERE", 11), sign(strncasecmp("abc", "ABD", 3)));
    printf("%d %d %d\n", sign(memcmp("ab\0cd", "ab\0ce", 5)), memcmp("xyz", "xya", 2), sign(memcmp("\x80", "\x7f", 1)));
    char *copy = strdup(a), *part = strndup(a, 4), *none = strndup("", 4);
    printf("%s %s [%s]\n", copy, part, none);
    free(copy), free(part), free(none);
    printf("%d %d\n", sign(strcoll("a", "b")), (int)strxfrm(b, "copy", sizeof b));
    printf("%d %d %d\n", sign(strverscmp("file9", "file10")), sign(strverscmp("1.2", "1.10")), strverscmp("same", "same"));
    return 0;
}
