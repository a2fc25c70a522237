/* Pointers from outside that are followed: bound, at that moment, to objects of their own (memory/bytes/outside.h).
 *
 * The term that came from outside as a whole is the *word*; the pointer is the word, steps away from it, or a choice of
 * which it is one. Where the word is followed the path forks: it is null, or it is the address of its object, and that is
 * a condition of the path like any other. So whatever the path has compared before agrees with the binding, and whatever
 * it compares later does: two words that are equal on the path lead to one object, since the second one cannot be its own.
 * Only values that came from outside are bound. What induction has put in the place of a value that the program computed
 * may well point to what the program has. */
#include "semantics/implied.h"
#include "semantics/lift.h"

#include "memory/pointer.h"

#include <stdio.h>
#include <string.h>

static bool is_32(const Machine *m) { return m->objects.placement != NULL; }

/* ---- Words ---- */

static bool is_from_outside(const Term *symbol) {
    static const char *const inner[] = {"loop@", "node@"}; /* engine/induct.h */
    if (symbol->op != TERM_SYMBOL || term_is_array(symbol)) return false;
    for (u32 i = 0; i < COUNT_OF(inner); i++)
        if (!strncmp(symbol->symbol->name, inner[i], strlen(inner[i]))) return false;
    return true;
}

/* A symbol, or bytes of symbols side by side, as an array of bytes has them that was made symbolic. */
static bool is_word(const Term *term) {
    if (term->op == TERM_CONCAT) return is_word(term->arg[0]) && is_word(term->arg[1]);
    return is_from_outside(term->op == TERM_EXTRACT ? term->arg[0] : term);
}

/* A number so large that it may be an address of the program. */
static bool may_be_address(const Term *constant) {
    enum { LARGEST_STEP = 1 << 20 };
    i64 value = term_signed_value(constant);
    return value > LARGEST_STEP || value < -LARGEST_STEP;
}

/* ILP32 adds addresses up, and programs do it in numbers: the word is the only summand that may be an address. */
static void find_summand(Term *sum, Term **word, u32 *count) {
    if (sum->op == TERM_ADD) {
        find_summand(sum->arg[0], word, count);
        find_summand(sum->arg[1], word, count);
    } else if (term_is_const(sum)) {
        *count += may_be_address(sum);
    } else if (is_word(sum)) {
        *word = sum;
        (*count)++;
    }
}

static Term *without_steps(Term *pointer) {
    while (pointer->op == TERM_STEP) pointer = pointer->arg[0];
    return pointer;
}

/* The word that the address or pointer, no choice any more, is a step away from; NULL: it is none. */
static Term *word_of(const Machine *m, Term *address) {
    Term *word = NULL;
    u32 count = 0;
    find_summand(is_32(m) ? address : without_steps(address), &word, &count);
    return count == 1 ? word : NULL;
}

/* What the program sees of the pointer. */
static Term *address_of(Machine *m, Term *pointer) {
    return is_32(m) ? term_extract(m->symbolic->terms, pointer, 0, 32) : pointer;
}

/* ILP32: a pointer that has an object is of the program. */
static bool may_be_word(Machine *m, Term *pointer) {
    if (term_is_const(pointer)) return false;
    if (!is_32(m)) return true;
    Term *object = term_extract(m->symbolic->terms, pointer, 32, 32);
    return !term_is_const(object) || !object->value;
}

/* ---- Choices ---- */

/* What was written at an unknown place is read, or what was there before: the condition of the former; NULL: it is not so. */
static Term *written_there(TermStore *store, const Term *t) {
    bool is_read = t->op == TERM_SELECT && t->arg[0]->op == TERM_STORE;
    return is_read ? term_eq(store, t->arg[0]->arg[1], t->arg[1]) : NULL;
}

/* The condition of the first choice that the address is; NULL: it is none. */
static Term *first_choice(TermStore *store, Term *t) {
    while (t->op == TERM_STEP || t->op == TERM_ADD) {
        bool is_second = t->op == TERM_ADD && t->arg[0]->op != TERM_ITE && t->arg[0]->op != TERM_ADD;
        t = t->arg[is_second ? 1 : 0];
    }
    Term *condition = t->op == TERM_ITE ? t->arg[0] : written_there(store, t);
    return condition && !term_is_const(condition) ? condition : NULL;
}

/* The term where the condition holds, or where it does not. */
static Term *restricted(TermStore *store, Term *t, const Term *condition, bool holds) {
    if (t->op == TERM_ITE && t->arg[0] == condition) return restricted(store, t->arg[holds ? 1 : 2], condition, holds);
    if (written_there(store, t) == condition) {
        Term *before = term_select(store, t->arg[0]->arg[0], t->arg[1]);
        return restricted(store, holds ? t->arg[0]->arg[2] : before, condition, holds);
    }
    Term *args[3];
    bool is_part = t->op == TERM_ITE || t->op == TERM_CONCAT || t->op == TERM_ADD || t->op == TERM_STEP;
    if (!is_part || t->width < 32) return t;
    for (u32 i = 0; i < t->arity; i++) args[i] = restricted(store, t->arg[i], condition, holds);
    switch (t->op) {
    case TERM_ITE: return term_ite(store, args[0], args[1], args[2]);
    case TERM_CONCAT: return term_concat(store, args[0], args[1]);
    case TERM_ADD: return term_add(store, args[0], args[1]);
    default: return term_step(store, args[0], args[1]);
    }
}

/* Is one of the ways a word? */
static bool has_word(Machine *m, Term *address, u32 *budget) {
    TermStore *store = m->symbolic->terms;
    if (!*budget) return false;
    (*budget)--;
    Term *condition = first_choice(store, address);
    if (!condition) return word_of(m, address) != NULL;
    return has_word(m, restricted(store, address, condition, true), budget) ||
           has_word(m, restricted(store, address, condition, false), budget);
}

/* As long as a word is one of the ways: the pointer becomes one of them. False: paused. */
static bool choose_way(Machine *m, const Code *ip, u64 *r, Term **pointer) {
    for (;;) {
        u32 budget = 64;
        if (!may_be_word(m, *pointer)) return true;
        Term *address = address_of(m, *pointer), *choice = first_choice(m->symbolic->terms, address);
        if (!choice || !has_word(m, address, &budget)) return true;
        int way = strategy_decide(m, ip, r, CHOICE_POINTER, choice);
        if (way < 0) return false;
        *pointer = restricted(m->symbolic->terms, *pointer, choice, way);
    }
}

/* ---- Binding ---- */

static bool is_bound(const Symbolic *s, u32 object) {
    for (u32 i = s->path.outside.count; i-- > 0;)
        if (s->path.outside.at[i] == object) return true;
    for (u32 i = 0; i < s->binding.count; i++)
        if (s->binding.at[i] == object) return true;
    return false;
}

static Term *value_of_word(Machine *m, const Term *word, u64 pointer) {
    return term_const(m->symbolic->terms, word->width, pointer & low_mask(word->width));
}

typedef enum { WORD_BOUND, WORD_NULL, WORD_OTHER, WORD_STOPPED } WordIs;

/* The word is the address of its object, unless the path has made it something else. A strategy that assumes without
 * asking is asked whether it can: nothing may get lost. On a path that no input takes everything must be. */
static WordIs assume_own(Machine *m, Term *is_own) {
    if (strategy_must_be(m, term_not(m->symbolic->terms, is_own))) {
        if (!strategy_must_be(m, is_own)) return WORD_OTHER;
        strategy_drop(m);
        return WORD_STOPPED;
    }
    if (!m->symbolic->strategy->may_assume(m, is_own)) return WORD_OTHER;
    if (!strategy_evaluate(m, is_own)) strategy_cut(m, CUT_SOLVER);
    return WORD_BOUND;
}

/* ---- Aliases ---- */

/* How far from the word the access is; false: that is not known, or it is no load or store. */
static bool distance_of(Machine *m, const Access *access, const Term *word, i64 *distance) {
    bool is_scalar = access && (access->op == MEMORY_LOAD || access->op == MEMORY_STORE);
    if (!is_scalar || (access->delta && !term_is_const(access->delta))) return false;
    *distance = access->delta ? (i64)access->delta->value : 0;
    const Term *pointer = address_of(m, access->pointer);
    for (; pointer != word; pointer = pointer->arg[0]) {
        bool is_step = pointer->op == TERM_STEP && term_is_const(pointer->arg[1]);
        if (!is_step) return false;
        *distance += term_signed_value(pointer->arg[1]);
    }
    return true;
}

/* Whether it shows if the access is to this object, which another pointer has led to: its bytes were read or written
 * before, and are written now or were. */
static bool would_show(Machine *m, u32 object, i64 distance, const Access *access) {
    const Outside *outside = m->symbolic->memory.outside;
    Term *const *read = outside->objects.at[object - OUTSIDE_FIRST].bytes;
    i64 start = OUTSIDE_BEFORE + distance, size = (i64)access->size->value;
    bool is_written = access->op == MEMORY_STORE;
    if (object_info(&m->objects, object)->state != OBJECT_LIVE || start < 0 || start + size > OUTSIDE_BYTES)
        return false;
    for (i64 i = start; i < start + size; i++) {
        ByteBinding binding = contents_binding(&m->objects, object, (u32)i);
        bool was_written = !binding.mask || binding.term;
        is_written |= was_written;
        if (!was_written && !(read && read[i])) return false;
    }
    return is_written;
}

/* The pointer may lead to where one leads that was followed before. What was followed last comes first. */
static WordIs choose_alias(Machine *m, const Code *ip, u64 *r, Term *word, const Access *access, Term **value) {
    enum { MOST_ALIASES = 4 };
    Symbolic *s = m->symbolic;
    i64 distance;
    if (!s->considers_aliases || !distance_of(m, access, word, &distance)) return WORD_OTHER;
    for (u32 i = s->path.outside.count, tried = 0; i-- > 0 && tried < MOST_ALIASES;) {
        u32 object = s->path.outside.at[i];
        if (!would_show(m, object, distance, access)) continue;
        tried++;
        *value = value_of_word(m, word, outside_pointer(&m->objects, object));
        int is_alias = strategy_decide(m, ip, r, CHOICE_ALIAS, term_eq(s->terms, word, *value));
        if (is_alias) return is_alias < 0 ? WORD_STOPPED : WORD_BOUND;
    }
    return WORD_OTHER;
}

static int decide_null(Machine *m, const Code *ip, u64 *r, Term *is_null) {
    Symbolic *s = m->symbolic;
    if (s->assumes_nonnull && s->strategy->may_assume(m, term_not(s->terms, is_null))) return 0;
    return strategy_decide(m, ip, r, CHOICE_POINTER, is_null);
}

/* What the word is from now on; `value`: the constant. */
static WordIs bind_word(Machine *m, const Code *ip, u64 *r, Term *word, const Access *access, Term **value) {
    Symbolic *s = m->symbolic;
    u64 address = s->memory.model->fresh(&s->memory, word);
    if (!address) return WORD_OTHER;
    Term *null = value_of_word(m, word, 0);
    *value = value_of_word(m, word, address);
    if (is_bound(s, pointer_object(address))) return WORD_BOUND;
    int is_null = decide_null(m, ip, r, term_eq(s->terms, word, null));
    if (is_null < 0) return WORD_STOPPED;
    if (is_null) *value = null;
    if (is_null) return WORD_NULL;
    WordIs alias = choose_alias(m, ip, r, word, access, value);
    if (alias != WORD_OTHER) return alias;
    *value = value_of_word(m, word, address);
    WordIs is = assume_own(m, term_eq(s->terms, word, *value));
    if (is == WORD_BOUND) vec_push(&s->binding, pointer_object(address));
    return is;
}

/* The path has made the word equal to something: to another word, or to an address of the program. */
static bool is_one_value(Machine *m, Term *word, Term **value) {
    *value = value_of_word(m, word, strategy_some_value(m, word));
    return strategy_must_be(m, term_eq(m->symbolic->terms, word, *value));
}

static Term *with_value(Machine *m, Term *pointer, Term *word, Term *value) {
    TermStore *store = m->symbolic->terms;
    Map values = {0};
    Term *address = address_of(m, pointer);
    map_put_ptr(&values, word, value);
    term_substitute(store, &address, 1, &values);
    map_free(&values);
    if (!is_32(m)) return address;
    u64 claimed = objects_pointer_from_number(&m->objects, (u32)value->value);
    return term_concat(store, term_const(store, 32, pointer_object(claimed)), address);
}

bool lift_follow(Machine *m, const Code *ip, u64 *r, Term **pointer, const Access *access) {
    Symbolic *s = m->symbolic;
    if (!s->binds_pointers || !s->memory.model->fresh) return true;
    if (!choose_way(m, ip, r, pointer)) return false;
    Term *word = may_be_word(m, *pointer) ? word_of(m, address_of(m, *pointer)) : NULL, *value = NULL;
    if (!word) return true;
    WordIs is = bind_word(m, ip, r, word, access, &value);
    if (is == WORD_STOPPED) return false;
    if (is == WORD_OTHER && !is_one_value(m, word, &value)) return true; /* nothing is known of it */
    *pointer = with_value(m, *pointer, word, value);
    return true;
}

bool lift_is_outside(Machine *m, const Code *ip, u64 *r, Term **pointer, bool *is_outside) {
    *is_outside = false;
    if (!m->symbolic->binds_pointers) return true;
    if (!choose_way(m, ip, r, pointer)) return false;
    *is_outside = may_be_word(m, *pointer) && word_of(m, address_of(m, *pointer));
    return true;
}

void lift_begin_following(Machine *m) { vec_clear(&m->symbolic->binding); }

void lift_followed(Machine *m, u64 *r) {
    Symbolic *s = m->symbolic;
    for (u32 i = 0; i < s->binding.count; i++) {
        u32 object = s->binding.at[i];
        Term *word = s->memory.outside->objects.at[object - OUTSIDE_FIRST].pointer;
        Term *value = value_of_word(m, word, outside_pointer(&m->objects, object));
        vec_push(&s->path.outside, object);
        /* not where states are merged, for there the others have terms */
        if (!s->forgets_output) implied_by(m, r, term_eq(s->terms, word, value));
    }
    s->bound_pointers += s->binding.count;
    vec_clear(&s->binding);
}

/* ---- Calls ---- */

/* Where undefined values are errors, this is none. */
static Term *any_result(void *self, u32 bits) {
    Machine *m = self;
    Symbolic *s = m->symbolic;
    char name[64];
    if (m->options.allow_uninitialised) return strategy_undefined(m, bits, 0);
    snprintf(name, sizeof name, "result of a function from outside, %u", s->path.unknowns++);
    return term_symbol(s->terms, name, bits);
}

void lift_set_results(Machine *m, u64 *r, const Type *type, u32 *cell, Term *(*any)(void *self, u32 bits), void *self) {
    if (type->kind == TYPE_STRUCT) {
        for (u32 i = 0; i < type->field_count; i++) lift_set_results(m, r, type->fields[i].type, cell, any, self);
    } else if (type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR) {
        for (u64 i = 0; i < type->count; i++) lift_set_results(m, r, type->element, cell, any, self);
    } else {
        u32 bits = type->kind == TYPE_POINTER ? m->program->pointer_bytes * 8 : type->bits;
        for (; bits; bits -= MIN(bits, 64u)) lift_set(m, r, (*cell)++, any(self, MIN(bits, 64u)));
    }
}

void lift_call_outside(Machine *m, const Code *ip, u64 *r) {
    const CallSite *site = ip->data;
    u32 cell = ip->d;
    lift_hand_over_all(m, ip, r);
    if (site->result_cells) lift_set_results(m, r, site->call->type->element, &cell, any_result, m);
    assert(cell == ip->d + site->result_cells);
}
