/* `assert( p!=0 );` in a function that was compiled without assertions is the program's own word about what it is given.
 * It is no code, so no path has to satisfy it; the text is still there. An assertion is a statement that is a call of
 * something in whose name `assert` or `check` occurs, on lines that no code came of. */
#include "check/assertions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const SourceFile *file;
    bool *has_code; /* lines, from `first` on */
    u32 first, last;
} FunctionText;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* ---- The lines of a function ---- */

static void find_extent(const Program *program, const Function *function, u32 file, FunctionText *text) {
    text->first = text->last = program->locations.at[function->location].line;
    for (u32 i = 0; i < function->insn_count; i++) {
        const Location *place = &program->locations.at[function->insns[i].location];
        if (place->file == file) text->last = MAX(text->last, place->line);
    }
}

static bool find_text(Sources *sources, const Program *program, const Function *function, FunctionText *text) {
    const Location *begin = &program->locations.at[function->location];
    if (!begin->line) return false;
    text->file = sources_get(sources, program->files.at[begin->file]);
    find_extent(program, function, begin->file, text);
    text->last = MIN(text->last, sources_line_count(text->file));
    if (text->last < text->first) return false;
    text->has_code = xcalloc(text->last - text->first + 1, sizeof(bool));
    for (u32 i = 0; i < function->insn_count; i++) {
        const Location *place = &program->locations.at[function->insns[i].location];
        bool is_inside = place->file == begin->file && place->line >= text->first && place->line <= text->last;
        if (is_inside) text->has_code[place->line - text->first] = true;
    }
    return true;
}

/* ---- One assertion ---- */

static bool is_assertion_name(const char *name, size_t length) {
    static const char *const words[] = {"assert", "check"};
    for (u32 i = 0; i < COUNT_OF(words); i++)
        for (size_t k = 0; k + strlen(words[i]) <= length; k++)
            if (!strncasecmp(name + k, words[i], strlen(words[i]))) return true;
    return false;
}

/* At the beginning of a statement, as far as its line tells. */
static bool begins_statement(const char *line, size_t at) {
    while (at && isspace((unsigned char)line[at - 1])) at--;
    return !at || strchr(";{}):", line[at - 1]);
}

/* A text or character: to its end. */
static const char *skip_quoted(const char *c, const char *end) {
    char quote = *c++;
    while (c < end && *c != quote) c += *c == '\\' ? 2 : 1;
    return MIN(c + 1, end);
}

static const char *skip_comment(const char *c, const char *end) {
    for (c += 2; c + 1 < end; c++)
        if (c[0] == '*' && c[1] == '/') return c + 2;
    return end;
}

/* What is between the parentheses, without spaces, comments and texts; NULL: they are not closed before `end`. */
static const char *read_arguments(const char *open, const char *end, Text *out) {
    u32 depth = 0;
    for (const char *c = open; c < end;) {
        if (*c == '"' || *c == '\'') {
            c = skip_quoted(c, end);
            continue;
        }
        if (c + 1 < end && c[0] == '/' && c[1] == '*') {
            c = skip_comment(c, end);
            continue;
        }
        if (*c == ')' && !--depth) return c;
        if (!isspace((unsigned char)*c) && (depth || *c != '(')) text_add_char(out, *c);
        depth += *c++ == '(';
    }
    return NULL;
}

static bool bounds_something(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        bool is_arrow = text[i] == '>' && i && text[i - 1] == '-';
        bool is_equality = text[i] == '=' && i && text[i - 1] == '=';
        if (text[i] == '<' || is_equality || (text[i] == '>' && !is_arrow)) return true;
    }
    return false;
}

/* The part between && and || around `at`. */
static size_t part_around(const char *text, size_t at, size_t *length) {
    size_t begin = at, end = at;
    while (begin > 1 && strncmp(text + begin - 2, "&&", 2) != 0 && strncmp(text + begin - 2, "||", 2) != 0) begin--;
    if (begin == 1) begin = 0;
    while (text[end] && strncmp(text + end, "&&", 2) != 0 && strncmp(text + end, "||", 2) != 0) end++;
    *length = end - begin;
    return begin;
}

/* `p` in `p->x!=0` is followed, so it is there; how large it is that does not say. */
static bool speaks_of(const char *text, const char *expression, AssertedKind kind) {
    size_t length = strlen(expression);
    for (const char *found = strstr(text, expression); found; found = strstr(found + 1, expression)) {
        char before = found > text ? found[-1] : 0, after = found[length];
        bool is_member = before == '.' || (before == '>' && found - 1 > text && found[-2] == '-');
        if (is_word(before) || is_member || is_word(after)) continue;
        if (kind == ASSERTED_ANYTHING) return true;
        bool is_followed = (after == '-' && found[length + 1] == '>') || after == '.' || after == '[';
        size_t part, begin = part_around(text, (size_t)(found - text), &part);
        if (!is_followed && bounds_something(text + begin, part)) return true;
    }
    return false;
}

/* ---- All of them ---- */

static u32 line_of(const FunctionText *text, const char *at, u32 from) {
    u32 offset = (u32)(at - text->file->text.chars);
    while (from < text->last && text->file->starts.at[from] <= offset) from++;
    return from;
}

static bool is_without_code(const FunctionText *text, u32 first, u32 last) {
    for (u32 line = first; line <= last; line++)
        if (text->has_code[line - text->first]) return false;
    return true;
}

static bool line_names(const FunctionText *text, u32 number, const char *expression, AssertedKind kind) {
    u32 length;
    const char *line = sources_line(text->file, number, &length);
    const char *end = text->file->text.chars + text->file->starts.at[text->last];
    bool found = false;
    for (u32 i = 0; i < length && !found;) {
        u32 stop = i;
        while (stop < length && is_word(line[stop])) stop++;
        u32 open = stop;
        while (open < length && line[open] == ' ') open++;
        bool is_it = stop > i && open < length && line[open] == '(' && begins_statement(line, i) &&
                     is_assertion_name(line + i, stop - i);
        Text said = {0};
        const char *close = is_it ? read_arguments(line + open, end, &said) : NULL;
        found = close && said.length && is_without_code(text, number, line_of(text, close, number)) &&
                speaks_of(said.chars, expression, kind);
        text_free(&said);
        i = MAX(stop, i + 1);
    }
    return found;
}

bool assertions_name(Sources *sources, const Program *program, const Function *function, const char *expression,
                     AssertedKind kind) {
    FunctionText text = {0};
    bool found = false;
    if (!find_text(sources, program, function, &text)) return false;
    for (u32 line = text.first; line <= text.last && !found; line++) found = line_names(&text, line, expression, kind);
    free(text.has_code);
    return found;
}
