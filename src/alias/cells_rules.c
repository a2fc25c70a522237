/* What follows from what is known of cells: figure 12. */
#include "alias/cells.h"

/* CAST: the record contains something of this size at the place. The rule speaks of sources: what is larger than a
 * record within one follows from the source. There is nothing after the end of an object whose size is known. */
static void cast_into(Unify *u, u32 record, i64 offset, u64 size, u32 cell) {
    const Cell *in = cells_at(u, cells_find(u, record));
    bool fits = !in->size || (u64)offset + size <= in->size;
    if (!fits && !in->is_source) return;
    if (!fits && !in->is_guess) size = (u64)offset < in->size ? in->size - (u64)offset : 0;
    if (size) cells_insert(u, record, offset, size, size, cell);
}

/* An access to more bytes than the cell has, which is possible when its size is ⊤, touches what comes after it. */
void cells_reach_containers(Unify *u, u32 cell) {
    for (u32 i = 0; i < cells_at(u, cell)->containers.count; i++) {
        Container in = cells_at(u, cell)->containers.at[i];
        cast_into(u, in.cell, in.offset, cells_at(u, cell)->reach, cell);
    }
}

/* ---- Links ---- */

/* The piece of the record at this range, also if it is a piece of a repeated one; 0: there is none. */
static u32 known_piece(Unify *u, u32 record, i64 offset, u64 size, u64 span) {
    for (u32 i = 0; i < cells_at(u, record)->entries.count; i++) {
        Entry entry = cells_at(u, record)->entries.at[i];
        if (entry.offset == offset && entry.size == size && entry.span == span) return cells_find(u, entry.cell);
        bool covers = entry.offset <= offset && offset + (i64)span <= entry.offset + (i64)entry.span;
        if (entry.span == entry.size || !covers) continue;
        i64 inside = (offset - entry.offset) % (i64)entry.size;
        u32 element = cells_find(u, entry.cell);
        bool is_itself = element == record; /* about to collapse */
        if (is_itself || cells_at(u, element)->is_scalar || (!inside && entry.size == size)) return element;
        return inside + (i64)span > (i64)entry.size ? 0 : known_piece(u, element, inside, size, span);
    }
    return 0;
}

static bool has_link(Unify *u, u32 from, u32 to) {
    for (u32 i = 0; i < cells_at(u, from)->links.count; i++)
        if (cells_find(u, cells_at(u, from)->links.at[i]) == to) return true;
    return false;
}

/* The leaf at the offset of a record, or its repeating cell, has a counterpart in every record linked to it. */
static void link_leaf(Unify *u, u32 record, const Entry *entry) {
    u32 leaf = cells_find(u, entry->cell);
    bool repeats = entry->span > entry->size;
    if (!repeats && !cells_at(u, leaf)->is_scalar) return;
    for (u32 i = 0; i < cells_at(u, record)->links.count; i++) {
        u32 other = cells_find(u, cells_at(u, record)->links.at[i]);
        if (other == record) continue;
        u32 twin =
            cells_at(u, other)->is_scalar ? other : known_piece(u, other, entry->offset, entry->size, entry->span);
        if (!twin) {
            twin = cells_new(u, entry->size);
            cells_at(u, twin)->is_scalar = cells_at(u, twin)->is_shadow = !repeats;
            cells_insert(u, other, entry->offset, entry->size, entry->span, twin);
        }
        if (twin != leaf && !has_link(u, leaf, twin)) unify_task(u, (Task){.kind = TASK_LINK, .a = leaf, .b = twin});
    }
}

static void link_leaves(Unify *u, u32 record) {
    for (u32 i = 0; i < cells_at(u, record)->entries.count; i++) {
        Entry entry = cells_at(u, record)->entries.at[i];
        link_leaf(u, record, &entry);
    }
}

static void copy_contents(Unify *u, u32 x, u32 y) {
    u32 one = cells_content_of(u, x), other = cells_content_of(u, y);
    unify_copy(u, one, other);
    unify_copy(u, other, one);
}

/* A record that is copied to a scalar or from it, as a whole, is a scalar too. */
static void link_pair(Unify *u, u32 x, u32 y) {
    bool is_scalar = cells_at(u, x)->is_scalar || cells_at(u, y)->is_scalar;
    if (is_scalar && !cells_at(u, x)->is_scalar) cells_make_scalar(u, x);
    if (is_scalar && !cells_at(u, y)->is_scalar) cells_make_scalar(u, y);
    if (is_scalar) copy_contents(u, x, y);
    link_leaves(u, x);
    link_leaves(u, y);
}

static void run_link(Unify *u, u32 x, u32 y) {
    x = cells_find(u, x);
    y = cells_find(u, y);
    if (x == y || has_link(u, x, y)) return;
    vec_push(&cells_at(u, x)->links, y);
    vec_push(&cells_at(u, y)->links, x);
    link_pair(u, x, y);
}

/* ---- Scalars ---- */

/* The cell is a leaf now: OVERLAP in its containers, and their links. */
static void recheck_containers(Unify *u, u32 cell) {
    for (u32 i = 0; i < cells_at(u, cell)->containers.count; i++)
        if (!cells_at(u, cell)->containers.at[i].period)
            unify_task(u, (Task){.kind = TASK_RECHECK, .a = cells_at(u, cell)->containers.at[i].cell, .b = cell});
}

/* COLLAPSE1: what a scalar contains is the scalar. SCALAR: a cell of size ⊤ is one. */
void cells_make_scalar(Unify *u, u32 cell) {
    Cell *c = cells_at(u, cell);
    if (c->is_scalar && !c->is_shadow) return;
    c->is_scalar = true;
    c->is_shadow = false;
    for (u32 i = 0; i < c->entries.count; i++) cells_unite(u, cell, c->entries.at[i].cell);
    vec_clear(&c->entries);
    for (u32 i = 0; i < cells_at(u, cell)->links.count; i++)
        unify_task(u, (Task){.kind = TASK_RELINK, .a = cell, .b = cells_at(u, cell)->links.at[i]});
    recheck_containers(u, cell);
}

static void run_collapse(Unify *u, u32 cell) {
    cell = cells_find(u, cell);
    if (cells_at(u, cell)->is_top) return;
    cells_at(u, cell)->is_top = true;
    cells_make_scalar(u, cell);
    cells_reach_containers(u, cell);
}

/* COLLAPSE2: pointer arithmetic may lead from a cell to all that it is in. */
static void run_anywhere(Unify *u, u32 cell) {
    cell = cells_find(u, cell);
    cells_at(u, cell)->is_anywhere = true;
    run_collapse(u, cell);
    for (u32 i = 0; i < cells_at(u, cell)->containers.count; i++)
        cells_unite(u, cell, cells_at(u, cell)->containers.at[i].cell);
    vec_clear(&cells_at(u, cell)->containers);
}

/* ---- Containment ---- */

/* A cell that pointers walk over stays where it is if it is repeated there at a period that divides their steps. */
static void check_walk(Unify *u, u32 cell, u64 period) {
    const Cell *c = cells_at(u, cell);
    if (c->is_anywhere || (c->stride && (!period || c->stride % period))) cells_make_anywhere(u, cell);
}

static bool is_nested(const Entry *inner, const Entry *outer) {
    return inner->offset >= outer->offset && inner->offset + (i64)inner->span <= outer->offset + (i64)outer->span;
}

static void remove_entry(Unify *u, u32 record, u32 at) {
    Cell *c = cells_at(u, record);
    memmove(c->entries.at + at, c->entries.at + at + 1, (c->entries.count - at - 1) * sizeof(Entry));
    c->entries.count--;
}

/* `inner` lies within the repetitions of `outer`: it is a piece of one element, or a record of several. */
static void insert_into_repeated(Unify *u, const Entry *outer, const Entry *inner) {
    i64 offset = (inner->offset - outer->offset) % (i64)outer->size;
    if (offset + (i64)inner->span <= (i64)outer->size) {
        cells_insert(u, outer->cell, offset, inner->size, inner->span, inner->cell);
        return;
    }
    bool is_record = !cells_at(u, cells_find(u, inner->cell))->is_scalar && inner->span == inner->size;
    if (is_record && !offset && inner->span % outer->size == 0) {
        cells_insert(u, inner->cell, 0, outer->size, inner->span, outer->cell);
        return;
    }
    cells_collapse(u, outer->cell);
    cells_unite(u, outer->cell, inner->cell);
}

typedef enum { GOES_ON, IS_DONE, REPLACES } Meeting;

/* What follows from two pieces of one record that have bytes in common. */
static Meeting meet(Unify *u, const Entry *old, const Entry *new) {
    u32 x = cells_find(u, old->cell), y = cells_find(u, new->cell);
    bool old_repeats = old->span > old->size, new_repeats = new->span > new->size;
    if (old->offset == new->offset && old->size == new->size && old->span == new->span) { /* LINEAR, ANTISYM */
        cells_unite(u, x, y);
        return IS_DONE;
    }
    bool old_is_shadow = cells_at(u, x)->is_shadow, new_is_shadow = cells_at(u, y)->is_shadow;
    if (old_is_shadow || new_is_shadow) {
        if (cells_at(u, x)->is_scalar && cells_at(u, y)->is_scalar) { /* what is copied through it is in both */
            unify_task(u, (Task){.kind = TASK_LINK, .a = x, .b = y});
            return GOES_ON;
        }
        bool is_around = old_is_shadow ? !is_nested(old, new) : !is_nested(new, old);
        if (is_around) return GOES_ON; /* leaves of the record are looked at one by one */
    }
    if (old_repeats && is_nested(new, old)) {
        insert_into_repeated(u, old, new);
        return cells_at(u, y)->is_scalar || new_repeats ? IS_DONE : GOES_ON;
    }
    if (new_repeats && is_nested(old, new)) {
        insert_into_repeated(u, new, old);
        return REPLACES;
    }
    if (old_repeats || new_repeats) {                                   /* partly beside an array */
        if (!old_repeats && !cells_at(u, x)->is_scalar) return GOES_ON; /* its leaves are looked at one by one */
        if (!new_repeats && !cells_at(u, y)->is_scalar) return GOES_ON;
        cells_collapse(u, x);
        cells_unite(u, x, y);
        return GOES_ON;
    }
    if (is_nested(new, old)) cells_insert(u, x, new->offset - old->offset, new->size, new->span, y); /* LINEAR */
    else if (is_nested(old, new)) cells_insert(u, y, old->offset - new->offset, old->size, old->span, x);
    if (cells_at(u, x)->is_scalar && cells_at(u, y)->is_scalar) { /* OVERLAP, and their ranges differ */
        cells_collapse(u, x);
        cells_unite(u, x, y);
    }
    return GOES_ON;
}

/* True if there is nothing to add: what is there already stands for it. */
static bool meet_neighbours(Unify *u, u32 record, const Entry *new) {
    for (u32 i = 0; i < cells_at(u, record)->entries.count;) {
        Entry old = cells_at(u, record)->entries.at[i];
        if (old.offset >= new->offset + (i64) new->span) break;
        if (old.offset + (i64)old.span <= new->offset) {
            i++;
            continue;
        }
        Meeting meeting = meet(u, &old, new);
        if (meeting == IS_DONE) return true;
        if (meeting == REPLACES) remove_entry(u, record, i);
        else i++;
    }
    return false;
}

static void add_entry(Unify *u, u32 record, Entry entry) {
    Cell *c = cells_at(u, record);
    u32 at = c->entries.count;
    vec_push(&c->entries, entry);
    while (at && c->entries.at[at - 1].offset > entry.offset) {
        c->entries.at[at] = c->entries.at[at - 1];
        at--;
    }
    c->entries.at[at] = entry;
    bool repeats = entry.span > entry.size;
    u64 period = repeats ? entry.size : 0;
    vec_push(&cells_at(u, entry.cell)->containers, (Container){record, entry.offset, period});
    check_walk(u, entry.cell, period);
    /* TRANS, both ways. What is in a repeated cell stays there. */
    for (u32 i = 0; !repeats && i < cells_at(u, entry.cell)->entries.count; i++) {
        Entry inner = cells_at(u, entry.cell)->entries.at[i];
        cells_insert(u, record, entry.offset + inner.offset, inner.size, inner.span, inner.cell);
    }
    for (u32 i = 0; i < cells_at(u, record)->containers.count; i++) {
        Container outer = cells_at(u, record)->containers.at[i];
        if (!outer.period) cells_insert(u, outer.cell, outer.offset + entry.offset, entry.size, entry.span, entry.cell);
    }
    for (u32 i = 0; i < cells_at(u, entry.cell)->wide.count; i++) { /* CAST */
        WideView view = cells_at(u, entry.cell)->wide.at[i];
        cast_into(u, record, entry.offset, view.size, view.cell);
    }
    u64 reach = cells_at(u, entry.cell)->reach;
    if (reach > entry.size) cast_into(u, record, entry.offset, reach, entry.cell);
    link_leaf(u, record, &entry);
}

/* τ ↪ cell */
static void run_insert(Unify *u, const Task *task) {
    u32 record = cells_find(u, task->a), cell = cells_find(u, task->b);
    if (record == cell) {
        if (task->offset || task->span != cells_at(u, cell)->size) cells_collapse(u, cell); /* in itself, elsewhere */
        return;
    }
    if (cells_at(u, record)->is_scalar) { /* COLLAPSE1 */
        cells_unite(u, record, cell);
        return;
    }
    u64 size = cells_at(u, record)->size;
    if (!task->offset && task->size == size && task->span == size) { /* REFL, ANTISYM: the record itself */
        cells_unite(u, record, cell);
        return;
    }
    if (task->offset < 0 || (size && (u64)task->offset + task->span > size)) { /* SIZE1: j ≤ k fails, so it is ⊤ */
        cells_collapse(u, record);
        cells_unite(u, record, cell);
        return;
    }
    Entry entry = {task->offset, task->size, task->span, cell};
    if (!meet_neighbours(u, record, &entry)) add_entry(u, record, entry);
    else if (cells_at(u, cell)->is_scalar) link_leaf(u, record, &entry);
}

/* ---- Merging ---- */

/* A guess that nothing depends on yet may become a larger size. */
bool cells_may_grow(const Cell *c) {
    bool is_used = c->is_scalar || c->entries.count || c->containers.count || c->wide.count || c->stride;
    return (c->is_guess && !is_used) || (!c->size && !c->is_top);
}

u64 cells_common_stride(u64 x, u64 y) {
    while (y) {
        u64 rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

static void take_over(Unify *u, u32 cell, Cell *gone) {
    for (u32 i = 0; i < gone->entries.count; i++) {
        Entry entry = gone->entries.at[i];
        cells_insert(u, cell, entry.offset, entry.size, entry.span, entry.cell);
    }
    for (u32 i = 0; i < gone->containers.count; i++) {
        Container in = gone->containers.at[i];
        u32 record = cells_find(u, in.cell);
        if (record == cell) {
            cells_collapse(u, cell);
            continue;
        }
        vec_push(&cells_at(u, cell)->containers, in);
        for (u32 k = 0; !in.period && k < cells_at(u, cell)->entries.count; k++) {
            Entry entry = cells_at(u, cell)->entries.at[k];
            cells_insert(u, record, in.offset + entry.offset, entry.size, entry.span, entry.cell);
        }
        for (u32 k = 0; k < cells_at(u, cell)->wide.count; k++) {
            WideView view = cells_at(u, cell)->wide.at[k];
            cast_into(u, record, in.offset, view.size, view.cell);
        }
    }
    vec_free(&gone->entries);
    vec_free(&gone->containers);
}

void cells_add_wide(Unify *u, u32 cell, WideView view) {
    for (u32 i = 0; i < cells_at(u, cell)->wide.count; i++) {
        if (cells_at(u, cell)->wide.at[i].size != view.size) continue;
        cells_unite(u, cells_at(u, cell)->wide.at[i].cell, view.cell);
        return;
    }
    for (u32 i = 0; i < cells_at(u, cell)->wide.count; i++) { /* LINEAR: they begin at the same place */
        WideView other = cells_at(u, cell)->wide.at[i];
        if (other.size < view.size) cells_insert(u, view.cell, 0, other.size, other.size, other.cell);
        else cells_insert(u, other.cell, 0, view.size, view.size, view.cell);
    }
    vec_push(&cells_at(u, cell)->wide, view);
    for (u32 i = 0; i < cells_at(u, cell)->containers.count; i++) {
        Container in = cells_at(u, cell)->containers.at[i];
        cast_into(u, in.cell, in.offset, view.size, view.cell);
    }
}

static void take_over_links(Unify *u, u32 cell, Cell *gone) {
    for (u32 i = 0; i < gone->wide.count; i++) cells_add_wide(u, cell, gone->wide.at[i]);
    for (u32 i = 0; i < gone->links.count; i++) {
        u32 other = cells_find(u, gone->links.at[i]);
        if (other == cell || has_link(u, cell, other)) continue;
        vec_push(&cells_at(u, cell)->links, other);
        unify_task(u, (Task){.kind = TASK_RELINK, .a = cell, .b = other});
    }
    vec_free(&gone->wide);
    vec_free(&gone->links);
}

void cells_check_walks(Unify *u, u32 cell) {
    const Cell *c = cells_at(u, cell);
    if (c->is_anywhere) cells_make_anywhere(u, cell);
    if (c->stride && !c->is_top && c->size && c->stride % c->size) cells_collapse(u, cell);
    for (u32 i = 0; c->stride && i < c->containers.count; i++) check_walk(u, cell, c->containers.at[i].period);
}

/* CAST: what a caller supplies has another size than the callee takes it to have: the smaller is a piece of the larger. */
static bool is_cast(const Cell *small, const Cell *large) {
    bool have_sizes = small->size && large->size > small->size && !small->is_top && !large->is_top;
    return have_sizes && (small->is_supplied || large->is_supplied) && !large->is_scalar && !small->is_anywhere;
}

static void cast(Unify *u, u32 small, u32 large) {
    u64 size = cells_at(u, small)->size, whole = cells_at(u, large)->size;
    bool repeats = cells_at(u, small)->stride && whole % size == 0;
    cells_insert(u, large, 0, size, repeats ? whole : size, small);
    if (cells_at(u, large)->is_supplied) cells_add_wide(u, small, (WideView){whole, large});
}

static void run_merge(Unify *u, u32 x, u32 y) {
    x = cells_find(u, x);
    y = cells_find(u, y);
    if (x == y) return;
    bool x_is_small = cells_at(u, x)->size < cells_at(u, y)->size;
    if (is_cast(cells_at(u, x_is_small ? x : y), cells_at(u, x_is_small ? y : x))) {
        cast(u, x_is_small ? x : y, x_is_small ? y : x);
        return;
    }
    if (cells_at(u, x)->entries.count + cells_at(u, x)->containers.count <
        cells_at(u, y)->entries.count + cells_at(u, y)->containers.count) {
        u32 swap = x;
        x = y;
        y = swap;
    }
    Cell gone = *cells_at(u, y);
    Cell *keep = cells_at(u, x);
    *cells_at(u, y) = (Cell){.parent = x};
    bool was_scalar[2] = {keep->is_scalar && !keep->is_shadow, gone.is_scalar && !gone.is_shadow};
    bool is_shadow = keep->is_shadow || gone.is_shadow, is_bare = !keep->entries.count && !gone.entries.count;
    bool is_scalar = was_scalar[0] || was_scalar[1] || (is_shadow && !is_bare);
    keep->is_shadow = is_shadow && !is_scalar;
    keep->is_scalar = was_scalar[0] || keep->is_shadow;
    if (cells_may_grow(&gone)) gone.size = MAX(gone.size, keep->size);
    if (cells_may_grow(keep)) keep->size = MAX(gone.size, keep->size);
    keep->is_guess &= gone.is_guess;
    if (keep->size && gone.size && keep->size != gone.size) keep->is_top = true; /* different sizes make ⊤ */
    keep->is_top |= gone.is_top;
    if (!keep->size) keep->size = gone.size;
    keep->is_source |= gone.is_source;
    keep->is_supplied &= gone.is_supplied;
    keep->is_anywhere |= gone.is_anywhere;
    keep->stride = cells_common_stride(keep->stride, gone.stride);
    keep->reach = MAX(keep->reach, gone.reach);
    if (!keep->content) keep->content = gone.content;
    else if (gone.content) unify_values(u, keep->content, gone.content);
    take_over(u, x, &gone);
    take_over_links(u, x, &gone);
    if (is_scalar || cells_at(u, x)->is_top) {
        if (was_scalar[0] && !was_scalar[1]) recheck_containers(u, x);
        cells_make_scalar(u, x);
    }
    if (cells_at(u, x)->is_top) cells_reach_containers(u, x);
    cells_check_walks(u, x);
}

static void run_relink(Unify *u, u32 x, u32 y) {
    x = cells_find(u, x);
    y = cells_find(u, y);
    if (x != y) link_pair(u, x, y);
}

/* All pieces of the record that are this cell meet what lies around them again. */
static void run_recheck(Unify *u, u32 record, u32 cell) {
    record = cells_find(u, record);
    cell = cells_find(u, cell);
    for (u32 i = 0; i < cells_at(u, record)->entries.count; i++) {
        Entry entry = cells_at(u, record)->entries.at[i];
        if (cells_find(u, entry.cell) != cell || entry.span > entry.size) continue;
        for (u32 k = 0; k < cells_at(u, record)->entries.count; k++) {
            Entry other = cells_at(u, record)->entries.at[k];
            bool is_apart =
                other.offset >= entry.offset + (i64)entry.span || entry.offset >= other.offset + (i64)other.span;
            if (k != i && !is_apart) meet(u, &other, &entry);
        }
        link_leaf(u, record, &entry);
    }
}

void cells_run(Unify *u, const Task *task) {
    switch (task->kind) {
    case TASK_MERGE: run_merge(u, task->a, task->b); break;
    case TASK_INSERT: run_insert(u, task); break;
    case TASK_COLLAPSE: run_collapse(u, task->a); break;
    case TASK_ANYWHERE: run_anywhere(u, task->a); break;
    case TASK_RELINK: run_relink(u, task->a, task->b); break;
    case TASK_RECHECK: run_recheck(u, task->a, task->b); break;
    default: run_link(u, task->a, task->b);
    }
}
