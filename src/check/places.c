#include "check/places.h"

#include "check/check.h"

#include <stdlib.h>
#include <string.h>

/* On the way from a variable, or from what a pointer leads to, to the scalar that is looked for. */
typedef struct {
    Place place;
    Text *name; /* NULL: nobody wants it */
    u64 offset; /* of the first byte that is looked for, in place.type */
    u32 size;   /* of what is looked for */
} Walk;

static bool is_aggregate(const Type *type) {
    return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION || type->kind == TYPE_ARRAY;
}

/* ---- Down to a scalar ---- */

static bool walk_down(Walk *walk, u32 depth);

static void add_member(Walk *walk, const Field *field) {
    if (walk->name && field->name) text_printf(walk->name, ".%s", field->name);
    walk->place = (Place){.type = field->type, .is_member = true};
    walk->offset -= field->offset;
}

static bool has_bytes(const Field *field, u64 offset) {
    return field->type->size && offset >= field->offset && offset - field->offset < field->type->size;
}

/* Bit-fields share their bytes: which of them is meant nobody can tell, but it is one. */
static bool walk_struct(Walk *walk, u32 depth) {
    const Type *type = walk->place.type;
    walk->place.is_member = true;
    for (u32 i = 0; i < type->field_count; i++) {
        const Field *field = &type->fields[i];
        if (field->bit_width || !has_bytes(field, walk->offset)) continue;
        add_member(walk, field);
        return walk_down(walk, depth + 1);
    }
    return false;
}

/* The member of which it is all, or else the first that has it. */
static bool walk_union(Walk *walk, u32 depth) {
    const Type *type = walk->place.type;
    const Field *best = NULL;
    bool is_exact = false;
    for (u32 i = 0; i < type->field_count && !is_exact; i++) {
        const Field *field = &type->fields[i];
        Walk one = *walk;
        one.name = NULL;
        if (field->bit_width || !has_bytes(field, walk->offset)) continue;
        add_member(&one, field);
        if (!walk_down(&one, depth + 1)) continue;
        is_exact = !one.place.at && one.place.type->size == one.size;
        if (!best || is_exact) best = field;
    }
    if (!best) return false;
    add_member(walk, best);
    return walk_down(walk, depth + 1);
}

static bool walk_array(Walk *walk, u32 depth) {
    const Type *element = walk->place.type->element;
    if (!element || !element->size) return false;
    if (walk->name) text_printf(walk->name, "[%llu]", (unsigned long long)(walk->offset / element->size));
    walk->place = (Place){.type = element};
    walk->offset %= element->size;
    return walk_down(walk, depth + 1);
}

static bool walk_down(Walk *walk, u32 depth) {
    enum { DEEPEST = 16 };
    const Type *type = walk->place.type;
    if (depth > DEEPEST || !type->size || walk->offset >= type->size) return false;
    switch (type->kind) {
    case TYPE_STRUCT: return walk_struct(walk, depth);
    case TYPE_UNION: return walk_union(walk, depth);
    case TYPE_ARRAY: return walk_array(walk, depth);
    default: walk->place.at = (u32)walk->offset; return true;
    }
}

/* ---- Where it begins ---- */

static const char *without_prefix(const char *name, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) ? NULL : name + length;
}

static bool is_blind(const Type *type) {
    return !type || type->kind != TYPE_POINTER || !type->element || !type->element->size;
}

/* `struct s *s = given;` says what a void pointer leads to. */
static const Type *type_of_copy(const Function *function, u32 reg) {
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op != OP_MOVE || insn->a != reg || !function->registers[insn->dst].variable) continue;
        const Variable *variable = &function->variables[function->registers[insn->dst].variable - 1];
        if (!is_blind(variable->type)) return variable->type;
    }
    return NULL;
}

/* A struct that the file of this pointer does not know: another file of the program does. */
static const Type *known_elsewhere(const Program *program, const Type *element) {
    bool is_open = element && !element->size && (element->kind == TYPE_STRUCT || element->kind == TYPE_UNION);
    if (!is_open || !element->name) return element;
    for (u32 i = 0; i < program->functions.count; i++) {
        const Function *function = program->functions.at[i];
        for (u32 k = 0; function->is_lowered && k < function->variable_count; k++) {
            const Type *type = function->variables[k].type;
            const Type *other = type && type->kind == TYPE_POINTER ? type->element : NULL;
            if (other && other->size && other->name && !strcmp(other->name, element->name)) return other;
        }
    }
    return element;
}

static const Type *type_of_parameter(const Function *root, const char *name, size_t length) {
    for (u32 i = 0; root && i < root->variable_count; i++) {
        const Variable *variable = &root->variables[i];
        bool is_it = variable->is_parameter && variable->name && strlen(variable->name) == length &&
                     !strncmp(variable->name, name, length);
        if (!is_it) continue;
        bool is_void = variable->type && variable->type->kind == TYPE_POINTER && is_blind(variable->type);
        const Type *better = is_void ? type_of_copy(root, variable->reg) : NULL;
        return better ? better : variable->type;
    }
    return NULL;
}

static const Type *type_of_variable(const Program *program, const char *name, size_t length) {
    for (u32 i = 0; i < program->first_globals && i < program->globals.count; i++) {
        const Global *global = program->globals.at[i];
        if (!global->is_library && strlen(global->name) == length && !strncmp(global->name, name, length))
            return global->type;
    }
    return NULL;
}

static const Type *type_of_result(const Program *program, const char *name) {
    for (u32 i = 0; i < program->functions.count; i++) {
        const Function *function = program->functions.at[i];
        size_t length = strlen(function->name);
        if (!strncmp(function->name, name, length) && !strncmp(name + length, "()", 2))
            return function->c_type ? function->c_type->element : NULL;
    }
    return NULL;
}

/* An input with a name: "argument p", "variable table[3]" is a byte of it. */
static bool begin_at_input(const Places *places, const Term *symbol, Walk *walk) {
    const Program *program = places->e->m->program;
    const char *input = symbol->symbol->name, *name;
    size_t length;
    if ((name = without_prefix(input, INPUT_OF_ARGUMENT))) {
        length = strcspn(name, "[");
        walk->place.type = type_of_parameter(places->root, name, length);
    } else if ((name = without_prefix(input, INPUT_OF_VARIABLE)) || (name = without_prefix(input, INPUT_OF_SETTING))) {
        length = strcspn(name, "[");
        walk->place.type = type_of_variable(program, name, length);
    } else if ((name = without_prefix(input, INPUT_OF_RESULT)) || (name = without_prefix(input, INPUT_OF_ANSWER))) {
        length = strcspn(name, ")") + 1;
        walk->place.type = type_of_result(program, name);
    } else {
        return false;
    }
    walk->offset = name[length] == '[' ? strtoull(name + length + 1, NULL, 10) : 0;
    if (walk->name) text_add_n(walk->name, name, length);
    return walk->place.type && walk->place.type->size;
}

static bool find(const Places *places, const Term *symbol, Walk *walk, u32 depth);

/* From the pointer to what it leads to: p->x, p[2].x or p[0]. */
static void follow_pointer(Walk *walk, const Type *element, i64 offset) {
    i64 size = (i64)element->size, index = (offset - (offset < 0 ? size - 1 : 0)) / size;
    bool is_array = index || element->kind == TYPE_ARRAY;
    walk->place = (Place){.type = element};
    walk->offset = (u64)(offset - index * size);
    if (!walk->name) return;
    if (is_array || !is_aggregate(element)) text_printf(walk->name, "[%lld]", (long long)index);
}

/* `p.x` behind a pointer is written p->x. */
static void write_arrow(Text *name, size_t at) {
    if (at >= name->length || name->chars[at] != '.') return;
    char *rest = xstrdup(name->chars + at + 1);
    name->length = at;
    text_printf(name, "->%s", rest);
    free(rest);
}

static bool find_behind_pointer(const Places *places, OutsideValue bytes, Walk *walk, u32 depth) {
    const Term *pointer = places->e->outside.objects.at[bytes.object - OUTSIDE_FIRST].pointer;
    while (pointer->op == TERM_EXTRACT || pointer->op == TERM_CONCAT) pointer = pointer->arg[0];
    Walk to_pointer = {.name = walk->name, .size = places->e->m->program->pointer_bytes};
    if (pointer->op != TERM_SYMBOL) return false;
    if (!find(places, pointer, &to_pointer, depth + 1) || to_pointer.place.type->kind != TYPE_POINTER) return false;
    const Type *element = known_elsewhere(places->e->m->program, to_pointer.place.type->element);
    if (!element || !element->size) return false;
    follow_pointer(walk, element, (i64)bytes.offset - OUTSIDE_BEFORE);
    size_t at = walk->name ? walk->name->length : 0;
    bool found = walk_down(walk, 0);
    if (found && walk->name) write_arrow(walk->name, at);
    return found;
}

static bool find(const Places *places, const Term *symbol, Walk *walk, u32 depth) {
    enum { DEEPEST = 8 };
    OutsideValue bytes;
    if (symbol->op != TERM_SYMBOL || depth > DEEPEST) return false;
    if (outside_symbol(symbol, &bytes)) return find_behind_pointer(places, bytes, walk, depth);
    return begin_at_input(places, symbol, walk) && walk_down(walk, 0);
}

bool place_of_symbol(const Places *places, const Term *symbol, Place *out, Text *name) {
    Walk walk = {.name = name, .size = term_is_array(symbol) ? 0 : symbol->width / 8};
    size_t length = name ? name->length : 0;
    bool found = find(places, symbol, &walk, 0);
    *out = walk.place;
    if (!found && name && name->chars) {
        name->length = length;
        name->chars[length] = 0;
    }
    return found;
}
