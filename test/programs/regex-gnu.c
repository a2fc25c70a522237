// re_compile_pattern, re_search, re_match: grammars by their bits, registers, directions, two texts, translation, BSD's functions
#define _GNU_SOURCE
#define _REGEX_RE_COMP
#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct re_pattern_buffer buffer;
static struct re_registers registers;

static _Bool compile(const char *pattern)
{
    const char *error = re_compile_pattern(pattern, strlen(pattern), &buffer);
    printf("'%s'", pattern);
    if (error != NULL) printf(": %s\n", error);
    return error == NULL;
}

static void show(long answer)
{
    printf(" %ld", answer);
    for (size_t i = 0; answer >= 0 && i <= buffer.re_nsub; i++) printf(" %d-%d", (int)registers.start[i], (int)registers.end[i]);
}

static void grammars(void)
{
    static const reg_syntax_t syntaxes[] = {RE_SYNTAX_EMACS, RE_SYNTAX_AWK, RE_SYNTAX_GREP, RE_SYNTAX_EGREP, RE_SYNTAX_POSIX_BASIC,
                                            RE_SYNTAX_POSIX_MINIMAL_BASIC, RE_SYNTAX_POSIX_EXTENDED,
                                            RE_SYNTAX_POSIX_EXTENDED | RE_ICASE, RE_SYNTAX_POSIX_EXTENDED | RE_INVALID_INTERVAL_ORD};
    static const char *const patterns[] = {"a+b", "a\\+b", "\\(a\\|b\\)*c", "(a|b)*c", "a{2}", "a\\{2\\}", "[[:alpha:]]+", "a.b",
                                           "[^x]c", "^b", "a$", "x\ny", "[a\\]]", "(a)\\1", "\\(a\\)\\1", "\\w+", "a)", "a{x", "*b", "(*b)"};
    static const char *const text = "aab+ac\nbaa{2}a)bA{xa\n*b]";
    for (size_t i = 0; i < sizeof syntaxes / sizeof *syntaxes; i++) {
        re_set_syntax(syntaxes[i]);
        for (size_t j = 0; j < sizeof patterns / sizeof *patterns; j++) {
            printf("%zu ", i);
            if (!compile(patterns[j])) continue;
            show(re_search(&buffer, text, (int)strlen(text), 0, (int)strlen(text), &registers));
            putchar('\n');
        }
    }
}

static void directions(void)
{
    static const char text[] = "one two three two one";
    int length = sizeof text - 1;
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    if (!compile("t[a-z]*|one")) return;
    for (int start = -1; start <= length + 1; start += 3) {
        show(re_search(&buffer, text, length, start, length - start, &registers));
        show(re_search(&buffer, text, length, start, -start, &registers));
        show(re_search(&buffer, text, length, start, 2, &registers));
        show(re_match(&buffer, text, length, start, &registers));
        putchar('\n');
    }
    show(re_search_2(&buffer, "xx t", 4, "wo!", 3, 0, 7, &registers, 7));
    show(re_search_2(&buffer, "xx t", 4, "wo!", 3, 0, 7, &registers, 5));
    show(re_match_2(&buffer, "on", 2, "e", 1, 0, &registers, 3));
    show(re_match_2(&buffer, "on", 2, "e", 1, 0, &registers, 2));
    putchar('\n');
}

static void lines(void)
{
    static const char text[] = "ab\ncd\n";
    re_set_syntax(RE_SYNTAX_POSIX_BASIC);
    if (!compile("^.*$")) return;
    show(re_search(&buffer, text, 6, 1, 5, &registers));
    show(re_match(&buffer, text, 6, 3, &registers));
    buffer.newline_anchor = 0;
    show(re_search(&buffer, text, 6, 1, 5, &registers));
    buffer.not_bol = 1;
    show(re_search(&buffer, text, 6, 0, 6, &registers));
    buffer.not_bol = 0;
    putchar('\n');
}

static void translation(void)
{
    struct re_pattern_buffer own = {0};
    own.translate = malloc(256);
    own.fastmap = malloc(256);
    for (int c = 0; c < 256; c++) own.translate[c] = (unsigned char)toupper(c);
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    if (re_compile_pattern("(a[b-d])\\1", 10, &own) == NULL)
        printf("%d %d\n", (int)re_search(&own, "xAbaB", 5, 0, 5, NULL), (int)re_match(&own, "acaD", 4, 0, NULL));
    regfree(&own);
}

static void given_registers(void)
{
    struct re_pattern_buffer own = {0};
    struct re_registers given;
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    if (re_compile_pattern("(a)(b)?(c)", 10, &own) != NULL) return;
    re_set_registers(&own, &given, 1, malloc(sizeof(regoff_t)), malloc(sizeof(regoff_t)));
    printf("%d", (int)re_search(&own, "xac", 3, 0, 3, &given));
    for (unsigned i = 0; i < given.num_regs; i++) printf(" %d-%d", (int)given.start[i], (int)given.end[i]);
    putchar('\n');
    free(given.start);
    free(given.end);
    regfree(&own);
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED | RE_NO_SUB);
    if (re_compile_pattern("b+", 2, &own) == NULL) printf("%d\n", (int)re_search(&own, "abb", 3, 0, 3, &given));
    regfree(&own);
}

static void bsd(void)
{
    re_set_syntax(0);
    printf("%s\n", re_comp(NULL));
    printf("%d", re_comp("^a.*b$") == NULL);
    printf(" %d %d %s\n", re_exec("axxb"), re_exec("axx"), re_comp("\\("));
}

int main(void)
{
    grammars();
    directions();
    lines();
    free(registers.start);
    free(registers.end);
    regfree(&buffer);
    translation();
    given_registers();
    bsd();
    re_comp("");
    return 0;
}
