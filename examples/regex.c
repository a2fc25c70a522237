/* A small matcher of regular expressions on a pattern that can be anything.
 *
 * The matcher is the one Rob Pike wrote for "The Practice of Programming", as KLEE's tutorial has it: `c` stands for
 * itself, `.` for any character, `^` and `$` for the ends of the text, `*` for any number of what stands before it. The
 * pattern is seven symbolic bytes and nobody ends it with a zero: the matcher reads on behind it. That the end of the
 * pattern is no match (return 0) is the tutorial's, too; with it the numbers of paths compare: 7438, 763 of them errors.
 */
#include <stddef.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

static int matchhere(const char *re, const char *text);

/* `c*` and what follows it, at the start of the text: the shortest run of c first. */
static int matchstar(int c, const char *re, const char *text) {
    do
        if (matchhere(re, text))
            return 1;
    while (*text != '\0' && (*text++ == c || c == '.'));
    return 0;
}

/* The pattern at the start of the text. */
static int matchhere(const char *re, const char *text) {
    if (re[0] == '\0')
        return 0;
    if (re[1] == '*')
        return matchstar(re[0], re + 2, text);
    if (re[0] == '$' && re[1] == '\0')
        return *text == '\0';
    if (*text != '\0' && (re[0] == '.' || re[0] == *text))
        return matchhere(re + 1, text + 1);
    return 0;
}

/* The pattern anywhere in the text. */
static int match(const char *re, const char *text) {
    if (re[0] == '^')
        return matchhere(re + 1, text);
    do
        if (matchhere(re, text))
            return 1;
    while (*text++ != '\0');
    return 0;
}

#ifndef SIZE
#define SIZE 7
#endif

int main(void) {
    char re[SIZE];
    klee_make_symbolic(re, sizeof re, "re");
    match(re, "hello");
    return 0;
}
