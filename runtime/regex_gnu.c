/* The GNU C library's own interface to regular expressions: re_compile_pattern, re_search, re_match and their kin, and that of
 * BSD. The grammar is that of re_syntax_options. */
#define _GNU_SOURCE
#define _REGEX_RE_COMP
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include "loci_regex.h"

enum { NONE = -1, TROUBLE = -2 }; /* what the functions answer */

reg_syntax_t re_syntax_options;

reg_syntax_t re_set_syntax(reg_syntax_t syntax)
{
    reg_syntax_t before = re_syntax_options;
    re_syntax_options = syntax;
    return before;
}

/* A pattern with a zero byte in it is not known to regex_parse.c. */
static int compile(const char *pattern, size_t length, regex_t *buffer)
{
    if (memchr(pattern, '\0', length) != NULL) return REG_ESPACE;
    char *copy = malloc(length + 1);
    if (copy == NULL) return REG_ESPACE;
    memcpy(copy, pattern, length);
    copy[length] = '\0';
    for (size_t i = 0; i < length && buffer->translate != NULL; i++) copy[i] = (char)buffer->translate[(unsigned char)copy[i]];
    if (buffer->buffer != NULL) { /* compiled before: the tables stay */
        regex_t before = {.buffer = buffer->buffer};
        regfree(&before);
    }
    int error = __loci_regex_compile(buffer, copy, re_syntax_options);
    free(copy);
    return error;
}

const char *re_compile_pattern(const char *pattern, size_t length, struct re_pattern_buffer *buffer)
{
    buffer->no_sub = (re_syntax_options & RE_NO_SUB) != 0;
    buffer->newline_anchor = 1;
    buffer->fastmap_accurate = 0;
    int error = compile(pattern, length, buffer);
    if (error != 0) return __loci_regex_error(error);
    re_compile_fastmap(buffer);
    return NULL;
}

/* What a match can begin with; any byte is not wrong. */
int re_compile_fastmap(struct re_pattern_buffer *buffer)
{
    if (buffer->fastmap != NULL) memset(buffer->fastmap, 1, UCHAR_MAX + 1);
    buffer->fastmap_accurate = 1;
    return 0;
}

void re_set_registers(struct re_pattern_buffer *buffer, struct re_registers *registers, __re_size_t count, regoff_t *starts,
                      regoff_t *ends)
{
    buffer->regs_allocated = count > 0 ? REGS_REALLOCATE : REGS_UNALLOCATED;
    registers->num_regs = count;
    registers->start = count > 0 ? starts : NULL;
    registers->end = count > 0 ? ends : NULL;
}

/* Room for so many registers and one more, which is always -1. */
static _Bool make_room(struct re_pattern_buffer *buffer, struct re_registers *registers, size_t count)
{
    if (buffer->regs_allocated == REGS_FIXED) return 1;
    _Bool is_first = buffer->regs_allocated == REGS_UNALLOCATED;
    if (!is_first && registers->num_regs > count) return 1;
    regoff_t *start = realloc(is_first ? NULL : registers->start, (count + 1) * sizeof *start);
    if (start != NULL) registers->start = start;
    regoff_t *end = start == NULL ? NULL : realloc(is_first ? NULL : registers->end, (count + 1) * sizeof *end);
    if (end == NULL) {
        if (is_first) free(start);
        return 0;
    }
    registers->end = end;
    registers->num_regs = (__re_size_t)(count + 1);
    buffer->regs_allocated = REGS_REALLOCATE;
    return 1;
}

static _Bool set_registers(struct re_pattern_buffer *buffer, struct re_registers *registers, const long *groups)
{
    size_t count = buffer->re_nsub + 1;
    if (!make_room(buffer, registers, count)) return 0;
    for (size_t i = 0; i < registers->num_regs; i++) {
        _Bool is_known = i < count && groups[2 * i] >= 0 && groups[2 * i + 1] >= 0;
        registers->start[i] = is_known ? (regoff_t)groups[2 * i] : -1;
        registers->end[i] = is_known ? (regoff_t)groups[2 * i + 1] : -1;
    }
    return 1;
}

/* Where the match begins, or how long it is. */
static regoff_t find(struct re_pattern_buffer *buffer, struct regex_range *range, struct re_registers *registers, _Bool wants_length)
{
    if (range->first < 0 || range->first > range->length) return NONE;
    if (range->last > range->length) range->last = range->length;
    if (range->last < 0) range->last = 0;
    range->flags = (buffer->not_bol ? REG_NOTBOL : 0) | (buffer->not_eol ? REG_NOTEOL : 0);
    if (buffer->fastmap != NULL && !buffer->fastmap_accurate) re_compile_fastmap(buffer);
    long *groups = malloc(2 * (buffer->re_nsub + 1) * sizeof *groups);
    if (groups == NULL) return TROUBLE;
    _Bool wants = registers != NULL && !buffer->no_sub;
    int error = __loci_regex_search(buffer, range, groups, wants);
    long answer = error == REG_NOMATCH ? NONE : error != 0 ? TROUBLE : wants_length ? groups[1] - groups[0] : groups[0];
    if (error == 0 && wants && !set_registers(buffer, registers, groups)) answer = TROUBLE;
    free(groups);
    return (regoff_t)answer;
}

regoff_t re_search(struct re_pattern_buffer *buffer, const char *text, regoff_t length, regoff_t start, regoff_t range,
                   struct re_registers *registers)
{
    struct regex_range where = {text, length, start, (long)start + range, length, 0};
    return find(buffer, &where, registers, 0);
}

regoff_t re_match(struct re_pattern_buffer *buffer, const char *text, regoff_t length, regoff_t start,
                  struct re_registers *registers)
{
    struct regex_range where = {text, length, start, start, length, 0};
    return find(buffer, &where, registers, 1);
}

/* In two texts, one behind the other. */
static regoff_t find_in_two(struct re_pattern_buffer *buffer, const char *first, regoff_t first_length, const char *second,
                            regoff_t second_length, struct regex_range *range, struct re_registers *registers, _Bool wants_length)
{
    long length = (long)first_length + second_length;
    if (first_length < 0 || second_length < 0 || range->stop < 0) return TROUBLE;
    char *both = malloc((size_t)length + 1);
    if (both == NULL) return TROUBLE;
    if (first_length > 0) memcpy(both, first, (size_t)first_length);
    if (second_length > 0) memcpy(both + first_length, second, (size_t)second_length);
    range->text = both;
    range->length = length;
    if (range->stop > length) range->stop = length;
    regoff_t answer = find(buffer, range, registers, wants_length);
    free(both);
    return answer;
}

regoff_t re_search_2(struct re_pattern_buffer *buffer, const char *first, regoff_t first_length, const char *second,
                     regoff_t second_length, regoff_t start, regoff_t range, struct re_registers *registers, regoff_t stop)
{
    struct regex_range where = {.first = start, .last = (long)start + range, .stop = stop};
    return find_in_two(buffer, first, first_length, second, second_length, &where, registers, 0);
}

regoff_t re_match_2(struct re_pattern_buffer *buffer, const char *first, regoff_t first_length, const char *second,
                    regoff_t second_length, regoff_t start, struct re_registers *registers, regoff_t stop)
{
    struct regex_range where = {.first = start, .last = start, .stop = stop};
    return find_in_two(buffer, first, first_length, second, second_length, &where, registers, 1);
}

/* ---- BSD ---- */

static regex_t kept;

char *re_comp(const char *pattern)
{
    if (pattern == NULL) return kept.buffer != NULL ? NULL : (char *)"No previous regular expression";
    kept.newline_anchor = 1;
    int error = compile(pattern, strlen(pattern), &kept);
    return error != 0 ? (char *)__loci_regex_error(error) : NULL;
}

int re_exec(const char *text)
{
    regoff_t length = (regoff_t)strlen(text);
    return re_search(&kept, text, length, 0, length, NULL) >= 0;
}
