/* Data structure analysis (Lattner, Lenharth, Adve, PLDI 2007), the local and context-insensitive one that the paper on
 * partitioned memory models compares with (its section 3 and figure 4).
 *
 * A *node* stands for objects that may be pointed to by one pointer and keeps their fields by offset. Two pointers that
 * become one merge their nodes as a whole, shifted so that the places they point to meet; a node that is merged with
 * itself under a shift, or with one whose fields lie otherwise, is *collapsed*: all its fields become one.
 *
 * Arrays: a range of a node may be said to repeat with a period; offsets in it count within the first element.
 *
 * With DSGRAPH_COLLAPSED every node is collapsed from the beginning: Steensgaard's analysis (POPL 1996). */
#include "alias/unify.h"

typedef struct {
    i64 offset;
    u64 size;
    u32 content; /* value */
} DsField;

typedef struct {
    i64 offset;
    u64 span, period; /* span NO_END: as far as the object goes */
    u32 flags;
} Repetition;
enum {
    IS_USED = 1,    /* offsets are folded; a heap block is an array only once pointers walk over it */
    IS_WALKED = 2,  /* pointers walk over it */
    IS_PARTIAL = 4, /* the node has objects that are no array there, and more than an element of it */
};
#define NO_END ((u64)1 << 62)

/* Contents of the bytes from `offset` on, `size` of them, are copied from or to those at `there`. */
typedef struct {
    i64 offset;
    u64 size;
    u32 other;
    i64 there;
} DsLink;

typedef struct {
    u32 parent; /* the node it was merged into; itself if in none */
    i64 shift;  /* where its beginning is in the parent */
    bool is_collapsed;
    u32 content; /* of a collapsed one; 0: none yet */
    VEC(DsField) fields;
    i64 low, high;               /* where its objects lie, as far as their sizes are known */
    VEC(Repetition) repetitions; /* the widest first */
    VEC(DsLink) links;
} DsNode;

typedef struct {
    VEC(DsNode) nodes; /* 0: none */
    VEC(u32) of_object;
} DsGraph;

enum { TASK_MERGE = TASK_ENGINE, TASK_COLLAPSE, TASK_FIELD, TASK_REPEAT };

static DsNode *node_at(Unify *u, u32 node) { return &((DsGraph *)u->state)->nodes.at[node]; }

static u32 new_node(Unify *u, bool is_collapsed) {
    DsGraph *graph = u->state;
    bool all = u->policy == DSGRAPH_COLLAPSED;
    u32 number = graph->nodes.count;
    vec_push(&graph->nodes, (DsNode){.parent = number, .is_collapsed = is_collapsed || all});
    return number;
}

/* ---- Places ---- */

/* The offset with arrays folded onto their first elements. */
static i64 folded(const DsNode *node, i64 offset) {
    for (u32 i = 0; i < node->repetitions.count; i++) {
        const Repetition *r = &node->repetitions.at[i];
        if (!(r->flags & IS_USED) || offset < r->offset || offset >= r->offset + (i64)r->span) continue;
        offset = r->offset + (offset - r->offset) % (i64)r->period;
    }
    return offset;
}

/* The root of the node and the place in it, before folding. */
static Spot dsgraph_place(Unify *u, Spot spot) {
    while (node_at(u, spot.cell)->parent != spot.cell) {
        DsNode *node = node_at(u, spot.cell), *parent = node_at(u, node->parent);
        if (parent->parent != node->parent) { /* halve the path */
            node->shift += parent->shift;
            node->parent = parent->parent;
            continue;
        }
        spot.offset += node->shift;
        spot.cell = node->parent;
    }
    return spot;
}

/* The root of the node and the place in it. */
static Spot resolve(Unify *u, Spot spot) {
    spot = dsgraph_place(u, spot);
    const DsNode *root = node_at(u, spot.cell);
    spot.offset = root->is_collapsed ? 0 : folded(root, spot.offset);
    return spot;
}

static u32 find(Unify *u, u32 node) { return resolve(u, (Spot){node, 0}).cell; }

static void collapse(Unify *u, u32 node) { unify_task(u, (Task){.kind = TASK_COLLAPSE, .a = node}); }

static u32 collapsed_content(Unify *u, u32 node) {
    if (!node_at(u, node)->content) {
        u32 value = unify_value(u);
        node_at(u, node)->content = value;
    }
    return node_at(u, node)->content;
}

/* ---- Links: memcpy ---- */

static u32 dsgraph_content(Unify *u, Spot spot, u64 size);

static void copy_both(Unify *u, u32 x, u32 y) {
    unify_copy(u, x, y);
    unify_copy(u, y, x);
}

static void follow_link(Unify *u, const DsLink *link, i64 offset, u64 size, u32 content) {
    bool is_inside = offset >= link->offset && (u64)(offset - link->offset) + size <= link->size;
    bool is_apart = offset + (i64)size <= link->offset || offset >= link->offset + (i64)link->size;
    if (is_apart) return;
    if (!is_inside) { /* half of it is copied */
        collapse(u, link->other);
        copy_both(u, content, collapsed_content(u, find(u, link->other)));
        return;
    }
    copy_both(u, content, dsgraph_content(u, (Spot){link->other, link->there + offset - link->offset}, size));
}

static void follow_links(Unify *u, u32 node, i64 offset, u64 size, u32 content) {
    for (u32 i = 0; i < node_at(u, node)->links.count; i++) {
        DsLink link = node_at(u, node)->links.at[i];
        follow_link(u, &link, offset, size, content);
    }
}

static void add_link(Unify *u, Spot at, Spot other, u64 size) {
    DsLink link = {at.offset, size, other.cell, other.offset};
    DsNode *node = node_at(u, at.cell);
    for (u32 i = 0; i < node->links.count; i++) {
        const DsLink *known = &node->links.at[i];
        if (known->offset == link.offset && known->size == size && known->other == link.other &&
            known->there == link.there)
            return;
    }
    vec_push(&node->links, link);
    if (node->is_collapsed) {
        u32 content = collapsed_content(u, at.cell);
        collapse(u, other.cell);
        copy_both(u, content, collapsed_content(u, other.cell));
        return;
    }
    for (u32 i = 0; i < node_at(u, at.cell)->fields.count; i++) {
        DsField field = node_at(u, at.cell)->fields.at[i];
        follow_link(u, &link, field.offset, field.size, field.content);
    }
}

static void dsgraph_move(Unify *u, Spot to, Spot from, u64 size) {
    to = resolve(u, to);
    from = resolve(u, from);
    if (to.cell == from.cell && to.offset == from.offset) return;
    if (!size) { /* an unknown number of bytes: all that follows, in whatever order */
        collapse(u, to.cell);
        collapse(u, from.cell);
        copy_both(u, collapsed_content(u, to.cell), collapsed_content(u, from.cell));
        return;
    }
    if (node_at(u, to.cell)->is_collapsed || node_at(u, from.cell)->is_collapsed) {
        bool both = node_at(u, to.cell)->is_collapsed && node_at(u, from.cell)->is_collapsed;
        if (!both) { /* the contents of a range go to one place and back */
            collapse(u, to.cell);
            collapse(u, from.cell);
        }
        copy_both(u, collapsed_content(u, to.cell), collapsed_content(u, from.cell));
        return;
    }
    add_link(u, to, from, size);
    add_link(u, from, to, size);
}

/* ---- Fields ---- */

static bool crosses_element(const DsNode *node, i64 offset, u64 size) {
    for (u32 i = 0; i < node->repetitions.count; i++) {
        const Repetition *r = &node->repetitions.at[i];
        if (!(r->flags & IS_USED)) continue;
        bool begins_inside = offset >= r->offset && offset < r->offset + (i64)r->span;
        bool ends_inside = offset + (i64)size > r->offset && offset + (i64)size <= r->offset + (i64)r->span;
        if (!begins_inside && !ends_inside && offset + (i64)size <= r->offset) continue;
        if (!begins_inside && offset >= r->offset + (i64)r->span) continue;
        if (!begins_inside || !ends_inside) return true;
        if ((u64)(offset - r->offset) % r->period + size > r->period) return true;
    }
    return false;
}

/* A field that other fields overlap otherwise does not fit: the layouts are not compatible. */
static void run_field(Unify *u, const Task *task) {
    Spot spot = resolve(u, (Spot){task->a, task->offset});
    DsNode *node = node_at(u, spot.cell);
    if (node->is_collapsed) {
        unify_values(u, collapsed_content(u, spot.cell), task->b);
        return;
    }
    bool fits = !crosses_element(node, spot.offset, task->size);
    for (u32 i = 0; i < node->fields.count && fits; i++) {
        DsField field = node->fields.at[i];
        if (field.offset == spot.offset && field.size == task->size) {
            unify_values(u, field.content, task->b);
            return;
        }
        fits = field.offset + (i64)field.size <= spot.offset || field.offset >= spot.offset + (i64)task->size;
    }
    vec_push(&node->fields, (DsField){spot.offset, task->size, task->b});
    if (fits) follow_links(u, spot.cell, spot.offset, task->size, task->b);
    else collapse(u, spot.cell);
}

static u32 dsgraph_content(Unify *u, Spot spot, u64 size) {
    spot = resolve(u, spot);
    DsNode *node = node_at(u, spot.cell);
    if (!size && !node->is_collapsed) collapse(u, spot.cell);
    if (!size || node->is_collapsed) return collapsed_content(u, spot.cell);
    for (u32 i = 0; i < node->fields.count; i++)
        if (node->fields.at[i].offset == spot.offset && node->fields.at[i].size == size)
            return node->fields.at[i].content;
    u32 content = unify_value(u);
    unify_task(u, (Task){.kind = TASK_FIELD, .a = spot.cell, .offset = spot.offset, .size = size, .b = content});
    return content;
}

/* ---- Arrays ---- */

static bool is_nested(const Repetition *inner, const Repetition *outer) {
    return inner->offset >= outer->offset && inner->offset + (i64)inner->span <= outer->offset + (i64)outer->period;
}

static void refold(Unify *u, u32 node) {
    DsNode *n = node_at(u, node);
    for (u32 i = 0; i < n->fields.count; i++) {
        DsField field = n->fields.at[i];
        unify_task(
            u, (Task){.kind = TASK_FIELD, .a = node, .offset = field.offset, .size = field.size, .b = field.content});
    }
    vec_clear(&n->fields);
}

/* The same repetition is there already: it takes the flags over. */
static void add_flags(Unify *u, u32 node, Repetition *old, const Repetition *new) {
    bool needs_folding = (new->flags & ~old->flags &IS_USED) || new->span > old->span;
    old->flags |= new->flags;
    old->span = MAX(old->span, new->span);
    bool leaves_objects = (old->flags & IS_WALKED) && (old->flags & IS_PARTIAL);
    if (leaves_objects) collapse(u, node);
    else if (needs_folding && (old->flags & IS_USED)) refold(u, node);
}

static void run_repeat(Unify *u, const Task *task) {
    u32 node_number = task->a;
    Spot spot = resolve(u, (Spot){node_number, task->offset});
    DsNode *node = node_at(u, spot.cell);
    Repetition new = {spot.offset, task->span, task->size, task->b};
    u32 at = 0;
    if (node->is_collapsed) return;
    for (u32 i = 0; i < node->repetitions.count; i++) {
        Repetition *old = &node->repetitions.at[i];
        bool is_apart = new.offset >= old->offset + (i64)old->span || old->offset >= new.offset + (i64) new.span;
        if (old->offset == new.offset && old->period == new.period) {
            add_flags(u, spot.cell, old, &new);
            return;
        }
        bool old_is_outer = is_nested(&new, old), new_is_outer = is_nested(old, &new);
        bool both_used = old->flags & new.flags & IS_USED;
        if (both_used && !is_apart && !old_is_outer && !new_is_outer) {
            collapse(u, spot.cell);
            return;
        }
        if (old_is_outer) at = i + 1;
    }
    vec_push(&node->repetitions, new);
    for (u32 i = node->repetitions.count - 1; i > at; i--) node->repetitions.at[i] = node->repetitions.at[i - 1];
    node->repetitions.at[at] = new;
    if ((new.flags &IS_WALKED) && (new.flags &IS_PARTIAL)) collapse(u, spot.cell);
    else if (new.flags & IS_USED) refold(u, spot.cell);
}

static void repeat(Unify *u, Spot spot, u64 period, u64 span, u32 flags) {
    unify_task(
        u,
        (Task){.kind = TASK_REPEAT, .a = spot.cell, .b = flags, .offset = spot.offset, .size = period, .span = span});
}

static bool walks_within(const Repetition *r, i64 offset, u64 stride) {
    return offset >= r->offset && offset < r->offset + (i64)r->span && stride % r->period == 0;
}

/* The pointer stays where it is if it is in an array whose element divides its steps. */
static Spot dsgraph_walk(Unify *u, Spot spot, u64 stride) {
    spot = resolve(u, spot);
    const DsNode *node = node_at(u, spot.cell);
    if (node->is_collapsed) return spot;
    for (u32 i = node->repetitions.count; i-- > 0;) {
        Repetition r = node->repetitions.at[i];
        if (!walks_within(&r, spot.offset, stride)) continue;
        repeat(u, (Spot){spot.cell, r.offset}, r.period, r.span, IS_USED | IS_WALKED);
        return spot;
    }
    /* A single object, out of which a pointer may be stepped but not used; or a block whose type is not known. */
    bool is_whole = spot.offset == node->low && node->high - node->low <= (i64)stride;
    if (is_whole) {
        repeat(u, spot, stride, NO_END, IS_USED | IS_WALKED);
        return spot;
    }
    collapse(u, spot.cell);
    return spot;
}

static Spot dsgraph_anywhere(Unify *u, Spot spot) {
    collapse(u, spot.cell);
    return spot;
}

static const Type *element_of(const Type *type, bool *repeats) {
    while (type && (type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR) && type->element) {
        *repeats = true;
        type = type->element;
    }
    return type;
}

/* A last member of length 0 or 1 stands for as much as was allocated behind it. */
static bool is_open_ended(const Type *type, u32 number) {
    const Type *field = type->fields[number].type;
    return number + 1 == type->field_count && field && field->kind == TYPE_ARRAY && field->count <= 1;
}

static Spot dsgraph_field(Unify *u, Spot spot, const Type *type, u32 number) {
    const Field *field = &type->fields[number];
    bool repeats = false;
    const Type *element = element_of(field->type, &repeats);
    spot = resolve(u, spot);
    if (node_at(u, spot.cell)->is_collapsed) return spot;
    spot.offset += (i64)field->offset;
    if (!element || !element->size || (repeats && !field->type->size)) collapse(u, spot.cell);
    else if (repeats && !is_open_ended(type, number)) repeat(u, spot, element->size, field->type->size, IS_USED);
    return spot;
}

/* ---- Merging ---- */

static void run_collapse(Unify *u, u32 number) {
    number = find(u, number);
    if (node_at(u, number)->is_collapsed) return;
    DsNode gone = *node_at(u, number);
    *node_at(u, number) = (DsNode){.parent = number, .is_collapsed = true, .content = gone.content};
    u32 content = collapsed_content(u, number);
    for (u32 i = 0; i < gone.fields.count; i++) unify_values(u, content, gone.fields.at[i].content);
    for (u32 i = 0; i < gone.links.count; i++) {
        u32 other = find(u, gone.links.at[i].other);
        if (other == number) continue;
        collapse(u, other);
        copy_both(u, content, collapsed_content(u, other));
    }
    vec_free(&gone.fields);
    vec_free(&gone.repetitions);
    vec_free(&gone.links);
}

/* Arrays of a node that another one, to be merged with it, has not. True if pointers walk over one of them. */
static bool mark_partial(DsNode *node, const DsNode *other, i64 shift) {
    bool is_walked = false;
    for (u32 i = 0; i < node->repetitions.count; i++) {
        Repetition *r = &node->repetitions.at[i];
        bool is_shared = false;
        for (u32 k = 0; k < other->repetitions.count && !is_shared; k++)
            is_shared =
                other->repetitions.at[k].offset + shift == r->offset && other->repetitions.at[k].period == r->period;
        bool is_element = other->low + shift >= r->offset && other->high + shift <= r->offset + (i64)r->period;
        if (is_shared || is_element) continue;
        r->flags |= IS_PARTIAL;
        is_walked |= (r->flags & IS_WALKED) != 0;
    }
    return is_walked;
}

static void run_merge(Unify *u, Spot x, Spot y) {
    x = resolve(u, x);
    y = resolve(u, y);
    if (x.cell == y.cell) {
        if (x.offset != y.offset) run_collapse(u, x.cell); /* with itself, shifted (figure 4, bar) */
        return;
    }
    if (node_at(u, x.cell)->is_collapsed) run_collapse(u, y.cell);
    if (node_at(u, y.cell)->is_collapsed) run_collapse(u, x.cell);
    if (node_at(u, x.cell)->fields.count < node_at(u, y.cell)->fields.count) {
        Spot swap = x;
        x = y;
        y = swap;
    }
    DsNode gone = *node_at(u, y.cell);
    i64 shift = x.offset - y.offset; /* figure 4, foo */
    *node_at(u, y.cell) = (DsNode){.parent = x.cell, .shift = shift};
    if (gone.is_collapsed) {
        if (gone.content) unify_values(u, collapsed_content(u, x.cell), gone.content);
        return;
    }
    if (gone.content) { /* it was about to be collapsed */
        unify_values(u, collapsed_content(u, x.cell), gone.content);
        collapse(u, x.cell);
    }
    mark_partial(&gone, node_at(u, x.cell), -shift);
    if (mark_partial(node_at(u, x.cell), &gone, shift)) collapse(u, x.cell);
    node_at(u, x.cell)->low = MIN(node_at(u, x.cell)->low, gone.low + shift);
    node_at(u, x.cell)->high = MAX(node_at(u, x.cell)->high, gone.high + shift);
    for (u32 i = 0; i < gone.repetitions.count; i++) {
        Repetition r = gone.repetitions.at[i];
        repeat(u, (Spot){x.cell, r.offset + shift}, r.period, r.span, r.flags);
    }
    for (u32 i = 0; i < gone.fields.count; i++) {
        DsField f = gone.fields.at[i];
        unify_task(u,
                   (Task){.kind = TASK_FIELD, .a = x.cell, .offset = f.offset + shift, .size = f.size, .b = f.content});
    }
    for (u32 i = 0; i < gone.links.count; i++) {
        DsLink link = gone.links.at[i];
        add_link(u, (Spot){x.cell, link.offset + shift}, (Spot){link.other, link.there}, link.size);
    }
    vec_free(&gone.fields);
    vec_free(&gone.repetitions);
    vec_free(&gone.links);
}

static void run(Unify *u, const Task *task) {
    switch (task->kind) {
    case TASK_MERGE: run_merge(u, (Spot){task->a, task->offset}, (Spot){task->b, task->offset_b}); break;
    case TASK_COLLAPSE: run_collapse(u, task->a); break;
    case TASK_REPEAT: run_repeat(u, task); break;
    default: run_field(u, task);
    }
}

static void dsgraph_merge(Unify *u, Spot x, Spot y) {
    unify_task(u, (Task){.kind = TASK_MERGE, .a = x.cell, .offset = x.offset, .b = y.cell, .offset_b = y.offset});
}

/* ---- Objects ---- */

/* The arrays of a type, at any depth, repeat. */
static void repeat_arrays(Unify *u, u32 node, const Type *type, i64 offset, u32 depth) {
    enum { DEEPEST = 8 };
    bool repeats = false;
    const Type *element = element_of(type, &repeats);
    if (!element || depth > DEEPEST) return;
    if (repeats && type->size && element->size) repeat(u, (Spot){node, offset}, element->size, type->size, IS_USED);
    for (u32 i = 0; element->kind == TYPE_STRUCT && i < element->field_count; i++)
        if (element->fields[i].type && !is_open_ended(element, i))
            repeat_arrays(u, node, element->fields[i].type, offset + (i64)element->fields[i].offset, depth + 1);
}

/* A variable has the fields of its type before they are accessed: the layouts of nodes are merged if they are compatible,
 * and an int is not compatible with a struct that begins with two shorts. */
static void add_scalars(Unify *u, u32 node, const Type *type, i64 offset) {
    bool is_scalar = type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_POINTER;
    if (is_scalar && type->size) dsgraph_content(u, (Spot){node, offset}, type->size);
    for (u32 i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++) {
        const Field *field = &type->fields[i];
        if (field->type && !field->bit_width) add_scalars(u, node, field->type, offset + (i64)field->offset);
    }
}

static void new_object(Unify *u, const Abstract *object) {
    bool is_shapeless = object->kind == ABSTRACT_UNKNOWN || object->kind == ABSTRACT_HOST ||
                        (object->kind == ABSTRACT_LOCAL && object->name);
    u32 node = new_node(u, is_shapeless);
    node_at(u, node)->high = object->type && object->type->size ? (i64)object->type->size : 1;
    bool repeats = false;
    const Type *element = element_of(object->type, &repeats);
    if (object->kind == ABSTRACT_STRINGS) repeat(u, (Spot){node, 0}, 1, NO_END, IS_USED);
    else if (object->is_repeated && !repeats && element && element->size)
        repeat(u, (Spot){node, 0}, element->size, NO_END, 0);
    else if (repeats && element && element->size) repeat(u, (Spot){node, 0}, element->size, NO_END, IS_USED);
    else if (repeats) collapse(u, node);
    if (element && object->type->size) repeat_arrays(u, node, element, 0, 0);
    if (element && (object->kind == ABSTRACT_GLOBAL || object->kind == ABSTRACT_LOCAL))
        add_scalars(u, node, object->type, 0);
    vec_push(&((DsGraph *)u->state)->of_object, node);
}

static Spot spot_of(Unify *u, u32 object) {
    DsGraph *graph = u->state;
    while (graph->of_object.count <= object) {
        Abstract made = u->cs->objects.at[graph->of_object.count];
        new_object(u, &made);
    }
    return (Spot){graph->of_object.at[object], 0};
}

static Spot dsgraph_object(Unify *u, u32 object, i32 place) {
    Spot spot = spot_of(u, object);
    if (u->cs->objects.at[object].layout.kind == LAYOUT_SINGLE) return spot;
    if (place == PLACE_ANY) return dsgraph_anywhere(u, spot);
    return (Spot){spot.cell, place};
}

/* ---- Results ---- */

static u32 dsgraph_whole(Unify *u, u32 object) { return find(u, spot_of(u, object).cell); }

static u32 dsgraph_content_at(Unify *u, u32 object, u64 offset) {
    Spot spot = spot_of(u, object);
    spot = resolve(u, (Spot){spot.cell, (i64)MIN(offset, (u64)INT32_MAX)});
    const DsNode *node = node_at(u, spot.cell);
    if (node->is_collapsed) return node->content;
    for (u32 i = 0; i < node->fields.count; i++) {
        const DsField *field = &node->fields.at[i];
        if (spot.offset >= field->offset && spot.offset < field->offset + (i64)field->size) return field->content;
    }
    return 0;
}

static u64 dsgraph_size_at(Unify *u, Spot spot, u64 size) {
    return node_at(u, resolve(u, spot).cell)->is_collapsed ? 0 : size;
}

static void dsgraph_contents_of(Unify *u, Spot spot, void (*visit)(void *, u32), void *context) {
    spot = resolve(u, spot);
    const DsNode *node = node_at(u, spot.cell);
    if (node->is_collapsed && node->content) visit(context, node->content);
    for (u32 i = 0; i < node->fields.count; i++) visit(context, node->fields.at[i].content);
}

static void dsgraph_wholes_of(Unify *u, Spot spot, void (*visit)(void *, u32), void *context) {
    visit(context, find(u, spot.cell));
}

/* ---- Copies ---- */

static u32 dsgraph_nothing_known(Unify *u) { return new_node(u, false); }

static void dsgraph_parts(Unify *u, u32 cell, const PartVisitor *visitor) {
    const DsNode *node = node_at(u, cell);
    if (node->content) visitor->value(visitor->self, node->content);
    for (u32 i = 0; i < node->fields.count; i++) visitor->value(visitor->self, node->fields.at[i].content);
    for (u32 i = 0; i < node->links.count; i++) visitor->cell(visitor->self, node->links.at[i].other);
}

static u32 dsgraph_copy(Unify *u, u32 cell) {
    u32 number = new_node(u, false);
    const DsNode *from = node_at(u, cell);
    DsNode *to = node_at(u, number);
    *to = *from;
    to->parent = number;
    vec_copy(&to->fields, &from->fields);
    vec_copy(&to->repetitions, &from->repetitions);
    vec_copy(&to->links, &from->links);
    return number;
}

static void dsgraph_refer_to_copies(Unify *u, u32 cell, const Copies *copies) {
    DsNode *node = node_at(u, cell);
    node->content = unify_copy_of(u, copies, node->content);
    for (u32 i = 0; i < node->fields.count; i++)
        node->fields.at[i].content = unify_copy_of(u, copies, node->fields.at[i].content);
    for (u32 i = 0; i < node->links.count; i++) {
        Spot other = dsgraph_place(u, (Spot){node->links.at[i].other, node->links.at[i].there});
        node->links.at[i].other = copies_find(&copies->cells, other.cell);
        node->links.at[i].there = other.offset;
    }
}

static void dsgraph_set_object(Unify *u, u32 object, Spot spot) {
    DsGraph *graph = u->state;
    spot_of(u, object - 1);
    u32 node = new_node(u, false);
    node_at(u, node)->parent = spot.cell;
    node_at(u, node)->shift = spot.offset;
    assert(graph->of_object.count == object);
    vec_push(&graph->of_object, node);
}

static void dsgraph_begin(Unify *u) {
    u->state = xcalloc(1, sizeof(DsGraph));
    new_node(u, false);
}

static void dsgraph_finish(Unify *u) {
    DsGraph *graph = u->state;
    for (u32 i = 0; i < graph->nodes.count; i++) {
        vec_free(&graph->nodes.at[i].fields);
        vec_free(&graph->nodes.at[i].repetitions);
        vec_free(&graph->nodes.at[i].links);
    }
    vec_free(&graph->nodes);
    vec_free(&graph->of_object);
    free(graph);
}

const UnifyEngine dsgraph_engine = {
    .name = "dsa",
    .begin = dsgraph_begin,
    .finish = dsgraph_finish,
    .run = run,
    .object = dsgraph_object,
    .field = dsgraph_field,
    .walk = dsgraph_walk,
    .anywhere = dsgraph_anywhere,
    .content = dsgraph_content,
    .merge = dsgraph_merge,
    .move = dsgraph_move,
    .content_at = dsgraph_content_at,
    .size_at = dsgraph_size_at,
    .contents_of = dsgraph_contents_of,
    .wholes_of = dsgraph_wholes_of,
    .whole = dsgraph_whole,
    .cell = find,
    .nothing_known = dsgraph_nothing_known,
    .place = dsgraph_place,
    .parts = dsgraph_parts,
    .copy = dsgraph_copy,
    .refer_to_copies = dsgraph_refer_to_copies,
    .set_object = dsgraph_set_object,
};
