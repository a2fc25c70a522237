/* regcomp: POSIX basic and extended regular expressions with the GNU C library's additions (\+ \? \| \w \s \b \< ...),
 * parsed into a tree and then written out as a program. The grammar is a set of RE_... bits of <regex.h>, as
 * re_compile_pattern (regex_gnu.c) has it. */
#define _GNU_SOURCE
#include <ctype.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include "loci_regex.h"

enum kind { EMPTY, SET, ASSERT, AGAIN, GROUP, JOIN, CHOICE, REPEAT };

/* `a` and `b` are parts, or the number of a set, place or group. */
struct node {
    enum kind kind;
    int a, b;
    int least, most; /* of REPEAT; most is -1 when there is no limit */
};

enum { DEEPEST = 2000, LONGEST = 1000000 };

struct parser {
    const char *at;
    struct node *nodes;
    int node_count, depth, error;
    unsigned closed; /* bit n: group n is complete, so that \n may refer to it */
    unsigned long syntax; /* RE_... */
    const unsigned char *translate; /* of bytes of pattern and text; NULL: as they are */
    struct regex *regex;
};

static _Bool is_on(const struct parser *p, unsigned long bit)
{
    return (p->syntax & bit) != 0;
}

/* Arrays grow by doubling: whenever their length is a power of two they are full. */
static void *grown(void *array, int count, size_t size)
{
    if (count & (count - 1)) return array;
    return realloc(array, (count ? 2 * (size_t)count : 1) * size);
}

static int fail(struct parser *p, int error)
{
    if (p->error == 0) p->error = error;
    return 0;
}

static int new_node(struct parser *p, enum kind kind, int a, int b)
{
    struct node *nodes = grown(p->nodes, p->node_count, sizeof *nodes);
    if (nodes == NULL) return fail(p, REG_ESPACE);
    p->nodes = nodes;
    nodes[p->node_count] = (struct node){kind, a, b, 0, 0};
    return p->node_count++;
}

static int join(struct parser *p, int left, int right)
{
    return left < 0 ? right : new_node(p, JOIN, left, right);
}

/* ---- sets of bytes ---- */

static void add(struct regex_set *set, int byte)
{
    set->has[byte / 8] |= (unsigned char)(1 << byte % 8);
}

static void add_folded(const struct parser *p, struct regex_set *set, int byte)
{
    add(set, byte);
    if (!is_on(p, RE_ICASE)) return;
    add(set, tolower(byte));
    add(set, toupper(byte));
}

static void complement(struct regex_set *set)
{
    for (int i = 0; i < 32; i++) set->has[i] = (unsigned char)~set->has[i];
}

static int set_node(struct parser *p, const struct regex_set *set)
{
    struct regex *regex = p->regex;
    struct regex_set *sets = grown(regex->sets, regex->set_count, sizeof *sets);
    if (sets == NULL) return fail(p, REG_ESPACE);
    regex->sets = sets;
    sets[regex->set_count] = *set;
    for (int c = 0; c < 256 && p->translate != NULL; c++) {
        unsigned char bit = (unsigned char)(1 << c % 8), *part = &sets[regex->set_count].has[c / 8];
        *part = regex_has(set, p->translate[c]) ? *part | bit : *part & (unsigned char)~bit;
    }
    return new_node(p, SET, regex->set_count++, 0);
}

static int byte_node(struct parser *p, char c)
{
    struct regex_set set = {{0}};
    add_folded(p, &set, (unsigned char)c);
    return set_node(p, &set);
}

static int any_node(struct parser *p)
{
    struct regex_set set = {{0}};
    if (is_on(p, RE_DOT_NOT_NULL)) add(&set, '\0');
    if (!is_on(p, RE_DOT_NEWLINE)) add(&set, '\n');
    complement(&set);
    return set_node(p, &set);
}

/* \w \W \s \S */
static int shorthand_node(struct parser *p, char letter)
{
    struct regex_set set = {{0}};
    for (int c = 0; c < 256; c++)
        if (letter == 'w' || letter == 'W' ? isalnum(c) || c == '_' : isspace(c)) add(&set, c);
    if (letter == 'W' || letter == 'S') complement(&set);
    return set_node(p, &set);
}

/* ---- bracket expressions ---- */

static _Bool is_in_class(const char *name, int c)
{
    static const struct {
        const char *name;
        int (*test)(int);
    } classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl},
                   {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint},
                   {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(classes[i].name, name) == 0) return classes[i].test(c) != 0;
    return 0;
}

static _Bool is_class(const char *name)
{
    for (int c = 0; c < 256; c++)
        if (is_in_class(name, c)) return 1;
    return 0;
}

/* Behind "[:", "[." or "[=": the name up to the same sign and ']'. */
static _Bool bracket_name(struct parser *p, char sign, char name[32])
{
    size_t length = 0;
    p->at += 2;
    while (*p->at != '\0' && !(p->at[0] == sign && p->at[1] == ']')) {
        if (length == 31) return 0;
        name[length++] = *p->at++;
    }
    if (*p->at == '\0') return 0;
    name[length] = '\0';
    p->at += 2;
    return 1;
}

/* One end of a range, or -1 when there is an error. */
static int bracket_byte(struct parser *p, _Bool hyphen_allowed)
{
    char name[32];
    if (*p->at == '\0') return fail(p, REG_EBRACK), -1;
    if (p->at[0] == '[' && (p->at[1] == '.' || p->at[1] == '=')) {
        char sign = p->at[1];
        if (!bracket_name(p, sign, name)) return fail(p, REG_EBRACK), -1;
        if (strlen(name) != 1) return fail(p, REG_ECOLLATE), -1;
        return (unsigned char)*name;
    }
    if (*p->at == '-' && !hyphen_allowed && p->at[1] != ']') return fail(p, REG_ERANGE), -1;
    if (*p->at == '\\' && is_on(p, RE_BACKSLASH_ESCAPE_IN_LISTS) && p->at[1] != '\0') p->at++;
    return (unsigned char)*p->at++;
}

static void bracket_class(struct parser *p, struct regex_set *set)
{
    char name[32];
    if (!bracket_name(p, ':', name)) {
        fail(p, REG_EBRACK);
        return;
    }
    if (is_on(p, RE_ICASE) && (strcmp(name, "upper") == 0 || strcmp(name, "lower") == 0)) strcpy(name, "alpha");
    if (!is_class(name)) fail(p, REG_ECTYPE);
    for (int c = 0; c < 256; c++)
        if (is_in_class(name, c)) add(set, c);
}

static void bracket_range(struct parser *p, struct regex_set *set, _Bool first)
{
    int low = bracket_byte(p, first);
    if (low < 0) return;
    int high = low;
    if (p->at[0] == '-' && p->at[1] != ']') {
        p->at++;
        if (p->at[0] == '[' && p->at[1] == ':') fail(p, REG_ERANGE);
        high = bracket_byte(p, 1);
        if (high >= 0 && high < low && is_on(p, RE_NO_EMPTY_RANGES)) fail(p, REG_ERANGE);
    }
    for (int c = low; c <= high; c++) add_folded(p, set, c);
}

static int bracket(struct parser *p)
{
    struct regex_set set = {{0}};
    _Bool negated = *p->at == '^';
    if (negated) p->at++;
    _Bool first = 1;
    do {
        if (*p->at == '\0') return fail(p, first ? REG_BADPAT : REG_EBRACK);
        if (p->at[0] == '[' && p->at[1] == ':' && is_on(p, RE_CHAR_CLASSES)) bracket_class(p, &set);
        else bracket_range(p, &set, first);
        if (p->error != 0) return 0;
        first = 0;
    } while (*p->at != ']');
    p->at++;
    if (negated) {
        if (is_on(p, RE_HAT_LISTS_NOT_NEWLINE)) add(&set, '\n');
        complement(&set);
    }
    return set_node(p, &set);
}

/* ---- the grammar ---- */

/* Operators are written with a backslash or without, as the syntax says; some of them may not exist at all. */
static _Bool is_plain(const struct parser *p, char operator)
{
    switch (operator) {
    case '(':
    case ')': return is_on(p, RE_NO_BK_PARENS);
    case '|': return is_on(p, RE_NO_BK_VBAR);
    case '+':
    case '?': return !is_on(p, RE_BK_PLUS_QM);
    default: return is_on(p, RE_NO_BK_BRACES);
    }
}

static _Bool exists(const struct parser *p, char operator)
{
    switch (operator) {
    case '|':
    case '+':
    case '?': return !is_on(p, RE_LIMITED_OPS);
    case '{':
    case '}': return is_on(p, RE_INTERVALS);
    default: return 1;
    }
}

static _Bool is_operator(const struct parser *p, char c)
{
    if (c == '|' && *p->at == '\n' && is_on(p, RE_NEWLINE_ALT)) return 1;
    if (!exists(p, c)) return 0;
    return is_plain(p, c) ? p->at[0] == c : p->at[0] == '\\' && p->at[1] == c;
}

static void skip_operator(struct parser *p)
{
    p->at += *p->at == '\\' ? 2 : 1;
}

static int choice(struct parser *p);

static int group(struct parser *p)
{
    skip_operator(p);
    int number = ++p->regex->groups;
    if (++p->depth > DEEPEST) return fail(p, REG_ESPACE);
    int inner = choice(p);
    p->depth--;
    if (p->error != 0) return 0;
    if (!is_operator(p, ')')) return fail(p, REG_EPAREN);
    skip_operator(p);
    if (number <= 9) p->closed |= 1u << number;
    return new_node(p, GROUP, inner, number);
}

static int number(struct parser *p)
{
    int value = -1;
    for (; isdigit((unsigned char)*p->at); p->at++) {
        value = (value < 0 ? 0 : value * 10) + (*p->at - '0');
        if (value > 100000) value = 100000;
    }
    return value;
}

/* What is between the braces is wrong, or the second one is missing. */
static int bad_interval(struct parser *p, _Bool comma_ends)
{
    while (*p->at != '\0' && !is_operator(p, '}') && !(comma_ends && *p->at == ',')) p->at++;
    return fail(p, *p->at == '\0' ? REG_EBRACE : REG_BADBR);
}

/* Behind the opening brace of {n}, {n,}, {,m} or {n,m}. */
static int interval(struct parser *p, int part)
{
    int least = number(p), most = least;
    if (*p->at == ',') {
        p->at++;
        most = number(p);
        if (least < 0) least = 0;
    } else if (least < 0) {
        return bad_interval(p, 1);
    }
    if (!is_operator(p, '}')) return bad_interval(p, most == least);
    skip_operator(p);
    if (most >= 0 && most < least) return fail(p, REG_BADBR);
    if (least > RE_DUP_MAX || most > RE_DUP_MAX) return fail(p, REG_ESIZE);
    int node = new_node(p, REPEAT, part, 0);
    if (p->error != 0) return 0;
    p->nodes[node].least = least;
    p->nodes[node].most = most;
    return node;
}

/* Braces that hold no interval can stand for themselves. */
static int interval_or_brace(struct parser *p, int part)
{
    const char *before = p->at;
    int node = interval(p, part);
    if (!is_on(p, RE_INVALID_INTERVAL_ORD) || (p->error != REG_EBRACE && p->error != REG_BADBR)) return node;
    p->error = 0;
    p->at = before;
    return join(p, part, byte_node(p, '{'));
}

/* Basic expressions do not repeat a repetition with '*' or braces. */
static int repeated(struct parser *p, int part)
{
    for (_Bool before = 0; p->error == 0; before = 1) {
        if (before && is_on(p, RE_CONTEXT_INVALID_DUP) && (*p->at == '*' || is_operator(p, '{'))) return fail(p, REG_BADRPT);
        int least = 0, most = -1;
        if (*p->at == '*') p->at++;
        else if (is_operator(p, '+')) skip_operator(p), least = 1;
        else if (is_operator(p, '?')) skip_operator(p), most = 1;
        else if (is_operator(p, '{')) {
            skip_operator(p);
            part = interval_or_brace(p, part);
            continue;
        } else break;
        part = new_node(p, REPEAT, part, 0);
        if (p->error != 0) return 0;
        p->nodes[part].least = least;
        p->nodes[part].most = most;
    }
    return part;
}

/* The place that an anchor or a backslash and its letter assert, or -1. */
static int escaped_place(char letter)
{
    switch (letter) {
    case '`': return REGEX_TEXT_BEGIN;
    case '\'': return REGEX_TEXT_END;
    case '<': return REGEX_WORD_BEGIN;
    case '>': return REGEX_WORD_END;
    case 'b': return REGEX_WORD_EDGE;
    case 'B': return REGEX_WORD_INSIDE;
    default: return -1;
    }
}

static int escaped(struct parser *p)
{
    char letter = p->at[1];
    if (letter == '\0') return fail(p, REG_EESCAPE);
    p->at += 2;
    if (letter >= '1' && letter <= '9' && !is_on(p, RE_NO_BK_REFS)) {
        if (!(p->closed >> (letter - '0') & 1)) return fail(p, REG_ESUBREG);
        p->regex->refers_back = 1;
        return new_node(p, AGAIN, letter - '0', 0);
    }
    _Bool is_shorthand = letter == 'w' || letter == 'W' || letter == 's' || letter == 'S';
    if (is_shorthand && !is_on(p, RE_NO_GNU_OPS)) return shorthand_node(p, letter);
    return byte_node(p, letter);
}

static _Bool is_begin_anchor(const struct parser *p, _Bool first)
{
    return *p->at == '^' && (is_on(p, RE_CONTEXT_INDEP_ANCHORS) || first);
}

static _Bool is_end_anchor(const struct parser *p)
{
    if (*p->at != '$') return 0;
    if (is_on(p, RE_CONTEXT_INDEP_ANCHORS) || p->at[1] == '\0') return 1;
    struct parser behind = *p;
    behind.at++;
    return is_operator(&behind, ')') || is_operator(&behind, '|');
}

/* An operator that repeats, with nothing before it: an error, or passed over, or it stands for itself. */
static _Bool repeats(const struct parser *p)
{
    return *p->at == '*' || is_operator(p, '+') || is_operator(p, '?');
}

static _Bool is_misplaced(const struct parser *p)
{
    if (is_operator(p, '{')) return is_on(p, RE_CONTEXT_INVALID_DUP) || is_on(p, RE_CONTEXT_INVALID_OPS);
    return is_on(p, RE_CONTEXT_INVALID_OPS) && repeats(p);
}

/* One element with its repetitions. An anchor has none: what follows it begins anew. */
static int piece(struct parser *p, _Bool first)
{
    if (is_begin_anchor(p, first)) return p->at++, new_node(p, ASSERT, REGEX_LINE_BEGIN, 0);
    if (is_end_anchor(p)) return p->at++, new_node(p, ASSERT, REGEX_LINE_END, 0);
    if (*p->at == '\\' && escaped_place(p->at[1]) >= 0 && !is_on(p, RE_NO_GNU_OPS)) {
        p->at += 2;
        return new_node(p, ASSERT, escaped_place(p->at[-1]), 0);
    }
    if (is_misplaced(p)) return fail(p, REG_BADRPT);
    if (is_on(p, RE_CONTEXT_INDEP_OPS) && repeats(p)) return skip_operator(p), new_node(p, EMPTY, 0, 0);
    if (is_operator(p, '(')) return repeated(p, group(p));
    if (*p->at == '\\') return repeated(p, escaped(p));
    if (*p->at == '[') return p->at++, repeated(p, bracket(p));
    if (*p->at == '.') return p->at++, repeated(p, any_node(p));
    return repeated(p, byte_node(p, *p->at++));
}

static int branch(struct parser *p)
{
    int whole = -1;
    for (_Bool first = 1; p->error == 0; first = 0) {
        if (*p->at == '\0' || is_operator(p, '|')) break;
        if (is_operator(p, ')')) {
            if (p->depth > 0) break;
            if (!is_on(p, RE_UNMATCHED_RIGHT_PAREN_ORD)) return fail(p, REG_EPAREN); /* as the GNU C library says, not REG_ERPAREN */
        }
        int part = piece(p, first);
        whole = join(p, whole, part);
    }
    return whole < 0 ? new_node(p, EMPTY, 0, 0) : whole;
}

/* No branch may refer to a group of another. */
static int choice(struct parser *p)
{
    unsigned closed_before = p->closed, closed_in_any;
    int whole = branch(p);
    closed_in_any = p->closed;
    while (p->error == 0 && is_operator(p, '|')) {
        skip_operator(p);
        p->closed = closed_before;
        int other = branch(p);
        closed_in_any |= p->closed;
        whole = new_node(p, CHOICE, whole, other);
    }
    p->closed = closed_in_any;
    return whole;
}

/* ---- writing the program ---- */

static int emit(struct parser *p, enum regex_code code, int a, int b)
{
    struct regex *regex = p->regex;
    if (regex->step_count >= LONGEST) return fail(p, REG_ESPACE);
    struct regex_step *steps = grown(regex->steps, regex->step_count, sizeof *steps);
    if (steps == NULL) return fail(p, REG_ESPACE);
    regex->steps = steps;
    steps[regex->step_count] = (struct regex_step){code, a, b};
    return regex->step_count++;
}

static void write_node(struct parser *p, int index);

/* A part that may be repeated without limit, at least once. A further iteration must match something. */
static void write_loop(struct parser *p, int part)
{
    struct regex *regex = p->regex;
    int mark = regex->marks++;
    write_node(p, part);
    int again = emit(p, REGEX_SPLIT, 0, 0);
    emit(p, REGEX_MARK, mark, 0);
    write_node(p, part);
    emit(p, REGEX_MOVED, mark, 0);
    emit(p, REGEX_JUMP, again, 0);
    if (p->error != 0) return;
    regex->steps[again].a = again + 1;
    regex->steps[again].b = regex->step_count;
}

static void write_repeat(struct parser *p, struct node node)
{
    struct regex *regex = p->regex;
    int required = node.most < 0 && node.least > 0 ? node.least - 1 : node.least;
    for (int i = 0; i < required && p->error == 0; i++) write_node(p, node.a);
    if (node.most < 0) {
        int skip = node.least == 0 ? emit(p, REGEX_SPLIT, 0, 0) : -1;
        write_loop(p, node.a);
        if (skip < 0 || p->error != 0) return;
        regex->steps[skip].a = skip + 1;
        regex->steps[skip].b = regex->step_count;
        return;
    }
    /* The optional ones: each may leave for the end. Their exits are chained through b until it is known. */
    int exits = -1;
    for (int i = node.least; i < node.most && p->error == 0; i++) {
        exits = emit(p, REGEX_SPLIT, regex->step_count + 1, exits);
        write_node(p, node.a);
    }
    while (exits >= 0 && p->error == 0) {
        int next = regex->steps[exits].b;
        regex->steps[exits].b = regex->step_count;
        exits = next;
    }
}

static void write_choice(struct parser *p, struct node node)
{
    struct regex *regex = p->regex;
    int split = emit(p, REGEX_SPLIT, regex->step_count + 1, 0);
    write_node(p, node.a);
    int leave = emit(p, REGEX_JUMP, 0, 0);
    if (p->error != 0) return;
    regex->steps[split].b = regex->step_count;
    write_node(p, node.b);
    if (p->error == 0) regex->steps[leave].a = regex->step_count;
}

static void write_node(struct parser *p, int index)
{
    if (p->error != 0) return;
    struct node node = p->nodes[index];
    switch (node.kind) {
    case EMPTY: return;
    case SET: emit(p, REGEX_SET, node.a, 0); return;
    case ASSERT: emit(p, REGEX_ASSERT, node.a, 0); return;
    case AGAIN: emit(p, REGEX_AGAIN, node.a, 0); return;
    case GROUP:
        emit(p, REGEX_SAVE, 2 * node.b, 0);
        write_node(p, node.a);
        emit(p, REGEX_SAVE, 2 * node.b + 1, 0);
        return;
    case JOIN:
        write_node(p, node.a);
        write_node(p, node.b);
        return;
    case CHOICE: write_choice(p, node); return;
    case REPEAT: write_repeat(p, node); return;
    }
}

/* ---- the interface ---- */

static void free_program(regex_t *compiled)
{
    struct regex *regex = (struct regex *)compiled->buffer;
    if (regex != NULL) {
        free(regex->steps);
        free(regex->sets);
        free(regex);
    }
    compiled->buffer = NULL;
}

void regfree(regex_t *compiled)
{
    free_program(compiled);
    free(compiled->fastmap);
    free(compiled->translate);
    compiled->fastmap = NULL;
    compiled->translate = NULL;
}

/* The flags of the buffer are its caller's. */
int __loci_regex_compile(regex_t *compiled, const char *pattern, unsigned long syntax)
{
    compiled->buffer = NULL;
    struct regex *regex = calloc(1, sizeof *regex);
    if (regex == NULL) return REG_ESPACE;
    struct parser p = {.at = pattern, .syntax = syntax, .translate = compiled->translate, .regex = regex};
    regex->fold_case = is_on(&p, RE_ICASE);
    int root = choice(&p);
    write_node(&p, root);
    emit(&p, REGEX_DONE, 0, 0);
    free(p.nodes);
    compiled->buffer = (struct re_dfa_t *)regex;
    compiled->syntax = syntax;
    compiled->re_nsub = (size_t)regex->groups;
    if (p.error != 0) free_program(compiled);
    return p.error;
}

int regcomp(regex_t *restrict compiled, const char *restrict pattern, int flags)
{
    unsigned long syntax = flags & REG_EXTENDED ? RE_SYNTAX_POSIX_EXTENDED : RE_SYNTAX_POSIX_BASIC;
    memset(compiled, 0, sizeof *compiled);
    if (flags & REG_ICASE) syntax |= RE_ICASE;
    if (flags & REG_NEWLINE) syntax = (syntax & ~RE_DOT_NEWLINE) | RE_HAT_LISTS_NOT_NEWLINE;
    int error = __loci_regex_compile(compiled, pattern, syntax);
    if (error != 0) return error;
    compiled->no_sub = (flags & REG_NOSUB) != 0;
    compiled->newline_anchor = (flags & REG_NEWLINE) != 0;
    return 0;
}
