// string.h: searching characters, sets and substrings.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static const char text[] = "the quick brown fox jumps over the lazy dog";
static int at(const char *p) { return p ? (int)(p - text) : -1; }

int main(void)
{
    printf("%d %d %d %d\n", at(strchr(text, 'q')), at(strchr(text, 'Q')), at(strchr(text, 0)), at(strrchr(text, 'o')));
    printf("%d %d %d\n", at(strrchr(text, 't')), at(strrchr(text, 0)), at(strchrnul(text, '!')));
    printf("%d %d %d %d %d\n", at(strstr(text, "fox")), at(strstr(text, "the ")), at(strstr(text, "cat")), at(strstr(text, "")),
           at(strstr(text + 1, "the")));
    printf("%d %d\n", at(strcasestr(text, "LAZY")), at(strstr(text, "dogs")));
    printf("%d %d %d\n", at(strpbrk(text, "xyz")), at(strpbrk(text, "!?")), at(strpbrk(text, "")));
    printf("%d %d %d %d\n", (int)strspn(text, "eht"), (int)strcspn(text, "q"), (int)strspn(text, ""), (int)strcspn(text, ""));
    printf("%d %d %d\n", at(memchr(text, 'j', sizeof text)), at(memchr(text, 'j', 5)), at(memrchr(text, 'e', sizeof text)));
    printf("%d %d %d\n", at(memmem(text, sizeof text, "lazy", 4)), at(memmem(text, 10, "lazy", 4)), at(memmem(text, 5, "", 0)));
    printf("%d\n", at(rawmemchr(text, 'z')));
    int count = 0;
    for (const char *p = text; (p = strchr(p, 'o')); p++)
        count++;
    printf("%d\n", count);
    const char *needles[] = {"aab", "aaab", "aaaab", "ab", "ba"};
    for (int i = 0; i < 5; i++) {
        const char *hay = "aaaabaaab", *p = strstr(hay, needles[i]);
        printf("%d ", p ? (int)(p - hay) : -1);
    }
    printf("\n%s %s %s\n", basename("/usr/lib/file.c"), basename("plain"), strchr("a=b=c", '=') + 1);
    return 0;
}
