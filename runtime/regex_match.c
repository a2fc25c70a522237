/* regexec: the leftmost match, and of those the longest.
 *
 * Where the match ends is found by following all threads of the program at once, a byte at a time. Where the groups
 * are is found by going back over that text with choices tried in order; places that led nowhere are remembered.
 * With references back only the second way is possible, and every way has to be tried. */
#define _GNU_SOURCE
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include "loci_regex.h"

struct matcher {
    const struct regex *regex;
    const unsigned char *translate; /* NULL: bytes are what they are */
    const char *text;
    long length; /* of the text */
    long stop;   /* no match goes beyond it */
    _Bool lines; /* a line ends at each newline */
    int flags;
};

/* A place to go back to; with step -1 a slot gets its old value back (position is the slot). */
struct resume {
    int step;
    long position, value;
};

struct search {
    struct resume *stack;
    size_t count, capacity;
    long *slots;         /* of groups, then marks */
    unsigned char *seen; /* two bits a step and position; null when every way must be tried */
    long start, end;     /* end is -1 when it is not known: the longest is kept in `best` */
    long *best;
};

static _Bool is_word(const struct matcher *m, long position)
{
    if (position < 0 || position >= m->length) return 0;
    unsigned char c = (unsigned char)m->text[position];
    return isalnum(c) || c == '_';
}

static _Bool holds(const struct matcher *m, int place, long at)
{
    _Bool before = is_word(m, at - 1), after = is_word(m, at);
    switch (place) {
    case REGEX_LINE_BEGIN:
        return at == 0 ? !(m->flags & REG_NOTBOL) : m->lines && m->text[at - 1] == '\n';
    case REGEX_LINE_END:
        return at == m->length ? !(m->flags & REG_NOTEOL) : m->lines && m->text[at] == '\n';
    case REGEX_TEXT_BEGIN: return at == 0;
    case REGEX_TEXT_END: return at == m->length;
    case REGEX_WORD_BEGIN: return !before && after;
    case REGEX_WORD_END: return before && !after;
    case REGEX_WORD_EDGE: return before != after;
    default: return before == after;
    }
}

/* ---- all threads at once ---- */

struct threads {
    int *steps; /* those that wait for a byte */
    int count;
};

/* Follows everything that needs no byte from `step`; `met` holds the steps met at this position. Says whether the
 * end of the program was among them. */
static _Bool follow(const struct matcher *m, struct threads *to, long *met, int *stack, int step, long at)
{
    _Bool done = 0;
    int depth = 0;
    stack[depth++] = step;
    while (depth > 0) {
        int s = stack[--depth];
        if (met[s] == at) continue;
        met[s] = at;
        const struct regex_step *code = &m->regex->steps[s];
        switch (code->code) {
        case REGEX_SET: to->steps[to->count++] = s; break;
        case REGEX_SPLIT:
            stack[depth++] = code->b;
            stack[depth++] = code->a;
            break;
        case REGEX_JUMP: stack[depth++] = code->a; break;
        case REGEX_ASSERT:
            if (holds(m, code->a, at)) stack[depth++] = s + 1;
            break;
        case REGEX_DONE: done = 1; break;
        default: stack[depth++] = s + 1; break;
        }
    }
    return done;
}

struct scan {
    struct threads now, next;
    long *met;
    int *stack;
};

/* Where the longest match from `start` ends, or -1. */
static long longest_from(const struct matcher *m, struct scan *scan, long start)
{
    long end = -1;
    for (int i = 0; i < m->regex->step_count; i++) scan->met[i] = -1;
    scan->now.count = 0;
    if (follow(m, &scan->now, scan->met, scan->stack, 0, start)) end = start;
    for (long at = start; at < m->stop && scan->now.count > 0; at++) {
        int byte = (unsigned char)m->text[at];
        scan->next.count = 0;
        for (int i = 0; i < scan->now.count; i++) {
            int s = scan->now.steps[i];
            if (!regex_has(&m->regex->sets[m->regex->steps[s].a], byte)) continue;
            if (follow(m, &scan->next, scan->met, scan->stack, s + 1, at + 1)) end = at + 1;
        }
        struct threads swap = scan->now;
        scan->now = scan->next;
        scan->next = swap;
    }
    return end;
}

/* ---- one way after the other ---- */

static _Bool push(struct search *s, int step, long position, long value)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 64;
        struct resume *stack = realloc(s->stack, capacity * sizeof *stack);
        if (stack == NULL) return 0;
        s->stack = stack;
        s->capacity = capacity;
    }
    s->stack[s->count++] = (struct resume){step, position, value};
    return 1;
}

static _Bool assign(struct search *s, int slot, long value)
{
    if (!push(s, -1, slot, s->slots[slot])) return 0;
    s->slots[slot] = value;
    return 1;
}

static _Bool same(const struct matcher *m, const char *left, const char *right, long count)
{
    for (long i = 0; i < count; i++) {
        int l = (unsigned char)left[i], r = (unsigned char)right[i];
        if (m->translate != NULL) l = m->translate[l], r = m->translate[r];
        if (m->regex->fold_case ? tolower(l) != tolower(r) : l != r) return 0;
    }
    return 1;
}

/* Whether this step and position were tried before, in or out of an iteration that has not moved yet. */
static _Bool tried(const struct matcher *m, struct search *s, int step, long at)
{
    int marks = m->regex->marks, groups = m->regex->groups;
    _Bool still = 0;
    if (s->seen == NULL) return 0;
    for (int i = 0; i < marks; i++) still |= s->slots[2 * (groups + 1) + i] == at;
    size_t index = (size_t)step * (size_t)(s->end - s->start + 1) + (size_t)(at - s->start);
    unsigned char bit = still ? 2 : 1;
    if (s->seen[index] & bit) return 1;
    s->seen[index] |= bit;
    return 0;
}

enum { NO_WAY, FOUND, NO_MEMORY };

/* Runs one thread until it fails or ends. */
static int run(const struct matcher *m, struct search *s, int step, long at)
{
    int groups = m->regex->groups;
    long limit = s->end >= 0 ? s->end : m->stop;
    for (;;) {
        const struct regex_step *code = &m->regex->steps[step];
        if (tried(m, s, step, at)) return NO_WAY;
        switch (code->code) {
        case REGEX_SET:
            if (at >= limit || !regex_has(&m->regex->sets[code->a], (unsigned char)m->text[at])) return NO_WAY;
            at++;
            break;
        case REGEX_SPLIT:
            if (!push(s, code->b, at, 0)) return NO_MEMORY;
            step = code->a;
            continue;
        case REGEX_JUMP: step = code->a; continue;
        case REGEX_SAVE:
            if (!assign(s, code->a, at)) return NO_MEMORY;
            break;
        case REGEX_MARK:
            if (!assign(s, 2 * (groups + 1) + code->a, at)) return NO_MEMORY;
            break;
        case REGEX_MOVED:
            if (s->slots[2 * (groups + 1) + code->a] == at) return NO_WAY;
            break;
        case REGEX_ASSERT:
            if (!holds(m, code->a, at)) return NO_WAY;
            break;
        case REGEX_AGAIN: {
            long begin = s->slots[2 * code->a], size = s->slots[2 * code->a + 1] - begin;
            if (begin < 0 || size < 0 || size > limit - at || !same(m, m->text + begin, m->text + at, size)) return NO_WAY;
            at += size;
            break;
        }
        case REGEX_DONE:
            if (s->end >= 0) return at == s->end ? FOUND : NO_WAY;
            if (s->best[1] < at) {
                memcpy(s->best, s->slots, 2 * (size_t)(groups + 1) * sizeof *s->slots);
                s->best[1] = at;
            }
            return at == m->stop ? FOUND : NO_WAY; /* nothing can be longer */
        }
        step++;
    }
}

/* Tries the ways from s->start in order until one leads to the end. */
static int go_back_over(const struct matcher *m, struct search *s)
{
    int slots = 2 * (m->regex->groups + 1) + m->regex->marks;
    for (int i = 0; i < slots; i++) s->slots[i] = -1;
    s->count = 0;
    int answer = run(m, s, 0, s->start);
    while (answer == NO_WAY && s->count > 0) {
        struct resume r = s->stack[--s->count];
        if (r.step < 0) s->slots[r.position] = r.value;
        else answer = run(m, s, r.step, r.position);
    }
    return answer;
}

/* ---- the two together ---- */

/* The groups of the match from start to end, which is known to exist, go to `groups`. */
static _Bool find_groups(const struct matcher *m, long start, long end, long *groups)
{
    struct search s = {.start = start, .end = end};
    size_t slots = 2 * (size_t)(m->regex->groups + 1);
    s.slots = calloc(slots + (size_t)m->regex->marks, sizeof *s.slots);
    s.seen = calloc((size_t)m->regex->step_count * (size_t)(end - start + 1), 1);
    int answer = s.slots == NULL || s.seen == NULL ? NO_MEMORY : go_back_over(m, &s);
    if (answer == NO_WAY) {
        free(s.seen);
        s.seen = NULL;
        answer = go_back_over(m, &s);
    }
    if (answer == FOUND) memcpy(groups, s.slots, slots * sizeof *groups);
    groups[0] = start;
    groups[1] = end;
    free(s.slots);
    free(s.seen);
    free(s.stack);
    return answer != NO_MEMORY;
}

/* Where a match may begin, one place after the other, in either direction. */
struct starts {
    long at, step, count;
};

static struct starts starts_of(const struct regex_range *range)
{
    _Bool is_forward = range->last >= range->first;
    long count = is_forward ? range->last - range->first : range->first - range->last;
    return (struct starts){range->first, is_forward ? 1 : -1, count + 1};
}

static long next_start(struct starts *starts)
{
    long at = starts->at;
    starts->at += starts->step;
    return at;
}

static int search_by_threads(const struct matcher *m, const struct regex_range *range, long *groups, _Bool wants_groups)
{
    size_t steps = (size_t)m->regex->step_count;
    struct scan scan = {.met = calloc(steps, sizeof *scan.met), .stack = calloc(2 * steps + 2, sizeof *scan.stack)};
    scan.now.steps = calloc(steps, sizeof *scan.now.steps);
    scan.next.steps = calloc(steps, sizeof *scan.next.steps);
    int answer = REG_NOMATCH;
    if (scan.met == NULL || scan.stack == NULL || scan.now.steps == NULL || scan.next.steps == NULL) answer = REG_ESPACE;
    for (struct starts starts = starts_of(range); answer == REG_NOMATCH && starts.count > 0; starts.count--) {
        long start = next_start(&starts);
        long end = longest_from(m, &scan, start);
        if (end < 0) continue;
        answer = 0;
        groups[0] = start;
        groups[1] = end;
        if (wants_groups && m->regex->groups > 0 && !find_groups(m, start, end, groups)) answer = REG_ESPACE;
    }
    free(scan.met);
    free(scan.stack);
    free(scan.now.steps);
    free(scan.next.steps);
    return answer;
}

static int search_every_way(const struct matcher *m, const struct regex_range *range, long *groups)
{
    struct search s = {.end = -1, .best = groups};
    size_t slots = 2 * (size_t)(m->regex->groups + 1) + (size_t)m->regex->marks;
    s.slots = calloc(slots, sizeof *s.slots);
    int answer = s.slots == NULL ? REG_ESPACE : REG_NOMATCH;
    groups[1] = -1;
    for (struct starts starts = starts_of(range); answer == REG_NOMATCH && starts.count > 0; starts.count--) {
        long start = s.start = next_start(&starts);
        if (go_back_over(m, &s) == NO_MEMORY) answer = REG_ESPACE;
        else if (groups[1] >= 0) answer = 0;
        groups[0] = start;
    }
    free(s.slots);
    free(s.stack);
    return answer;
}

int __loci_regex_search(const regex_t *compiled, const struct regex_range *range, long *groups, _Bool wants_groups)
{
    const struct regex *regex = (const struct regex *)compiled->buffer;
    struct matcher m = {.regex = regex,
                        .translate = compiled->translate,
                        .text = range->text,
                        .length = range->length,
                        .stop = range->stop,
                        .lines = compiled->newline_anchor,
                        .flags = range->flags};
    for (int i = 0; i < 2 * (regex->groups + 1); i++) groups[i] = -1;
    if (regex->refers_back) return search_every_way(&m, range, groups);
    return search_by_threads(&m, range, groups, wants_groups);
}

int regexec(const regex_t *restrict compiled, const char *restrict text, size_t count,
            regmatch_t matches[restrict count], int flags)
{
    struct regex_range range = {.text = text, .flags = flags};
    if (flags & REG_STARTEND) {
        range.first = matches[0].rm_so;
        range.length = matches[0].rm_eo;
    } else {
        range.length = (long)strlen(text);
    }
    range.last = range.stop = range.length;
    size_t slots = 2 * (compiled->re_nsub + 1);
    long *groups = malloc(slots * sizeof *groups);
    if (groups == NULL) return REG_ESPACE;
    _Bool wants = !compiled->no_sub && count > 0;
    int answer = range.first > range.last ? REG_NOMATCH : __loci_regex_search(compiled, &range, groups, wants && count > 1);
    if (answer == 0 && wants) {
        for (size_t i = 0; i < count; i++) {
            _Bool known = 2 * i < slots && groups[2 * i + 1] >= 0 && groups[2 * i] >= 0;
            matches[i].rm_so = known ? (regoff_t)groups[2 * i] : -1;
            matches[i].rm_eo = known ? (regoff_t)groups[2 * i + 1] : -1;
        }
    }
    free(groups);
    return answer;
}
