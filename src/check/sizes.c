/* The size of a pointer where that of what it points to is meant: `p = malloc(sizeof(p))`, `memset(p, 0, sizeof(p))`.
 *
 * How large something is the compiler has put in the place of the words, so the text of the call decides: what `sizeof` is
 * followed by is the variable that gets the block, or the one that the bytes are written to, and the variable is a pointer
 * to something that is no pointer. Only calls that stand on one line are seen, and none that a macro makes. */
#include "check/check.h"
#include "check/sources.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    const char *at;
    u32 length;
} Words; /* a part of a line */

typedef struct {
    const Program *program;
    const Function *function;
    Sources *sources;
    FindingList *out;
} Sizes;

/* ---- Parts of a line ---- */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static Words without_spaces(Words words) {
    while (words.length && words.at[0] == ' ') words.at++, words.length--;
    while (words.length && words.at[words.length - 1] == ' ') words.length--;
    return words;
}

static bool is_same(Words a, Words b) { return a.length == b.length && !strncmp(a.at, b.at, a.length); }

static bool is_name(Words words) {
    bool is_one = words.length && !isdigit((unsigned char)words.at[0]);
    for (u32 i = 0; i < words.length; i++) is_one = is_one && is_word(words.at[i]);
    return is_one;
}

/* What stands between the parentheses that begin there; nothing: they do not end on the line. */
static Words within(const char *open, const char *end) {
    u32 depth = 0;
    for (const char *at = open; at < end; at++) {
        depth += *at == '(';
        if (*at == ')' && --depth == 0) return (Words){open + 1, (u32)(at - open - 1)};
    }
    return (Words){0};
}

/* The first or the last of several arguments. */
static Words argument(Words arguments, bool is_last) {
    u32 depth = 0, first = arguments.length, last = arguments.length;
    for (u32 i = 0; i < arguments.length; i++) {
        depth += arguments.at[i] == '(';
        depth -= arguments.at[i] == ')';
        if (depth || arguments.at[i] != ',') continue;
        first = MIN(first, i);
        last = i;
    }
    if (first == arguments.length) return without_spaces(arguments);
    Words chosen = {arguments.at, first};
    if (is_last) chosen = (Words){arguments.at + last + 1, arguments.length - last - 1};
    return without_spaces(chosen);
}

/* `sizeof name` or `sizeof(name)` is somewhere in the text. */
static bool has_size_of(Words text, Words name) {
    static const char word[] = "sizeof";
    enum { LENGTH = sizeof word - 1 };
    for (u32 i = 0; i + LENGTH < text.length; i++) {
        if (strncmp(text.at + i, word, LENGTH) != 0 || (i && is_word(text.at[i - 1]))) continue;
        Words rest = without_spaces((Words){text.at + i + LENGTH, text.length - i - LENGTH});
        bool is_enclosed = rest.length && rest.at[0] == '(';
        if (is_enclosed) rest = without_spaces(within(rest.at, rest.at + rest.length));
        bool begins = rest.length >= name.length && is_same((Words){rest.at, name.length}, name);
        if (!begins) continue;
        if (rest.length == name.length) return true;
        if (!is_enclosed && !is_word(rest.at[name.length]) && !strchr("[.-(", rest.at[name.length])) return true;
    }
    return false;
}

/* The variable that gets what is called there: `name = (type *)malloc(...`; nothing: it is none. */
static Words assigned(const char *line, u32 column) {
    Words before = without_spaces((Words){line, column});
    if (before.length && before.at[before.length - 1] == ')') { /* a cast */
        u32 depth = 0, i = before.length;
        do {
            i--;
            depth += before.at[i] == ')';
            depth -= before.at[i] == '(';
        } while (i && depth);
        before = without_spaces((Words){before.at, i});
    }
    if (before.length < 2 || before.at[before.length - 1] != '=') return (Words){0};
    before = without_spaces((Words){before.at, before.length - 1});
    u32 start = before.length;
    while (start && is_word(before.at[start - 1])) start--;
    bool is_member = start && (before.at[start - 1] == '.' || before.at[start - 1] == '>');
    Words name = {before.at + start, before.length - start};
    return is_member ? (Words){0} : name;
}

/* ---- Variables ---- */

static bool leads_to_no_pointer(const Type *type) {
    if (type->kind != TYPE_POINTER || !type->element) return false;
    return type->element->size && type->element->kind != TYPE_POINTER;
}

/* All variables of this name that may be meant. */
static bool is_pointer_to_data(const Sizes *s, Words name) {
    bool is_one = false;
    for (u32 i = 0; i < s->function->variable_count; i++) {
        const Variable *variable = &s->function->variables[i];
        if (!variable->name || !is_same((Words){variable->name, (u32)strlen(variable->name)}, name)) continue;
        if (!leads_to_no_pointer(variable->type)) return false;
        is_one = true;
    }
    for (u32 i = 0; i < s->program->globals.count && !is_one; i++) {
        const Global *global = s->program->globals.at[i];
        if (global->is_library || !is_same((Words){global->name, (u32)strlen(global->name)}, name)) continue;
        is_one = leads_to_no_pointer(global->type);
    }
    return is_one;
}

/* ---- Calls ---- */

typedef enum { OTHER_CALL, ALLOCATES, WRITES } CallKind;

static CallKind kind_of(const char *name) {
    static const char *const allocators[] = {"malloc", "calloc", "realloc"};
    static const char *const writers[] = {"memset", "memcpy", "memmove", "strncpy", "strncat"};
    for (u32 i = 0; i < COUNT_OF(allocators); i++)
        if (!strcmp(name, allocators[i])) return ALLOCATES;
    for (u32 i = 0; i < COUNT_OF(writers); i++)
        if (!strcmp(name, writers[i])) return WRITES;
    return OTHER_CALL;
}

static void add_finding(const Sizes *s, const Location *place, Words name) {
    FindingKind kind = FINDING_SIZEOF_POINTER;
    FindingPlace here = {s->program->files.at[place->file], place->line, place->column, s->function->name};
    Text message = {0};
    text_printf(&message, "the size of the pointer '%.*s' is meant to be that of what it points to", (int)name.length,
                name.at);
    FindingNote note = {.kind = NOTE_EVENT, .place = here, .text = message.chars};
    findings_add(s->out, &(Finding){.kind = kind,
                                    .cwe = finding_kinds[kind].cwe,
                                    .severity = finding_kinds[kind].severity,
                                    .confidence = CONFIDENCE_CERTAIN,
                                    .message = message.chars,
                                    .place = here,
                                    .entry = s->function->name,
                                    .unit = s->function->unit,
                                    .notes = &note,
                                    .note_count = 1,
                                    .doubt = "it is about the source, and no run shows it"});
    text_free(&message);
}

static void check_call(const Sizes *s, const char *callee, CallKind kind, const Location *place) {
    u32 length = 0, name_length = (u32)strlen(callee);
    const SourceFile *file = sources_get(s->sources, s->program->files.at[place->file]);
    const char *line = sources_line(file, place->line, &length);
    if (!line || !place->column || place->column - 1 + name_length >= length) return;
    const char *call = line + place->column - 1, *end = line + length, *open = call + name_length;
    while (open < end && *open == ' ') open++;
    if (strncmp(call, callee, name_length) != 0 || open == end || *open != '(') return;
    Words arguments = within(open, end);
    Words name = kind == ALLOCATES ? assigned(line, place->column - 1) : argument(arguments, false);
    Words size = kind == ALLOCATES ? arguments : argument(arguments, true);
    if (is_name(name) && has_size_of(size, name) && is_pointer_to_data(s, name)) add_finding(s, place, name);
}

void sizes_find(const Program *program, const Function *function, FindingList *out) {
    Sources sources = {0};
    Sizes s = {program, function, &sources, out};
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op != OP_CALL || !operand_is_constant(insn->a)) continue;
        const Constant *target = &program->constants.at[operand_index(insn->a)];
        if (target->kind != CONSTANT_FUNCTION) continue;
        CallKind kind = kind_of(target->function->name);
        if (kind != OTHER_CALL) check_call(&s, target->function->name, kind, &program->locations.at[insn->location]);
    }
    sources_free(&sources);
}
