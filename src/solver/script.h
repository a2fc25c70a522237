/* Running an SMT-LIB script: its commands are executed in order, what they print is added to a text. */
#ifndef SOLVER_SCRIPT_H
#define SOLVER_SCRIPT_H

#include "base/error.h"
#include "solver/solver.h"

typedef struct {
    SolverLimits limits; /* of each check */
    u32 unknown;         /* checks that were answered so; a result */
} ScriptOptions;

/* False with `error` set ("line:column: ...") at the first command that cannot be read or executed. `print` receives the
 * output command by command. */
bool script_run(TermStore *store, Solver *solver, const char *text, size_t length, ScriptOptions *options,
                void (*print)(void *to, const char *chars), void *to, Error *error);

#endif
