/* Functions the machine implements itself: the table, a file a group. */
#ifndef MACHINE_BUILTINS_H
#define MACHINE_BUILTINS_H

#include "machine/machine.h"

/* Each ends with a NULL name. */
extern const Builtin builtins_memory[], builtins_system[], builtins_symbolic[], builtins_math[], builtins_strings[],
    builtins_external[], builtins_threads[];

enum { SAY_ONCE = 1, SAY_WITH_CALLS = 2 }; /* __loci_say, as runtime/include/loci_machine.h has it */

bool builtin_take_input(Machine *m, const BuiltinCall *call); /* __loci_make_symbolic: the bytes of m->inputs */
/* builtins_strings.c */
BuiltinFunction builtin_skip_other, builtin_skip_equal, builtin_room_for, builtin_index_before, builtin_equal,
    builtin_difference;
bool builtin_is_known(const char *name); /* the machine implements it */
/* What is done with functions that are defined nowhere; NULL: the path ends. */
const Builtin *builtin_external(const Machine *m);
/* __loci_any_result: the function's name, and the size of its result. False: it cannot be. */
bool builtin_begin_any(Machine *m, const BuiltinCall *call, const char **name, u32 *size);

#endif
