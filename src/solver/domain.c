#include "solver/domain.h"

#include "solver/bounds.h"
#include "solver/columns.h"

#include <string.h>

enum {
    MOST_AXES = 4,
    ARGS = 3,              /* no operation on numbers has more */
    MOST_TERMS = 1 << 16,  /* below a constraint; what they cost is limited by the work */
    MOST_DOMAINS = 12,     /* kept at a time */
    MOST_SHAPES = 1 << 16, /* constraints remembered */
    BLOCK = 256,           /* assignments computed at a time, at most */
    LEAST_BLOCK = 16,
    SPACE = 1 << 20, /* values of all terms together that are computed at a time, unless there are very many terms */
    COLUMNS_KEPT = 4096,   /* size of the largest domain that keeps the values of terms */
    MOST_BYTES = 32 << 20, /* a domain that holds more starts again */
    FULL_AXIS_BITS = 8,    /* an axis of no more bits has all its values, whatever the constraints say, ... */
    MOST_UNLISTED = 4096, /* ... unless the domain is larger than that: then those that constraints on it alone leave */
    MOST_SINGLES = 64
};

typedef struct {
    Term *leaf;
    u64 base, size; /* values base, base + 1, ..., which wrap */
    bool is_listed; /* the values are these, of a byte */
    u8 values[1 << FULL_AXIS_BITS];
    u64 has[(1 << FULL_AXIS_BITS) / 64]; /* a bit a value */
} Axis;

typedef struct {
    Axis axes[MOST_AXES];
    u32 axis_count;
    u64 size;
    Map columns; /* term -> u64[size] */
    Map truths;  /* constraint -> u64[words] */
    size_t bytes;
    u64 used; /* when it was last asked */
} Domain;

/* What a constraint depends on. */
typedef struct {
    Term *leaves[MOST_AXES];
    u8 leaf_count;
    bool possible, hard;
    bool by_models; /* not all of it can be computed in columns: it reads arrays that are no tables, say */
} Shape;

struct Domains {
    TermStore *store;
    DomainLimits limits;
    Map shape_of; /* constraint -> number + 1 */
    VEC(Shape) shapes;
    Domain at[MOST_DOMAINS];
    Map singles; /* leaf -> Domain *, with all values of that leaf */
    u64 queries;
    Bounds bounds;
    TermVec order, stack;
    Map place;          /* term -> number in `order` + 1, while a truth is computed */
    VEC(u64) space;     /* for the values of a block of assignments */
    VEC(u64 *) columns; /* of each term of `order` */
    VEC(u64 *) args;    /* ARGS of each term of `order` */
    VEC(u8) kept;       /* of each term, a bit an argument: its values are kept, so they are those of all assignments */
};

/* The value with a number, from 0 on. */
static u64 axis_value(const Axis *axis, u64 number) {
    return axis->is_listed ? axis->values[number] : (axis->base + number) & low_mask(axis->leaf->width);
}

static u32 words(const Domain *domain) { return (u32)((domain->size + 63) / 64); }

/* Shapes. */

static bool is_plain_symbol(const Term *t) { return t->op == TERM_SYMBOL && !term_is_array(t); }

/* Enters a leaf; false when there are too many. Parts of a symbol give way to all of it. */
static bool add_leaf(Term **leaves, u8 *count, Term *leaf) {
    for (u32 i = 0; i < *count; i++)
        if (leaves[i] == leaf || (leaf->op == TERM_EXTRACT && leaves[i] == leaf->arg[0])) return true;
    if (leaf->op == TERM_SYMBOL) {
        u8 kept = 0;
        for (u32 i = 0; i < *count; i++)
            if (leaves[i]->op != TERM_EXTRACT || leaves[i]->arg[0] != leaf) leaves[kept++] = leaves[i];
        *count = kept;
    }
    if (*count == MOST_AXES) return false;
    u32 place = (*count)++;
    for (; place > 0 && term_compare(leaves[place - 1], leaf) > 0; place--) leaves[place] = leaves[place - 1];
    leaves[place] = leaf;
    return true;
}

/* A term that is no part of a symbol: its arguments that are symbols are leaves. */
static bool add_leaves_of(Shape *shape, const Term *t) {
    for (u32 i = 0; i < t->arity; i++) {
        if (!is_plain_symbol(t->arg[i])) continue;
        if (t->arg[i]->width > 64 || !add_leaf(shape->leaves, &shape->leaf_count, t->arg[i])) return false;
    }
    return true;
}

/* Numbers for the leaves are all that the evaluator needs. */
static bool is_known_by_leaves(const Term *t) {
    return t->op != TERM_SYMBOL && t->op != TERM_APPLY && t->op != TERM_TAINTED;
}

static Shape compute_shape(Domains *domains, Term *constraint) {
    Shape shape = {0};
    vec_clear(&domains->order);
    if (constraint->flags & (TERM_HAS_FUNCTION | TERM_HAS_UNDEFINED)) return shape;
    term_postorder(domains->store, &constraint, 1, &domains->order);
    if (domains->order.count > MOST_TERMS) return shape;
    if (is_plain_symbol(constraint)) add_leaf(shape.leaves, &shape.leaf_count, constraint);
    for (u32 i = 0; i < domains->order.count; i++) {
        Term *t = domains->order.at[i];
        if (is_plain_symbol(t) || t->op == TERM_DATA) continue;
        if (t->op == TERM_EXTRACT && is_plain_symbol(t->arg[0])) {
            Term *leaf = t->arg[0]->width <= FULL_AXIS_BITS ? t->arg[0] : t;
            if (t->width > 64 || !add_leaf(shape.leaves, &shape.leaf_count, leaf)) return shape;
        } else if (!is_known_by_leaves(t) || !add_leaves_of(&shape, t)) {
            return shape;
        }
        shape.by_models |= !column_is_possible(t);
        shape.hard |= column_is_hard_for_gates(t);
    }
    shape.possible = true;
    return shape;
}

static const Shape *shape_of(Domains *domains, Term *constraint) {
    u64 *cell = map_cell(&domains->shape_of, (u64)(uintptr_t)constraint, NULL);
    if (!*cell) {
        vec_push(&domains->shapes, compute_shape(domains, constraint));
        *cell = domains->shapes.count;
    }
    return &domains->shapes.at[*cell - 1];
}

/* The shape of a whole query. */
static bool shape_of_query(Domains *domains, const Query *query, Shape *all) {
    *all = (Shape){.possible = true};
    for (u32 i = query->count; i-- > 0;) {
        const Shape *shape = shape_of(domains, query->constraints[i]);
        if (!shape->possible) return false;
        for (u32 j = 0; j < shape->leaf_count; j++)
            if (!add_leaf(all->leaves, &all->leaf_count, shape->leaves[j])) return false;
        all->hard |= shape->hard;
        all->by_models |= shape->by_models;
    }
    return all->leaf_count > 0;
}

static bool overlap(const Term *a, const Term *b) {
    return a->op == TERM_EXTRACT && b->op == TERM_EXTRACT && a->arg[0] == b->arg[0] && a->low < b->low + b->width &&
           b->low < a->low + a->width;
}

/* Parts of one symbol must not overlap, for each is an axis of its own: then all of the symbol is the axis. */
static bool join_overlapping(Shape *shape) {
    for (u32 i = 0; i < shape->leaf_count; i++)
        for (u32 j = 0; j < i; j++) {
            Term *symbol = shape->leaves[i]->arity ? shape->leaves[i]->arg[0] : NULL;
            if (!overlap(shape->leaves[i], shape->leaves[j])) continue;
            if (symbol->width > 64) return false;
            add_leaf(shape->leaves, &shape->leaf_count, symbol);
            i = j = 0; /* there are fewer leaves now: from the start */
        }
    return true;
}

/* Domains. */

static bool axis_has(const Axis *axis, u64 value) {
    if (axis->is_listed) return axis->has[value / 64] >> value % 64 & 1;
    return ((value - axis->base) & low_mask(axis->leaf->width)) < axis->size;
}

static bool axis_covers(const Axis *a, const Axis *b) {
    if (a->leaf != b->leaf) return false;
    if (!a->is_listed && !b->is_listed) {
        u64 offset = (b->base - a->base) & low_mask(a->leaf->width);
        return offset < a->size && b->size <= a->size - offset;
    }
    for (u64 i = 0; i < b->size; i++)
        if (!axis_has(a, axis_value(b, i))) return false;
    return true;
}

static bool covers(const Domain *outer, const Domain *inner) {
    if (outer->axis_count != inner->axis_count) return false;
    for (u32 i = 0; i < outer->axis_count; i++)
        if (!axis_covers(&outer->axes[i], &inner->axes[i])) return false;
    return true;
}

static void drop_values(Map *map) {
    for (u32 i = 0; i < map->count; i++) free((void *)(uintptr_t)map->entries[i].value);
    map_free(map);
    *map = (Map){0};
}

static void drop(Domain *domain) {
    drop_values(&domain->columns);
    drop_values(&domain->truths);
    *domain = (Domain){0};
}

static void drop_singles(Domains *domains) {
    for (u32 i = 0; i < domains->singles.count; i++) {
        Domain *single = (Domain *)(uintptr_t)domains->singles.entries[i].value;
        drop(single);
        free(single);
    }
    map_free(&domains->singles);
    domains->singles = (Map){0};
}

/* A kept domain that covers the wanted one and is not too large, or a new one in the place of the one longest unused. */
static Domain *find_domain(Domains *domains, const Domain *wanted, u64 limit) {
    Domain *oldest = &domains->at[0], *found = NULL;
    for (u32 i = 0; i < MOST_DOMAINS; i++) {
        Domain *candidate = &domains->at[i];
        if (candidate->size && candidate->size <= limit && covers(candidate, wanted) &&
            (!found || candidate->size < found->size))
            found = candidate;
        if (candidate->used < oldest->used) oldest = candidate;
    }
    if (!found) {
        found = oldest;
        drop(found);
        *found = *wanted;
    }
    if (found->bytes > MOST_BYTES) {
        drop_values(&found->columns);
        drop_values(&found->truths);
        found->bytes = 0;
    }
    found->used = domains->queries;
    return found;
}

/* Truths. */

/* Those of the terms collected. */
static bool keeps_columns(const Domains *domains, const Domain *domain) {
    return domain->size <= COLUMNS_KEPT && domain->size * domains->order.count <= SPACE;
}

/* Assignments that are computed at a time. */
static u32 block_of(const Domains *domains, const Domain *domain) {
    if (keeps_columns(domains, domain)) return COLUMNS_KEPT;
    return MIN((u32)BLOCK, MAX((u32)LEAST_BLOCK, SPACE / MAX(1u, domains->order.count)));
}

static const Axis *axis_with(const Domain *domain, const Term *t, u64 *stride) {
    *stride = 1;
    for (u32 i = 0; i < domain->axis_count; i++) {
        if (domain->axes[i].leaf == t) return &domain->axes[i];
        *stride *= domain->axes[i].size;
    }
    return NULL;
}

/* The values of a leaf from assignment `first` on: the axes are the digits of its number. */
static void fill_leaf(const Axis *axis, u64 stride, u64 first, u64 *r, u32 count) {
    u64 digit = first / stride % axis->size, within = first % stride;
    for (u32 i = 0; i < count; i++) {
        r[i] = axis_value(axis, digit);
        if (++within < stride) continue;
        within = 0;
        if (++digit == axis->size) digit = 0;
    }
}

/* The terms that must be computed for a constraint, children first. */
static void collect_terms(Domains *domains, const Domain *domain, Term *constraint) {
    vec_clear(&domains->order);
    map_clear(&domains->place);
    vec_push(&domains->stack, constraint);
    while (domains->stack.count) {
        uintptr_t top = (uintptr_t)vec_pop(&domains->stack);
        Term *t = (Term *)(top & ~(uintptr_t)1);
        u64 stride;
        if (top & 1) {
            vec_push(&domains->order, t);
            map_put(&domains->place, (u64)(uintptr_t)t, domains->order.count);
            continue;
        }
        if (t->op == TERM_DATA || map_get(&domain->columns, (u64)(uintptr_t)t, NULL)) continue;
        bool inserted;
        map_cell(&domains->place, (u64)(uintptr_t)t, &inserted);
        if (!inserted) continue;
        vec_push(&domains->stack, (Term *)((uintptr_t)t | 1));
        if (axis_with(domain, t, &stride)) continue;
        for (u32 i = t->arity; i-- > 0;) vec_push(&domains->stack, t->arg[i]);
    }
}

/* Where the values of each term go and those of its arguments are: kept with the domain, or in the space for a block. */
static void place_columns(Domains *domains, Domain *domain) {
    bool keeps = keeps_columns(domains, domain);
    u32 block = block_of(domains, domain);
    vec_clear(&domains->columns);
    vec_clear(&domains->args);
    vec_clear(&domains->kept);
    if (!keeps) vec_reserve(&domains->space, block * domains->order.count);
    for (u32 i = 0; i < domains->order.count; i++) {
        Term *t = domains->order.at[i];
        if (keeps) {
            u64 *column = xmalloc(domain->size * sizeof *column);
            map_put_ptr(&domain->columns, t, column);
            domain->bytes += domain->size * sizeof *column;
            vec_push(&domains->columns, column);
        } else {
            vec_push(&domains->columns, domains->space.at + (size_t)i * block);
        }
        u8 kept = 0;
        for (u32 j = 0; j < ARGS; j++) {
            u64 number = 0, *column = NULL;
            if (j < t->arity) map_get(&domains->place, (u64)(uintptr_t)t->arg[j], &number);
            if (number) column = domains->columns.at[number - 1];
            else if (j < t->arity) column = map_get_ptr(&domain->columns, t->arg[j]);
            kept |= (u8)((column && !number) << j);
            vec_push(&domains->args, column);
        }
        vec_push(&domains->kept, kept);
    }
}

static void compute_block(Domains *domains, const Domain *domain, u64 first, u32 count) {
    for (u32 i = 0; i < domains->order.count; i++) {
        u64 stride;
        const Axis *axis = axis_with(domain, domains->order.at[i], &stride);
        if (axis) {
            fill_leaf(axis, stride, first, domains->columns.at[i], count);
            continue;
        }
        u64 *args[ARGS];
        for (u32 j = 0; j < ARGS; j++) {
            args[j] = domains->args.at[(size_t)i * ARGS + j];
            if (domains->kept.at[i] >> j & 1) args[j] += first;
        }
        column_compute(domains->store, domains->order.at[i], domains->columns.at[i], args, count);
    }
}

static void pack(u64 *truth, const u64 *column, u64 first, u32 count) {
    for (u32 i = 0; i < count; i++) truth[(first + i) / 64] |= (column[i] & 1) << ((first + i) % 64);
}

/* What the terms collected cost, in operations on numbers. */
static u64 work_of(const Domains *domains, const Domain *domain) {
    u64 work = 0;
    for (u32 i = 0; i < domains->order.count; i++) {
        const Term *t = domains->order.at[i];
        work += t->op >= TERM_FADD ? 64 : column_is_hard_for_gates(t) ? 4 : 1;
    }
    return work * domain->size;
}

static Model *model_of(const Domains *domains, const Domain *domain, u64 assignment);

/* The same in the evaluator's terms: a read may go through all arrays there are. */
static u64 work_by_models(const Domains *domains, const Domain *domain) {
    enum { EACH = 4 }; /* of a column's operations is one of the evaluator's */
    u64 reads = 0, arrays = 0;
    for (u32 i = 0; i < domains->order.count; i++) {
        reads += domains->order.at[i]->op == TERM_SELECT;
        arrays += term_is_array(domains->order.at[i]);
    }
    return EACH * (domains->order.count + reads * arrays) * domain->size;
}

/* NULL when a value cannot be told or the deadline passed. */
static u64 *truth_by_models(const Domains *domains, const Domain *domain, Term *constraint, Deadline *deadline) {
    u64 *truth = xcalloc(words(domain), sizeof *truth);
    bool is_told = true;
    for (u64 i = 0; i < domain->size && is_told; i++) {
        Model *model = model_of(domains, domain, i);
        const Term *value = model_eval(model, constraint);
        is_told = value && (i % 64 || !deadline_is_over(deadline));
        if (is_told) truth[i / 64] |= (value->value & 1) << i % 64;
        model_release(model);
    }
    if (is_told) return truth;
    free(truth);
    return NULL;
}

static const u64 *keep_truth(Domain *domain, Term *constraint, u64 *truth) {
    if (!truth) return NULL;
    map_put_ptr(&domain->truths, constraint, truth);
    domain->bytes += words(domain) * sizeof *truth;
    return truth;
}

/* The truth of a constraint; NULL when the work left is not enough or the deadline passed. */
static const u64 *truth_of(Domains *domains, Domain *domain, Term *constraint, u64 *work_left, Deadline *deadline) {
    u64 *truth = map_get_ptr(&domain->truths, constraint);
    if (truth) return truth;
    const u64 *column = map_get_ptr(&domain->columns, constraint);
    bool by_models = shape_of(domains, constraint)->by_models;
    collect_terms(domains, domain, constraint);
    u64 work = by_models ? work_by_models(domains, domain) : work_of(domains, domain);
    if (work > *work_left) return NULL;
    *work_left -= work;
    if (by_models) return keep_truth(domain, constraint, truth_by_models(domains, domain, constraint, deadline));
    truth = xcalloc(words(domain), sizeof *truth);
    if (!column) place_columns(domains, domain);
    u32 block = block_of(domains, domain);
    bool in_time = true;
    for (u64 first = 0; first < domain->size && in_time; first += block) {
        u32 count = (u32)MIN(domain->size - first, block);
        if (!column) compute_block(domains, domain, first, count);
        pack(truth, column ? column + first : vec_last(&domains->columns), first, count);
        in_time = first / block % 64 || !deadline_is_over(deadline);
    }
    if (!in_time) {
        free(truth);
        return NULL;
    }
    return keep_truth(domain, constraint, truth);
}

/* Takes the truth of a constraint away from the set; says whether it became smaller, and whether it is empty. */
static bool narrow(u64 *set, const u64 *truth, u32 count, bool *is_empty) {
    u64 lost = 0, left = 0;
    for (u32 i = 0; i < count; i++) {
        lost |= set[i] & ~truth[i];
        left |= set[i] &= truth[i];
    }
    *is_empty = !left;
    return lost;
}

/* ---- Axes ---- */

/* The values a leaf can have: the shorter of its unsigned and its signed interval. */
static Axis axis_of(Term *leaf, const TermFacts *facts) {
    u64 by_unsigned = facts->umax - facts->umin, by_signed = (u64)facts->smax - (u64)facts->smin;
    u64 base = by_unsigned <= by_signed ? facts->umin : (u64)facts->smin & low_mask(leaf->width);
    u64 last = MIN(by_unsigned, by_signed);
    return (Axis){.leaf = leaf, .base = base, .size = last == UINT64_MAX ? last : last + 1};
}

/* All values of a leaf that is no wider than a byte. */
static Domain *single_of(Domains *domains, Term *leaf) {
    Domain *single = map_get_ptr(&domains->singles, leaf);
    if (single && single->bytes <= MOST_BYTES) return single;
    if (single || domains->singles.count >= MOST_SINGLES) drop_singles(domains);
    single = xcalloc(1, sizeof *single);
    single->axis_count = 1;
    single->axes[0] = (Axis){.leaf = leaf, .size = (u64)1 << leaf->width};
    single->size = single->axes[0].size;
    map_put_ptr(&domains->singles, leaf, single);
    return single;
}

/* The values that the constraints on a leaf alone leave it; those that took one away are added to the core, if there is
 * one. False: it cannot be told. */
static bool values_left(Domains *domains, const Query *query, Term *leaf, u64 *set, TermVec *core) {
    Domain *single = single_of(domains, leaf);
    u64 work = domains->limits.work;
    bool is_empty = false;
    for (u64 i = 0; i < single->size; i += 64) set[i / 64] = low_mask((u32)MIN(single->size - i, 64));
    for (u32 i = 0; i < query->count; i++) {
        const Shape *shape = shape_of(domains, query->constraints[i]);
        if (!shape->possible || shape->by_models || shape->leaf_count != 1 || shape->leaves[0] != leaf) continue;
        const u64 *truth = truth_of(domains, single, query->constraints[i], &work, query->deadline);
        if (!truth) return false;
        if (narrow(set, truth, words(single), &is_empty) && core) vec_push(core, query->constraints[i]);
    }
    return true;
}

static bool list_values(Domains *domains, const Query *query, Axis *axis) {
    if (!values_left(domains, query, axis->leaf, axis->has, NULL)) return false;
    axis->is_listed = true;
    axis->size = 0;
    for (u32 value = 0; value < (u32)1 << axis->leaf->width; value++)
        if (axis->has[value / 64] >> value % 64 & 1) axis->values[axis->size++] = (u8)value;
    if (!axis->size) axis->values[axis->size++] = 0; /* a value that is ruled out shows that nothing is left */
    axis->has[axis->values[0] / 64] |= (u64)1 << axis->values[0] % 64;
    return true;
}

static u64 product_of_axes(const Domain *domain, u64 limit) {
    u64 size = 1;
    for (u32 i = 0; i < domain->axis_count && size; i++)
        size = domain->axes[i].size > limit / size ? 0 : size * domain->axes[i].size;
    return size;
}

/* Sets the domain's axes and size; false: it would be larger than the limit. */
static bool make_axes(Domains *domains, const Query *query, const Shape *shape, u64 limit, Domain *domain) {
    bool wide = false;
    domain->axis_count = shape->leaf_count;
    bounds_clear(&domains->bounds);
    for (u32 i = 0; i < shape->leaf_count; i++) wide |= shape->leaves[i]->width > FULL_AXIS_BITS;
    if (wide && !bounds_learn(&domains->bounds, query->constraints, query->count)) return false;
    for (u32 i = 0; i < shape->leaf_count; i++) {
        Term *leaf = shape->leaves[i];
        const TermFacts *facts = leaf->width > FULL_AXIS_BITS ? bounds_on(&domains->bounds, leaf) : NULL;
        domain->axes[i] = axis_of(leaf, facts ? facts : &leaf->facts);
        if (leaf->width > FULL_AXIS_BITS && domain->axes[i].size > limit) return false;
    }
    domain->size = product_of_axes(domain, limit);
    if (domain->size && domain->size <= MOST_UNLISTED) return true;
    for (u32 i = 0; i < domain->axis_count; i++)
        if (domain->axes[i].leaf->width <= FULL_AXIS_BITS && !list_values(domains, query, &domain->axes[i]))
            return false;
    domain->size = product_of_axes(domain, limit);
    return domain->size;
}

/* ---- Answers ---- */

static u64 first_of(const u64 *set) {
    u64 word = 0;
    while (!set[word]) word++;
    return word * 64 + (u64)__builtin_ctzll(set[word]);
}

/* Enters the value of a leaf; that of a part of a symbol beside what the model has of the others. */
static void set_leaf(Model *model, TermStore *store, Term *leaf, u64 value) {
    Term *number = term_const(store, leaf->width, value);
    if (leaf->op == TERM_SYMBOL) {
        model_set(model, leaf, number);
        return;
    }
    Term *symbol = leaf->arg[0], *before = model_get(model, symbol);
    if (!before) before = term_const(store, symbol->width, 0);
    Term *moved = term_shl(store, term_zext(store, number, symbol->width), term_const(store, symbol->width, leaf->low));
    model_set(model, symbol, term_or(store, before, moved));
}

static Model *model_of(const Domains *domains, const Domain *domain, u64 assignment) {
    Model *model = model_new(domains->store);
    for (u32 i = 0; i < domain->axis_count; i++) {
        const Axis *axis = &domain->axes[i];
        set_leaf(model, domains->store, axis->leaf, axis_value(axis, assignment % axis->size));
        assignment /= axis->size;
    }
    return model;
}

static void add_to_core(TermVec *core, Term *constraint) {
    for (u32 i = 0; i < core->count; i++)
        if (core->at[i] == constraint) return;
    vec_push(core, constraint);
}

/* The constraint bounds an axis that is wider than a byte. */
static bool bounds_axis(Domains *domains, const Domain *domain, Term *constraint) {
    bounds_clear(&domains->bounds);
    bounds_learn(&domains->bounds, &constraint, 1);
    for (u32 i = 0; i < domain->axis_count; i++)
        if (bounds_on(&domains->bounds, domain->axes[i].leaf)) return true;
    return false;
}

/* What bounds an axis belongs to every core: the assignments it rules out are not in the domain. False: what that is
 * cannot be told. */
static bool add_bounds_to_core(Domains *domains, const Domain *domain, const Query *query, TermVec *core) {
    TermVec more = {0};
    bool is_told = true;
    for (u32 i = 0; i < query->count; i++)
        if (bounds_axis(domains, domain, query->constraints[i])) vec_push(&more, query->constraints[i]);
    for (u32 i = 0; i < domain->axis_count && is_told; i++) {
        u64 set[(1 << FULL_AXIS_BITS) / 64];
        if (domain->axes[i].is_listed) is_told = values_left(domains, query, domain->axes[i].leaf, set, &more);
    }
    for (u32 i = 0; i < more.count; i++) add_to_core(core, more.at[i]);
    vec_free(&more);
    return is_told;
}

static bool is_restricted(const Domain *domain) {
    bool restricted = false;
    for (u32 i = 0; i < domain->axis_count; i++)
        restricted |= domain->axes[i].size - 1 != low_mask(domain->axes[i].leaf->width);
    return restricted;
}

/* Intersects the truths, what is new first; false when one could not be had. */
static bool intersect(Domains *domains, Domain *domain, const Query *query, u64 *set, Result *result) {
    u64 work = domains->limits.work;
    bool is_empty = false;
    for (u64 i = 0; i < domain->size; i += 64) set[i / 64] = low_mask((u32)MIN(domain->size - i, 64));
    for (u32 i = query->count; i-- > 0 && !is_empty;) {
        const u64 *truth = truth_of(domains, domain, query->constraints[i], &work, query->deadline);
        if (!truth) return false;
        if (narrow(set, truth, words(domain), &is_empty)) vec_push(&result->core, query->constraints[i]);
    }
    if (is_empty) {
        result->answer = ANSWER_NO;
        return !is_restricted(domain) || add_bounds_to_core(domains, domain, query, &result->core);
    }
    vec_free(&result->core); /* a yes has none */
    result_yes(result, query, model_of(domains, domain, first_of(set)), "internal error: a value is not one");
    assert(result->answer == ANSWER_YES);
    return result->answer == ANSWER_YES;
}

bool domains_answer(Domains *domains, const Query *query, Result *result) {
    Shape shape;
    Domain wanted = {0};
    if (domains->shapes.count > MOST_SHAPES) domains_forget(domains);
    if (!shape_of_query(domains, query, &shape) || !join_overlapping(&shape)) return false;
    u64 limit = shape.by_models ? domains->limits.model_size
                : shape.hard    ? domains->limits.hard_size
                                : domains->limits.size;
    if (!make_axes(domains, query, &shape, limit, &wanted)) return false;
    domains->queries++;
    Domain *domain = find_domain(domains, &wanted, limit);
    u64 *set = xmalloc(words(domain) * sizeof *set);
    bool answered = intersect(domains, domain, query, set, result);
    free(set);
    if (!answered) result_clear(result);
    return answered;
}

Domains *domains_new(TermStore *store, DomainLimits limits) {
    Domains *domains = xcalloc(1, sizeof *domains);
    domains->store = store;
    domains->limits = limits;
    return domains;
}

void domains_forget(Domains *domains) {
    for (u32 i = 0; i < MOST_DOMAINS; i++) drop(&domains->at[i]);
    drop_singles(domains);
    map_clear(&domains->shape_of);
    vec_clear(&domains->shapes);
}

void domains_free(Domains *domains) {
    domains_forget(domains);
    map_free(&domains->shape_of);
    vec_free(&domains->shapes);
    bounds_free(&domains->bounds);
    vec_free(&domains->order);
    vec_free(&domains->stack);
    map_free(&domains->place);
    vec_free(&domains->space);
    vec_free(&domains->columns);
    vec_free(&domains->args);
    vec_free(&domains->kept);
    free(domains);
}
