#include "machine/builtins.h"

#include <string.h>

const Builtin *builtin_named(const Machine *m, const char *name) {
    const Builtin *const groups[] = {m->hooks ? m->hooks->builtins : builtins_memory, builtins_memory, builtins_system,
                                     builtins_symbolic, builtins_math};
    for (u32 i = 0; i < COUNT_OF(groups); i++)
        for (const Builtin *builtin = groups[i]; builtin->name; builtin++)
            if (!strcmp(builtin->name, name)) return builtin;
    return NULL;
}
