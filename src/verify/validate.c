#include "verify/validate.h"
#include "verify/yaml_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- Reading ---- */

typedef struct {
    yaml_document_t document;
    Witness *witness;
    const char *path;
    Error *error;
} Reader;

static yaml_node_t *node_at(Reader *reader, int index) { return yaml_document_get_node(&reader->document, index); }

static u32 item_count(const yaml_node_t *node) {
    if (!node || node->type != YAML_SEQUENCE_NODE) return 0;
    return (u32)(node->data.sequence.items.top - node->data.sequence.items.start);
}

static yaml_node_t *item(Reader *reader, const yaml_node_t *node, u32 index) {
    return node_at(reader, node->data.sequence.items.start[index]);
}

static u32 number(Reader *reader, const yaml_node_t *node, const char *key) {
    const char *text = yaml_file_scalar(yaml_file_entry(&reader->document, node, key));
    return text ? (u32)strtoul(text, NULL, 10) : 0;
}

/* `\result == 4`. False: it is something else, which is not followed. */
static bool read_result(Reader *reader, const char *text, ReturnPoint *point) {
    static const char *const operators[] = {"==", "!=", "<=", ">=", "<", ">"};
    static const char result[] = "\\result";
    if (!text || strncmp(text, result, strlen(result)) != 0) return false;
    text += strlen(result);
    text += strspn(text, " ");
    for (u32 i = 0; i < COUNT_OF(operators); i++) {
        if (strncmp(text, operators[i], strlen(operators[i])) != 0) continue;
        text += strlen(operators[i]);
        text += strspn(text, " ");
        point->operator= operators[i];
        point->value = arena_strdup(&reader->witness->arena, text);
        return *text != 0;
    }
    return false;
}

static void read_waypoint(Reader *reader, const yaml_node_t *node) {
    const yaml_node_t *waypoint = yaml_file_entry(&reader->document, node, "waypoint");
    const yaml_node_t *location = yaml_file_entry(&reader->document, waypoint, "location");
    const char *type = yaml_file_scalar(yaml_file_entry(&reader->document, waypoint, "type")),
               *action = yaml_file_scalar(yaml_file_entry(&reader->document, waypoint, "action"));
    if (!type || !action || strcmp(action, "follow") != 0) return;
    ReturnPoint point = {.line = number(reader, location, "line"), .column = number(reader, location, "column")};
    const yaml_node_t *constraint = yaml_file_entry(&reader->document, waypoint, "constraint");
    if (!strcmp(type, "target")) reader->witness->target_line = point.line;
    if (!strcmp(type, "function_return") &&
        read_result(reader, yaml_file_scalar(yaml_file_entry(&reader->document, constraint, "value")), &point))
        vec_push(&reader->witness->returns, point);
}

static void read_violation(Reader *reader, const yaml_node_t *content) {
    reader->witness->is_violation = true;
    for (u32 i = 0; i < item_count(content); i++) {
        const yaml_node_t *segment = yaml_file_entry(&reader->document, item(reader, content, i), "segment");
        for (u32 k = 0; k < item_count(segment); k++) read_waypoint(reader, item(reader, segment, k));
    }
}

static void read_invariants(Reader *reader, const yaml_node_t *content) {
    for (u32 i = 0; i < item_count(content); i++) {
        const yaml_node_t *invariant = yaml_file_entry(&reader->document, item(reader, content, i), "invariant");
        const yaml_node_t *location = yaml_file_entry(&reader->document, invariant, "location");
        const char *value = yaml_file_scalar(yaml_file_entry(&reader->document, invariant, "value")),
                   *type = yaml_file_scalar(yaml_file_entry(&reader->document, invariant, "type"));
        if (!value || !type) continue;
        vec_push(&reader->witness->invariants, (InvariantPoint){.line = number(reader, location, "line"),
                                                                .column = number(reader, location, "column"),
                                                                .value = arena_strdup(&reader->witness->arena, value),
                                                                .is_loop = !strcmp(type, "loop_invariant")});
    }
}

static bool read_document(Reader *reader) {
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    bool is_known = false;
    for (u32 i = 0; i < item_count(root); i++) {
        const yaml_node_t *node = item(reader, root, i);
        const char *type = yaml_file_scalar(yaml_file_entry(&reader->document, node, "entry_type"));
        const yaml_node_t *content = yaml_file_entry(&reader->document, node, "content");
        if (type && !strcmp(type, "violation_sequence")) read_violation(reader, content);
        else if (type && !strcmp(type, "invariant_set")) read_invariants(reader, content);
        else continue;
        is_known = true;
    }
    if (is_known) return true;
    return error_set(reader->error, "'%s' has neither a violation_sequence nor an invariant_set", reader->path);
}

bool witness_read(Witness *witness, const char *path, const char *file, Error *error) {
    *witness = (Witness){.file = file};
    if (!source_read(&witness->source, file)) return error_set(error, "cannot read '%s': %s", file, strerror(errno));
    Reader reader = {.witness = witness, .path = path, .error = error};
    if (!yaml_file_load(&reader.document, "witness", path, error)) return false;
    bool ok = read_document(&reader);
    yaml_document_delete(&reader.document);
    return ok;
}

void witness_free(Witness *witness) {
    vec_free(&witness->returns);
    vec_free(&witness->invariants);
    source_free(&witness->source);
    arena_free(&witness->arena);
}

/* ---- Invariants as code ---- */

/* What is put in at a place of the text. */
typedef struct {
    size_t at;
    Text text;
} Insertion;
typedef VEC(Insertion) Insertions;

static bool begins_with(const char *text, const char *word) {
    size_t length = strlen(word);
    return !strncmp(text, word, length) && !isalnum((u8)text[length]) && text[length] != '_';
}

/* Behind the first semicolon within the parentheses that open at the text; NULL: there is none. */
static const char *behind_semicolon(const char *text) {
    u32 depth = 0;
    for (; *text; text++) {
        if (*text == '(') depth++;
        if (*text == ')' && !--depth) return NULL;
        if (*text == ';' && depth == 1) return text + 1;
    }
    return NULL;
}

/* Where the condition of the loop stands whose keyword is here; NULL: it is not known. */
static const char *condition_at(const char *keyword) {
    const char *open = strchr(keyword, '(');
    if (!open) return NULL;
    if (begins_with(keyword, "while")) return open + 1;
    return begins_with(keyword, "for") ? behind_semicolon(open) : NULL;
}

/* Code may stand before the place: a statement begins here. */
static bool is_statement(const char *start, const char *at) {
    while (at > start && isspace((u8)at[-1])) at--;
    return at > start && strchr(";{}", at[-1]);
}

static bool add_insertion(const Witness *witness, const InvariantPoint *point, Insertions *out) {
    const char *start = witness->source.text.chars, *line = source_text(&witness->source, point->line);
    size_t length = strcspn(line, "\n"), column = point->column ? point->column - 1 : strspn(line, " \t");
    if (!length || column >= length) return false;
    const char *at = line + column;
    Insertion insertion = {0};
    if (point->is_loop) {
        at = condition_at(at);
        if (!at) return false;
        bool is_empty = at[strspn(at, " \t")] == ';';
        text_printf(&insertion.text, "((%s) ? 0 : " INVARIANT_FUNCTION "()), %s", point->value, is_empty ? "1" : "");
    } else {
        if (!is_statement(start, at)) return false;
        text_printf(&insertion.text, "(%s) ? 0 : " INVARIANT_FUNCTION "(); ", point->value);
    }
    insertion.at = (size_t)(at - start);
    vec_push(out, insertion);
    return true;
}

static int by_place(const void *a, const void *b) {
    size_t x = ((const Insertion *)a)->at, y = ((const Insertion *)b)->at;
    return (x > y) - (x < y);
}

u32 witness_instrument(const Witness *witness, Text *out) {
    Insertions insertions = {0};
    u32 count = 0;
    for (u32 i = 0; i < witness->invariants.count; i++)
        count += add_insertion(witness, &witness->invariants.at[i], &insertions);
    if (insertions.count) qsort(insertions.at, insertions.count, sizeof *insertions.at, by_place);
    size_t done = 0;
    for (u32 i = 0; i < insertions.count; i++) {
        text_add_n(out, witness->source.text.chars + done, insertions.at[i].at - done);
        text_add(out, insertions.at[i].text.chars);
        text_free(&insertions.at[i].text);
        done = insertions.at[i].at;
    }
    text_add(out, witness->source.text.chars + done);
    vec_free(&insertions);
    return count;
}
