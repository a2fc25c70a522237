#include "alias/placesets.h"

#include <stdlib.h>

/* A part covers a range of objects: 8 at level 0, a word of slots each; 16 parts of the level below at the others.
 * The root of a set is the smallest part that begins at object 0 and covers all. */
enum { WORDS = 8, CHILDREN = 16, WORD_BITS = 3, CHILD_BITS = 4 };

typedef struct {
    union {
        u64 words[WORDS];
        u32 children[CHILDREN];
    };
    u32 level;
    u32 next; /* with the same hash */
} Part;

typedef enum { UNION = 1, DIFFERENCE, COMMON } SetOperation;

typedef struct {
    u32 x, y, operation, result;
} Remembered;

enum { REMEMBERED = 1 << 18 };

struct PlaceSets {
    VEC(Part) parts; /* 0: the empty one, of any level */
    u32 *heads;      /* hash -> first part */
    u32 head_count;  /* a power of two */
    Remembered *remembered;
    u32 crowded; /* so many parts are worth a look */
};

enum { FIRST_HEADS = 1 << 12, FIRST_CROWD = 1 << 21 };

PlaceSets *placesets_new(void) {
    PlaceSets *sets = xcalloc(1, sizeof *sets);
    vec_push(&sets->parts, (Part){.level = 0});
    sets->head_count = FIRST_HEADS;
    sets->heads = xcalloc(sets->head_count, sizeof(u32));
    sets->remembered = xcalloc(REMEMBERED, sizeof(Remembered));
    sets->crowded = FIRST_CROWD;
    return sets;
}

void placesets_free(PlaceSets *sets) {
    vec_free(&sets->parts);
    free(sets->heads);
    free(sets->remembered);
    free(sets);
}

/* ---- Parts ---- */

static u64 hash_of(const Part *part) {
    u64 hash = part->level;
    for (u32 i = 0; i < WORDS; i++) hash = hash_combine(hash, part->words[i]);
    return hash;
}

static bool is_same(const Part *x, const Part *y) {
    return x->level == y->level && !memcmp(x->words, y->words, sizeof x->words);
}

static void grow_heads(PlaceSets *sets) {
    sets->head_count *= 2;
    free(sets->heads);
    sets->heads = xcalloc(sets->head_count, sizeof(u32));
    for (u32 i = 1; i < sets->parts.count; i++) {
        u32 *head = &sets->heads[hash_of(&sets->parts.at[i]) & (sets->head_count - 1)];
        sets->parts.at[i].next = *head;
        *head = i;
    }
}

/* The one part that is equal to this one. */
static u32 intern(PlaceSets *sets, Part part) {
    bool is_empty = true;
    for (u32 i = 0; i < WORDS; i++) is_empty &= !part.words[i];
    if (is_empty) return 0;
    u64 hash = hash_of(&part);
    for (u32 at = sets->heads[hash & (sets->head_count - 1)]; at; at = sets->parts.at[at].next)
        if (is_same(&sets->parts.at[at], &part)) return at;
    if (sets->parts.count > sets->head_count) grow_heads(sets);
    u32 *head = &sets->heads[hash & (sets->head_count - 1)];
    part.next = *head;
    *head = sets->parts.count;
    vec_push(&sets->parts, part);
    return *head;
}

static u32 level_of(const PlaceSets *sets, PlaceSet set) { return sets->parts.at[set].level; }

/* A part of a higher level with the same members. */
static u32 raise(PlaceSets *sets, u32 part, u32 level) {
    while (part && level_of(sets, part) < level) {
        Part above = {.level = level_of(sets, part) + 1};
        above.children[0] = part;
        part = intern(sets, above);
    }
    return part;
}

static u32 lower(const PlaceSets *sets, u32 part) {
    while (part && level_of(sets, part)) {
        const Part *at = &sets->parts.at[part];
        for (u32 i = 1; i < CHILDREN; i++)
            if (at->children[i]) return part;
        part = at->children[0];
    }
    return part;
}

/* ---- Operations ---- */

enum { ANYWHERE = 1 }; /* the slot that absorbs the others */

static u64 operate_on_words(SetOperation operation, u64 x, u64 y) {
    switch (operation) {
    case UNION: return (x | y) & ANYWHERE ? ANYWHERE : x | y;
    case DIFFERENCE: return y & ANYWHERE ? 0 : x & ~y;
    default: return x & ANYWHERE ? y : y & ANYWHERE ? x : x & y;
    }
}

/* Of two parts of the same level. */
static u32 operate(PlaceSets *sets, SetOperation operation, u32 x, u32 y, u32 level) {
    if (x == y) return operation == DIFFERENCE ? 0 : x;
    if (!x) return operation == UNION ? y : 0;
    if (!y) return operation == COMMON ? 0 : x;
    Remembered *memory = &sets->remembered[hash_combine((u64)x << 32 | y, (u64)operation) & (REMEMBERED - 1)];
    if (memory->x == x && memory->y == y && memory->operation == operation) return memory->result;
    Part made = {.level = level};
    for (u32 i = 0; i < WORDS && !level; i++)
        made.words[i] = operate_on_words(operation, sets->parts.at[x].words[i], sets->parts.at[y].words[i]);
    for (u32 i = 0; i < CHILDREN && level; i++)
        made.children[i] =
            operate(sets, operation, sets->parts.at[x].children[i], sets->parts.at[y].children[i], level - 1);
    u32 result = intern(sets, made);
    *memory = (Remembered){x, y, operation, result};
    return result;
}

static PlaceSet operate_on_sets(PlaceSets *sets, SetOperation operation, PlaceSet x, PlaceSet y) {
    if (x == y) return operation == DIFFERENCE ? 0 : x;
    if (!x) return operation == UNION ? y : 0;
    if (!y) return operation == COMMON ? 0 : x;
    u32 level = MAX(level_of(sets, x), level_of(sets, y));
    x = raise(sets, x, level);
    y = raise(sets, y, level);
    return lower(sets, operate(sets, operation, x, y, level));
}

PlaceSet placesets_union(PlaceSets *sets, PlaceSet x, PlaceSet y) { return operate_on_sets(sets, UNION, x, y); }

PlaceSet placesets_difference(PlaceSets *sets, PlaceSet all, PlaceSet known) {
    return operate_on_sets(sets, DIFFERENCE, all, known);
}

PlaceSet placesets_common(PlaceSets *sets, PlaceSet x, PlaceSet y) { return operate_on_sets(sets, COMMON, x, y); }

static PlaceSet single(PlaceSets *sets, u32 place) {
    u32 object = place / PLACES_PER_OBJECT;
    Part leaf = {.level = 0};
    leaf.words[object % WORDS] = (u64)1 << (place % PLACES_PER_OBJECT);
    u32 part = intern(sets, leaf);
    for (u32 level = 1, rest = object >> WORD_BITS; rest; rest >>= CHILD_BITS, level++) {
        Part above = {.level = level};
        above.children[rest % CHILDREN] = part;
        part = intern(sets, above);
    }
    return part;
}

PlaceSet placesets_with(PlaceSets *sets, PlaceSet set, u32 place) {
    return placesets_union(sets, set, single(sets, place));
}

/* The part of a level that begins at object `first`, of the places from *at on that lie in it. */
static u32 build(PlaceSets *sets, u32 level, u64 first, const PlaceList *places, u32 *at) {
    u64 width = (u64)1 << (WORD_BITS + CHILD_BITS * level);
    Part made = {.level = level};
    while (*at < places->count && places->at[*at] / PLACES_PER_OBJECT < first + width) {
        u64 object = places->at[*at] / PLACES_PER_OBJECT;
        if (level) {
            u32 child = (u32)((object - first) / (width / CHILDREN));
            made.children[child] = build(sets, level - 1, first + child * (width / CHILDREN), places, at);
        } else {
            u64 *word = &made.words[object - first];
            *word = operate_on_words(UNION, *word, (u64)1 << (places->at[*at] % PLACES_PER_OBJECT));
            ++*at;
        }
    }
    return intern(sets, made);
}

static int by_number(const void *x, const void *y) {
    u32 a = *(const u32 *)x, b = *(const u32 *)y;
    return (a > b) - (a < b);
}

static bool is_sorted(const PlaceList *places) {
    for (u32 i = 1; i < places->count; i++)
        if (places->at[i - 1] > places->at[i]) return false;
    return true;
}

PlaceSet placesets_of(PlaceSets *sets, PlaceList *places) {
    u32 level = 0, at = 0;
    if (!places->count) return 0;
    if (!is_sorted(places)) qsort(places->at, places->count, sizeof(u32), by_number);
    u64 last = places->at[places->count - 1] / PLACES_PER_OBJECT;
    while (last >> (WORD_BITS + CHILD_BITS * level)) level++;
    return lower(sets, build(sets, level, 0, places, &at));
}

/* ---- Members ---- */

bool placesets_has(const PlaceSets *sets, PlaceSet set, u32 place) {
    u32 object = place / PLACES_PER_OBJECT, level = level_of(sets, set);
    if (level < 7 && object >> (WORD_BITS + CHILD_BITS * level)) return false;
    for (; set && level; level--)
        set = sets->parts.at[set].children[(object >> (WORD_BITS + CHILD_BITS * (level - 1))) % CHILDREN];
    u64 word = sets->parts.at[set].words[object % WORDS];
    return (word | (word & ANYWHERE ? ~(u64)0 : 0)) >> (place % PLACES_PER_OBJECT) & 1;
}

static void list_words(const Part *part, u32 first, PlaceList *out) {
    for (u32 i = 0; i < WORDS; i++)
        for (u64 left = part->words[i]; left; left &= left - 1)
            vec_push(out, (first + i) * PLACES_PER_OBJECT + (u32)__builtin_ctzll(left));
}

static void list_part(const PlaceSets *sets, u32 part, u32 first, PlaceList *out) {
    const Part *at = &sets->parts.at[part];
    if (!part) return;
    if (!at->level) {
        list_words(at, first, out);
        return;
    }
    u32 width = 1u << (WORD_BITS + CHILD_BITS * (at->level - 1));
    for (u32 i = 0; i < CHILDREN; i++) list_part(sets, at->children[i], first + i * width, out);
}

void placesets_list(const PlaceSets *sets, PlaceSet set, PlaceList *out) {
    vec_clear(out);
    list_part(sets, set, 0, out);
}

u32 placesets_size(const PlaceSets *sets, PlaceSet set) {
    const Part *at = &sets->parts.at[set];
    u32 size = 0;
    for (u32 i = 0; i < WORDS && !at->level; i++) size += (u32)__builtin_popcountll(at->words[i]);
    for (u32 i = 0; i < CHILDREN && at->level; i++)
        if (at->children[i]) size += placesets_size(sets, at->children[i]);
    return size;
}

/* ---- Letting go ---- */

bool placesets_is_crowded(const PlaceSets *sets) { return sets->parts.count > sets->crowded; }

PlaceSetsMove placesets_move_begin(PlaceSets *from) {
    return (PlaceSetsMove){from, placesets_new(), xcalloc(from->parts.count, sizeof(u32))};
}

PlaceSet placesets_move(PlaceSetsMove *move, PlaceSet set) {
    if (!set || move->moved[set]) return move->moved[set];
    Part part = move->from->parts.at[set];
    for (u32 i = 0; i < CHILDREN && part.level; i++) part.children[i] = placesets_move(move, part.children[i]);
    return move->moved[set] = intern(move->to, part);
}

PlaceSets *placesets_move_end(PlaceSetsMove *move) {
    PlaceSets *to = move->to;
    to->crowded = MAX((u32)FIRST_CROWD, to->parts.count * 2);
    free(move->moved);
    placesets_free(move->from);
    return to;
}
