/* The engine that proves: loops by induction, with one round, then with more before it. It never says FALSE. */
#include "base/clock.h"
#include "base/resident.h"
#include "verify/session.h"

#include "engine/induct.h"
#include "engine/watch.h"
#include "search/search.h"

#include <inttypes.h>
#include <string.h>

enum { LEAKS = 1 << PROPERTY_VALID_MEMTRACK | 1 << PROPERTY_VALID_MEMCLEANUP };

typedef struct {
    const VerifyTask *task;
    Machine *m;
} Induction;

/* What is tried, as InductOptions has it. */
typedef struct {
    u32 rounds, peeled, counts_after;
    bool uses_facts, mixes;
} Way;

static bool matters(void *listener, Machine *m, const PathEnd *end, Text *why) {
    const Induction *induction = listener;
    return property_prevents_proof(induction->task, m, end->end, why);
}

static void take_invariants(const InductAnswer *from, VerifyAnswer *to) {
    for (u32 i = 0; i < from->invariants.count; i++) {
        const LoopInvariant *invariant = &from->invariants.at[i];
        VerifyInvariant copy = {.location = invariant->location,
                                .function = xstrdup(invariant->function->name),
                                .value = xstrdup(invariant->text)};
        vec_push(&to->invariants, copy);
    }
}

static void conclude(const Explorer *e, const InductAnswer *found, const Way *way, VerifyAnswer *answer) {
    text_clear(&answer->statistics);
    text_printf(&answer->statistics,
                "%u-induction: %u loops, begun again %u times, %" PRIu64 " queries, %.1f s in the solver, %" PRIu64
                " MiB",
                way->rounds, found->loops, found->restarts, e->statistics.queries, e->statistics.solver_seconds,
                resident_bytes() >> 20);
    answer_assume(answer, e->m);
    if (found->is_proved) {
        answer->verdict = VERDICT_TRUE;
        take_invariants(found, answer);
    } else {
        answer_unknown(answer, "%s", found->reason.length ? found->reason.chars : "nothing is shown");
        answer->is_out_of_time = e->stop;
    }
}

/* True: it has said something. */
static void try_rounds(const VerifyTask *task, const VerifyLimits *limits, double seconds, const Way *way,
                       VerifyAnswer *answer) {
    MachineOptions of_machine = verify_machine_options(task);
    of_machine.forks = of_machine.marks_joins = of_machine.marks_loops = true;
    ExploreOptions options = {.memory = memory_model_named("merging"),
                              .search = &search_joins,
                              .merge_joins = true,
                              .is_abstract = true,
                              .binds_pointers = verify_binds_pointers(task),
                              .goes_around = verify_binds_pointers(task),
                              .max_seconds = seconds > 0 ? (u64)MAX(1.0, seconds) : 0,
                              .max_memory = limits->bytes,
                              .query_seconds = (double)MIN(task->query_seconds, 3u)};
    VerifySession session;
    Error error = {0};
    InductAnswer found = {0};
    session_begin(&session, task, &of_machine, &options);
    Induction induction = {.task = task, .m = &session.m};
    InductOptions induct = {.rounds = way->rounds,
                            .peeled = way->peeled,
                            .counts_after = way->counts_after,
                            .uses_facts = way->uses_facts,
                            .mixes = way->mixes,
                            .keeps_variables = task->properties & LEAKS,
                            .listener = &induction,
                            .matters = matters,
                            .stop = limits->stop};
    if (induct_run(&session.e, &induct, session_argument_count(&session), session_arguments(&session),
                   session.environment, &found, &error))
        conclude(&session.e, &found, way, answer);
    else answer_unknown(answer, "%s", error.message.chars);
    induct_answer_free(&found);
    session_end(&session);
    error_free(&error);
}

Verdict verify_induct(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer) {
    static const Way ways[] = {{1, 0, 4, false, false}, {1, 1, 4, false, false}, {1, 0, 12, true, false},
                               {1, 0, 24, true, true},  {2, 0, 4, false, false}, {2, 1, 12, true, false},
                               {3, 1, 4, true, false}};
    double end = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    for (u32 i = 0; i < COUNT_OF(ways) && answer->verdict == VERDICT_UNKNOWN; i++) {
        double left = end ? end - clock_seconds() : 0;
        if ((end && left < 0.1) || (limits->stop && *limits->stop)) {
            answer->is_out_of_time = true; /* there are ways that were not tried */
            break;
        }
        try_rounds(task, limits, left, &ways[i], answer);
        if (answer->is_out_of_time) break;
    }
    return answer->verdict;
}
