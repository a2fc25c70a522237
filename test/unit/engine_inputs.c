/* Inputs of a run: which object is meant, and which settings a test was made under. */
#include "check.h"
#include "machine/inputs.h"

#include <string.h>

static bool gives(MachineInputs *inputs, const char *name, const char *bytes, u64 size) {
    u8 target[16];
    Error error = {0};
    bool ok = inputs_take(inputs, name, target, size, &error);
    error_free(&error);
    return ok && !memcmp(target, bytes, size);
}

static bool refuses(MachineInputs *inputs, const char *name, u64 size) {
    u8 target[16];
    Error error = {0};
    bool refused = !inputs_take(inputs, name, target, size, &error) && error_is_set(&error);
    error_free(&error);
    return refused;
}

static void objects_are_found(void) {
    MachineInputs inputs = {0};
    inputs_add(&inputs, "x", "\1\2", 2);
    inputs_add(&inputs, "stdin", "abc", 3);
    inputs_add(&inputs, "arg00", "q", 2);
    inputs_add(&inputs, "y", "\3", 1);
    inputs_add(&inputs, "x_1", "\4", 1);
    CHECK(gives(&inputs, "stdin", "abc", 3));
    CHECK(refuses(&inputs, "x", 1));
    CHECK(refuses(&inputs, "y", 2)); /* in order, and by the name */
    CHECK(refuses(&inputs, "x_", 2));
    CHECK(gives(&inputs, "x", "\1\2", 2));
    CHECK(refuses(&inputs, "x", 1));
    CHECK(gives(&inputs, "y", "\3", 1));
    CHECK(gives(&inputs, "x", "\4", 1)); /* the second of that name */
    CHECK(gives(&inputs, "x", "\0\0\0", 3)); /* behind the last */
    CHECK(gives(&inputs, "arg00", "q\0\0\0", 4));
    CHECK(gives(&inputs, "stdin", "\0", 1));
    inputs_free(&inputs);
}

static bool has_setting(const MachineInputs *inputs, const char *name, const char *value) {
    const char *found = inputs_setting(inputs, name);
    return value ? found && !strcmp(found, value) : !found;
}

static void settings_are_read_from_names(void) {
    MachineInputs inputs = {0};
    inputs_settings_from_objects(&inputs);
    CHECK(has_setting(&inputs, "sym-args", NULL) && has_setting(&inputs, "sym-stdin", NULL));
    inputs_add(&inputs, "arg00", "abc", 4);
    inputs_add(&inputs, "arg01", "abcde", 6);
    inputs_add(&inputs, "x", "1", 1);
    inputs_add(&inputs, "stdin", "abc", 3);
    inputs_add(&inputs, "a.txt_data", "abc", 3);
    inputs_add(&inputs, "a.txt_data_stat", "abc", 3);
    inputs_add(&inputs, "B_data", "ab", 2);
    inputs_add(&inputs, "env:HOME", "/x", 3);
    inputs_settings_from_objects(&inputs);
    CHECK(has_setting(&inputs, "sym-args", "1,1,3;1,1,5"));
    CHECK(has_setting(&inputs, "sym-stdin", "3"));
    CHECK(has_setting(&inputs, "sym-file", "a.txt=3,B=2"));
    CHECK(has_setting(&inputs, "sym-env", "HOME=2"));
    inputs_free(&inputs);
    inputs = (MachineInputs){0};
    inputs_add(&inputs, "n_args", "\1\0\0", 4);
    inputs_add(&inputs, "arg00", "ab", 3);
    inputs_settings_from_objects(&inputs);
    CHECK(has_setting(&inputs, "sym-args", "1,1,2"));
    inputs_free(&inputs);
}

static void roles_are_known(void) {
    CHECK(input_role("arg07") == INPUT_ARGUMENT && input_role("argument") == INPUT_OF_PROGRAM);
    CHECK(input_role("arg0x") == INPUT_OF_PROGRAM && input_role("arg") == INPUT_OF_PROGRAM);
    CHECK(input_role("_data") == INPUT_OF_PROGRAM && input_role("A_data") == INPUT_FILE);
    CHECK(input_role("A_data_stat") == INPUT_STATUS && input_role("stdout_stat") == INPUT_OF_KLEE);
    CHECK(input_role("env:X") == INPUT_VARIABLE);
}

int main(void) {
    objects_are_found();
    settings_are_read_from_names();
    roles_are_known();
    return finish();
}
