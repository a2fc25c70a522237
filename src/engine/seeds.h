/* Seeds: tests whose paths are followed before all others.
 *
 * A path has the seeds that satisfy all it has assumed (Path.seeds); where it forks, each way gets those that go there, and
 * as its model the first of them, for which nobody needs to be asked. States with seeds are picked first. A seed that does
 * not have an input which the program asks for, or has it in another size, is given up there, and counted. */
#ifndef ENGINE_SEEDS_H
#define ENGINE_SEEDS_H

#include "machine/inputs.h"
#include "state/path.h"

typedef struct {
    const MachineInputs *tests;
    Model **models; /* of each test, its inputs so far */
    bool *is_unfit;
    u32 count;
    bool are_under_way; /* some state that waits may have seeds */
} Seeds;

void seeds_begin(Seeds *seeds, TermStore *store, const MachineInputs *tests, u32 count);
void seeds_free(Seeds *seeds);
void seeds_mark(const Seeds *seeds, TermStore *store);
void seeds_all(const Seeds *seeds, Path *path); /* it has all of them: the first state */
void seeds_made_input(Seeds *seeds, Path *path, const PathInput *input);
/* Those for which the condition holds stay. */
void seeds_keep(const Seeds *seeds, Path *path, Term *condition);
/* The model of the first of the path's seeds for which the condition holds; NULL: there is none. */
Model *seeds_model(const Seeds *seeds, const Path *path, Term *condition);
u32 seeds_unfit(const Seeds *seeds);

#endif
