/* What an analysis fills in; the inside of Alias. */
#ifndef ALIAS_RESULT_H
#define ALIAS_RESULT_H

#include "alias/alias.h"
#include "alias/constraints.h"
#include "alias/placesets.h"

struct Alias {
    Constraints *cs;
    u32 *representative; /* node -> the node that has its set */
    PlaceSets *places;
    PlaceSet *sets; /* node -> the places it may point to; of representatives only */
    u32 *classes;   /* object -> class */
    u32 class_count;
    Map heap; /* hash of (call, context) -> object + 1 */
};

/* Takes the constraints and the sets over; computes the classes of the paper. */
Alias *alias_new(Constraints *cs, u32 *representative, PlaceSets *places, PlaceSet *sets);

static inline PlaceSet alias_set(const Alias *alias, u32 node) { return alias->sets[alias->representative[node]]; }

#endif
