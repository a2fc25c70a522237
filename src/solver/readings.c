/* Signed or unsigned: whatever most comparisons and extensions of the terms of a class want. Terms are in one class when an
 * operation needs them to be read alike. Constants are in none: they are read as what stands beside them is. */
#include "solver/interpolate_inside.h"

static u32 node_of(Readings *readings, const Term *t) {
    bool is_new;
    u64 *cell = map_cell(&readings->number_of, (u64)(uintptr_t)t, &is_new);
    if (is_new) {
        *cell = readings->parent.count;
        for (u32 i = 0; i < 2; i++) {
            vec_push(&readings->parent, readings->parent.count);
            vec_push(&readings->votes, 0);
        }
    }
    return (u32)*cell;
}

static u32 representative(Readings *readings, u32 node) {
    u32 *parent = readings->parent.at;
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
}

static void unite_nodes(Readings *readings, u32 a, u32 b) {
    a = representative(readings, a), b = representative(readings, b);
    if (a == b) return;
    readings->parent.at[b] = a;
    readings->votes.at[a] += readings->votes.at[b];
}

static void unite(Readings *readings, const Term *a, const Term *b) {
    if (a->op == TERM_CONST || b->op == TERM_CONST) return;
    unite_nodes(readings, node_of(readings, a), node_of(readings, b));
    if (term_is_array(a)) unite_nodes(readings, node_of(readings, a) + 1, node_of(readings, b) + 1);
}

static void unite_index(Readings *readings, const Term *array, const Term *index) {
    if (index->op != TERM_CONST) unite_nodes(readings, node_of(readings, array) + 1, node_of(readings, index));
}

/* A term that is never negative is the same either way. */
static void vote(Readings *readings, const Term *t, i32 weight) {
    if (t->op == TERM_CONST || (t->width <= 64 && t->facts.smin >= 0)) return;
    u32 node = representative(readings, node_of(readings, t));
    readings->votes.at[node] += weight;
}

static void look_at(Readings *readings, const Term *t) {
    switch (t->op) {
    case TERM_NEG: vote(readings, t, 1); /* fall through */
    case TERM_NOT: unite(readings, t, t->arg[0]); break;
    case TERM_ADD:
    case TERM_STEP:
    case TERM_MUL:
        unite(readings, t, t->arg[0]);
        unite(readings, t, t->arg[1]);
        break;
    case TERM_EQ: unite(readings, t->arg[0], t->arg[1]); break;
    case TERM_ULT:
    case TERM_SLT:
        unite(readings, t->arg[0], t->arg[1]);
        for (u32 i = 0; i < 2; i++) vote(readings, t->arg[i], t->op == TERM_SLT ? 2 : -2);
        break;
    case TERM_SEXT:
        vote(readings, t->arg[0], 2);
        vote(readings, t, 2);
        break;
    case TERM_ZEXT: vote(readings, t->arg[0], -2); break;
    case TERM_SDIV:
    case TERM_SREM:
    case TERM_ASHR:
        vote(readings, t, 2);
        vote(readings, t->arg[0], 2);
        break;
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_LSHR:
        vote(readings, t, -2);
        vote(readings, t->arg[0], -2);
        break;
    case TERM_ITE:
        unite(readings, t, t->arg[1]);
        unite(readings, t, t->arg[2]);
        break;
    case TERM_SELECT:
        unite_index(readings, t->arg[0], t->arg[1]);
        unite_nodes(readings, node_of(readings, t), node_of(readings, t->arg[0]));
        break;
    case TERM_FILLED:
        if (t->arg[0]->op != TERM_CONST) unite_nodes(readings, node_of(readings, t), node_of(readings, t->arg[0]));
        break;
    case TERM_STORE:
        unite(readings, t, t->arg[0]);
        unite_index(readings, t, t->arg[1]);
        if (t->arg[2]->op != TERM_CONST) unite_nodes(readings, node_of(readings, t), node_of(readings, t->arg[2]));
        break;
    default: break;
    }
}

void readings_find(Readings *readings, TermStore *store, Term *const *formulas, u32 count) {
    TermVec order = {0};
    term_postorder(store, formulas, count, &order);
    for (u32 i = 0; i < order.count; i++) look_at(readings, order.at[i]);
    vec_free(&order);
}

bool readings_is_signed(Readings *readings, const Term *t) {
    u32 node = representative(readings, node_of(readings, t));
    return readings->votes.at[node] >= 0;
}

bool readings_is_index_signed(Readings *readings, const Term *array) {
    u32 node = representative(readings, node_of(readings, array) + 1);
    return readings->votes.at[node] >= 0;
}

void readings_free(Readings *readings) {
    map_free(&readings->number_of);
    vec_free(&readings->parent);
    vec_free(&readings->votes);
}
