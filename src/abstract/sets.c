#include "abstract/sets.h"

#include "abstract/sets_inside.h"

#include <stdlib.h>

enum { FIRST_NODES = 20000, FIRST_CACHE = 5000, MOST_NODES = 12 << 20, MOST_INCREASE = 1 << 20 };

/* BuDDy has one table and reports errors by calling this: the only state of this room that is not in a context. */
static u32 users;
static bool an_error_happened;

static void note_error(int error) { an_error_happened = true; }

AbstractSets *abstract_sets_new(void) {
    AbstractSets *sets = xcalloc(1, sizeof *sets);
    if (users++ == 0) {
        bdd_init(FIRST_NODES, FIRST_CACHE);
        bdd_error_hook(note_error);
        bdd_gbc_hook(NULL); /* which would print */
        bdd_setmaxnodenum(MOST_NODES);
        bdd_setmaxincrease(MOST_INCREASE);
        bdd_setcacheratio(4);
        bdd_setvarnum(1);
        an_error_happened = false;
    }
    return sets;
}

void abstract_sets_free(AbstractSets *sets) {
    for (u32 i = 0; i < sets->kept.count; i++) bdd_delref((BDD)sets->kept.entries[i].key);
    map_free(&sets->kept);
    free(sets);
    if (--users == 0) bdd_done();
}

bool abstract_sets_is_full(const AbstractSets *sets) { return sets->errors != 0; }

BDD sets_checked(AbstractSets *sets, BDD node) {
    if (!an_error_happened && node >= 0) return node;
    an_error_happened = false;
    sets->errors++;
    bdd_clear_error();
    return bddtrue;
}

static AbstractSet keep(AbstractSets *sets, BDD node) {
    bool is_new;
    map_cell(&sets->kept, (u64)node, &is_new);
    if (is_new) bdd_addref(node);
    return (AbstractSet){node};
}

static AbstractSet keep_checked(AbstractSets *sets, BDD node) { return keep(sets, sets_checked(sets, node)); }

AbstractSet abstract_all(AbstractSets *sets) { return (AbstractSet){bddtrue}; }
AbstractSet abstract_none(AbstractSets *sets) { return (AbstractSet){bddfalse}; }

AbstractSet abstract_literal(AbstractSets *sets, u32 variable, bool value) {
    u32 there = (u32)bdd_varnum();
    if (variable >= there)
        bdd_setvarnum((int)MAX(variable + 1, there * 2)); /* few extensions: each empties the caches */
    return keep_checked(sets, value ? bdd_ithvar((int)variable) : bdd_nithvar((int)variable));
}

AbstractSet abstract_and(AbstractSets *sets, AbstractSet a, AbstractSet b) {
    return keep_checked(sets, bdd_and(a.node, b.node));
}

AbstractSet abstract_or(AbstractSets *sets, AbstractSet a, AbstractSet b) {
    return keep_checked(sets, bdd_or(a.node, b.node));
}

AbstractSet abstract_not(AbstractSets *sets, AbstractSet a) { return keep_checked(sets, bdd_not(a.node)); }

AbstractSet abstract_exists(AbstractSets *sets, AbstractSet a, const u32 *variables, u32 count) {
    BDD set = bddtrue;
    u32 errors = sets->errors;
    for (u32 i = 0; i < count; i++) {
        AbstractSet one = abstract_literal(sets, variables[i], true);
        BDD larger = bdd_addref(sets_checked(sets, bdd_and(set, one.node)));
        bdd_delref(set);
        set = larger;
    }
    AbstractSet result = keep_checked(sets, bdd_exist(a.node, set));
    bdd_delref(set);
    return sets->errors == errors ? result : abstract_all(sets);
}

bool abstract_implies(AbstractSets *sets, AbstractSet a, AbstractSet b) {
    u32 errors = sets->errors;
    BDD both = sets_checked(sets, bdd_and(a.node, b.node));
    return sets->errors == errors && both == a.node;
}

double abstract_count(AbstractSets *sets, AbstractSet a, u32 variables) {
    double count = bdd_satcount(a.node); /* over all variables there are, in its support or not */
    for (u32 there = (u32)bdd_varnum(); there > variables; there--) count /= 2;
    for (u32 there = (u32)bdd_varnum(); there < variables; there++) count *= 2;
    return count;
}

void abstract_support(AbstractSets *sets, AbstractSet a, bool *occurs, u32 count) {
    for (u32 i = 0; i < count; i++) occurs[i] = false;
    for (BDD set = bdd_support(a.node); set > 1; set = bdd_high(set))
        if ((u32)bdd_var(set) < count) occurs[bdd_var(set)] = true;
}
