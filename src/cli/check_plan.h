/* What loci check looks at: files, a compilation database or a build; compiled, put together to programs, and with keys by
 * which results are found again. */
#ifndef CLI_CHECK_PLAN_H
#define CLI_CHECK_PLAN_H

#include "base/cache.h"
#include "build/build.h"
#include "cli/cli.h"

typedef struct {
    const BuildUnit *unit;
    char hash[CACHE_KEY];  /* of its bitcode: what it is and where its lines are */
    Words defines, wants;  /* as in BuildSymbols */
    CompiledUnit compiled; /* without bitcode as long as nobody needs it */
    FrontendUnit source;
} PlannedUnit;

typedef struct {
    Build build;
    VEC(PlannedUnit) units; /* that compile */
    BuildGroups programs;
    FrontendOptions frontend; /* for all of them */
    FlagList flags;
    bool is_whole; /* inputs that are no C: one program, loaded as it is */
    u32 left_out;  /* units that do not compile */
    Cache cache;
    const char *loci; /* which Loci it is */
    Arena arena;
} CheckPlan;

/* `further_flags`: for clang, for all files. False with an error if there is nothing to look at. */
bool check_plan_make(CheckPlan *plan, const Options *options, const FlagList *further_flags, Error *error);
u32 check_plan_program_count(const CheckPlan *plan);
/* The name of everything that decides what is found in a program; "" if that cannot be said. */
void check_plan_key(CheckPlan *plan, u32 program, const char *settings, char key[CACHE_KEY]);
/* NULL with an error. */
Program *check_plan_load(CheckPlan *plan, u32 program, Error *error);
void check_plan_free(CheckPlan *plan);

#endif
