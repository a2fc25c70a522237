/* Drivers: C that makes a finding happen. The file of the function is included, so that its types and static names are
 * there; main() builds what the path needs of arguments, variables and what pointers lead to, and makes the call.
 *
 * Natively it also defines the functions that are defined nowhere, and those of the library whose results the path needs.
 * In Loci's machine (LOCI_CHECK is defined) these stay what they are, and what they gave is handed to the machine: the inputs
 * of the path in their order, as text (`DriverInputs`). */
#ifndef CHECK_DRIVER_H
#define CHECK_DRIVER_H

#include "check/check.h"
#include "engine/explore.h"

/* The driver of the path that has just ended. False: there can be none, and *why says why. */
bool driver_make(Explorer *e, const ProgramFacts *facts, const Function *root, const Finding *finding, Text *code,
                 Text *inputs, const char **why);

#define DRIVER_OTHER_MAIN "main_of_the_program" /* main() of the program, where the driver has its own */
#define DRIVER_COMMAND "@COMMAND@" /* in the code: how it is compiled is known to whoever compiled the program */

/* ---- What is handed to the machine ---- */

typedef struct {
    const char *name;
    const u8 *bytes;
    u32 size;
    bool is_pointer; /* the value was an address that means nothing in another run: only that it is not null counts */
    bool is_any;     /* no condition of the path speaks of it */
} DriverInput;

typedef struct {
    VEC(DriverInput) all;
    bool has_failures; /* some allocations fail */
    Arena arena;
} DriverInputs;

bool driver_inputs_read(DriverInputs *inputs, const char *text); /* false: it is no such text */
void driver_inputs_free(DriverInputs *inputs);

#endif
