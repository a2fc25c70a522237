/* The engine that proves properties of programs with lists of any length (engine/shape.h). It never says FALSE. */
#include "base/clock.h"
#include "base/resident.h"
#include "verify/session.h"

#include "engine/shape.h"
#include "engine/watch.h"
#include "search/search.h"

#include <inttypes.h>

enum { LEAKS = 1 << PROPERTY_VALID_MEMTRACK | 1 << PROPERTY_VALID_MEMCLEANUP };

/* What is tried, as ShapeOptions has it. */
typedef struct {
    u32 delay;
    bool merges_data, is_eager, tells_sites;
} Way;

static bool matters(void *listener, Machine *m, const PathEnd *end, Text *why) {
    return property_prevents_proof(listener, m, end->end, why);
}

static void conclude(const Explorer *e, const ShapeAnswer *found, VerifyAnswer *answer) {
    text_clear(&answer->statistics);
    text_printf(&answer->statistics,
                "shapes: %u states kept, %u covered, %u folds, %u unfolded, %u joined, %" PRIu64
                " queries, %.1f s in the solver, %" PRIu64 " MiB",
                found->kept, found->covered, found->folded, found->unfolded, found->joined, e->statistics.queries,
                e->statistics.solver_seconds, resident_bytes() >> 20);
    if (found->is_proved) {
        answer->verdict = VERDICT_TRUE;
    } else {
        answer_unknown(answer, "%s", found->reason.length ? found->reason.chars : "nothing is shown");
        answer->is_out_of_time = e->stop;
    }
}

static void try_way(const VerifyTask *task, const VerifyLimits *limits, double seconds, const Way *way,
                    VerifyAnswer *answer) {
    MachineOptions of_machine = verify_machine_options(task);
    of_machine.forks = of_machine.marks_joins = of_machine.marks_loops = true;
    ExploreOptions options = {.memory = memory_model_named("forking"),
                              .search = &search_joins,
                              .merge_joins = true,
                              .is_abstract = true,
                              .stops_at_unknown_pointers = true,
                              .max_memory = limits->bytes,
                              .query_seconds = (double)MIN(task->query_seconds, 3u),
                              .max_symbolic_size = 4096};
    VerifySession session;
    Error error = {0};
    ShapeAnswer found = {0};
    session_begin(&session, task, &of_machine, &options);
    ShapeOptions shape = {.seconds = seconds,
                          .delay = way->delay,
                          .merges_data = way->merges_data,
                          .tells_sites = way->tells_sites,
                          .is_eager = way->is_eager,
                          .keeps_blocks = task->properties & LEAKS,
                          .listener = (void *)(uintptr_t)task,
                          .matters = matters,
                          .stop = limits->stop};
    if (shape_run(&session.e, &shape, session_argument_count(&session), session_arguments(&session),
                  session.environment, &found, &error))
        conclude(&session.e, &found, answer);
    else answer_unknown(answer, "%s", error.message.chars);
    shape_answer_free(&found);
    session_end(&session);
    error_free(&error);
}

/* All ways get a little time, then those that could use it more and more. */
Verdict verify_shape(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer) {
    static const Way ways[] = {{4, false, true, false},  {4, false, false, false}, {4, false, true, true},
                               {30, false, true, false}, {4, true, true, false},   {30, true, false, true}};
    enum { WAYS = COUNT_OF(ways) };
    bool is_done[WAYS] = {false};
    u32 waiting = WAYS;
    double end = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    for (double slice = MAX(0.3, limits->seconds / 16); waiting && answer->verdict == VERDICT_UNKNOWN; slice *= 4)
        for (u32 i = 0; i < WAYS && answer->verdict == VERDICT_UNKNOWN; i++) {
            double left = end ? end - clock_seconds() : slice;
            if (left < 0.1 || (limits->stop && *limits->stop)) {
                answer->is_out_of_time = true;
                return VERDICT_UNKNOWN;
            }
            if (is_done[i]) continue;
            try_way(task, limits, MIN(left, slice), &ways[i], answer);
            is_done[i] = !answer->is_out_of_time;
            waiting -= is_done[i];
        }
    return answer->verdict;
}
