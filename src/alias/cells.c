/* What instructions say of cells, figure 11; objects; results. */
#include "alias/cells.h"

/* ---- Constraints: figure 11 ---- */

/* What the record has at this place; made when it is new. */
static u32 piece_of(Unify *u, u32 record, i64 offset, u64 size, u64 span) {
    record = cells_find(u, record);
    if (cells_at(u, record)->is_scalar) return record;
    for (u32 i = 0; i < cells_at(u, record)->entries.count; i++) {
        const Entry *entry = &cells_at(u, record)->entries.at[i];
        if (entry->offset == offset && entry->size == size && entry->span == span) return cells_find(u, entry->cell);
    }
    u32 cell = cells_new(u, size);
    cells_insert(u, record, offset, size, span, cell);
    return cell;
}

/* CAST: the cell at the same place that has this size. A smaller one is a piece of it; a larger one contains it, and
 * whatever contains it at some place contains the larger one there (wide). */
static u32 cell_of_size(Unify *u, u32 cell, u64 size) {
    cell = cells_find(u, cell);
    Cell *c = cells_at(u, cell);
    if (cells_may_grow(c) && size > c->size) c->size = size;
    if (c->is_top || c->size == size || !size) return cell;
    if (u->policy == CELLS_TYPE_SAFE) {
        cells_make_anywhere(u, cell);
        return cell;
    }
    if (size < c->size) {
        if (!c->is_scalar) return piece_of(u, cell, 0, size, size);
        cells_collapse(u, cell);
        return cell;
    }
    for (u32 i = 0; i < c->wide.count; i++)
        if (c->wide.at[i].size == size) return cells_find(u, c->wide.at[i].cell);
    u64 known = c->size;
    bool repeats = c->stride && size % known == 0;
    u32 wide = cells_new(u, size);
    cells_insert(u, wide, 0, known, repeats ? size : known, cell);
    cells_add_wide(u, cell, (WideView){size, wide});
    return wide;
}

static const Type *element_of(const Type *type, bool *repeats) {
    while (type && (type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR) && type->element) {
        *repeats = true;
        type = type->element;
    }
    return type;
}

/* DIR-SEL */
static Spot cells_field(Unify *u, Spot spot, const Type *type, u32 number) {
    const Field *field = &type->fields[number];
    bool repeats = false;
    const Type *element = element_of(field->type, &repeats);
    u32 record = type->size ? cell_of_size(u, spot.cell, type->size) : cells_find(u, spot.cell);
    u64 size = element ? element->size : 0, span = repeats ? field->type->size : size;
    if (field->bit_width) size = span = 1; /* accesses say how many bytes they take of it and its neighbours */
    if (!size || !span) {                  /* an array without end, or without a type: the record is as long as it is */
        cells_make_anywhere(u, record);
        return (Spot){record, 0};
    }
    return (Spot){piece_of(u, record, (i64)field->offset, size, span), 0};
}

/* ARITH-OP, but for steps over elements. */
static Spot cells_walk(Unify *u, Spot spot, u64 stride) {
    u32 cell = cells_find(u, spot.cell);
    Cell *c = cells_at(u, cell);
    if (cells_may_grow(c) && stride > c->size) c->size = stride;
    c->stride = cells_common_stride(c->stride, stride);
    cells_check_walks(u, cell);
    return (Spot){cell, 0};
}

static Spot cells_anywhere(Unify *u, Spot spot) {
    cells_make_anywhere(u, spot.cell);
    return spot;
}

static u32 cells_content(Unify *u, Spot spot, u64 size) {
    u32 cell = cells_find(u, spot.cell);
    if (!size) {
        cells_make_anywhere(u, cell);
        return cells_content_of(u, cell);
    }
    cell = cell_of_size(u, cell, size);
    cells_make_scalar(u, cell);
    if (size > cells_at(u, cell)->reach) {
        cells_at(u, cell)->reach = size;
        if (cells_at(u, cell)->is_top) cells_reach_containers(u, cell);
    }
    return cells_content_of(u, cell);
}

static void cells_merge(Unify *u, Spot x, Spot y) { cells_unite(u, x.cell, y.cell); }

static void cells_move(Unify *u, Spot to, Spot from, u64 size) {
    u32 x = cells_find(u, to.cell), y = cells_find(u, from.cell);
    if (size) {
        x = cell_of_size(u, x, size);
        y = cell_of_size(u, y, size);
    } else { /* an unknown number of elements */
        u64 sizes[2] = {cells_at(u, x)->size, cells_at(u, y)->size};
        if (sizes[0] && sizes[0] == sizes[1]) {
            cells_walk(u, to, sizes[0]);
            cells_walk(u, from, sizes[1]);
        } else {
            cells_make_anywhere(u, x);
            cells_make_anywhere(u, y);
        }
    }
    unify_task(u, (Task){.kind = TASK_LINK, .a = x, .b = y});
}

/* ---- Objects: VAR and MALLOC ---- */

static u32 new_source(Unify *u, const Abstract *object) {
    bool repeats = object->is_repeated;
    bool is_array = false;
    const Type *type = element_of(object->type, &is_array);
    u32 cell = cells_new(u, type ? type->size : 0);
    Cell *c = cells_at(u, cell);
    c->is_source = true;
    c->is_guess = repeats && !is_array;
    bool is_shapeless = object->kind == ABSTRACT_UNKNOWN || object->kind == ABSTRACT_HOST ||
                        (object->kind == ABSTRACT_LOCAL && object->name);
    bool is_plain_heap = u->policy == CELLS_TYPE_SAFE && object->kind == ABSTRACT_HEAP;
    if (object->kind == ABSTRACT_STRINGS) c->size = 1;
    if (object->kind == ABSTRACT_STRINGS || (is_array && c->size)) c->stride = c->size;
    if (is_shapeless || is_plain_heap || (is_array && !c->size)) c->is_top = c->is_scalar = true;
    return cell;
}

static u32 source_of(Unify *u, u32 object) {
    Cells *cells = cells_state(u);
    while (cells->of_object.count <= object) {
        u32 cell = new_source(u, &u->cs->objects.at[cells->of_object.count]);
        vec_push(&cells->of_object, cell);
    }
    return cells_find(u, cells->of_object.at[object]);
}

/* The member that contains the offset; NULL in unions and where there is none. */
static const Field *member_at(const Type *type, i64 offset, u32 *number) {
    const Field *found = NULL;
    for (u32 i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++) {
        if (!type->fields[i].type || (i64)type->fields[i].offset > offset) continue;
        found = &type->fields[i];
        *number = i;
    }
    return found;
}

/* ADDR of a part of an object: the largest that begins at the place. */
static Spot cells_object(Unify *u, u32 object, i32 place) {
    const Abstract o = u->cs->objects.at[object];
    bool repeats = false;
    const Type *type = element_of(o.type, &repeats);
    Spot spot = {source_of(u, object), 0};
    if (o.layout.kind == LAYOUT_SINGLE || place == 0) return spot;
    i64 offset = place;
    while (place != PLACE_ANY && type && offset) {
        u32 number = 0;
        const Field *field = member_at(type, offset, &number);
        if (!field) break;
        spot = cells_field(u, spot, type, number);
        offset -= (i64)field->offset;
        bool is_array = false;
        type = element_of(field->type, &is_array);
        if (is_array && type && type->size) offset %= (i64)type->size;
    }
    return place == PLACE_ANY || offset ? cells_anywhere(u, spot) : spot;
}

/* ---- Results ---- */

enum { DEEPEST = 64 }; /* arrays within arrays */

static u32 content_in(Unify *u, u32 cell, i64 offset, u32 depth);

static u32 content_in_entries(Unify *u, u32 cell, i64 offset, u32 depth) {
    const Cell *c = cells_at(u, cell);
    for (u32 i = 0; i < c->entries.count; i++) {
        const Entry *entry = &c->entries.at[i];
        if (offset < entry->offset || offset >= entry->offset + (i64)entry->span) continue;
        u32 inner = cells_find(u, entry->cell);
        bool repeats = entry->span > entry->size;
        i64 inside = offset - entry->offset;
        if (cells_at(u, inner)->is_shadow) continue;
        if (cells_at(u, inner)->is_scalar) return cells_at(u, inner)->content;
        if (repeats && depth < DEEPEST) return content_in(u, inner, inside % (i64)entry->size, depth + 1);
    }
    return 0;
}

static u32 content_in(Unify *u, u32 cell, i64 offset, u32 depth) {
    cell = cells_find(u, cell);
    const Cell *c = cells_at(u, cell);
    if (c->stride && c->size) offset %= (i64)c->size;
    bool is_inside = c->is_top || !c->size || offset < (i64)c->size;
    if (c->is_scalar && is_inside) return c->content;
    u32 found = c->is_scalar ? 0 : content_in_entries(u, cell, offset, depth);
    for (u32 i = 0; !found && depth < DEEPEST && i < c->containers.count; i++) /* larger than it seemed */
        if (!c->containers.at[i].period)
            found = content_in_entries(u, cells_find(u, c->containers.at[i].cell), c->containers.at[i].offset + offset,
                                       depth + 1);
    return found;
}

static u32 cells_content_at(Unify *u, u32 object, u64 offset) {
    return content_in(u, source_of(u, object), (i64)MIN(offset, (u64)INT64_MAX), 0);
}

static u64 cells_size_at(Unify *u, Spot spot, u64 size) {
    u32 cell = cell_of_size(u, spot.cell, size);
    return cells_at(u, cell)->is_top ? 0 : cells_at(u, cell)->size;
}

static void cells_contents_of(Unify *u, Spot spot, void (*visit)(void *, u32), void *context) {
    u32 cell = cells_find(u, spot.cell);
    if (cells_at(u, cell)->is_scalar && cells_at(u, cell)->content) visit(context, cells_at(u, cell)->content);
    for (u32 i = 0; i < cells_at(u, cell)->entries.count; i++) {
        u32 inner = cells_find(u, cells_at(u, cell)->entries.at[i].cell);
        if (cells_at(u, inner)->is_scalar && cells_at(u, inner)->content) visit(context, cells_at(u, inner)->content);
    }
}

/* The cell, all it is in at any depth, and sources that were found to be smaller than they are taken for. */
static void cells_wholes_of(Unify *u, Spot spot, void (*visit)(void *, u32), void *context) {
    Cells *cells = cells_state(u);
    Map seen = {0};
    vec_clear(&cells->visited);
    vec_push(&cells->visited, cells_find(u, spot.cell));
    while (cells->visited.count) {
        u32 cell = vec_pop(&cells->visited);
        bool is_new;
        map_cell(&seen, cell, &is_new);
        if (!is_new) continue;
        const Cell *c = cells_at(u, cell);
        if (c->is_source) visit(context, cell);
        for (u32 i = 0; i < c->containers.count; i++)
            vec_push(&cells->visited, cells_find(u, c->containers.at[i].cell));
        for (u32 i = 0; i < c->entries.count; i++)
            if (cells_at(u, cells_find(u, c->entries.at[i].cell))->is_source)
                vec_push(&cells->visited, cells_find(u, c->entries.at[i].cell));
    }
    map_free(&seen);
}

/* ---- Copies ---- */

static u32 cells_nothing_known(Unify *u) {
    u32 cell = cells_new(u, 0);
    cells_at(u, cell)->is_supplied = true;
    return cell;
}

static Spot cells_place(Unify *u, Spot spot) { return (Spot){cells_find(u, spot.cell), 0}; }

static void cells_parts(Unify *u, u32 cell, const PartVisitor *visitor) {
    const Cell *c = cells_at(u, cell);
    if (c->content) visitor->value(visitor->self, c->content);
    for (u32 i = 0; i < c->entries.count; i++) visitor->cell(visitor->self, c->entries.at[i].cell);
    for (u32 i = 0; i < c->containers.count; i++) visitor->cell(visitor->self, c->containers.at[i].cell);
    for (u32 i = 0; i < c->wide.count; i++) visitor->cell(visitor->self, c->wide.at[i].cell);
    for (u32 i = 0; i < c->links.count; i++) visitor->cell(visitor->self, c->links.at[i]);
}

static u32 cells_copy(Unify *u, u32 cell) {
    u32 number = cells_new(u, 0);
    const Cell *from = cells_at(u, cell);
    Cell *to = cells_at(u, number);
    *to = *from;
    to->parent = number;
    vec_copy(&to->entries, &from->entries);
    vec_copy(&to->containers, &from->containers);
    vec_copy(&to->wide, &from->wide);
    vec_copy(&to->links, &from->links);
    return number;
}

static u32 copy_of_cell(Unify *u, const Copies *copies, u32 cell) {
    return copies_find(&copies->cells, cells_find(u, cell));
}

static void cells_refer_to_copies(Unify *u, u32 cell, const Copies *copies) {
    Cell *c = cells_at(u, cell);
    c->content = unify_copy_of(u, copies, c->content);
    for (u32 i = 0; i < c->entries.count; i++) c->entries.at[i].cell = copy_of_cell(u, copies, c->entries.at[i].cell);
    for (u32 i = 0; i < c->containers.count; i++)
        c->containers.at[i].cell = copy_of_cell(u, copies, c->containers.at[i].cell);
    for (u32 i = 0; i < c->wide.count; i++) c->wide.at[i].cell = copy_of_cell(u, copies, c->wide.at[i].cell);
    for (u32 i = 0; i < c->links.count; i++) c->links.at[i] = copy_of_cell(u, copies, c->links.at[i]);
}

static void cells_set_object(Unify *u, u32 object, Spot spot) {
    source_of(u, object - 1);
    assert(cells_state(u)->of_object.count == object);
    vec_push(&cells_state(u)->of_object, spot.cell);
}

static void cells_begin(Unify *u) {
    u->state = xcalloc(1, sizeof(Cells));
    cells_new(u, 0);
}

static void cells_finish(Unify *u) {
    Cells *cells = cells_state(u);
    for (u32 i = 0; i < cells->cells.count; i++) {
        Cell *c = &cells->cells.at[i];
        vec_free(&c->entries);
        vec_free(&c->containers);
        vec_free(&c->wide);
        vec_free(&c->links);
    }
    vec_free(&cells->cells);
    vec_free(&cells->of_object);
    vec_free(&cells->visited);
    free(cells);
}

const UnifyEngine cells_engine = {
    .name = "cells",
    .begin = cells_begin,
    .finish = cells_finish,
    .run = cells_run,
    .object = cells_object,
    .field = cells_field,
    .walk = cells_walk,
    .anywhere = cells_anywhere,
    .content = cells_content,
    .merge = cells_merge,
    .move = cells_move,
    .content_at = cells_content_at,
    .size_at = cells_size_at,
    .contents_of = cells_contents_of,
    .wholes_of = cells_wholes_of,
    .whole = source_of,
    .cell = cells_find,
    .nothing_known = cells_nothing_known,
    .place = cells_place,
    .parts = cells_parts,
    .copy = cells_copy,
    .refer_to_copies = cells_refer_to_copies,
    .set_object = cells_set_object,
};
