#include "machine/builtins.h"

#include <string.h>

/* `first` is looked at before the others. */
static const Builtin *named(const Builtin *first, const char *name) {
    const Builtin *const groups[] = {first,         builtins_memory,  builtins_system,   builtins_symbolic,
                                     builtins_math, builtins_strings, builtins_external, builtins_threads};
    for (u32 i = 0; i < COUNT_OF(groups); i++)
        for (const Builtin *builtin = groups[i]; builtin->name; builtin++)
            if (!strcmp(builtin->name, name)) return builtin;
    return NULL;
}

const Builtin *builtin_named(const Machine *m, const char *name) {
    return named(m && m->hooks ? m->hooks->builtins : builtins_memory, name);
}

bool builtin_is_known(const char *name) { return named(builtins_memory, name) != NULL; }
