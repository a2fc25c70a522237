/* Random paths and the way to new code in turn, KLEE's default: neither can be led astray for long. */
#include "search/search.h"

static const Search *const parts[] = {&search_random_path, &search_coverage};

/* The coverage part's begin and finish do for both. */
static void begin(Explorer *e) { search_coverage.begin(e); }

static void added(Explorer *e, State *state) {
    for (u32 i = 0; i < COUNT_OF(parts); i++) parts[i]->added(e, state);
}

static void removed(Explorer *e, State *state) {
    for (u32 i = 0; i < COUNT_OF(parts); i++) parts[i]->removed(e, state);
}

static State *pick(Explorer *e) { return parts[search_data(e)->turns++ % COUNT_OF(parts)]->pick(e); }

static void finish(Explorer *e) { search_coverage.finish(e); }

const Search search_interleaved = {.name = "interleaved",
                                   .takes_turns = true,
                                   .wants_counts = true,
                                   .begin = begin,
                                   .added = added,
                                   .pick = pick,
                                   .removed = removed,
                                   .finish = finish};
