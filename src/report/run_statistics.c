/* --stats: where a run spent its forks and its time. */
#include "report/run.h"

#include "report/diagnostic.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_PLACES = 10 };

static int by_forks(const void *a, const void *b) {
    const ChoicePlace *x = a, *y = b;
    return (x->forks < y->forks) - (x->forks > y->forks);
}

static int by_seconds(const void *a, const void *b) {
    const ChoicePlace *x = a, *y = b;
    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

static void print_place(Text *out, const Program *program, const ChoicePlace *place) {
    const Location *at = &program->locations.at[place->location];
    Text line = {0};
    text_printf(out, "  %8" PRIu64 " forks %8" PRIu64 " queries %8.3f s  %-7s ", place->forks, place->queries,
                place->seconds, account_kind_name(place->kind));
    if (at->line) text_printf(out, "%s:%u:%u", program->files.at[at->file], at->line, at->column);
    else text_add(out, "at the ends of paths");
    if (at->line && diagnostic_source_line(program->files.at[at->file], at->line, &line))
        text_printf(out, "  %s", line.chars + strspn(line.chars, " \t"));
    text_add_char(out, '\n');
    text_free(&line);
}

static void print_places(Text *out, const Run *run, const char *title, int (*compare)(const void *, const void *)) {
    u32 count = run->e->account.place_list.count;
    if (!count) return;
    ChoicePlace *places = xmalloc(count * sizeof *places);
    memcpy(places, run->e->account.place_list.at, count * sizeof *places);
    qsort(places, count, sizeof *places, compare);
    text_printf(out, "%s\n", title);
    for (u32 i = 0; i < MIN(count, (u32)MOST_PLACES); i++) print_place(out, run->e->m->program, &places[i]);
    free(places);
}

/* The time of the exploration, by what it was spent on. */
static void print_phases(const Run *run, Text *out) {
    const Account *account = &run->e->account;
    double all = 0;
    for (u32 i = 0; i < PHASE_COUNT; i++) all += account->seconds[i];
    text_add(out, "time:");
    for (u32 i = 0; i < PHASE_COUNT; i++)
        text_printf(out, "%s %s %.3f s (%.0f%%)", i ? "," : "", phase_names[i], account->seconds[i],
                    all > 0 ? account->seconds[i] * 100 / all : 0.0);
    u64 instructions = coverage_instructions(&run->coverage, run->e);
    double interpreting = account->seconds[PHASE_INTERPRETATION];
    text_printf(out, "\ninstructions: %" PRIu64 ", %.0f a second, %.0f a second of interpretation\n", instructions,
                all > 0 ? (double)instructions / all : 0.0,
                interpreting > 0 ? (double)instructions / interpreting : 0.0);
}

void run_statistics(const Run *run, Text *out) {
    const ExploreStatistics *s = &run->e->statistics;
    print_places(out, run, "places that forked most:", by_forks);
    print_places(out, run, "places that cost the solver most:", by_seconds);
    print_phases(run, out);
    text_add(out, "forks:");
    for (u32 i = 0; i < CHOICE_KIND_COUNT; i++) text_printf(out, " %s %" PRIu64, choice_names[i], s->forks[i]);
    text_printf(out, "\nstates: %" PRIu64 " made, %" PRIu64 " at most at a time, %" PRIu64 " parked\n", s->states_made,
                s->most_states, s->parked);
    text_printf(out, "pointers to several objects: %" PRIu64 " accesses, %" PRIu64 " objects, at most %u at once\n",
                s->resolutions, s->resolved_objects, s->most_objects);
    const Objects *objects = &run->e->m->objects;
    text_printf(out,
                "objects bound as needed: %" PRIu64 " made, %" PRIu64 " got bytes; storage made: %" PRIu64 " bytes\n",
                objects->sparse_made, objects->made_dense, objects->grown);
    text_printf(out, "largest segment: %" PRIu64 " bytes\n", s->largest_segment);
    text_printf(out, "solver: %" PRIu64 " queries, %.3f s\n", s->queries, s->solver_seconds);
    solver_statistics(run->e->solver, out);
}
