/* Invariants as C expressions over the program's variables. */
#include "engine/induct_inside.h"

#include "term/c_text.h"

static const char *name_of(void *self, const Term *symbol) {
    const LoopRun *run = self;
    for (u32 i = 0; i < run->places.count; i++) {
        const Place *place = &run->places.at[i];
        if (place->symbol == symbol) return place->mode == PLACE_BASED ? NULL : place->name;
    }
    return NULL;
}

void candidates_print(Induct *in, const LoopRun *run, LocationId location) {
    for (u32 i = 0; i < run->candidates.count; i++) {
        Text text = {0};
        if (!run->candidates.at[i].is_dropped &&
            term_print_c(&text, run->candidates.at[i].term, name_of, (void *)(uintptr_t)run)) {
            LoopInvariant invariant = {location, run->entry->compiled->function, xstrdup(text.chars)};
            vec_push(&in->answer->invariants, invariant);
        }
        text_free(&text);
    }
}
