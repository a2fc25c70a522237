/* Functions of the machine by which a program tells the engine how to search; for the table of builtins_symbolic.c. */
#ifndef SEMANTICS_BUILTINS_HINTS_H
#define SEMANTICS_BUILTINS_HINTS_H

#include "machine/builtins.h"

bool hint_prefer(Machine *m, const BuiltinCall *call);
bool hint_set_forking(Machine *m, const BuiltinCall *call);
bool hint_open_merge(Machine *m, const BuiltinCall *call);
bool hint_close_merge(Machine *m, const BuiltinCall *call);
bool hint_say(Machine *m, const BuiltinCall *call);
bool hint_print_expression(Machine *m, const BuiltinCall *call);
bool hint_print_range(Machine *m, const BuiltinCall *call);

#endif
