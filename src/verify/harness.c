/* A harness: C that, compiled with the program, gives it the inputs of a violation. Each function that asks for an input
 * gets a definition that returns its values one after the other; variables that are defined nowhere get theirs.
 *
 *     clang -fsanitize=address,undefined program.c harness.c && ./a.out
 *
 * The definitions are weak: what the program has itself stays. Values are bytes, so that every type is given exactly. */
#include "verify/verify.h"

#include <string.h>

/* What the function returns: as it is declared, where that is known; else as its name says. NULL: nothing of the kind. */
static const char *result_type(const VerifyTask *task, const char *base_name, const char *name, u32 size) {
    static const char *const types[2][4] = {{"unsigned char", "unsigned short", "unsigned", "unsigned long long"},
                                            {"signed char", "short", "int", "long long"}};
    InputKind kind = verify_input_kind(base_name, size);
    const Function *function = program_function_named(task->program, name);
    const Type *declared = function && function->c_type ? function->c_type->element : NULL;
    if (declared && declared->size == size) {
        if (declared->kind == TYPE_FLOAT) kind = INPUT_FLOAT;
        if (declared->kind == TYPE_POINTER) kind = INPUT_POINTER;
        if (declared->kind == TYPE_INT) kind = declared->is_signed ? INPUT_SIGNED : INPUT_UNSIGNED;
    }
    if (kind == INPUT_FLOAT) return size == 4 ? "float" : size == 8 ? "double" : NULL;
    if (kind == INPUT_POINTER) return "void *";
    if (kind == INPUT_BYTES) return NULL;
    if (strstr(base_name, "nondet_bool") || strstr(base_name, "nondet__Bool")) return "_Bool";
    u32 width = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
    return types[kind == INPUT_SIGNED][width];
}

static void add_bytes(Text *out, const KTestObject *object) {
    text_add(out, "{");
    for (u32 i = 0; i < object->size; i++) text_printf(out, "%s0x%02x", i ? ", " : "", object->bytes[i]);
    text_add(out, "}");
}

/* One row a call, with its value and place behind it. */
static void add_values(Text *out, const VerifyInputs *inputs, const VerifyReplay *replay, const char *base_name) {
    Text name = {0};
    for (u32 i = 0; i < inputs->test.objects.count && i < replay->places.count; i++) {
        const KTestObject *object = &inputs->test.objects.at[i];
        verify_input_name(object->name, &name);
        if (strcmp(name.chars, base_name) != 0) continue;
        text_add(out, "        ");
        add_bytes(out, object);
        text_add(out, ", /* ");
        verify_print_value(out, object);
        text_printf(out, ", line %u */\n", replay->places.at[i].line);
    }
    text_free(&name);
}

/* Its name, without what marks functions that are defined nowhere. False: it is a variable. */
static bool is_function(const char *base_name, Text *name) {
    size_t length = strlen(base_name);
    text_clear(name);
    if (base_name[0] == '(') return false;
    bool has_mark = length > 2 && !strcmp(base_name + length - 2, "()");
    text_add_n(name, base_name, has_mark ? length - 2 : length);
    return true;
}

static void add_function(Text *out, const VerifyTask *task, const VerifyInputs *inputs, const VerifyReplay *replay,
                         const char *base_name, const char *name, u32 size) {
    const char *type = result_type(task, base_name, name, size);
    if (!type) {
        text_printf(out, "/* The values of '%s' (%u bytes) cannot be given from here. */\n\n", name, size);
        return;
    }
    text_printf(out, "WEAK %s %s(void)\n{\n    static const unsigned char values[][%u] = {\n", type, name, size);
    add_values(out, inputs, replay, base_name);
    text_printf(out,
                "    };\n    static unsigned next;\n    %s value;\n"
                "    if (next >= sizeof values / sizeof values[0]) exit(0);\n"
                "    memcpy(&value, values[next++], sizeof value);\n    return value;\n}\n\n",
                type);
}

/* The kernel's allocators (runtime/harness_kernel.c): their inputs say which calls fail. */
static const struct {
    const char *name, *parameters, *block;
} kernel_functions[] = {
    {"kmalloc", "size_t size, unsigned flags", "malloc(size)"},
    {"__kmalloc", "size_t size, unsigned flags", "malloc(size)"},
    {"kzalloc", "size_t size, unsigned flags", "calloc(1, size)"},
    {"kcalloc", "size_t count, size_t size, unsigned flags", "calloc(count, size)"},
    {"kmalloc_array", "size_t count, size_t size, unsigned flags", "malloc(count * size)"},
    {"vmalloc", "unsigned long size", "malloc(size)"},
    {"vzalloc", "unsigned long size", "calloc(1, size)"},
};

/* Its number from 1; 0: it is none. */
static u32 kernel_function(const char *name) {
    for (u32 i = 0; i < COUNT_OF(kernel_functions); i++)
        if (!strcmp(kernel_functions[i].name, name)) return i + 1;
    return 0;
}

static void add_kernel_function(Text *out, const VerifyInputs *inputs, const VerifyReplay *replay, const char *name) {
    u32 number = kernel_function(name) - 1;
    text_printf(out, "WEAK void *%s(%s)\n{\n    static const unsigned char fails[][1] = {\n", name,
                kernel_functions[number].parameters);
    add_values(out, inputs, replay, name);
    text_printf(out,
                "    };\n    static unsigned next;\n    if (next >= sizeof fails) exit(0);\n"
                "    return fails[next++][0] ? NULL : %s;\n}\n\n",
                kernel_functions[number].block);
}

static void add_variable(Text *out, const KTestObject *object) {
    size_t length = strlen(object->name);
    text_printf(out, "WEAK unsigned char %.*s[%u] __attribute__((aligned(16))) = ", (int)length - 2, object->name + 1,
                object->size);
    add_bytes(out, object);
    text_add(out, ";\n\n");
}

static bool is_first(const VerifyInputs *inputs, u32 index, const char *base_name) {
    Text name = {0};
    bool first = true;
    for (u32 i = 0; i < index && first; i++) {
        verify_input_name(inputs->test.objects.at[i].name, &name);
        first = strcmp(name.chars, base_name) != 0;
    }
    text_free(&name);
    return first;
}

static void add_definitions(Text *out, const VerifyTask *task, const VerifyInputs *inputs, const VerifyReplay *replay) {
    Text base = {0}, name = {0};
    for (u32 i = 0; i < inputs->test.objects.count && i < replay->places.count; i++) {
        const KTestObject *object = &inputs->test.objects.at[i];
        verify_input_name(object->name, &base);
        if (!is_first(inputs, i, base.chars)) continue;
        if (!is_function(base.chars, &name)) add_variable(out, object);
        else if (kernel_function(name.chars)) add_kernel_function(out, inputs, replay, name.chars);
        else add_function(out, task, inputs, replay, base.chars, name.chars, object->size);
    }
    text_free(&base);
    text_free(&name);
}

static bool has_input(const VerifyInputs *inputs, const VerifyReplay *replay, const char *function) {
    Text base = {0}, name = {0};
    bool found = false;
    for (u32 i = 0; i < inputs->test.objects.count && i < replay->places.count && !found; i++) {
        verify_input_name(inputs->test.objects.at[i].name, &base);
        found = is_function(base.chars, &name) && !strcmp(name.chars, function);
    }
    text_free(&base);
    text_free(&name);
    return found;
}

/* Harness functions that the program names, but the run does not call. */
static void add_uncalled(Text *out, const VerifyTask *task, const VerifyInputs *inputs, const VerifyReplay *replay) {
    static const char prefix[] = "__VERIFIER_nondet_";
    for (u32 i = 0; i < task->program->functions.count; i++) {
        const Function *function = task->program->functions.at[i];
        if (!function->is_library || strncmp(function->name, prefix, strlen(prefix)) != 0) continue;
        if (!has_input(inputs, replay, function->name))
            text_printf(out, "WEAK void %s(void) { exit(0); }\n", function->name);
    }
}

/* Functions that return nothing, and those that the run does not call. */
static void add_others(Text *out, const VerifyTask *task, const VerifyInputs *inputs, const VerifyReplay *replay) {
    for (u32 i = 0; task->assumed && i < task->assumed->functions.count; i++) {
        const char *name = task->assumed->functions.at[i];
        const Function *function = program_function_named(task->program, name);
        if (!function || !strncmp(name, "__VERIFIER_nondet_", 18)) continue;
        if (!has_input(inputs, replay, name))
            text_printf(out, "WEAK void %s(void) {%s}\n", name, function->result_count ? " exit(0); " : "");
    }
}

static const char beginning[] =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n#define WEAK __attribute__((weak))\n\n"
    "WEAK void reach_error(void) { fputs(\"reach_error is called\\n\", stderr); abort(); }\n"
    "WEAK void __VERIFIER_error(void) { fputs(\"__VERIFIER_error is called\\n\", stderr); abort(); }\n"
    "WEAK void __VERIFIER_assume(int condition) { if (!condition) exit(0); }\n"
    "WEAK void __VERIFIER_atomic_begin(void) {}\nWEAK void __VERIFIER_atomic_end(void) {}\n"
    "WEAK void kfree(void *block) { free(block); }\nWEAK void vfree(void *block) { free(block); }\n\n";

void harness_print(Text *out, const VerifyTask *task, const VerifyAnswer *answer, const VerifyReplay *replay) {
    text_printf(out, "/* Inputs with which '%s' violates %s:\n * %s, line %u. */\n", task->file,
                property_name(answer->violated), replay->message, replay->line);
    if (answer->inputs.undefined.count)
        text_add(out, "/* It depends on uninitialised values as well, which cannot be given from here. */\n");
    if (answer->inputs.outside.count)
        text_add(out,
                 "/* It follows pointers that come from outside: what they lead to cannot be given from here, and the\n"
                 " * pointers below lead nowhere. */\n");
    if (answer->inputs.goes_around)
        text_add(out, "/* It goes on after an access out of bounds: what lies there cannot be given from here. */\n");
    text_add(out, beginning);
    add_definitions(out, task, &answer->inputs, replay);
    add_others(out, task, &answer->inputs, replay);
    add_uncalled(out, task, &answer->inputs, replay);
}
