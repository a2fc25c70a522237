/* A small matcher of regular expressions on a pattern that can be anything.
 *
 * The matcher is the one Rob Pike wrote for "The Practice of Programming", told anew: `c` stands for itself, `.` for any
 * character, `^` and `$` for the ends of the text, `*` for any number of what stands before it. The pattern is seven
 * symbolic bytes and, as in KLEE's tutorial, nobody ends it with a zero: the matcher reads on behind it.
 */
#include <stdbool.h>
#include <stddef.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

static bool matchhere(const char *pattern, const char *text);

static bool matches_one(char wanted, char found) {
    return found != '\0' && (wanted == '.' || wanted == found);
}

/* `c*` and what follows it, at the start of the text: the shortest run of c first. */
static bool matchstar(char c, const char *rest, const char *text) {
    for (;; text++) {
        if (matchhere(rest, text))
            return true;
        if (!matches_one(c, *text))
            return false;
    }
}

/* The pattern at the start of the text. */
static bool matchhere(const char *pattern, const char *text) {
    if (pattern[0] == '\0')
        return true;
    if (pattern[1] == '*')
        return matchstar(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && pattern[1] == '\0')
        return *text == '\0';
    return matches_one(pattern[0], *text) && matchhere(pattern + 1, text + 1);
}

/* The pattern anywhere in the text. */
static bool match(const char *pattern, const char *text) {
    if (pattern[0] == '^')
        return matchhere(pattern + 1, text);
    do
        if (matchhere(pattern, text))
            return true;
    while (*text++ != '\0');
    return false;
}

#ifndef SIZE
#define SIZE 7
#endif

int main(void) {
    char pattern[SIZE];
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    match(pattern, "hello");
    return 0;
}
