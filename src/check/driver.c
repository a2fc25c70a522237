#include "check/driver.h"

#include "check/driver_native.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a pointer from outside leads to. */
typedef struct {
    u32 object;        /* its number on the path */
    u64 address;       /* as words have it */
    u32 start, length; /* of what is accessed, from OUTSIDE_BEFORE bytes before the address on */
} DriverBlock;

/* An input of the path with its values. */
typedef struct {
    const PathInput *input;
    u8 *bytes;
    bool matters; /* a condition of the path speaks of it */
} Valued;

typedef struct {
    Explorer *e;
    const Program *program;
    const ProgramFacts *facts;
    const Function *root;
    Text *out;
    Arena arena;
    VEC(DriverBlock) blocks;
    VEC(Valued) inputs;
    Map symbols;     /* those that conditions of the path speak of */
    const char *why; /* there can be no driver; NULL: so far there can */
} Driver;

static bool has_prefix(const char *text, const char *prefix) { return !strncmp(text, prefix, strlen(prefix)); }

/* ---- Values ---- */

static u64 evaluate(const Driver *d, Term *term) {
    const Term *value = explore_evaluate(d->e, term);
    return value ? value->value : 0;
}

static void find_symbols(Driver *d) {
    TermVec symbols = {0};
    const Path *path = &d->e->now.path;
    term_symbols(d->e->terms, path->constraints.at, path->constraints.count, &symbols);
    for (u32 i = 0; i < symbols.count; i++) map_put_ptr(&d->symbols, symbols.at[i], symbols.at[i]);
    vec_free(&symbols);
}

static bool term_matters(const Driver *d, Term *term) {
    TermVec symbols = {0};
    bool found = false;
    term_symbols(d->e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++) found = map_get_ptr(&d->symbols, symbols.at[i]) != NULL;
    vec_free(&symbols);
    return found;
}

static void find_inputs(Driver *d) {
    const Path *path = &d->e->now.path;
    for (u32 i = 0; i < path->inputs.count; i++) {
        Valued valued = {.input = &path->inputs.at[i]};
        valued.bytes = arena_calloc(&d->arena, valued.input->size + 1);
        for (u32 k = 0; k < valued.input->size; k++) {
            Term *byte = valued.input->bytes[k];
            if (!term_matters(d, byte)) continue;
            valued.matters = true;
            valued.bytes[k] = (u8)evaluate(d, byte);
        }
        vec_push(&d->inputs, valued);
    }
}

/* ---- Blocks ---- */

static bool is_touched(const Driver *d, u32 object, u32 offset) {
    Term *const *read = d->e->outside.objects.at[object - OUTSIDE_FIRST].bytes;
    if (read && read[offset]) return true;
    if (object_info(&d->e->m->objects, object)->state != OBJECT_LIVE) return false;
    ByteBinding binding = contents_binding(&d->e->m->objects, object, offset);
    return !binding.mask || binding.term;
}

/* How large it is nobody knows: as large as the path needs it. */
static void add_block(Driver *d, u32 object) {
    u32 first = OUTSIDE_BEFORE, end = OUTSIDE_BEFORE + 1;
    for (u32 i = 0; i < OUTSIDE_BYTES; i++) {
        if (!is_touched(d, object, i)) continue;
        first = MIN(first, i);
        end = MAX(end, i + 1);
    }
    bool is_freed = object_info(&d->e->m->objects, object)->state != OBJECT_LIVE;
    enum { OF_FREED = 256 }; /* what was written there is not known any more */
    if (is_freed) end = MAX(end, OUTSIDE_BEFORE + OF_FREED);
    bool is_32 = d->program->pointer_bytes == 4;
    vec_push(&d->blocks, (DriverBlock){object, outside_address(object, is_32), first, (u32)align_up(end - first, 8)});
}

static const DriverBlock *block_at(const Driver *d, u64 address) {
    for (u32 i = 0; i < d->blocks.count; i++)
        if (d->blocks.at[i].address == address) return &d->blocks.at[i];
    return NULL;
}

static u32 number_of(const Driver *d, const DriverBlock *block) { return (u32)(block - d->blocks.at) + 1; }

/* The address that a word is, in C; false: it is a number. */
static bool add_address(const Driver *d, u64 value) {
    const DriverBlock *block = block_at(d, value);
    if (block) {
        u32 before = OUTSIDE_BEFORE - block->start;
        text_printf(d->out, before ? "block_%u + %u" : "block_%u", number_of(d, block), before);
        return true;
    }
    if (d->program->pointer_bytes == 4 || !(value >> 32) || value >> 32 >= d->e->m->objects.next) return false;
    const ObjectInfo *info = object_info(&d->e->m->objects, pointer_object(value));
    i64 offset = (i64)(value - object_pointer(&d->e->m->objects, pointer_object(value)));
    if (info->kind == OBJECT_GLOBAL && !info->global->is_string_literal && !info->global->is_library) {
        text_printf(d->out, "(unsigned char *)&%s", info->global->name);
        if (offset) text_printf(d->out, " + %" PRId64, offset);
        return true;
    }
    if (info->kind == OBJECT_FUNCTION && !offset) text_printf(d->out, "(void *)%s", info->function->name);
    return info->kind == OBJECT_FUNCTION && !offset;
}

static u64 word_at(const u8 *bytes, u32 size) {
    u64 value = 0;
    memcpy(&value, bytes, MIN(size, 8u));
    return value;
}

static void add_number(Text *out, u64 value, u32 size, bool is_signed) {
    i64 number = sign_extend(value, size * 8);
    if (is_signed && number == INT64_MIN) text_add(out, "(-9223372036854775807 - 1)");
    else if (is_signed && number == INT32_MIN) text_add(out, "(-2147483647 - 1)");
    else if (is_signed || value <= INT32_MAX) text_printf(out, "%" PRId64, is_signed ? number : (i64)value);
    else text_printf(out, "%" PRIu64 "u", value);
}

static const char *word_type(u32 size) {
    return size == 1 ? "char" : size == 2 ? "short" : size == 4 ? "int" : "long long";
}

/* `place` is where the bytes stand, a pointer to bytes: assignments of words, numbers of their natural sizes. */
static void assign_word(const Driver *d, const char *place, u32 offset, u64 value, u32 size) {
    u32 word = d->program->pointer_bytes;
    if (!value) return;
    Text *out = d->out;
    size_t before = out->length;
    text_printf(out, "    *(void **)(%s + %u) = ", place, offset);
    if (size == word && add_address(d, value)) {
        text_add(out, ";\n");
        return;
    }
    out->length = before;
    text_printf(out, "    *(%s *)(%s + %u) = ", word_type(size), place, offset);
    add_number(out, value, size, true);
    text_add(out, ";\n");
}

/* Bytes that came one by one: elements of `chunk` bytes. Words that are addresses are told as such. */
static void assign_bytes(const Driver *d, const char *place, const u8 *bytes, u32 size, u32 chunk) {
    u32 word = d->program->pointer_bytes;
    for (u32 i = 0, step; i < size; i += step) {
        u64 value = i % word == 0 && i + word <= size ? word_at(bytes + i, word) : 0;
        bool is_address = value && block_at(d, value);
        step = is_address ? word : MIN(chunk, size - i);
        if (is_address) assign_word(d, place, i, value, word);
        else assign_word(d, place, i, word_at(bytes + i, step), step);
    }
}

/* The size of what an array of arrays of numbers is made of; 1 for anything else. */
static u32 chunk_of(const Type *type) {
    while (type && type->kind == TYPE_ARRAY) type = type->element;
    bool is_number =
        type && type->kind == TYPE_INT && type->size && type->size <= 8 && !(type->size & (type->size - 1));
    return is_number ? (u32)type->size : 1;
}

/* Each symbol that was read there, once. */
static void fill_block(const Driver *d, const DriverBlock *block) {
    Term *const *bytes = d->e->outside.objects.at[block->object - OUTSIDE_FIRST].bytes;
    char place[32];
    snprintf(place, sizeof place, "block_%u", number_of(d, block));
    for (u32 i = block->start; bytes && i < OUTSIDE_BYTES; i++) {
        OutsideValue of;
        Term *byte = bytes[i];
        Term *symbol = byte && byte->op == TERM_EXTRACT ? byte->arg[0] : byte;
        if (!symbol || !outside_symbol(symbol, &of) || of.offset != i || !term_matters(d, symbol)) continue;
        u64 value = evaluate(d, symbol);
        for (u32 part = 0; part < of.size; part += 8)
            assign_word(d, place, i - block->start + part, value, MIN(of.size, 8u));
    }
}

/* What leads to it, as far as that has a name. */
static const char *leads_to(const Driver *d, const DriverBlock *block) {
    const Term *pointer = d->e->outside.objects.at[block->object - OUTSIDE_FIRST].pointer;
    while (pointer->op == TERM_EXTRACT || pointer->op == TERM_CONCAT) pointer = pointer->arg[0];
    OutsideValue of;
    return pointer->op == TERM_SYMBOL && !outside_symbol(pointer, &of) ? pointer->symbol->name : NULL;
}

static void declare_blocks(const Driver *d) {
    for (u32 i = 0; i < d->blocks.count; i++) {
        const char *name = leads_to(d, &d->blocks.at[i]);
        text_printf(d->out, "static unsigned char *block_%u; /* %u bytes", i + 1, d->blocks.at[i].length);
        text_printf(d->out, name ? ", where '%s' points to */\n" : " */\n", name);
    }
    if (d->blocks.count) text_add_char(d->out, '\n');
}

static void make_blocks(const Driver *d) {
    for (u32 i = 0; i < d->blocks.count; i++)
        text_printf(d->out, "    block_%u = __builtin_calloc(1, %u);\n", i + 1, d->blocks.at[i].length);
    for (u32 i = 0; i < d->blocks.count; i++) fill_block(d, &d->blocks.at[i]);
}

/* ---- Variables ---- */

static const char *variable_name(const char *input) {
    static const char *const prefixes[] = {INPUT_OF_VARIABLE, INPUT_OF_SETTING};
    for (u32 i = 0; i < COUNT_OF(prefixes); i++)
        if (has_prefix(input, prefixes[i])) return input + strlen(prefixes[i]);
    return NULL;
}

static const Global *global_named(const Program *program, const char *name, u32 size) {
    for (u32 i = 0; i < program->globals.count; i++) {
        const Global *global = program->globals.at[i];
        if (!global->is_library && global->size == size && !strcmp(global->name, name)) return global;
    }
    return NULL;
}

static bool is_in_unit(const Driver *d, const Global *global) {
    return global->is_defined && global->unit && d->root->unit && !strcmp(global->unit, d->root->unit);
}

/* Of other files by the linker's name; those that are defined nowhere get a definition. */
static void declare_variables(Driver *d) {
    for (u32 i = 0; i < d->inputs.count; i++) {
        const Valued *valued = &d->inputs.at[i];
        const char *name = variable_name(valued->input->name);
        const Global *global = name ? global_named(d->program, name, valued->input->size) : NULL;
        if (!global || is_in_unit(d, global)) continue;
        if (!global->is_defined)
            text_printf(d->out,
                        "#ifndef LOCI_CHECK\n"
                        "unsigned char variable_%s[%u] __asm__(\"%s\") __attribute__((aligned(16)));\n#endif\n",
                        name, valued->input->size, name);
        else if (valued->matters && global->linkage != LINK_INTERNAL)
            text_printf(d->out, "extern unsigned char variable_%s[%u] __asm__(\"%s\");\n", name, valued->input->size,
                        name);
        else if (valued->matters) d->why = arena_printf(&d->arena, "'%s' is static in another file", name);
    }
}

/* What nothing writes keeps its initialiser. */
static void set_parts(Driver *d, const Global *global, const char *place, const u8 *bytes) {
    WrittenPart part = {0};
    if (!facts_have_parts(d->facts, global)) {
        text_printf(d->out, "    __builtin_memset((void *)%s, 0, %" PRIu64 ");\n", place, global->size);
        assign_bytes(d, place, bytes, (u32)global->size, chunk_of(global->type));
        return;
    }
    while (facts_next_part(d->facts, global, &part)) {
        if (!part.is_written) continue;
        const char *there = arena_printf(&d->arena, "(%s + %" PRIu64 ")", place, part.at);
        text_printf(d->out, "    __builtin_memset((void *)%s, 0, %" PRIu64 ");\n", there, part.size);
        assign_bytes(d, there, bytes + part.at, (u32)part.size, chunk_of(global->type));
    }
}

static void set_variable(Driver *d, const Valued *valued) {
    const char *name = variable_name(valued->input->name);
    const Global *global = global_named(d->program, name, valued->input->size);
    if (!global || global->is_constant) return;
    bool is_named = is_in_unit(d, global);
    const Type *type = global->type;
    bool is_scalar = type && (type->kind == TYPE_INT || type->kind == TYPE_POINTER) && global->size <= 8;
    u64 value = word_at(valued->bytes, valued->input->size);
    size_t before = d->out->length;
    if (is_named && is_scalar) {
        text_printf(d->out, "    %s = ", name);
        if (type->kind == TYPE_POINTER && !add_address(d, value))
            text_printf(d->out, value ? "(void *)0x%" PRIx64 "" : "0", value);
        else if (type->kind != TYPE_POINTER) add_number(d->out, value, (u32)global->size, type->is_signed);
        text_add(d->out, ";\n");
        return;
    }
    const char *place = arena_printf(&d->arena, is_named ? "((unsigned char *)&%s)" : "variable_%s", name);
    set_parts(d, global, place, valued->bytes);
    if (global->is_defined) return;
    Text code = {0};
    text_add(&code, d->out->chars + before);
    d->out->length = before;
    text_printf(d->out, "#ifndef LOCI_CHECK\n%s#endif\n", code.chars);
    text_free(&code);
}

static void set_variables(Driver *d) {
    for (u32 i = 0; i < d->inputs.count; i++) {
        const Valued *valued = &d->inputs.at[i];
        if (valued->matters && variable_name(valued->input->name)) set_variable(d, valued);
    }
}

/* ---- The call ---- */

static const Valued *argument_at(const Driver *d, u32 index) {
    for (u32 i = 0; i < d->inputs.count; i++)
        if (has_prefix(d->inputs.at[i].input->name, INPUT_OF_ARGUMENT) && !index--) return &d->inputs.at[i];
    return NULL;
}

static void add_bytes_as(const Driver *d, const char *type, const u8 *bytes, u32 size) {
    text_printf(d->out, "({ %s value; __builtin_memcpy(&value, (const unsigned char[]){", type);
    for (u32 i = 0; i < size; i++) text_printf(d->out, "%s0x%02x", i ? ", " : "", bytes[i]);
    text_printf(d->out, "}, %u); value; })", size);
}

static void add_scalar(Driver *d, const Type *type, const Valued *valued) {
    u64 value = word_at(valued->bytes, valued->input->size);
    if (type->kind == TYPE_POINTER) {
        if (add_address(d, value)) return;
        text_printf(d->out, value ? "(void *)0x%" PRIx64 : "0", value);
    } else if (type->kind == TYPE_FLOAT) {
        if (!value && valued->input->size <= 8) text_add(d->out, "0");
        else if (!type->name) d->why = "a parameter has a type without a name";
        else add_bytes_as(d, type->name, valued->bytes, valued->input->size);
    } else if (valued->input->size <= 8) {
        add_number(d->out, value, valued->input->size, type->is_signed);
    } else {
        d->why = "a parameter is wider than 64 bits";
    }
}

/* A struct comes as the scalars that registers hold, or as a whole in memory: both are its bytes, in words. */
static void add_struct(Driver *d, const Type *type, u32 *index) {
    u32 size = (u32)type->size, filled = 0;
    u8 *bytes = arena_calloc(&d->arena, size + 16);
    while (filled < size) {
        const Valued *part = argument_at(d, (*index)++);
        if (!part) {
            d->why = "a struct is passed in a way that is not known";
            return;
        }
        memcpy(bytes + filled, part->bytes, MIN(part->input->size, size - filled));
        filled += (u32)align_up(part->input->size, 8);
    }
    bool has_address = false;
    u32 word = d->program->pointer_bytes;
    for (u32 i = 0; i + word <= size; i += word) has_address = has_address || block_at(d, word_at(bytes + i, word));
    if (!type->name || strchr(type->name, '(')) d->why = "a parameter has a type without a name";
    else if (has_address) d->why = "a struct with pointers is passed by value";
    else add_bytes_as(d, type->name, bytes, size);
}

static void add_call(Driver *d) {
    const Function *root = d->root;
    const Type *type = root->c_type;
    bool is_returned_in_memory = type->element && type->element->size > 0 && root->type->element->kind == TYPE_VOID;
    bool has_result = type->element && type->element->kind != TYPE_VOID;
    u32 index = is_returned_in_memory;
    /* what it returns is not lost */
    text_printf(d->out, has_result ? "    static __typeof__(%s(" : "    %s(", root->name);
    size_t start = d->out->length;
    for (u32 i = 0; i < type->field_count && !d->why; i++) {
        const Type *parameter = type->fields[i].type;
        if (i) text_add(d->out, ", ");
        if (parameter->kind == TYPE_STRUCT || parameter->kind == TYPE_UNION || parameter->kind == TYPE_ARRAY) {
            add_struct(d, parameter, &index);
            continue;
        }
        const Valued *valued = argument_at(d, index++);
        if (valued) add_scalar(d, parameter, valued);
        else d->why = "a parameter is passed in a way that is not known";
    }
    if (!has_result) {
        text_add(d->out, ");\n");
        return;
    }
    Text arguments = {0};
    text_add(&arguments, d->out->chars + start);
    text_printf(d->out, ")) result;\n    result = %s(%s);\n", root->name, arguments.chars);
    text_free(&arguments);
}

/* What shows it to a sanitizer: a result decides something, the address of a local is used, and nothing is left on the
 * stack of what is lost. */
static void add_end(const Driver *d, FindingKind kind) {
    const Type *result = d->root->c_type->element;
    bool is_pointer = result && result->kind == TYPE_POINTER;
    if (kind == FINDING_UNINITIALISED && result && type_is_scalar(result))
        text_add(d->out, "    if (result) __asm__ volatile(\"\");\n");
    if (kind == FINDING_STACK_ADDRESS && is_pointer) text_add(d->out, "    (void)*(volatile char *)result;\n");
    if (kind == FINDING_LEAK) text_add(d->out, "    __builtin_memset(__builtin_alloca(16384), 0, 16384);\n");
}

/* ---- All of it ---- */

/* As in the machine, what only hands something down is empty when the function has returned (carriers.c); static variables
 * of functions cannot be named. */
static void clear_carriers(const Driver *d) {
    GlobalList carriers = {0};
    carriers_find(d->program, d->facts, d->root, &carriers);
    for (u32 i = 0; i < carriers.count; i++)
        if (is_in_unit(d, carriers.at[i]) && !strchr(carriers.at[i]->name, '.'))
            text_printf(d->out, "    %s = 0;\n", carriers.at[i]->name);
    vec_free(&carriers);
}

static void add_head(const Driver *d, const Finding *finding) {
    Text *out = d->out;
    text_printf(out, "/* Made by loci check: calls '%s' so that this happens:\n *\n *     %s:%u: %s [%s]\n *\n",
                finding->entry, finding->place.file, finding->place.line, finding->message,
                finding_kinds[finding->kind].id);
    text_add(out, " *     " DRIVER_COMMAND "\n */\n");
}

/* Allocations that the path has decided on, in their order: true for those that fail. */
typedef VEC(bool) Failures;

static int by_number(const void *one, const void *other) {
    const Term *a = *(Term *const *)one, *b = *(Term *const *)other;
    const char *x = a->symbol->name + strlen(FAILING_ALLOCATION), *y = b->symbol->name + strlen(FAILING_ALLOCATION);
    return (int)strtol(x, NULL, 10) - (int)strtol(y, NULL, 10);
}

static bool find_failures(const Driver *d, Failures *out) {
    VEC(Term *) symbols = {0};
    bool some = false;
    for (u32 i = 0; i < d->symbols.count; i++) {
        Term *symbol = (Term *)(uintptr_t)d->symbols.entries[i].value;
        if (symbol->op == TERM_SYMBOL && has_prefix(symbol->symbol->name, FAILING_ALLOCATION))
            vec_push(&symbols, symbol);
    }
    if (symbols.count) qsort(symbols.at, symbols.count, sizeof *symbols.at, by_number);
    for (u32 i = 0; i < symbols.count; i++) {
        vec_push(out, evaluate(d, symbols.at[i]) != 0);
        some = some || vec_last(out);
    }
    vec_free(&symbols);
    return some;
}

static void add_include(const Driver *d) {
    Failures failures = {0};
    bool fails = find_failures(d, &failures);
    if (fails) native_begin_failures(d->out);
    bool is_program = root_is_program(d->root); /* the machine starts it itself */
    if (is_program) text_add(d->out, "#ifndef LOCI_CHECK\n");
    text_add(d->out, "#define main " DRIVER_OTHER_MAIN "\n");
    if (is_program) text_add(d->out, "#endif\n");
    text_printf(d->out, "#include \"%s\"\n#undef main\n", d->root->unit);
    if (fails) native_end_failures(d->out, failures.at, failures.count);
    text_add_char(d->out, '\n');
    vec_free(&failures);
}

static void add_main(Driver *d, FindingKind kind) {
    text_add(d->out, "int main(void)\n{\n");
    make_blocks(d);
    set_variables(d);
    add_call(d);
    clear_carriers(d);
    if (!d->why) add_end(d, kind);
    text_add(d->out, "    return 0;\n}\n");
}

/* A program is started with the arguments of the path. In the machine these are inputs, as they were on the path: known
 * texts would be read as the numbers that they are, where the path had any. */
static void add_start(Driver *d) {
    static const char prefix[] = "word "; /* runtime/contracts/arguments.c */
    Text list = {0};
    u32 count = 1;
    text_add(d->out, "#ifndef LOCI_CHECK\nint main(void)\n{\n");
    for (u32 i = 0; i < d->inputs.count; i++) {
        const Valued *text = &d->inputs.at[i];
        if (!has_prefix(text->input->name, prefix)) continue;
        text_printf(d->out, "    static char argument_%u[] = {", count);
        for (u32 k = 0; k < text->input->size; k++) text_printf(d->out, "%u, ", text->bytes[k]);
        text_add(d->out, "0};\n");
        text_printf(&list, ", argument_%u", count++);
    }
    text_printf(d->out, "    static char name[] = \"program\", *arguments[] = {name%s, 0}, *environment[] = {0};\n",
                list.chars ? list.chars : "");
    static const char *const calls[] = {"", "%u", "%u, arguments", "%u, arguments, environment"};
    text_add(d->out, "    " DRIVER_OTHER_MAIN "(");
    text_printf(d->out, calls[MIN(d->root->param_count, 3u)], count);
    text_add(d->out, ");\n    return 0;\n}\n#endif\n");
    text_free(&list);
}

static bool is_for_machine(const Driver *d, const char *name) {
    const char *variable = variable_name(name);
    if (!variable) return !has_prefix(name, INPUT_OF_ARGUMENT);
    for (u32 i = 0; i < d->program->globals.count; i++) {
        const Global *global = d->program->globals.at[i];
        if (!global->is_library && !strcmp(global->name, variable)) return !global->is_defined;
    }
    return false;
}

enum { MARK_BYTES = 'b', MARK_POINTER = 'p', MARK_ANY = 'a' }; /* at the start of an input's line */
#define MARK_FAILURES "f allocations"                          /* a line: some of them fail */

static void write_inputs(const Driver *d, Text *out) {
    Failures failures = {0};
    if (find_failures(d, &failures)) text_add(out, MARK_FAILURES "\n");
    vec_free(&failures);
    for (u32 i = 0; i < d->inputs.count; i++) {
        const Valued *valued = &d->inputs.at[i];
        u32 size = valued->input->size;
        if (!is_for_machine(d, valued->input->name)) continue;
        bool is_pointer = size == d->program->pointer_bytes && block_at(d, word_at(valued->bytes, size));
        text_printf(out, "%c ", !valued->matters ? MARK_ANY : is_pointer ? MARK_POINTER : MARK_BYTES);
        for (u32 k = 0; k < size; k++) text_printf(out, "%02x", valued->bytes[k]);
        text_printf(out, " %s\n", valued->input->name);
    }
}

static void native_inputs(const Driver *d, NativeInputs *out) {
    for (u32 i = 0; i < d->inputs.count; i++) {
        const Valued *valued = &d->inputs.at[i];
        u32 size = valued->input->size;
        const DriverBlock *block = size == d->program->pointer_bytes ? block_at(d, word_at(valued->bytes, size)) : NULL;
        if (variable_name(valued->input->name) || has_prefix(valued->input->name, INPUT_OF_ARGUMENT)) continue;
        vec_push(out, (NativeInput){valued->input->name, valued->bytes, size, block ? number_of(d, block) : 0,
                                    block ? OUTSIDE_BEFORE - block->start : 0});
    }
}

bool driver_make(Explorer *e, const ProgramFacts *facts, const Function *root, const Finding *finding, Text *code,
                 Text *inputs, const char **why) {
    Driver d = {.e = e, .program = e->m->program, .facts = facts, .root = root, .out = code};
    NativeInputs given = {0};
    if (!root->unit) d.why = "its file is not known";
    else if (!root->c_type && !root_is_program(root)) d.why = "its type is not known";
    if (!d.why) {
        find_symbols(&d);
        for (u32 i = 0; i < e->now.path.outside.count; i++) add_block(&d, e->now.path.outside.at[i]);
        find_inputs(&d);
        native_inputs(&d, &given);
        add_head(&d, finding);
        add_include(&d);
        declare_blocks(&d);
        declare_variables(&d);
        native_definitions(code, d.program, &given);
        if (root_is_program(root)) add_start(&d);
        else add_main(&d, finding->kind);
        write_inputs(&d, inputs);
    }
    *why = d.why ? arena_strdup(&e->trail, d.why) : NULL;
    vec_free(&given);
    vec_free(&d.blocks);
    vec_free(&d.inputs);
    map_free(&d.symbols);
    arena_free(&d.arena);
    return !*why;
}

/* ---- What is handed to the machine ---- */

static int hex_digit(char c) {
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

static bool read_line(DriverInputs *inputs, const char *line, size_t length) {
    if (length == strlen(MARK_FAILURES) && !strncmp(line, MARK_FAILURES, length)) return inputs->has_failures = true;
    if (length < 3 || !strchr("bpa", line[0]) || line[1] != ' ') return false;
    const char *at = line + 2, *end = line + length;
    u8 *bytes = arena_alloc(&inputs->arena, length);
    u32 size = 0;
    for (; end - at >= 2 && *at != ' '; at += 2) {
        int high = hex_digit(at[0]), low = hex_digit(at[1]);
        if (high < 0 || low < 0) return false;
        bytes[size++] = (u8)(high * 16 + low);
    }
    if (at == end || *at != ' ') return false;
    const char *name = arena_strndup(&inputs->arena, at + 1, (size_t)(end - at - 1));
    vec_push(&inputs->all, (DriverInput){name, bytes, size, line[0] == MARK_POINTER, line[0] == MARK_ANY});
    return true;
}

bool driver_inputs_read(DriverInputs *inputs, const char *text) {
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        if (!read_line(inputs, line, length)) return false;
        line += length + (line[length] == '\n');
    }
    return true;
}

void driver_inputs_free(DriverInputs *inputs) {
    vec_free(&inputs->all);
    arena_free(&inputs->arena);
}
