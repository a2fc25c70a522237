/* Regular expressions as regex_parse.c leaves them for regex_match.c: a program for a small machine. */
#ifndef LOCI_REGEX_H
#define LOCI_REGEX_H

#include <regex.h>
#include <stddef.h>
#include <stdint.h>

enum regex_code {
    REGEX_SET,    /* one byte of set `a` */
    REGEX_SPLIT,  /* go on at `a`; when that fails, at `b` */
    REGEX_JUMP,   /* go on at `a` */
    REGEX_SAVE,   /* the position goes to slot `a`: 2n and 2n+1 are where group n begins and ends */
    REGEX_MARK,   /* an iteration begins here: the position goes to mark `a` */
    REGEX_MOVED,  /* fails if nothing was matched since mark `a` */
    REGEX_ASSERT, /* `a` is an enum regex_place */
    REGEX_AGAIN,  /* the text of group `a` */
    REGEX_DONE
};

enum regex_place {
    REGEX_LINE_BEGIN, REGEX_LINE_END, REGEX_TEXT_BEGIN, REGEX_TEXT_END,
    REGEX_WORD_BEGIN, REGEX_WORD_END, REGEX_WORD_EDGE, REGEX_WORD_INSIDE
};

struct regex_step {
    enum regex_code code;
    int a, b;
};

struct regex_set {
    unsigned char has[32];
};

struct regex {
    struct regex_step *steps;
    int step_count, step_capacity;
    struct regex_set *sets;
    int set_count;
    int groups, marks; /* groups without the whole match */
    _Bool fold_case, refers_back;
};

/* Where a match is looked for: beginnings from `first` to `last`, which may come before it; ends up to `stop`. */
struct regex_range {
    const char *text;
    long length, first, last, stop;
    int flags; /* REG_NOTBOL, REG_NOTEOL */
};

/* Both as regcomp and regexec answer; groups: 2 * (re_nsub + 1) positions, -1 for those that are not in the match. */
int __loci_regex_compile(regex_t *compiled, const char *pattern, unsigned long syntax);
int __loci_regex_search(const regex_t *compiled, const struct regex_range *range, long *groups, _Bool wants_groups);
const char *__loci_regex_error(int error);

static inline _Bool regex_has(const struct regex_set *set, int byte)
{
    return set->has[byte / 8] >> byte % 8 & 1;
}

#endif
