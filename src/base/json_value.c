#include "base/json_value.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 };

typedef struct {
    const char *start, *at;
    Arena *arena;
    Error *error;
    u32 depth;
} Reader;

static JsonValue *fail(Reader *reader, const char *what) {
    u32 line = 1;
    for (const char *c = reader->start; c < reader->at; c++) line += *c == '\n';
    error_set(reader->error, "line %u: %s", line, what);
    return NULL;
}

static void skip_space(Reader *reader) { reader->at += strspn(reader->at, " \t\r\n"); }

static bool skip(Reader *reader, char c) {
    skip_space(reader);
    if (*reader->at != c) return false;
    reader->at++;
    return true;
}

static JsonValue *new_value(Reader *reader, JsonKind kind) {
    JsonValue *value = ARENA_NEW(reader->arena, JsonValue);
    value->kind = kind;
    return value;
}

/* ---- Strings ---- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Four digits; -1: they are none. */
static i32 read_unit(Reader *reader) {
    i32 unit = 0;
    for (u32 i = 0; i < 4; i++, reader->at++) {
        int digit = hex_digit(*reader->at);
        if (digit < 0) return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static void add_utf8(Text *out, u32 c) {
    if (c < 0x80) {
        if (c) text_add_char(out, (char)c);
        return;
    }
    u32 more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const u8 marks[] = {0, 0xc0, 0xe0, 0xf0};
    text_add_char(out, (char)(marks[more] | c >> (6 * more)));
    while (more--) text_add_char(out, (char)(0x80 | (c >> (6 * more) & 0x3f)));
}

static bool read_code_point(Reader *reader, Text *out) {
    i32 unit = read_unit(reader);
    if (unit < 0) return false;
    bool is_high = unit >= 0xd800 && unit < 0xdc00;
    if (is_high && reader->at[0] == '\\' && reader->at[1] == 'u') {
        reader->at += 2;
        i32 low = read_unit(reader);
        if (low < 0xdc00 || low > 0xdfff) return false;
        unit = 0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00);
    }
    add_utf8(out, (u32)unit);
    return true;
}

static bool read_escape(Reader *reader, Text *out) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = *reader->at;
    const char *letter = c ? strchr(letters, c) : NULL;
    if (!letter && c != 'u') return false;
    reader->at++;
    if (!letter) return read_code_point(reader, out);
    text_add_char(out, meanings[letter - letters]);
    return true;
}

/* Behind the quote that begins it. NULL with an error. */
static const char *read_characters(Reader *reader) {
    Text text = {0};
    const char *result = NULL;
    for (;;) {
        char c = *reader->at;
        if (!c) fail(reader, "a string does not end");
        if (!c) break;
        reader->at++;
        if (c == '"') {
            result = text.length ? arena_strdup(reader->arena, text.chars) : "";
            break;
        }
        if (c != '\\') {
            text_add_char(&text, c);
        } else if (!read_escape(reader, &text)) {
            fail(reader, "no such escape in a string");
            break;
        }
    }
    text_free(&text);
    return result;
}

/* ---- Values ---- */

static JsonValue *read_value(Reader *reader);

/* Members or elements, up to the bracket that ends them. */
static JsonValue *read_list(Reader *reader, JsonKind kind, char end) {
    JsonValue *list = new_value(reader, kind);
    const JsonValue **last = &list->first;
    if (skip(reader, end)) return list;
    do {
        const char *key = NULL;
        if (kind == JSON_OBJECT) {
            if (!skip(reader, '"')) return fail(reader, "the name of a member is expected");
            if (!(key = read_characters(reader))) return NULL;
            if (!skip(reader, ':')) return fail(reader, "':' is expected");
        }
        JsonValue *value = read_value(reader);
        if (!value) return NULL;
        value->key = key;
        *last = value;
        last = &value->next;
    } while (skip(reader, ','));
    return skip(reader, end) ? list : fail(reader, "',' or the end of a list is expected");
}

static JsonValue *read_nested(Reader *reader, JsonKind kind, char end) {
    if (reader->depth == DEEPEST) return fail(reader, "it is nested too deeply");
    reader->depth++;
    JsonValue *list = read_list(reader, kind, end);
    reader->depth--;
    return list;
}

static JsonValue *read_string(Reader *reader) {
    const char *characters = read_characters(reader);
    if (!characters) return NULL;
    JsonValue *value = new_value(reader, JSON_STRING);
    value->string = characters;
    return value;
}

static JsonValue *read_word(Reader *reader) {
    static const struct {
        const char *word;
        JsonKind kind;
        bool truth;
    } words[] = {{"true", JSON_TRUTH, true}, {"false", JSON_TRUTH, false}, {"null", JSON_NULL, false}};
    for (u32 i = 0; i < COUNT_OF(words); i++) {
        if (strncmp(reader->at, words[i].word, strlen(words[i].word)) != 0) continue;
        reader->at += strlen(words[i].word);
        JsonValue *value = new_value(reader, words[i].kind);
        value->truth = words[i].truth;
        return value;
    }
    char *end;
    double number = strtod(reader->at, &end);
    if (end == reader->at || !strchr("-0123456789", *reader->at)) return fail(reader, "a value is expected");
    reader->at = end;
    JsonValue *value = new_value(reader, JSON_NUMBER);
    value->number = number;
    return value;
}

static JsonValue *read_value(Reader *reader) {
    if (skip(reader, '{')) return read_nested(reader, JSON_OBJECT, '}');
    if (skip(reader, '[')) return read_nested(reader, JSON_ARRAY, ']');
    return skip(reader, '"') ? read_string(reader) : read_word(reader);
}

const JsonValue *json_read(const char *text, Arena *arena, Error *error) {
    Reader reader = {text, text, arena, error, 0};
    const JsonValue *value = read_value(&reader);
    skip_space(&reader);
    return value && *reader.at ? fail(&reader, "something follows the value") : value;
}

const JsonValue *json_member(const JsonValue *object, const char *key) {
    if (object->kind != JSON_OBJECT) return NULL;
    for (const JsonValue *member = object->first; member; member = member->next)
        if (!strcmp(member->key, key)) return member;
    return NULL;
}

const char *json_member_string(const JsonValue *object, const char *key) {
    const JsonValue *member = json_member(object, key);
    return member && member->kind == JSON_STRING ? member->string : NULL;
}
