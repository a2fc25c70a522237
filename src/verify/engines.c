/* The engines there are, in the order of their turns. */
#include "verify/verify.h"

#define EXPLORE(function, search_name, memory_name)                                                                    \
    static Verdict function(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer) {                \
        return verify_explore(task, &(ExploreChoice){.search = (search_name), .memory = (memory_name)}, limits,        \
                              answer);                                                                                 \
    }
EXPLORE(explore_depth, "dfs", "forking")
EXPLORE(explore_rounds, "rounds", "forking")
EXPLORE(explore_coverage, "coverage", "merging")
EXPLORE(explore_breadth, "bfs", "merging")

static Verdict bounded(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer) {
    return verify_explore(task, &(ExploreChoice){.memory = "merging", .is_bounded = true}, limits, answer);
}

enum { OTHER_THAN_CALLS = (1 << PROPERTY_COUNT) - 1 - (1 << PROPERTY_UNREACH_CALL) };
enum { OTHER_THAN_ERRORS = OTHER_THAN_CALLS - (1 << PROPERTY_NO_OVERFLOW) };
enum {
    SAFETY = 1 << PROPERTY_VALID_DEREF | 1 << PROPERTY_VALID_FREE | 1 << PROPERTY_VALID_MEMTRACK |
             1 << PROPERTY_VALID_MEMCLEANUP | 1 << PROPERTY_TERMINATION
};

const VerifyEngine verify_engines[] = {
    {"depth first", "explore", 0, 2, explore_depth},
    {"values of variables", "values", OTHER_THAN_CALLS, 1, verify_values},
    {"induction", "induction", 1 << PROPERTY_TERMINATION, 3, verify_induct},
    {"shapes of lists", "shape", 1 << PROPERTY_TERMINATION, 3, verify_shape},
    {"recursion", "recursion", 1 << PROPERTY_TERMINATION, 2, verify_recursion},
    {"bounded", "bounded", 0, 2, bounded},
    {"predicate abstraction", "cegar", SAFETY, 3, verify_cegar},
    {"trial runs", "trials", OTHER_THAN_ERRORS, 2, verify_trials},
    {"rounds of loops", "explore", 0, 1, explore_rounds},
    {"coverage, merging", "explore", 0, 1, explore_coverage},
    {"breadth first, merging", "explore", 0, 1, explore_breadth},
    {0},
};
