/* fnmatch: file name patterns. A '*' is matched by going back to the last one only, which suffices,
 * so that no recursion is needed. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <string.h>
#include "loci_ctype.h"

static int fold(int c, int flags)
{
    return flags & FNM_CASEFOLD ? LOCI_TO_LOWER(c) : c;
}

static _Bool is_in_class(const char *name, size_t length, int c)
{
    static const struct {
        const char *name;
        int class;
    } classes[] = {{"alnum", _ISalnum}, {"alpha", _ISalpha}, {"blank", _ISblank}, {"cntrl", _IScntrl},
                   {"digit", _ISdigit}, {"graph", _ISgraph}, {"lower", _ISlower}, {"print", _ISprint},
                   {"punct", _ISpunct}, {"space", _ISspace}, {"upper", _ISupper}, {"xdigit", _ISxdigit}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strlen(classes[i].name) == length && strncmp(classes[i].name, name, length) == 0)
            return ((*__ctype_b_loc())[c] & (unsigned short)classes[i].class) != 0;
    return 0;
}

/* One character of a bracket expression, which may be escaped or written [.x.] or [=x=]. */
static int bracket_character(const char **at, int flags)
{
    const char *p = *at;
    if (p[0] == '[' && (p[1] == '.' || p[1] == '=') && p[2] != '\0' && p[3] == p[1] && p[4] == ']') {
        *at = p + 5;
        return (unsigned char)p[2];
    }
    if (p[0] == '\\' && !(flags & FNM_NOESCAPE) && p[1] != '\0') p++;
    *at = p + 1;
    return (unsigned char)*p;
}

/* `pattern` is at '['. Returns what follows the bracket expression, or null if it has no end. */
static const char *match_bracket(const char *pattern, int c, int flags, _Bool *matched)
{
    const char *at = pattern + 1;
    _Bool inverted = *at == '!' || *at == '^', found = 0;
    if (inverted) at++;
    c = fold(c, flags);
    for (_Bool first = 1; first || *at != ']'; first = 0) {
        if (*at == '\0') return NULL;
        if (at[0] == '[' && at[1] == ':') {
            const char *end = strstr(at + 2, ":]");
            if (end != NULL) {
                found |= is_in_class(at + 2, (size_t)(end - at - 2), c);
                at = end + 2;
                continue;
            }
        }
        int low = fold(bracket_character(&at, flags), flags), high = low;
        if (at[0] == '-' && at[1] != ']' && at[1] != '\0') {
            at++;
            high = fold(bracket_character(&at, flags), flags);
        }
        found |= c >= low && c <= high;
    }
    *matched = found != inverted;
    return at + 1;
}

/* A period that only an explicit period matches. */
static _Bool is_leading_period(const char *text, const char *start, int flags)
{
    if (*text != '.' || !(flags & FNM_PERIOD)) return 0;
    return text == start || ((flags & FNM_FILE_NAME) && text[-1] == '/');
}

/* Matches one element of the pattern that is no '*'. Returns what follows it, or null. */
static const char *match_one(const char *pattern, const char *text, const char *start, int flags)
{
    int c = (unsigned char)*text;
    if (c == '\0') return NULL;
    _Bool is_slash = c == '/' && (flags & FNM_FILE_NAME);
    if (*pattern == '?') return is_slash || is_leading_period(text, start, flags) ? NULL : pattern + 1;
    if (*pattern == '[') {
        _Bool matched = 0;
        const char *end = match_bracket(pattern, c, flags, &matched);
        if (end != NULL) return is_slash || is_leading_period(text, start, flags) || !matched ? NULL : end;
    }
    if (*pattern == '\\' && !(flags & FNM_NOESCAPE)) pattern++;
    if (*pattern == '\0') return NULL;
    return fold((unsigned char)*pattern, flags) == fold(c, flags) ? pattern + 1 : NULL;
}

int fnmatch(const char *pattern, const char *text, int flags)
{
    const char *start = text;
    const char *star = NULL, *star_text = NULL; /* behind the last '*', and the text tried there */
    for (;;) {
        if (*pattern == '*') {
            while (*pattern == '*') pattern++;
            if (is_leading_period(text, start, flags)) return FNM_NOMATCH;
            star = pattern;
            star_text = text;
            continue;
        }
        if (*pattern == '\0' && (*text == '\0' || ((flags & FNM_LEADING_DIR) && *text == '/'))) return 0;
        const char *next = *pattern != '\0' ? match_one(pattern, text, start, flags) : NULL;
        if (next != NULL) {
            pattern = next;
            text++;
            continue;
        }
        /* Let the last '*' take one more character, if it may. */
        if (star == NULL || *star_text == '\0') return FNM_NOMATCH;
        if (*star_text == '/' && (flags & FNM_FILE_NAME)) return FNM_NOMATCH;
        text = ++star_text;
        pattern = star;
    }
}
