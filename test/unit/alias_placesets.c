/* Shared sets of places against sets that are arrays of words. */
#include "alias/placesets.h"
#include "check.h"

enum { OBJECTS = 3000, SETS = 12 };

typedef struct {
    u64 words[OBJECTS]; /* slot 0 absorbs the others */
} Plain;

static Plain plain[SETS], scratch;
static PlaceSet shared[SETS];
static u64 state = 88172645463325252u;

static u32 random_below(u32 bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (u32)(state % bound);
}

static u64 absorbed(u64 word) { return word & 1 ? 1 : word; }
static bool covers(u64 word, u32 slot) { return (word & 1) || (word >> slot & 1); }

static void check_equal(const PlaceSets *sets, const Plain *expected, PlaceSet found) {
    PlaceList list = {0};
    u32 size = 0;
    placesets_list(sets, found, &list);
    for (u32 i = 0; i < list.count; i++) {
        CHECK(expected->words[list.at[i] / 64] >> (list.at[i] % 64) & 1);
        CHECK(!i || list.at[i - 1] < list.at[i]);
    }
    for (u32 i = 0; i < OBJECTS; i++) size += (u32)__builtin_popcountll(expected->words[i]);
    CHECK(list.count == size && placesets_size(sets, found) == size);
    vec_free(&list);
}

static void add_some(PlaceSets *sets, u32 to) {
    u32 objects = random_below(3) ? OBJECTS : 20; /* small sets have small trees */
    for (u32 i = random_below(30); i > 0; i--) {
        u32 object = random_below(objects), slot = random_below(8) ? 1 + random_below(63) : 0;
        CHECK(placesets_has(sets, shared[to], object * 64 + slot) == covers(plain[to].words[object], slot));
        shared[to] = placesets_with(sets, shared[to], object * 64 + slot);
        plain[to].words[object] = absorbed(plain[to].words[object] | (u64)1 << slot);
        CHECK(placesets_has(sets, shared[to], object * 64 + slot));
    }
}

/* A set made as a whole, of places in any order, some of them twice. */
static void make_anew(PlaceSets *sets, u32 to) {
    PlaceList places = {0};
    u32 objects = random_below(3) ? OBJECTS : 20;
    plain[to] = (Plain){0};
    for (u32 i = random_below(60); i > 0; i--) {
        u32 object = random_below(objects), slot = random_below(8) ? 1 + random_below(63) : 0;
        for (u32 k = 1 + random_below(2); k > 0; k--) vec_push(&places, object * 64 + slot);
        plain[to].words[object] = absorbed(plain[to].words[object] | (u64)1 << slot);
    }
    shared[to] = placesets_of(sets, &places);
    vec_free(&places);
}

static void operate(PlaceSets *sets, u32 x, u32 y, u32 to) {
    u32 operation = random_below(3);
    for (u32 i = 0; i < OBJECTS; i++) {
        u64 a = plain[x].words[i], b = plain[y].words[i];
        if (operation == 0) scratch.words[i] = absorbed(a | b);
        else if (operation == 1) scratch.words[i] = b & 1 ? 0 : a & ~b;
        else scratch.words[i] = a & 1 ? b : b & 1 ? a : a & b;
    }
    shared[to] = operation == 0   ? placesets_union(sets, shared[x], shared[y])
                 : operation == 1 ? placesets_difference(sets, shared[x], shared[y])
                                  : placesets_common(sets, shared[x], shared[y]);
    plain[to] = scratch;
}

static PlaceSets *let_go(PlaceSets *sets) {
    PlaceSetsMove move = placesets_move_begin(sets);
    for (u32 i = 0; i < SETS; i++) shared[i] = placesets_move(&move, shared[i]);
    return placesets_move_end(&move);
}

int main(void) {
    PlaceSets *sets = placesets_new();
    for (u32 i = 0; i < 2000; i++) {
        u32 to = random_below(SETS);
        if (random_below(2)) add_some(sets, to);
        else if (!random_below(4)) make_anew(sets, to);
        else operate(sets, random_below(SETS), random_below(SETS), to);
        check_equal(sets, &plain[to], shared[to]);
        if (i % 500 == 499) sets = let_go(sets);
    }
    for (u32 i = 0; i < SETS; i++) /* equal sets are one */
        for (u32 k = 0; k < SETS; k++)
            CHECK((shared[i] == shared[k]) == !memcmp(&plain[i], &plain[k], sizeof plain[i]));
    placesets_free(sets);
    return finish();
}
