/* Sets as cubes, and as formulas.
 *
 * The cubes are an irredundant sum of products by the method of Minato and Morreale: for a variable x, what must be covered
 * with x false, then with x true, and what is left over of both without x, each with as much freedom as the whole set
 * allows. */
#include "abstract/sets_inside.h"

#include <stdlib.h>

typedef struct {
    AbstractSets *sets;
    VEC(u32) variables; /* of the literals around */
    VEC(bool) values;
    VEC(u32) literals; /* of all cubes found, variable << 1 | value */
    VEC(u32) ends;     /* of each cube in `literals` */
    u32 most, errors;
} Cover;

static bool is_over(const Cover *c) { return c->sets->errors != c->errors || c->ends.count > c->most; }

static void add_cube(Cover *c) {
    for (u32 i = 0; i < c->variables.count; i++) vec_push(&c->literals, c->variables.at[i] << 1 | c->values.at[i]);
    vec_push(&c->ends, c->literals.count);
}

/* Every node that is held across an operation is referenced: operations collect garbage. */
static BDD held(Cover *c, BDD node) { return bdd_addref(sets_checked(c->sets, node)); }

static BDD minus(Cover *c, BDD a, BDD b) { return held(c, bdd_apply(a, b, bddop_diff)); }

static BDD cover(Cover *c, BDD least, BDD most);

static BDD cover_with(Cover *c, BDD least, BDD most, u32 variable, bool value) {
    vec_push(&c->variables, variable);
    vec_push(&c->values, value);
    BDD result = cover(c, least, most);
    c->variables.count--;
    c->values.count--;
    return result;
}

/* What the branch must still cover: `least` without what `covered` has of it. */
static BDD left_over(Cover *c, BDD low, BDD covered_low, BDD high, BDD covered_high) {
    BDD a = minus(c, low, covered_low), b = minus(c, high, covered_high);
    BDD both = held(c, bdd_or(a, b));
    bdd_delref(a);
    bdd_delref(b);
    return both;
}

/* Adds cubes that cover at least `least` and at most `most`, and returns what they cover, referenced. */
static BDD cover(Cover *c, BDD least, BDD most) {
    if (least == bddfalse || is_over(c)) return bddfalse;
    if (most == bddtrue) {
        add_cube(c);
        return bddtrue;
    }
    bool by_least = least != bddtrue && bdd_var2level(bdd_var(least)) <= bdd_var2level(bdd_var(most));
    int x = bdd_var(by_least ? least : most);
    bool splits_least = least != bddtrue && bdd_var(least) == x, splits_most = bdd_var(most) == x;
    BDD least0 = splits_least ? bdd_low(least) : least, least1 = splits_least ? bdd_high(least) : least;
    BDD most0 = splits_most ? bdd_low(most) : most, most1 = splits_most ? bdd_high(most) : most;
    BDD only0 = minus(c, least0, most1), covered0 = cover_with(c, only0, most0, (u32)x, false);
    BDD only1 = minus(c, least1, most0), covered1 = cover_with(c, only1, most1, (u32)x, true);
    BDD rest = left_over(c, least0, covered0, least1, covered1), shared = held(c, bdd_and(most0, most1));
    BDD covered = cover(c, rest, shared);
    BDD by_x = held(c, bdd_ite(bdd_ithvar(x), covered1, covered0));
    BDD all = held(c, bdd_or(by_x, covered));
    const BDD done[] = {only0, covered0, only1, covered1, rest, shared, covered, by_x};
    for (u32 i = 0; i < COUNT_OF(done); i++) bdd_delref(done[i]);
    return all;
}

static bool find_cover(Cover *c, AbstractSets *sets, BDD node, u32 most) {
    *c = (Cover){.sets = sets, .most = most, .errors = sets->errors};
    bdd_delref(cover(c, node, node));
    vec_free(&c->variables);
    vec_free(&c->values);
    return !is_over(c);
}

static void free_cover(Cover *c) {
    vec_free(&c->literals);
    vec_free(&c->ends);
}

static bool visit_cube(const Cover *c, u32 number, bool (*visit)(void *self, AbstractCube cube), void *self) {
    u32 begin = number ? c->ends.at[number - 1] : 0, count = c->ends.at[number] - begin;
    u32 *variables = xcalloc(count + 1, sizeof *variables);
    bool *values = xcalloc(count + 1, sizeof *values);
    for (u32 i = 0; i < count; i++) {
        variables[i] = c->literals.at[begin + i] >> 1;
        values[i] = c->literals.at[begin + i] & 1;
    }
    bool go_on = visit(self, (AbstractCube){variables, values, count});
    free(variables);
    free(values);
    return go_on;
}

bool abstract_cubes(AbstractSets *sets, AbstractSet a, u32 most, bool (*visit)(void *self, AbstractCube cube),
                    void *self) {
    Cover c;
    bool ok = find_cover(&c, sets, a.node, most);
    for (u32 i = 0; i < c.ends.count && ok; i++) ok = visit_cube(&c, i, visit, self);
    free_cover(&c);
    return ok;
}

/* Formulas. */

typedef struct {
    TermStore *store;
    Term *const *predicates;
    Map done; /* node -> term */
} Choices;

static Term *choices_of(Choices *c, BDD node) {
    if (node == bddfalse) return term_false(c->store);
    if (node == bddtrue) return term_true(c->store);
    Term *done = NULL;
    u64 known;
    if (map_get(&c->done, (u64)node, &known)) return (Term *)(uintptr_t)known;
    Term *high = choices_of(c, bdd_high(node)), *low = choices_of(c, bdd_low(node));
    done = term_ite(c->store, c->predicates[bdd_var(node)], high, low);
    map_put(&c->done, (u64)node, (u64)(uintptr_t)done);
    return done;
}

static Term *nested_choices(TermStore *store, BDD node, Term *const *predicates) {
    Choices c = {store, predicates, {0}};
    Term *term = choices_of(&c, node);
    map_free(&c.done);
    return term;
}

/* The alternatives of a cover. */
static Term *alternatives(TermStore *store, const Cover *c, Term *const *predicates) {
    Term *any = term_false(store);
    for (u32 i = 0, at = 0; i < c->ends.count; i++) {
        Term *all = term_true(store);
        for (; at < c->ends.at[i]; at++) {
            Term *predicate = predicates[c->literals.at[at] >> 1];
            all = term_and(store, all, c->literals.at[at] & 1 ? predicate : term_not(store, predicate));
        }
        any = term_or(store, any, all);
    }
    return any;
}

Term *abstract_to_term(AbstractSets *sets, AbstractSet a, TermStore *store, Term *const *predicates) {
    enum { LITERALS_PER_CHOICE = 3 };
    if (abstract_is_none(a)) return term_false(store);
    if (abstract_is_all(a)) return term_true(store);
    u32 most = (u32)bdd_nodecount(a.node) * LITERALS_PER_CHOICE;
    Cover inside, outside;
    AbstractSet complement = abstract_not(sets, a);
    bool has_inside = find_cover(&inside, sets, a.node, most) && inside.literals.count <= most;
    bool has_outside = !abstract_is_all(complement) && find_cover(&outside, sets, complement.node, most) &&
                       outside.literals.count <= most;
    bool prefers_outside = has_outside && (!has_inside || outside.literals.count <= inside.literals.count);
    Term *term = prefers_outside ? term_not(store, alternatives(store, &outside, predicates))
                 : has_inside    ? alternatives(store, &inside, predicates)
                                 : nested_choices(store, a.node, predicates);
    free_cover(&inside);
    if (!abstract_is_all(complement)) free_cover(&outside);
    return term;
}
