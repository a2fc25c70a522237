/* Debug information says where a condition begins, or where the && or || stands whose left operand it is; the last operand
 * has the place of the whole. What it says is on that line, or it is not told. */
#include "check/phrase.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    const char *at;
    size_t length;
} Span;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is_pair(const char *line, size_t length, size_t at, char c) {
    return at + 1 < length && line[at] == c && line[at + 1] == c;
}

static bool is_junction(Span line, size_t at) {
    return is_pair(line.at, line.length, at, '&') || is_pair(line.at, line.length, at, '|');
}

/* `=` that is no part of a comparison. */
static bool is_assignment(Span line, size_t at) {
    if (line.at[at] != '=' || (at + 1 < line.length && line.at[at + 1] == '=')) return false;
    return !at || !strchr("=!<>", line.at[at - 1]);
}

static Span trimmed(Span span) {
    while (span.length && isspace((unsigned char)span.at[0])) span = (Span){span.at + 1, span.length - 1};
    while (span.length && isspace((unsigned char)span.at[span.length - 1])) span.length--;
    return span;
}

/* The operand that ends at `end`: back to the parenthesis around it, or to what separates it from what is before. */
static Span operand_before(Span line, size_t end) {
    u32 depth = 0;
    size_t begin = end;
    for (; begin; begin--) {
        char c = line.at[begin - 1];
        bool is_outside = !depth;
        if (is_outside && (strchr("(;?:{},", c) || is_assignment(line, begin - 1))) break;
        if (is_outside && begin > 1 && is_junction(line, begin - 2)) break;
        if (c == ')' || c == ']') depth++;
        else if (c == '(' || c == '[') depth--;
    }
    return trimmed((Span){line.at + begin, end - begin});
}

/* From `begin` to the end of the condition, without all operands but the last. An empty one: it does not end here. */
static Span last_operand_from(Span line, size_t begin) {
    u32 depth = 0;
    for (size_t at = begin; at < line.length; at++) {
        char c = line.at[at];
        if (!depth && (strchr(");?", c))) return trimmed((Span){line.at + begin, at - begin});
        if (!depth && is_junction(line, at)) begin = ++at + 1;
        else if (c == '(' || c == '[') depth++;
        else if (c == ')' || c == ']') depth--;
    }
    return (Span){0};
}

/* ---- Whether it can be told ---- */

static bool is_keyword(Span word) {
    static const char *const keywords[] = {"if", "while", "for", "do", "switch", "case", "return", "else"};
    for (u32 i = 0; i < COUNT_OF(keywords); i++)
        if (strlen(keywords[i]) == word.length && !strncmp(keywords[i], word.at, word.length)) return true;
    return false;
}

/* What is called may be a macro, with branches of its own. */
static bool is_called_function(const Program *program, Span word) {
    char name[64];
    if (word.length >= sizeof name) return false;
    memcpy(name, word.at, word.length);
    name[word.length] = 0;
    return !strcmp(name, "sizeof") || program_function_named(program, name);
}

/* A macro's name is in capitals, as a rule; null is none that matters. */
static bool is_macro(Span word) {
    bool has_letter = false;
    if (word.length < 2 || (word.length == 4 && !strncmp(word.at, "NULL", 4))) return false;
    for (size_t i = 0; i < word.length; i++) {
        if (islower((unsigned char)word.at[i])) return false;
        has_letter = has_letter || isupper((unsigned char)word.at[i]);
    }
    return has_letter;
}

static bool is_plain(const Program *program, Span text) {
    for (size_t i = 0; i < text.length;) {
        size_t end = i;
        while (end < text.length && is_word(text.at[end])) end++;
        Span word = {text.at + i, end - i};
        bool is_call = end > i && end < text.length && text.at[end] == '(';
        if (is_keyword(word) || (is_call && (is_macro(word) || !is_called_function(program, word)))) return false;
        i = end + (end == i);
    }
    return true;
}

static bool has_junction(Span text) {
    for (size_t i = 0; i < text.length; i++)
        if (is_junction(text, i)) return true;
    return false;
}

static Span text_of_condition(Span line, u32 column) {
    size_t at = column - 1;
    if (at >= line.length) return (Span){0};
    bool is_behind = line.at[at] == '?' || is_junction(line, at);
    return is_behind ? operand_before(line, at) : last_operand_from(line, at);
}

ConditionPhrase phrase_of_condition(Arena *arena, Sources *sources, const Program *program, LocationId location) {
    enum { LONGEST = 60 };
    const Location *place = &program->locations.at[location];
    if (!place->line || !place->column) return (ConditionPhrase){0};
    u32 length = 0;
    const char *line = sources_line(sources_get(sources, program->files.at[place->file]), place->line, &length);
    Span text = line ? text_of_condition((Span){line, length}, place->column) : (Span){0};
    if (!text.length || text.length > LONGEST || has_junction(text) || !is_plain(program, text))
        return (ConditionPhrase){0};
    bool is_negated = text.at[0] == '!' && (text.length < 2 || text.at[1] != '=');
    return (ConditionPhrase){arena_printf(arena, "%.*s", (int)text.length, text.at), is_negated};
}
