/* From what is generic to what it is in a context. */
#include "alias/bottomup.h"

static bool is_generic(const BottomUp *b, u32 cell, u32 *component) {
    u64 found;
    if (!map_get(&b->generic, cell, &found)) return false;
    *component = (u32)found - 1;
    return true;
}

/* ---- All contexts ---- */

static void add_spot(Spots *spots, Spot spot) {
    for (u32 i = 0; i < spots->count; i++)
        if (spots->at[i].cell == spot.cell && spots->at[i].offset == spot.offset) return;
    vec_push(spots, spot);
}

/* The list may move when another is made: it is known by its number. The depth is that of the call graph's components. */
static u32 finals_of(BottomUp *b, Spot spot) {
    spot = b->u->engine->place(b->u, spot);
    u32 component;
    bool is_new;
    u64 *known = map_cell(&b->finals, hash_combine(spot.cell, (u64)spot.offset), &is_new);
    if (!is_new) return (u32)*known;
    u32 number = (u32)(*known = b->final_lists.count);
    vec_push(&b->final_lists, (Spots){0});
    Spots all = {0};
    bool is_copied = is_generic(b, spot.cell, &component);
    if (!is_copied || b->components.at[component].is_entered) add_spot(&all, spot);
    for (u32 i = 0; is_copied && i < b->components.at[component].calls.count; i++) {
        const Copies *copies = b->copies[b->components.at[component].calls.at[i]];
        u64 copy;
        if (!map_get(&copies->cells, spot.cell, &copy)) { /* another function of the component was called */
            add_spot(&all, spot);
            continue;
        }
        u32 list = finals_of(b, (Spot){(u32)copy, spot.offset});
        const Spots *further = &b->final_lists.at[list];
        for (u32 k = 0; k < further->count; k++) add_spot(&all, further->at[k]);
    }
    b->final_lists.at[number] = all;
    return number;
}

void bottomup_spots(Unify *u, Spot spot, Spots *out) {
    vec_clear(out);
    if (!u->bottom_up) {
        vec_push(out, spot);
        return;
    }
    u32 list = finals_of(u->bottom_up, spot);
    const Spots *finals = &u->bottom_up->final_lists.at[list];
    for (u32 i = 0; i < finals->count; i++) vec_push(out, finals->at[i]);
}

/* ---- One context ---- */

typedef struct {
    BottomUp *b;
    u32 instance;
    const Insn *const *calls; /* those that led to the instance */
    u32 count;
} Context;

/* How many of the calls that led to an instance it is for; -1: it is for others. */
static i32 depth_of(const Instance *instance, const Insn *const *calls, u32 count) {
    u32 depth = 0;
    while (depth < 2 && instance->context[depth]) {
        if (depth >= count || instance->context[depth] != calls[depth]) return -1;
        depth++;
    }
    return (i32)depth;
}

/* The link of the innermost call: of several, the one whose caller is for most of the calls that led to it. */
static u32 link_of(const Context *c) {
    const Constraints *cs = c->b->u->cs;
    u64 first = 0;
    u32 best = NO_OBJECT;
    i32 best_depth = -1;
    if (c->count) map_get(&c->b->first_link, hash_combine((u64)(uintptr_t)c->calls[0], c->instance), &first);
    for (u32 link = (u32)first; link; link = c->b->next_link[link - 1]) {
        const CallLink *l = &cs->links.at[link - 1];
        if (l->callee != c->instance || l->caller == NO_OBJECT) continue;
        const Instance *caller = &cs->instances.at[l->caller];
        i32 depth = depth_of(caller, c->calls + 1, c->count - 1);
        if (&caller->function->insns[l->insn] != c->calls[0] || depth <= best_depth) continue;
        best = link - 1;
        best_depth = depth;
    }
    return best;
}

/* Goes to the caller. What was copied for the call; NULL: nothing, or, with *is_known false, it is not known. */
static const Copies *leave_call(Context *c, bool *is_known) {
    u32 link = link_of(c);
    *is_known = link != NO_OBJECT;
    if (!*is_known) return NULL;
    c->instance = c->b->u->cs->links.at[link].caller;
    c->calls++;
    c->count--;
    return c->b->copies[link];
}

/* Called by the machine, or by code that is not known: what is copied then, NULL: nothing. */
static const Copies *copies_from_outside(const Context *c, bool *is_known) {
    u64 first = 0;
    map_get(&c->b->first_link, hash_combine(0, c->instance), &first);
    bool is_entered = c->b->components.at[c->b->component[c->instance]].is_entered;
    *is_known = !c->count && (first || is_entered);
    return first && !is_entered ? c->b->copies[first - 1] : NULL;
}

Spot bottomup_spot(Unify *u, u32 instance, Spot spot, const Insn *const *calls, u32 count) {
    Context c = {u->bottom_up, instance, calls, count};
    for (u32 component;;) {
        bool is_known;
        u64 copy;
        spot = u->engine->place(u, spot);
        if (!is_generic(c.b, spot.cell, &component)) return spot;
        const Copies *copies = leave_call(&c, &is_known);
        bool is_outside = !is_known;
        if (is_outside) copies = copies_from_outside(&c, &is_known);
        if (!is_known) return (Spot){0};
        bool is_copied = copies && map_get(&copies->cells, spot.cell, &copy);
        if ((copies && !is_copied) || (!copies && is_outside)) return spot;
        if (is_copied) spot.cell = (u32)copy;
        if (is_outside) return u->engine->place(u, spot);
    }
}

bool bottomup_object(Unify *u, u32 *object, const Insn *const *calls, u32 count) {
    u32 owner = u->cs->objects.at[*object].owner;
    Context c = {u->bottom_up, owner ? owner - 1 : 0, calls, count};
    while (u->cs->objects.at[*object].owner && u->cs->objects.at[*object].has_copies) {
        bool is_known;
        u64 copy;
        const Copies *copies = leave_call(&c, &is_known);
        bool is_outside = !is_known;
        if (is_outside) copies = copies_from_outside(&c, &is_known);
        if (!is_known) return false;
        bool is_copied = copies && map_get(&copies->objects, *object, &copy);
        if ((copies && !is_copied) || (!copies && is_outside)) return true;
        if (is_copied) *object = (u32)copy;
        if (is_outside) return true;
    }
    return true;
}
