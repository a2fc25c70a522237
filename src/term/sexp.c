/* S-expressions of SMT-LIB 2, with the line and column of each. */
#include "term/smtlib.h"

#include "base/arena.h"

#include <ctype.h>
#include <string.h>

struct SexpReader {
    const char *next, *end;
    u32 line, column;
    Arena arena;
};

SexpReader *sexp_reader_new(const char *text, size_t length) {
    SexpReader *reader = xcalloc(1, sizeof *reader);
    reader->next = text;
    reader->end = text + length;
    reader->line = reader->column = 1;
    return reader;
}

void sexp_reader_free(SexpReader *reader) {
    arena_free(&reader->arena);
    free(reader);
}

bool sexp_error(Error *error, const Sexp *at, const char *format, ...) {
    Text message = {0};
    va_list args;
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    error_set(error, "%u:%u: %s", at->line, at->column, message.chars);
    text_free(&message);
    return false;
}

bool sexp_is(const Sexp *sexp, const char *symbol) { return sexp->kind == SEXP_SYMBOL && !strcmp(sexp->text, symbol); }

bool sexp_is_list_of(const Sexp *sexp, const char *head) {
    return sexp->kind == SEXP_LIST && sexp->count && sexp_is(sexp->items[0], head);
}

static void advance(SexpReader *reader) {
    if (*reader->next++ == '\n') {
        reader->line++;
        reader->column = 1;
    } else {
        reader->column++;
    }
}

static void skip_blanks(SexpReader *reader) {
    while (reader->next < reader->end) {
        if (*reader->next == ';') {
            while (reader->next < reader->end && *reader->next != '\n') advance(reader);
        } else if (isspace((unsigned char)*reader->next)) {
            advance(reader);
        } else {
            return;
        }
    }
}

static bool is_symbol_char(char c) { return isalnum((unsigned char)c) || (c && strchr("~!@$%^&*_-+=<>.?/", c)); }

static Sexp *new_sexp(SexpReader *reader, SexpKind kind) {
    Sexp *sexp = ARENA_NEW(&reader->arena, Sexp);
    sexp->kind = kind;
    sexp->line = reader->line;
    sexp->column = reader->column;
    return sexp;
}

/* |a name| or "a string", in which "" is one quote. */
static Sexp *read_quoted(SexpReader *reader, SexpKind kind, Error *error) {
    Sexp *sexp = new_sexp(reader, kind);
    Text text = {0};
    char quote = *reader->next;
    for (advance(reader);; advance(reader)) {
        if (reader->next == reader->end) {
            sexp_error(error, sexp, "expected the closing %c of what begins here, found the end of the file", quote);
            text_free(&text);
            return NULL;
        }
        if (*reader->next == quote) {
            advance(reader);
            if (quote == '|' || reader->next == reader->end || *reader->next != '"') break;
        }
        text_add_char(&text, *reader->next);
    }
    sexp->text = arena_strndup(&reader->arena, text.chars ? text.chars : "", text.length);
    text_free(&text);
    return sexp;
}

static bool all_of(const char *text, int (*test)(int)) {
    for (; *text; text++)
        if (!test((unsigned char)*text)) return false;
    return true;
}

static int is_binary_digit(int c) { return c == '0' || c == '1'; }

static bool is_decimal(const char *text) {
    const char *point = strchr(text, '.');
    if (!point || point == text || !point[1]) return false;
    for (const char *p = text; *p; p++)
        if (p != point && !isdigit((unsigned char)*p)) return false;
    return true;
}

static Sexp *read_atom(SexpReader *reader, Error *error) {
    Sexp *sexp = new_sexp(reader, SEXP_SYMBOL);
    char first = *reader->next;
    const char *begin = reader->next;
    if (first == '#' || first == ':') advance(reader);
    while (reader->next < reader->end && is_symbol_char(*reader->next)) advance(reader);
    sexp->text = arena_strndup(&reader->arena, begin, (size_t)(reader->next - begin));
    if (first == ':') {
        sexp->kind = SEXP_KEYWORD;
    } else if (first == '#') {
        sexp->kind = SEXP_BITS;
        sexp->text++;
        bool good = sexp->text[0] && sexp->text[1] &&
                    ((sexp->text[0] == 'x' && all_of(sexp->text + 1, isxdigit)) ||
                     (sexp->text[0] == 'b' && all_of(sexp->text + 1, is_binary_digit)));
        if (!good)
            sexp_error(error, sexp, "expected #x with hexadecimal or #b with binary digits, found #%s", sexp->text);
    } else if (isdigit((unsigned char)first)) {
        sexp->kind = is_decimal(sexp->text) ? SEXP_DECIMAL : SEXP_NUMBER;
        if (sexp->kind == SEXP_NUMBER && !all_of(sexp->text, isdigit))
            sexp_error(error, sexp, "expected a number, found %s", sexp->text);
    } else if (reader->next == begin) {
        sexp_error(error, sexp, "expected an expression, found the character %c", first);
    }
    return error_is_set(error) ? NULL : sexp;
}

typedef VEC(Sexp *) SexpVec;

/* Lists are read with an explicit stack: `items` holds the elements of all open lists, `open` where each begins. */
typedef struct {
    SexpVec items;
    VEC(Sexp *) lists;
    VEC(u32) begins;
} OpenLists;

static Sexp *close_list(SexpReader *reader, OpenLists *open) {
    Sexp *list = vec_pop(&open->lists);
    u32 begin = vec_pop(&open->begins);
    list->count = open->items.count - begin;
    if (list->count) list->items = arena_copy(&reader->arena, open->items.at + begin, list->count * sizeof(Sexp *));
    open->items.count = begin;
    return list;
}

static Sexp *read_with(SexpReader *reader, OpenLists *open, Error *error) {
    for (;;) {
        skip_blanks(reader);
        Sexp *done = NULL;
        if (reader->next == reader->end) {
            if (open->lists.count)
                sexp_error(error, vec_last(&open->lists),
                           "expected ) for the list that begins here, found the end of the file");
            return NULL;
        }
        char c = *reader->next;
        if (c == '(') {
            vec_push(&open->lists, new_sexp(reader, SEXP_LIST));
            vec_push(&open->begins, open->items.count);
            advance(reader);
            continue;
        }
        if (c == ')') {
            if (!open->lists.count) {
                sexp_error(error, new_sexp(reader, SEXP_LIST), "expected a command, found )");
                return NULL;
            }
            advance(reader);
            done = close_list(reader, open);
        } else if (c == '|' || c == '"') {
            done = read_quoted(reader, c == '|' ? SEXP_SYMBOL : SEXP_STRING, error);
        } else {
            done = read_atom(reader, error);
        }
        if (!done || !open->lists.count) return done;
        vec_push(&open->items, done);
    }
}

Sexp *sexp_read(SexpReader *reader, Error *error) {
    OpenLists open = {0};
    Sexp *sexp = read_with(reader, &open, error);
    vec_free(&open.items);
    vec_free(&open.lists);
    vec_free(&open.begins);
    return sexp;
}
