/* Interpolants made shorter, without a change of what they say: fewer atoms are fewer predicates.
 *
 * Cases that were told apart for nothing, as (q < 9 => a) & (q >= 9 => a), show in a truth table over the atoms: an atom on
 * which it does not depend is left out. Two bounds that meet are an equation. */
#include "solver/interpolate_inside.h"

#include "base/arena.h"

#include <string.h>

enum { MOST_ATOMS = 10, WORDS = 1 << (MOST_ATOMS - 6) };

typedef struct {
    u64 row[WORDS]; /* bit v: the value when the atoms have the values of the bits of v */
} Table;

typedef struct {
    Arena arena;
    Map tables; /* term -> Table */
    TermVec atoms;
} Tables;

typedef struct {
    TermStore *store;
    Map replacement;
} Turned;

static bool value_of_atom(u32 atom, u32 valuation) { return valuation >> atom & 1; }

static void set_atom(Table *table, u32 atom) {
    for (u32 v = 0; v < WORDS * 64; v++)
        if (value_of_atom(atom, v)) table->row[v / 64] |= (u64)1 << v % 64;
}

/* The table of a connective from those of its arguments. */
static void compute(const Tables *t, const Term *term, Table *out) {
    const Table *args[3] = {0};
    for (u32 i = 0; i < term->arity && i < 3; i++) args[i] = map_get_ptr(&t->tables, term->arg[i]);
    for (u32 i = 0; i < WORDS; i++) {
        u64 a = args[0]->row[i], b = args[1] ? args[1]->row[i] : 0, c = args[2] ? args[2]->row[i] : 0;
        out->row[i] = term->op == TERM_NOT   ? ~a
                      : term->op == TERM_AND ? a & b
                      : term->op == TERM_OR  ? a | b
                      : term->op == TERM_XOR ? a ^ b
                                             : (a & b) | (~a & c);
    }
}

/* False when there are too many atoms. */
static bool make_tables(Tables *t, TermStore *store, Term *formula) {
    TermVec order = {0};
    interpolation_order(store, formula, interpolation_is_connective, &order);
    for (u32 i = 0; i < order.count && t->atoms.count <= MOST_ATOMS; i++) {
        Term *term = order.at[i];
        Table *table = arena_calloc(&t->arena, sizeof *table);
        map_put_ptr(&t->tables, term, table);
        if (interpolation_is_connective(term)) {
            compute(t, term, table);
        } else if (term_is_const(term)) {
            memset(table, term->value ? 0xff : 0, sizeof *table);
        } else {
            vec_push(&t->atoms, term);
            if (t->atoms.count <= MOST_ATOMS) set_atom(table, t->atoms.count - 1);
        }
    }
    vec_free(&order);
    return t->atoms.count <= MOST_ATOMS;
}

/* The formula with atoms replaced, where they are atoms: not inside of others. */
static Term *replace_atoms(TermStore *store, Term *formula, Map *replacement) {
    TermVec order = {0};
    interpolation_order(store, formula, interpolation_is_connective, &order);
    for (u32 i = 0; i < order.count && replacement->count; i++) {
        Term *t = order.at[i], *args[3];
        if (!interpolation_is_connective(t)) continue;
        for (u32 j = 0; j < t->arity; j++) {
            args[j] = map_get_ptr(replacement, t->arg[j]);
            if (!args[j]) args[j] = t->arg[j];
        }
        map_put_ptr(replacement, t, term_rebuild(store, t, args));
    }
    vec_free(&order);
    Term *other = map_get_ptr(replacement, formula);
    return other ? other : formula;
}

static bool depends_on(const Table *table, u32 atom) {
    for (u32 v = 0; v < WORDS * 64; v++) {
        u32 other = v ^ 1u << atom;
        if ((table->row[v / 64] >> v % 64 & 1) != (table->row[other / 64] >> other % 64 & 1)) return true;
    }
    return false;
}

static Term *without_idle_atoms(TermStore *store, Term *formula) {
    Tables t = {0};
    Map replacement = {0};
    if (make_tables(&t, store, formula))
        for (u32 i = 0; i < t.atoms.count; i++)
            if (!depends_on(map_get_ptr(&t.tables, formula), i))
                map_put_ptr(&replacement, t.atoms.at[i], term_true(store));
    formula = replace_atoms(store, formula, &replacement);
    map_free(&replacement);
    map_free(&t.tables);
    vec_free(&t.atoms);
    arena_free(&t.arena);
    return formula;
}

/* c < x as not x < c + 1, so that the two are one atom. */
static void turn_bound(void *self, Term *atom) {
    Turned *turned = self;
    TermStore *store = turned->store;
    if ((atom->op != TERM_ULT && atom->op != TERM_SLT) || !term_is_const(atom->arg[0])) return;
    Term *next = term_add(store, atom->arg[0], term_const(store, atom->arg[0]->width, 1));
    bool is_unsigned = atom->op == TERM_ULT;
    if (!term_is_true(is_unsigned ? term_ult(store, atom->arg[0], next) : term_slt(store, atom->arg[0], next))) return;
    Term *below = is_unsigned ? term_ult(store, atom->arg[1], next) : term_slt(store, atom->arg[1], next);
    map_put_ptr(&turned->replacement, atom, term_not(store, below));
}

static Term *with_turned_bounds(TermStore *store, Term *formula) {
    Turned turned = {.store = store};
    interpolant_atoms(store, formula, turn_bound, &turned);
    formula = replace_atoms(store, formula, &turned.replacement);
    map_free(&turned.replacement);
    return formula;
}

/* not a < b */
static const Term *denied_comparison(const Term *t) {
    const Term *inner = t->op == TERM_NOT ? t->arg[0] : NULL;
    return inner && (inner->op == TERM_ULT || inner->op == TERM_SLT) ? inner : NULL;
}

/* What two conjuncts that bound from both sides say together; NULL if they do not. */
static Term *joined(TermStore *store, const Term *a, const Term *b) {
    const Term *above = denied_comparison(a), *other = denied_comparison(b);
    if (!above) return NULL;
    if (other && above->op == other->op && above->arg[0] == other->arg[1] && above->arg[1] == other->arg[0])
        return term_eq(store, above->arg[0], above->arg[1]);
    /* x >= c and x < c + 1 */
    if (b->op != above->op || b->arg[0] != above->arg[0] || !term_is_const(b->arg[1]) || !term_is_const(above->arg[1]))
        return NULL;
    Term *next = term_add(store, above->arg[1], term_const(store, above->arg[1]->width, 1));
    return next == b->arg[1] ? term_eq(store, above->arg[0], above->arg[1]) : NULL;
}

/* The conjunction with a >= b & b >= a as a = b. */
static Term *join_bounds(TermStore *store, TermVec *conjuncts) {
    Term *all = term_true(store);
    for (u32 i = 0; i < conjuncts->count; i++)
        for (u32 j = 0; j < conjuncts->count; j++) {
            Term *same = i == j ? NULL : joined(store, conjuncts->at[i], conjuncts->at[j]);
            if (!same) continue;
            conjuncts->at[i] = same;
            conjuncts->at[j] = term_true(store);
        }
    for (u32 i = 0; i < conjuncts->count; i++) all = term_and(store, all, conjuncts->at[i]);
    return all;
}

/* A clause is a denied conjunction of the denied alternatives. */
static Term *join_in_clause(TermStore *store, Term *t) {
    if (t->op != TERM_NOT || t->arg[0]->op != TERM_AND) return t;
    TermVec denied = {0};
    term_conjuncts(t->arg[0], &denied);
    Term *clause = term_not(store, join_bounds(store, &denied));
    vec_free(&denied);
    return clause;
}

Term *interpolation_tidy(TermStore *store, Term *formula) {
    TermVec conjuncts = {0};
    term_conjuncts(without_idle_atoms(store, with_turned_bounds(store, formula)), &conjuncts);
    for (u32 i = 0; i < conjuncts.count; i++) conjuncts.at[i] = join_in_clause(store, conjuncts.at[i]);
    Term *all = join_bounds(store, &conjuncts);
    vec_free(&conjuncts);
    return without_idle_atoms(store, all);
}
