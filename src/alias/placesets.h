/* Sets of places, shared: equal sets are one set, and large sets that differ little have most of their parts in common.
 *
 * In a points-to analysis of a real program thousands of pointers have the same few large sets, which differ from
 * each other, and from what they were a moment ago, in a few members. So a set is a tree of parts that are made once
 * and never changed; a set is its number. Union and difference skip what both have in common, and remember results.
 *
 * A place is object * PLACES_PER_OBJECT + slot. Slot 0 is the place "anywhere in the object" and *absorbs* the others:
 * a pointer that may point anywhere in an object does all that one to a certain place does, so a set that has slot 0
 * of an object has no other of its slots. */
#ifndef ALIAS_PLACESETS_H
#define ALIAS_PLACESETS_H

#include "base/vec.h"

enum { PLACES_PER_OBJECT = 64 };

typedef u32 PlaceSet; /* 0: empty */

typedef struct PlaceSets PlaceSets;
typedef VEC(u32) PlaceList;

PlaceSets *placesets_new(void);
void placesets_free(PlaceSets *sets);

PlaceSet placesets_of(PlaceSets *sets, PlaceList *places); /* in any order; sorts them */
PlaceSet placesets_with(PlaceSets *sets, PlaceSet set, u32 place);
PlaceSet placesets_union(PlaceSets *sets, PlaceSet x, PlaceSet y);
PlaceSet placesets_difference(PlaceSets *sets, PlaceSet all, PlaceSet known); /* what `known` has not */
PlaceSet placesets_common(PlaceSets *sets, PlaceSet x, PlaceSet y);
bool placesets_has(const PlaceSets *sets, PlaceSet set, u32 place); /* or all of its object */
u32 placesets_size(const PlaceSets *sets, PlaceSet set);

void placesets_list(const PlaceSets *sets, PlaceSet set, PlaceList *out); /* ascending; `out` is filled anew */

/* Parts that no set needs any more are let go: move every set that is still used to a new PlaceSets. The result is the
 * set's number there. */
typedef struct {
    PlaceSets *from, *to;
    u32 *moved; /* part -> where it is now */
} PlaceSetsMove;

bool placesets_is_crowded(const PlaceSets *sets); /* is it worth while? */
PlaceSetsMove placesets_move_begin(PlaceSets *from);
PlaceSet placesets_move(PlaceSetsMove *move, PlaceSet set);
PlaceSets *placesets_move_end(PlaceSetsMove *move); /* frees the old one */

#endif
