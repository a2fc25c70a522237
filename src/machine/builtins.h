/* Functions the machine implements itself: the table, a file a group. */
#ifndef MACHINE_BUILTINS_H
#define MACHINE_BUILTINS_H

#include "machine/machine.h"

/* Each ends with a NULL name. */
extern const Builtin builtins_memory[], builtins_system[], builtins_symbolic[], builtins_math[], builtins_strings[];

bool builtin_take_input(Machine *m, const BuiltinCall *call); /* __loci_make_symbolic: the bytes of m->inputs */
BuiltinFunction builtin_skip_other, builtin_skip_equal, builtin_room_for; /* builtins_strings.c */
bool builtin_is_known(const char *name);                                  /* the machine implements it */

#endif
