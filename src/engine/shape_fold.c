/* Folding: nodes of a list that nothing else points to become one summary. */
#include "engine/shape_inside.h"

#include <stdlib.h>
#include <string.h>

enum { NO_OFFSET = UINT32_MAX, MOST_PARTS = 64 };

/* What would have to change for one node to stand for another as well. */
typedef struct {
    VEC(Unit) forgotten; /* bytes of which they differ; `target` is the object */
    VEC(u32) widened;    /* objects that are blocks here and summaries there: pairs of things */
} Changes;

typedef struct {
    Shape *s;
    const Heap *heap;
    u32 *first_ref, *next_ref; /* of a thing, of a unit: units that point to it, + 1 */
    u32 *holder;               /* of a unit: the thing that it is of */
} Folding;

static const Thing *thing_at(const Folding *f, u32 thing) { return &f->heap->things.at[thing]; }

static bool is_block(const Thing *thing) { return thing->kind == OBJECT_HEAP && thing->state == OBJECT_LIVE; }

/* ---- References ---- */

static void find_references(Folding *f) {
    const Heap *heap = f->heap;
    f->first_ref = xcalloc(heap->things.count + 1, sizeof(u32));
    f->next_ref = xcalloc(heap->units.count + 1, sizeof(u32));
    f->holder = xcalloc(heap->units.count + 1, sizeof(u32));
    for (u32 i = 0; i < heap->things.count; i++) {
        const Thing *thing = &heap->things.at[i];
        for (u32 k = thing->first; k < thing->first + thing->count; k++) {
            const Unit *unit = &heap->units.at[k];
            f->holder[k] = i;
            if (unit->kind != UNIT_POINTER) continue;
            f->next_ref[k] = f->first_ref[unit->thing];
            f->first_ref[unit->thing] = k + 1;
        }
    }
}

static void folding_free(Folding *f) {
    free(f->first_ref);
    free(f->next_ref);
    free(f->holder);
}

/* Does something other than a block point to it? */
static bool is_held(const Folding *f, u32 thing) {
    for (u32 ref = f->first_ref[thing]; ref; ref = f->next_ref[ref - 1])
        if (!is_block(thing_at(f, f->holder[ref - 1]))) return true;
    return false;
}

/* ---- What a node has for itself ---- */

typedef struct {
    u32 things[MOST_PARTS + 1]; /* the node first */
    u32 count;
    bool is_too_large;
} Cluster;

static u32 place_in(const Cluster *cluster, u32 thing) {
    for (u32 i = 0; i < cluster->count; i++)
        if (cluster->things[i] == thing) return i;
    return UINT32_MAX;
}

/* The fields of a node that link it to others of the list. */
typedef struct {
    u32 next, previous; /* NO_OFFSET: there is none */
    u32 holder;         /* the thing that they are in: the node, or one that counts as a part of it */
} Links;

static bool is_link(const Links *links, u32 thing, u32 offset) {
    return thing == links->holder && (offset == links->next || offset == links->previous);
}

static void collect(const Folding *f, u32 node, const Links *links, const bool *excluded, Cluster *out) {
    *out = (Cluster){.things = {node}, .count = 1};
    for (u32 i = 0; i < out->count; i++) {
        const Thing *thing = thing_at(f, out->things[i]);
        for (u32 k = thing->first; k < thing->first + thing->count; k++) {
            const Unit *unit = &f->heap->units.at[k];
            if (unit->kind != UNIT_POINTER || is_link(links, out->things[i], unit->offset)) continue;
            if (thing_at(f, unit->thing)->kind != OBJECT_HEAP || excluded[unit->thing] ||
                place_in(out, unit->thing) != UINT32_MAX)
                continue;
            out->is_too_large = out->count > MOST_PARTS;
            if (out->is_too_large) return;
            out->things[out->count++] = unit->thing;
        }
    }
}

static bool is_pointed_to_from_outside(const Folding *f, const Cluster *cluster, u32 thing) {
    for (u32 ref = f->first_ref[thing]; ref; ref = f->next_ref[ref - 1])
        if (place_in(cluster, f->holder[ref - 1]) == UINT32_MAX) return true;
    return false;
}

/* Of what a block leads to, without its links, that to which nothing else leads; blocks that are freed too. What a summary has for itself was decided
 * when it was made: what its nodes share by now may look private. */
static bool find_cluster(const Folding *f, u32 node, const Links *links, Cluster *out) {
    const Thing *thing = thing_at(f, node);
    if (thing->summary) {
        const Summary *summary = &f->s->summaries.at[thing->summary];
        bool is_first = thing->number == summary->first;
        u32 count = is_first ? summary->parts.count : summary->last_parts.count;
        *out = (Cluster){.things = {node}, .count = 1};
        for (u32 i = 0; i < count; i++) {
            u64 known = 0;
            bool is_there =
                map_get(&f->heap->index, is_first ? summary->parts.at[i] : summary->last_parts.at[i], &known);
            if (!is_there) return false;
            out->things[out->count++] = (u32)known - 1;
        }
        return true;
    }
    bool *excluded = xcalloc(f->heap->things.count + 1, sizeof *excluded);
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        collect(f, node, links, excluded, out);
        for (u32 i = 1; i < out->count && !out->is_too_large; i++)
            if (is_pointed_to_from_outside(f, out, out->things[i])) excluded[out->things[i]] = has_changed = true;
    }
    free(excluded);
    return !out->is_too_large;
}

/* ---- Are two nodes alike? ---- */

typedef struct {
    const Folding *f;
    const Cluster *a, *b;
    u32 pairs[MOST_PARTS + 1]; /* thing of b for the thing of a at the same place */
    bool is_paired[MOST_PARTS + 1];
    Changes *changes;
} Likeness;

static bool pair_up(Likeness *like, u32 a, u32 b) {
    u32 at_a = place_in(like->a, a), at_b = place_in(like->b, b);
    if ((at_a == UINT32_MAX) != (at_b == UINT32_MAX)) return false;
    if (at_a == UINT32_MAX) return a == b;
    if (like->is_paired[at_a]) return like->pairs[at_a] == b;
    for (u32 i = 0; i < like->a->count; i++)
        if (like->is_paired[i] && like->pairs[i] == b) return false;
    like->is_paired[at_a] = true;
    like->pairs[at_a] = b;
    return true;
}

static bool are_alike(Likeness *like, const Unit *a, const Unit *b, u32 object) {
    if (a->kind == UNIT_POINTER || b->kind == UNIT_POINTER)
        return a->kind == b->kind && a->value == b->value && pair_up(like, a->thing, b->thing);
    if (a->kind == UNIT_NUMBER && b->kind == UNIT_NUMBER && a->value == b->value) return true;
    if (a->kind == UNIT_TERM && b->kind == UNIT_TERM && a->term == b->term) return true;
    if (a->kind == UNIT_UNDEFINED && b->kind == UNIT_UNDEFINED) return true;
    bool is_data = a->kind != UNIT_NUMBER && b->kind != UNIT_NUMBER;
    if (!is_data && !like->f->s->options.merges_data) return false;
    Unit forgotten = *a;
    forgotten.target = object;
    vec_push(&like->changes->forgotten, forgotten);
    return true;
}

static bool is_same_kind(const Thing *a, const Thing *b) {
    return a->kind == b->kind && a->state == b->state && a->size == b->size;
}

static bool is_same_summary(const Shape *s, const Thing *a, const Thing *b) {
    if (!a->summary || !b->summary) return true;
    const Summary *x = &s->summaries.at[a->summary], *y = &s->summaries.at[b->summary];
    return x->is_double == y->is_double && x->next == y->next && x->next_at == y->next_at &&
           (x->next_in == x->first) == (y->next_in == y->first) && x->previous == y->previous &&
           x->previous_at == y->previous_at && (a->number == x->first) == (b->number == y->first);
}

/* What must change for `a` to stand for `b`, but for their links; false: it cannot. */
static bool compare_nodes(const Folding *f, const Cluster *a, const Cluster *b, const Links *links, Changes *changes) {
    Likeness like = {.f = f, .a = a, .b = b, .changes = changes};
    if (a->count != b->count || !pair_up(&like, a->things[0], b->things[0])) return false;
    for (u32 next = 0; next < a->count; next++) {
        if (!like.is_paired[next]) return false; /* pairs come in the order in which the cluster was collected */
        const Thing *x = thing_at(f, a->things[next]), *y = thing_at(f, like.pairs[next]);
        if (!is_same_kind(x, y) || (next && !is_same_summary(f->s, x, y))) return false;
        if (next && !x->summary && y->summary) {
            const Summary *summary = &f->s->summaries.at[y->summary];
            if (summary->next_in != summary->first) return false;
            vec_push(&changes->widened, a->things[next]);
            vec_push(&changes->widened, like.pairs[next]);
        }
        UnitPairs pairs = unit_pairs(f->s->e->terms, f->heap, a->things[next], f->heap, like.pairs[next]);
        Unit u, v;
        while (unit_pairs_next(&pairs, &u, &v))
            if (!is_link(links, a->things[next], u.offset) && !are_alike(&like, &u, &v, x->number)) return false;
        if (!unit_pairs_fit(&pairs)) return false;
    }
    return true;
}

static void changes_free(Changes *changes) {
    vec_free(&changes->forgotten);
    vec_free(&changes->widened);
}

/* ---- Changing ---- */

void shape_flag(Shape *s, u32 object, u32 summary) {
    Memory *memory = shape_memory(s);
    object_own_info(memory->objects, object)->summary = summary;
    if (summary) contents_make_conditional(memory, object, NULL, NULL);
    else contents_make_certain(memory, object);
}

static u32 add_summary(Shape *s, Summary summary) {
    if (!s->summaries.count) vec_push(&s->summaries, (Summary){0});
    vec_push(&s->summaries, summary);
    return s->summaries.count - 1;
}

static void add_parts(const Folding *f, const Cluster *cluster, bool of_last, Summary *summary) {
    for (u32 i = 1; i < cluster->count; i++) {
        u32 number = thing_at(f, cluster->things[i])->number;
        if (of_last) vec_push(&summary->last_parts, number);
        else vec_push(&summary->parts, number);
    }
}

/* The object becomes a summary as the other one is. Of two that belong together the first one speaks for both. */
static void widen(const Folding *f, u32 thing, u32 like) {
    const Thing *x = thing_at(f, thing), *y = thing_at(f, like);
    Summary summary = f->s->summaries.at[y->summary];
    if (y->number != summary.first) return;
    Links links = {summary.next, summary.is_double ? summary.previous : NO_OFFSET, thing};
    Cluster cluster;
    bool is_small = find_cluster(f, thing, &links, &cluster);
    assert(is_small); /* it is part of a cluster that is */
    summary.first = summary.last = summary.next_in = x->number;
    memset(&summary.parts, 0, sizeof summary.parts);
    memset(&summary.last_parts, 0, sizeof summary.last_parts);
    add_parts(f, &cluster, false, &summary);
    if (summary.is_double) {
        const Unit *next = heap_pointer_at(f->heap, thing, summary.next); /* the last one, as in what it is like */
        links.holder = next->thing;
        is_small = is_small && find_cluster(f, next->thing, &links, &cluster);
        assert(is_small);
        summary.last = next->target;
        add_parts(f, &cluster, true, &summary);
    }
    if (!is_small) shape_fail(f->s, "a part of a node is too large");
    u32 number = add_summary(f->s, summary);
    shape_flag(f->s, summary.first, number);
    if (summary.is_double) shape_flag(f->s, summary.last, number);
}

static void apply(const Folding *f, const Changes *changes) {
    for (u32 i = 0; i < changes->forgotten.count; i++) {
        const Unit *unit = &changes->forgotten.at[i];
        contents_forget(shape_memory(f->s), unit->target, unit->offset, unit->size);
    }
    for (u32 i = 0; i < changes->widened.count; i += 2) widen(f, changes->widened.at[i], changes->widened.at[i + 1]);
}

static void end_cluster(const Folding *f, const Cluster *cluster) {
    for (u32 i = 0; i < cluster->count; i++)
        if (is_block(thing_at(f, cluster->things[i])))
            objects_end(&f->s->e->m->objects, thing_at(f, cluster->things[i])->number, OBJECT_FREED);
}

/* How many pointers lead to the node that are neither its own nor its successor's. A node to which several do (of a list
 * and of a node that was taken out of it, say) is one whose neighbours matter. */
static u32 entries(const Folding *f, const Cluster *cluster, u32 successor) {
    u32 count = 0;
    for (u32 ref = f->first_ref[cluster->things[0]]; ref; ref = f->next_ref[ref - 1]) {
        u32 holder = f->holder[ref - 1];
        count += holder != successor && place_in(cluster, holder) == UINT32_MAX;
    }
    return count;
}

/* ---- Singly linked ---- */

/* Can they be nodes of one list? */
static bool may_be_nodes(const Folding *f, const Thing *a, const Thing *b) {
    const Objects *objects = &f->s->e->m->objects;
    if (a->size != b->size || a->owner != b->owner) return false;
    return !f->s->options.tells_sites || object_info(objects, a->number)->site == object_info(objects, b->number)->site;
}

/* Is this unit all that points to the node, itself and what is private to it left out? */
static bool is_only_reference(const Folding *f, const Cluster *cluster, u32 unit) {
    for (u32 ref = f->first_ref[cluster->things[0]]; ref; ref = f->next_ref[ref - 1])
        if (ref - 1 != unit && place_in(cluster, f->holder[ref - 1]) == UINT32_MAX) return false;
    return true;
}

/* A list whose nodes are one block each, or, where blocks of two kinds alternate, two. */
typedef struct {
    u32 node, holder; /* things: the first block, and the one that the link is in */
    u32 next, next_at;
} Element;

static bool may_be_element(const Folding *f, const Element *element) {
    u32 number = thing_at(f, element->node)->summary;
    if (!number) return element->holder == element->node || !thing_at(f, element->holder)->summary;
    const Summary *summary = &f->s->summaries.at[number];
    return !summary->is_double && summary->next == element->next && summary->next_at == element->next_at &&
           summary->next_in == thing_at(f, element->holder)->number;
}

static void note_list(const Folding *f, const Thing *thing, const Summary *summary) {
    const ObjectInfo *info = object_info(&f->s->e->m->objects, thing->number);
    if (summary->next_in != summary->first) return;
    map_put(&f->s->lists, (u64)info->site << 32 | thing->size, (u64)summary->next_at << 32 | summary->next);
}

/* The unit is the link from x to y. */
static bool fold_elements(const Folding *f, const Element *x, const Element *y, u32 unit) {
    Links of_first = {x->next, NO_OFFSET, x->holder}, of_second = {y->next, NO_OFFSET, y->holder};
    Cluster of_x, of_y;
    const Thing *first = thing_at(f, x->node);
    if (!may_be_element(f, x) || !may_be_element(f, y)) return false;
    if (!find_cluster(f, x->node, &of_first, &of_x) || !find_cluster(f, y->node, &of_second, &of_y)) return false;
    u32 at_x = place_in(&of_x, x->holder), at_y = place_in(&of_y, y->holder);
    if (at_x == UINT32_MAX || at_x != at_y || entries(f, &of_x, y->node) > 1) return false;
    const Unit *onward = heap_pointer_at(f->heap, y->holder, y->next);
    if (onward && place_in(&of_y, onward->thing) != UINT32_MAX) return false;
    if (place_in(&of_y, x->node) != UINT32_MAX || place_in(&of_x, y->node) != UINT32_MAX ||
        !is_only_reference(f, &of_y, unit))
        return false;
    Changes changes = {0};
    bool fits = compare_nodes(f, &of_x, &of_y, &of_first, &changes);
    if (fits) {
        u32 holder = thing_at(f, x->holder)->number;
        Summary summary = {
            .first = first->number, .last = first->number, .next = x->next, .next_at = x->next_at, .next_in = holder};
        add_parts(f, &of_x, false, &summary);
        note_list(f, first, &summary);
        apply(f, &changes);
        contents_copy(shape_memory(f->s), holder, x->next, thing_at(f, y->holder)->number, y->next,
                      shape_pointer_bytes(f->s));
        shape_flag(f->s, first->number, add_summary(f->s, summary));
        end_cluster(f, &of_y);
    }
    changes_free(&changes);
    return fits;
}

static bool is_next_node(const Folding *f, u32 x, u32 y) {
    const Thing *first = thing_at(f, x), *second = thing_at(f, y);
    return x != y && is_block(second) && may_be_nodes(f, first, second) && !is_held(f, y);
}

static bool fold_single(const Folding *f, u32 x, u32 unit) {
    const Unit *link = &f->heap->units.at[unit];
    if (!is_next_node(f, x, link->thing)) return false;
    Element first = {x, x, link->offset, (u32)link->value}, second = first;
    second.node = second.holder = link->thing;
    return fold_elements(f, &first, &second, unit);
}

/* The block behind the node through the same field, which only the node leads to; NO_THING: none. */
static u32 second_block(const Folding *f, const Element *element) {
    const Thing *thing = thing_at(f, element->node);
    u64 known = 0;
    if (thing->summary) {
        map_get(&f->heap->index, f->s->summaries.at[thing->summary].next_in, &known);
        return (u32)known - 1;
    }
    const Unit *link = heap_pointer_at(f->heap, element->node, element->next);
    bool is_one = link && link->value == element->next_at && is_next_node(f, element->node, link->thing);
    return is_one ? link->thing : NO_THING;
}

/* Nodes of two kinds that alternate: two blocks are an element. */
static bool fold_alternating(const Folding *f, u32 x, u32 unit) {
    const Unit *link = &f->heap->units.at[unit];
    Element first = {x, x, link->offset, (u32)link->value};
    first.holder = second_block(f, &first);
    if (first.holder == NO_THING || first.holder == x) return false;
    const Thing *inner = thing_at(f, first.holder);
    for (u32 k = inner->first; k < inner->first + inner->count; k++) {
        const Unit *onward = &f->heap->units.at[k];
        if (onward->kind != UNIT_POINTER || onward->offset != first.next || onward->value != first.next_at) continue;
        Element second = first;
        second.node = onward->thing;
        if (!is_next_node(f, x, second.node) || second.node == first.holder) continue;
        second.holder = second_block(f, &second);
        if (second.holder == NO_THING || second.holder == second.node || second.holder == x) continue;
        if (fold_elements(f, &first, &second, k)) return true;
    }
    return false;
}

/* ---- Doubly linked ---- */

/* A part of a doubly linked list: a node, or the ends of a summary. */
typedef struct {
    u32 first, last; /* things */
    bool is_summary;
} Stretch;

typedef struct {
    u32 next, next_at, previous, previous_at;
} DoubleLinks;

/* The stretch that ends (begins) with the thing; false: there is none with these links. */
static bool stretch_at(const Folding *f, u32 thing, const DoubleLinks *links, bool ends, Stretch *out) {
    const Thing *t = thing_at(f, thing);
    *out = (Stretch){thing, thing, false};
    if (!t->summary) return true;
    const Summary *s = &f->s->summaries.at[t->summary];
    bool fits = s->is_double && s->next == links->next && s->next_at == links->next_at &&
                s->previous == links->previous && s->previous_at == links->previous_at;
    u64 first = 0, last = 0;
    if (!fits || t->number != (ends ? s->last : s->first)) return false;
    if (!map_get(&f->heap->index, s->first, &first) || !map_get(&f->heap->index, s->last, &last)) return false;
    *out = (Stretch){(u32)first - 1, (u32)last - 1, true};
    return true;
}

/* Do only its neighbours in the list point to the node? */
static bool is_inside(const Folding *f, const Cluster *cluster, const DoubleLinks *links, u32 before, u32 after) {
    u32 node = cluster->things[0];
    for (u32 ref = f->first_ref[node]; ref; ref = f->next_ref[ref - 1]) {
        u32 holder = f->holder[ref - 1], offset = f->heap->units.at[ref - 1].offset;
        if (place_in(cluster, holder) != UINT32_MAX && holder != node) continue;
        bool is_neighbour =
            (holder == before && offset == links->next) || (holder == after && offset == links->previous);
        bool is_own = holder == node && !(offset == links->next || offset == links->previous);
        if (!is_neighbour && !is_own) return false;
    }
    return true;
}

/* All nodes of a summary have the same data: each that is kept stands for each that is there. */
static bool compare_all(const Folding *f, const Cluster *clusters, const u32 *nodes, u32 count, const Links *links,
                        Changes *changes) {
    for (u32 kept = 0; kept < 2; kept++)
        for (u32 i = 0; i < count; i++)
            if (i != kept && !compare_nodes(f, &clusters[kept], &clusters[i],
                                            &(Links){links->next, links->previous, nodes[kept]}, changes))
                return false;
    return true;
}

/* The thing that the field leads to. */
static u32 neighbour(const Folding *f, u32 node, u32 field) {
    const Unit *unit = heap_pointer_at(f->heap, node, field);
    return unit ? unit->thing : NO_THING;
}

static bool fold_double(const Folding *f, const DoubleLinks *links, u32 first, u32 last, const u32 *dropped,
                        u32 count) {
    enum { MOST = 4 };
    Links both = {links->next, links->previous, NO_THING};
    Cluster *clusters = xcalloc(MOST, sizeof *clusters);
    Changes changes = {0};
    u32 nodes[MOST] = {first, last};
    for (u32 i = 0; i < count; i++) nodes[2 + i] = dropped[i];
    bool fits = true;
    for (u32 i = 0; i < count + 2 && fits; i++) {
        both.holder = nodes[i];
        fits = find_cluster(f, nodes[i], &both, &clusters[i]);
        for (u32 k = 0; k < count + 2 && fits; k++) fits = k == i || place_in(&clusters[i], nodes[k]) == UINT32_MAX;
    }
    fits = fits && entries(f, &clusters[0], neighbour(f, first, links->next)) <= 1 &&
           entries(f, &clusters[1], neighbour(f, last, links->previous)) <= 1;
    fits = fits && compare_all(f, clusters, nodes, count + 2, &both, &changes);
    for (u32 i = 0; i < count && fits; i++)
        fits = is_inside(f, &clusters[2 + i], links, neighbour(f, dropped[i], links->previous),
                         neighbour(f, dropped[i], links->next));
    if (fits) {
        u32 of_first = thing_at(f, first)->number, of_last = thing_at(f, last)->number;
        Summary summary = {.first = of_first,
                           .last = of_last,
                           .next = links->next,
                           .next_at = links->next_at,
                           .next_in = of_first,
                           .previous = links->previous,
                           .previous_at = links->previous_at,
                           .is_double = true};
        add_parts(f, &clusters[0], false, &summary);
        add_parts(f, &clusters[1], true, &summary);
        apply(f, &changes);
        shape_write_pointer(f->s, of_first, links->next, of_last, links->next_at);
        shape_write_pointer(f->s, of_last, links->previous, of_first, links->previous_at);
        u32 number = add_summary(f->s, summary);
        shape_flag(f->s, of_first, number);
        shape_flag(f->s, of_last, number);
        for (u32 i = 0; i < count; i++) end_cluster(f, &clusters[2 + i]);
    }
    changes_free(&changes);
    free(clusters);
    return fits;
}

/* x leads to y, and y back to x. */
static bool fold_neighbours(const Folding *f, u32 x, u32 y, const DoubleLinks *links) {
    Stretch left, right;
    if (!stretch_at(f, x, links, true, &left) || !stretch_at(f, y, links, false, &right)) return false;
    u32 dropped[2], count = 0;
    if (left.is_summary) dropped[count++] = x;
    if (right.is_summary) dropped[count++] = y;
    if (left.first == right.last || (left.is_summary && left.first == y) || (right.is_summary && right.last == x))
        return false;
    if (is_held(f, left.first) || is_held(f, right.last)) return false;
    return fold_double(f, links, left.first, right.last, dropped, count);
}

/* Which way is forward does not matter, but is the same for all: the field that comes first leads on. */
static bool fold_as_double(const Folding *f, u32 x, u32 unit) {
    const Unit *link = &f->heap->units.at[unit];
    u32 y = link->thing;
    const Thing *first = thing_at(f, x), *second = thing_at(f, y);
    if (x == y || !is_block(second) || !may_be_nodes(f, first, second) || is_held(f, y)) return false;
    for (u32 k = second->first; k < second->first + second->count; k++) {
        const Unit *back = &f->heap->units.at[k];
        if (back->kind != UNIT_POINTER || back->thing != x || back->offset <= link->offset) continue;
        DoubleLinks links = {link->offset, (u32)link->value, back->offset, (u32)back->value};
        if (fold_neighbours(f, x, y, &links)) return true;
    }
    return false;
}

/* ---- Nodes that may as well be more ---- */

/* Blocks of this size and place of making have been nodes of a list before: then one of them, alone, becomes a summary
 * too. That is less than is known, but states that differ in such lengths only become one. */
static bool fold_alone(const Folding *f, u32 x) {
    const Thing *thing = thing_at(f, x);
    const ObjectInfo *info = object_info(&f->s->e->m->objects, thing->number);
    u64 known = 0;
    if (thing->summary || !f->s->options.is_eager ||
        !map_get(&f->s->lists, (u64)info->site << 32 | thing->size, &known))
        return false;
    Links links = {(u32)known, NO_OFFSET, x};
    Cluster cluster;
    const Unit *onward = heap_pointer_at(f->heap, x, links.next);
    if (!find_cluster(f, x, &links, &cluster) || (onward && place_in(&cluster, onward->thing) != UINT32_MAX))
        return false;
    Summary summary = {.first = thing->number,
                       .last = thing->number,
                       .next = links.next,
                       .next_at = (u32)(known >> 32),
                       .next_in = thing->number};
    add_parts(f, &cluster, false, &summary);
    shape_flag(f->s, thing->number, add_summary(f->s, summary));
    return true;
}

/* ---- All together ---- */

static bool fold_from(const Folding *f, u32 x) {
    const Thing *thing = thing_at(f, x);
    if (!is_block(thing) || thing->owner != NO_THING || is_held(f, x)) return false;
    if (fold_alone(f, x)) return true;
    for (u32 k = thing->first; k < thing->first + thing->count; k++) {
        if (f->heap->units.at[k].kind != UNIT_POINTER) continue;
        if (fold_single(f, x, k) || fold_as_double(f, x, k) || fold_alternating(f, x, k)) return true;
    }
    return false;
}

bool shape_fold(Shape *s, const Heap *heap) {
    Folding f = {.s = s, .heap = heap};
    bool has_folded = false;
    find_references(&f);
    for (u32 i = heap->things.count; i-- > 0 && !has_folded;) has_folded = fold_from(&f, i);
    s->answer->folded += has_folded;
    folding_free(&f);
    return has_folded;
}
