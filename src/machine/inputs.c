#include "machine/inputs.h"

#include <stdlib.h>
#include <string.h>

void inputs_add(MachineInputs *inputs, const char *name, const void *bytes, u32 size) {
    Arena *arena = &inputs->arena;
    vec_push(&inputs->objects, (Input){arena_strdup(arena, name), arena_copy(arena, bytes, size), size, false});
}

void inputs_set(MachineInputs *inputs, const char *setting, const char *value) {
    Arena *arena = &inputs->arena;
    vec_push(&inputs->settings, (InputSetting){arena_strdup(arena, setting), arena_strdup(arena, value)});
}

void inputs_free(MachineInputs *inputs) {
    vec_free(&inputs->asked);
    vec_free(&inputs->objects);
    vec_free(&inputs->settings);
    arena_free(&inputs->arena);
}

const char *inputs_setting(const MachineInputs *inputs, const char *name) {
    for (u32 i = 0; i < inputs->settings.count; i++)
        if (!strcmp(inputs->settings.at[i].name, name)) return inputs->settings.at[i].value;
    return NULL;
}

/* ---- Names ---- */

enum { STATUS_BYTES = 144 }; /* struct stat of LP64, as runtime/model_status.c has it */
static const char variable_prefix[] = "env:", file_suffix[] = "_data",
                  schedule_prefix[] = "threads:", failure_prefix[] = "fail:";

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool ends_with(const char *text, const char *suffix) {
    size_t length = strlen(text), wanted = strlen(suffix);
    return length > wanted && !strcmp(text + length - wanted, suffix);
}

/* Each group of arguments has one: n_args, n_args_1, ... */
static bool is_argument_count(const char *name) {
    static const char first[] = "n_args";
    size_t length = strlen(first);
    if (strncmp(name, first, length) != 0) return false;
    return !name[length] || (name[length] == '_' && is_digit(name[length + 1]));
}

InputRole input_role(const char *name) {
    if (!strncmp(name, "arg", 3) && is_digit(name[3]) && is_digit(name[4]) && !name[5]) return INPUT_ARGUMENT;
    if (is_argument_count(name)) return INPUT_ARGUMENT_COUNT;
    if (!strcmp(name, "stdin")) return INPUT_STDIN;
    if (!strcmp(name, "stdin_pipe")) return INPUT_STDIN_KIND;
    if (!strncmp(name, variable_prefix, strlen(variable_prefix))) return INPUT_VARIABLE;
    if (!strncmp(name, schedule_prefix, strlen(schedule_prefix))) return INPUT_SCHEDULE;
    if (!strncmp(name, failure_prefix, strlen(failure_prefix))) return INPUT_FAILURE;
    if (!strcmp(name, "model_version") || !strcmp(name, "stdout_stat")) return INPUT_OF_KLEE;
    if (!strcmp(name, "stdin_stat") || ends_with(name, "_data_stat")) return INPUT_STATUS;
    return ends_with(name, file_suffix) ? INPUT_FILE : INPUT_OF_PROGRAM;
}

char *input_subject(Arena *arena, const char *name) {
    if (input_role(name) == INPUT_VARIABLE) return arena_strdup(arena, name + strlen(variable_prefix));
    return arena_strndup(arena, name, strlen(name) - strlen(file_suffix));
}

/* ---- Settings ---- */

/* "NAME=N,NAME=N" of all objects of a role; `less` is what N leaves out of the object's size. */
static void set_list(MachineInputs *inputs, const char *setting, InputRole role, u32 less) {
    Text list = {0};
    for (u32 i = 0; i < inputs->objects.count; i++) {
        const Input *object = &inputs->objects.at[i];
        if (input_role(object->name) != role) continue;
        text_printf(&list, "%s%s=%u", list.length ? "," : "", input_subject(&inputs->arena, object->name),
                    object->size - less);
    }
    if (list.length) inputs_set(inputs, setting, list.chars);
    text_free(&list);
}

/* A test has as many arguments as the path had, each with its own size; how many could have been is of no matter. */
static void set_arguments(MachineInputs *inputs) {
    Text groups = {0};
    for (u32 i = 0; i < inputs->objects.count; i++) {
        const Input *object = &inputs->objects.at[i];
        if (input_role(object->name) != INPUT_ARGUMENT) continue;
        text_printf(&groups, "%s1,1,%u", groups.length ? ";" : "", MAX(object->size, 1u) - 1);
    }
    if (groups.length) inputs_set(inputs, "sym-args", groups.chars);
    text_free(&groups);
}

/* threads:fork<=2_17: how threads were followed, and with how many preemptions at most. */
static void set_threads(MachineInputs *inputs) {
    const char *name = NULL;
    for (u32 i = 0; i < inputs->objects.count && !name; i++)
        if (input_role(inputs->objects.at[i].name) == INPUT_SCHEDULE) name = inputs->objects.at[i].name;
    if (!name) {
        inputs_set(inputs, "threads", "one");
        return;
    }
    name += strlen(schedule_prefix);
    inputs_set(inputs, "threads", arena_strndup(&inputs->arena, name, strcspn(name, "<_")));
    const char *bound = strstr(name, "<=");
    if (bound) inputs_set(inputs, "max-preemptions", arena_strndup(&inputs->arena, bound + 2, strcspn(bound + 2, "_")));
}

/* fail:read<=2_1: at most two calls fail. */
static void set_failures(MachineInputs *inputs) {
    const char *most = NULL;
    for (u32 i = 0; i < inputs->objects.count && !most; i++)
        if (input_role(inputs->objects.at[i].name) == INPUT_FAILURE) most = strstr(inputs->objects.at[i].name, "<=");
    if (most) inputs_set(inputs, "max-fail", arena_strndup(&inputs->arena, most + 2, strcspn(most + 2, "_")));
}

void inputs_settings_from_objects(MachineInputs *inputs) {
    set_failures(inputs);
    set_threads(inputs);
    set_arguments(inputs);
    set_list(inputs, "sym-env", INPUT_VARIABLE, 1);
    set_list(inputs, "sym-file", INPUT_FILE, 0);
    for (u32 i = 0; i < inputs->objects.count; i++) {
        const Input *object = &inputs->objects.at[i];
        if (input_role(object->name) == INPUT_STDIN)
            inputs_set(inputs, "sym-stdin", arena_printf(&inputs->arena, "%u", object->size));
        if (input_role(object->name) == INPUT_STDIN_KIND) inputs_set(inputs, "stdin-kind", "any");
        if (input_role(object->name) == INPUT_STATUS && object->size == STATUS_BYTES)
            inputs_set(inputs, "sym-stat", "1");
    }
}

static void add_zeros(MachineInputs *inputs, const char *name, const char *number) {
    u64 size = strtoull(number, NULL, 10);
    if (!size || size > UINT32_MAX) return; /* an empty one is no object */
    Arena *arena = &inputs->arena;
    u8 *bytes = memset(arena_alloc(arena, size), 0, size);
    vec_push(&inputs->objects, (Input){arena_strdup(arena, name), bytes, (u32)size, false});
}

void inputs_objects_from_settings(const MachineInputs *inputs, MachineInputs *out) {
    const char *size = inputs_setting(inputs, "sym-stdin"), *file = inputs_setting(inputs, "sym-file");
    if (size) add_zeros(out, "stdin", size);
    while (file && *file) {
        size_t name = strcspn(file, "="), all = strcspn(file, ",");
        if (name < all)
            add_zeros(out, arena_printf(&out->arena, "%.*s%s", (int)name, file, file_suffix), file + name + 1);
        file += all + (file[all] == ',');
    }
}

/* The name as the program says it, or with a number behind it that tells equal names apart. */
static bool is_named(const Input *object, const char *name) {
    size_t length = strlen(name);
    if (strncmp(object->name, name, length) != 0) return false;
    const char *rest = object->name + length;
    return !*rest || (*rest == '_' && rest[1] && !rest[1 + strspn(rest + 1, "0123456789")]);
}

static Input *find(MachineInputs *inputs, const char *name) {
    InputRole role = input_role(name);
    bool comes_in_order = role == INPUT_OF_PROGRAM || role == INPUT_ARGUMENT_COUNT || role == INPUT_SCHEDULE;
    while (inputs->first < inputs->objects.count && inputs->objects.at[inputs->first].is_taken) inputs->first++;
    for (u32 i = inputs->first; i < inputs->objects.count; i++) {
        Input *object = &inputs->objects.at[i];
        if (object->is_taken) continue;
        if (comes_in_order ? input_role(object->name) == role : !strcmp(object->name, name)) return object;
        if (role == INPUT_FAILURE && is_named(object, name)) return object; /* those of one function in their order */
    }
    return NULL;
}

/* KLEE gives each argument its own size, a run of Loci the same to all: a short one is filled up. */
bool inputs_take(MachineInputs *inputs, const char *name, u8 *target, u64 size, Error *error) {
    Input *object = find(inputs, name);
    memset(target, 0, size);
    if (!object) {
        if (inputs->draw) inputs->draw(inputs->drawer, name, target, size);
        return true;
    }
    bool fits = object->size == size || (object->size < size && input_role(name) == INPUT_ARGUMENT);
    fits = fits && (input_role(name) != INPUT_OF_PROGRAM || is_named(object, name));
    if (!fits)
        return error_set(
            error, "the test does not fit: the program asks for '%s' of %llu bytes, the next input is '%s' of %u bytes",
            name, (unsigned long long)size, object->name, object->size);
    object->is_taken = true;
    memcpy(target, object->bytes, object->size);
    return true;
}
