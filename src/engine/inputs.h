/* What a run gets from outside instead of computing it: the bytes of symbolic objects, in the order in which the
 * program asks for them, and the settings of the environment (runtime/model_*.c) such as "sym-stdin".
 *
 * A machine without inputs runs plainly: the program meets the host itself, and a symbolic object is an error. */
#ifndef ENGINE_INPUTS_H
#define ENGINE_INPUTS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"

typedef struct {
    const char *name;
    const u8 *bytes;
    u32 size;
} Input;

typedef struct {
    const char *name, *value;
} InputSetting;

typedef struct {
    VEC(Input) objects;
    VEC(InputSetting) settings;
    u32 next;    /* the first object that was not yet asked for */
    Arena arena; /* owns names, bytes and values */
} MachineInputs;

/* Both copy what they are given. */
void inputs_add(MachineInputs *inputs, const char *name, const void *bytes, u32 size);
void inputs_set(MachineInputs *inputs, const char *setting, const char *value);
void inputs_free(MachineInputs *inputs);

const char *inputs_setting(const MachineInputs *inputs, const char *name); /* NULL: not given */

/* The settings under which a run made these objects, read from their names: a test replays without being told how it
 * was made. */
void inputs_settings_from_objects(MachineInputs *inputs);

/* The bytes of the next object, which must have this size; zeros after the last. False with an error. */
bool inputs_take(MachineInputs *inputs, const char *name, u8 *target, u64 size, Error *error);

/* Which part of the environment an object is; the names are given in runtime/model_*.c and start.c. */
typedef enum {
    INPUT_OF_PROGRAM,
    INPUT_ARGUMENT,
    INPUT_ARGUMENT_COUNT,
    INPUT_STDIN,
    INPUT_FILE,
    INPUT_VARIABLE
} InputRole;
InputRole input_role(const char *name);
/* The name of the file or variable: the object's name without what marks its role. */
char *input_subject(Arena *arena, const char *name);

#endif
