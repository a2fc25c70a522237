/* What a run gets from outside instead of computing it: the bytes of symbolic objects, and the settings of the
 * environment (runtime/model_*.c) such as "sym-stdin".
 *
 * Objects of the program stand in the order in which it asks for them, and have the names it gives them, with a number
 * behind it where a name is given again. Objects that belong to the environment (arguments, files, ...) are found by
 * their names: KLEE's tests have them all in front.
 *
 * A machine without inputs runs plainly: the program meets the host itself, and a symbolic object is an error. */
#ifndef MACHINE_INPUTS_H
#define MACHINE_INPUTS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"

typedef struct {
    const char *name;
    const u8 *bytes;
    u32 size;
    bool is_taken; /* the program has asked for it */
} Input;

typedef struct {
    const char *name, *value;
} InputSetting;

/* Where the program asked for an object: a place of its source, and the function there. */
typedef struct {
    u32 location;
    const char *function;
} InputAsked;

typedef struct {
    VEC(InputAsked) asked; /* of each object that was asked for, in their order */
    VEC(Input) objects;
    VEC(InputSetting) settings;
    u32 first;   /* all objects before it are taken */
    Arena arena; /* owns names, bytes and values */
    void *drawer;
    void (*draw)(void *drawer, const char *name, u8 *target, u64 size); /* when no object is left; NULL: zeros */
} MachineInputs;

/* Both copy what they are given. */
void inputs_add(MachineInputs *inputs, const char *name, const void *bytes, u32 size);
void inputs_set(MachineInputs *inputs, const char *setting, const char *value);
void inputs_free(MachineInputs *inputs);

const char *inputs_setting(const MachineInputs *inputs, const char *name); /* NULL: not given */

/* The settings under which a run made these objects, read from their names: a test replays without being told how it
 * was made. */
void inputs_settings_from_objects(MachineInputs *inputs);

/* The other way round: standard input and the files that a run with these settings has, whether or not the program looks
 * at their bytes. Names and sizes; the bytes are 0. */
void inputs_objects_from_settings(const MachineInputs *inputs, MachineInputs *out);

/* The bytes of the object that is meant, which must have this size; zeros, or what is drawn, when there is none left. False with an
 * error. */
bool inputs_take(MachineInputs *inputs, const char *name, u8 *target, u64 size, Error *error);

/* Which part of the environment an object is; the names are given in runtime/model_*.c. INPUT_OF_KLEE: something that
 * only KLEE's own model of files asks for. */
typedef enum {
    INPUT_OF_PROGRAM,
    INPUT_ARGUMENT,
    INPUT_ARGUMENT_COUNT,
    INPUT_STDIN,
    INPUT_STDIN_KIND, /* whether it is a pipe (runtime/model_status.c) */
    INPUT_FILE,
    INPUT_VARIABLE,
    INPUT_STATUS,   /* what stat tells of a file (runtime/model_status.c) */
    INPUT_FAILURE,  /* which call of a function fails (runtime/model_failures.c) */
    INPUT_SCHEDULE, /* which thread goes on (runtime/threads.c) */
    INPUT_OF_KLEE
} InputRole;
InputRole input_role(const char *name);
/* The name of the file or variable: the object's name without what marks its role. */
char *input_subject(Arena *arena, const char *name);

#endif
