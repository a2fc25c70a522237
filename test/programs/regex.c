// regcomp, regexec, regerror: both grammars, groups, flags, errors
#include <regex.h>
#include <stdio.h>
#include <string.h>

static void show(const char *pattern, int flags, const char *text, int when)
{
    regex_t compiled;
    regmatch_t found[5];
    char message[64];
    int error = regcomp(&compiled, pattern, flags);
    printf("%d '%s'", flags, pattern);
    if (error != 0) {
        size_t size = regerror(error, &compiled, message, sizeof message);
        printf(": error %d, %zu, %s\n", error, size, message);
        return;
    }
    printf(" %zu on '%s':", compiled.re_nsub, text);
    error = regexec(&compiled, text, 5, found, when);
    if (error != 0) {
        printf(" %d\n", error);
    } else {
        for (int i = 0; i < 5; i++) printf(" %d-%d", (int)found[i].rm_so, (int)found[i].rm_eo);
        putchar('\n');
    }
    regfree(&compiled);
}

static void extended(void)
{
    static const char *const patterns[] = {
        "abc", "a|b|cd", "(a|ab)(c|bcd)(d*)", "(a*)(b|abc)(c*)", "^x?[0-9]+$", "(x+x+)+y", "([a-z]+)=([^;]*);?", "a{2,3}", "a{2}",
        "(ab){1,}", "a{,2}b", "[[:alpha:]_][[:alnum:]_]*", "[]a-]+", "[^]a]", "()", "a||b", "(a)(b)(c)(d)(e)", "\\<w\\w*\\>", "\\bo",
        "(.)\\1", "(a|b)*\\1", "x)", "\\.", "[.]", "[[=a=]b]", "[[.-.]]", ".*", "(^a)", "a$|b", "(a*)*", "(a*)+", "((a)|b)*", ""};
    static const char *const texts[] = {"", "abcd", "xxxxxxxxxxxxxxxxxxxxxxxx", "x42", "key=value;other=thing", "aaaabab",
                                        "hello world, oh wow", "]a-b", "abab.x)-"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) show(patterns[i], REG_EXTENDED, texts[j], 0);
}

static void basic(void)
{
    static const char *const patterns[] = {"a*b", "*a", "\\(a\\|b\\)*c", "a\\{2,3\\}", "\\(.*\\)\\1", "^*x", "a^b$c", "a\\+b\\?",
                                           "\\(^a\\)", "x$", "[0-9]\\{3\\}-[0-9]\\{4\\}", "(a+)", "a{2}", "\\w\\+\\W\\w\\+"};
    static const char *const texts[] = {"aab", "*abc", "555-1234", "a^b$c", "(a+) a{2}", "abab", "*x"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) show(patterns[i], 0, texts[j], 0);
}

static void errors(void)
{
    static const char *const patterns[] = {"(", "[a", "[", "a{1", "a{2,1}", "a{x}", "a{99999}", "*", "a|*", "[[:nothing:]]",
                                           "[z-a]", "\\", "(a)\\2", "[a-c-e]", "[[.ab.]]"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        show(patterns[i], REG_EXTENDED, "", 0);
        show(patterns[i], 0, "", 0);
    }
    show("\\(", 0, "", 0);
    show("a\\)", 0, "", 0);
    show("a\\{1", 0, "", 0);
}

static void flags(void)
{
    regex_t compiled;
    regmatch_t part[2] = {{3, 6}, {0, 0}};
    show("hello", REG_ICASE, "say HeLLo", 0);
    show("[a-f]+[^x]", REG_EXTENDED | REG_ICASE, "DEADbeefX", 0);
    show("(a)\\1", REG_EXTENDED | REG_ICASE, "aA", 0);
    show("^b.*$", REG_NEWLINE, "a\nbcd\ne", 0);
    show("^b.*$", 0, "a\nbcd\ne", 0);
    show("a[^x]b", REG_NEWLINE, "a\nb", 0);
    show("^a", REG_EXTENDED, "abc", REG_NOTBOL);
    show("c$", REG_EXTENDED, "abc", REG_NOTEOL);
    show("\\`b", REG_NEWLINE, "a\nb", 0);
    regcomp(&compiled, "b+", REG_EXTENDED);
    printf("%d", regexec(&compiled, "bbbbbbbbbb", 2, part, REG_STARTEND));
    printf(" %d-%d\n", (int)part[0].rm_so, (int)part[0].rm_eo);
    regfree(&compiled);
    regcomp(&compiled, "(b)", REG_EXTENDED | REG_NOSUB);
    printf("%d %d\n", regexec(&compiled, "abc", 0, NULL, 0), regexec(&compiled, "ac", 0, NULL, 0));
    regfree(&compiled);
}

int main(void)
{
    extended();
    basic();
    errors();
    flags();
    return 0;
}
