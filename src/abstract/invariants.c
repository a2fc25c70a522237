/* Invariants for the reader and the witness: C over the variables of the function that the loop is in, and over globals.
 *
 * What is known at a head is the disjunction of its nodes, each a conjunction of known values and one of the cubes of its
 * set. A conjunct that has no form in C is left out, which makes the invariant weaker; a disjunct of which nothing is left
 * makes it say nothing, and it is left out as a whole. */
#include "abstract/cegar.h"

#include "term/c_text.h"
#include "term/smtlib.h"

typedef struct {
    Cegar *c;
    const Head *head;
} Naming;

static const char *name_of_register(const Head *head, const Term *symbol) {
    for (u32 i = 0; i < head->places.count; i++) {
        const Place *place = &head->places.at[i];
        if (place->symbol != symbol || place->kind != PLACE_REGISTER || place->frame != head->context->depth) continue;
        const Function *function = head->context->function;
        u32 variable = function->registers[place->number].variable;
        return variable && function->variables[variable - 1].kind == VARIABLE_SLOT
                   ? function->variables[variable - 1].name
                   : NULL;
    }
    return NULL;
}

/* A word of memory that is a whole global variable. */
static const char *name_of_global(Cegar *c, const Term *word) {
    const Term *address = word->arg[1];
    if (word->arg[0]->op != TERM_SYMBOL || !term_is_const(address)) return NULL;
    const Owner *owner = space_owner(&c->encoder.space, address->value);
    const Global *global = owner && !space_offset(&c->encoder.space, address->value) ? owner->global : NULL;
    bool is_scalar = global && global->type->kind == TYPE_INT && global->size * 8 == word->width;
    return is_scalar && !global->is_library ? global->name : NULL;
}

static const char *name_of(void *self, const Term *term) {
    const Naming *naming = self;
    return term->op == TERM_SELECT ? name_of_global(naming->c, term) : name_of_register(naming->head, term);
}

static bool is_pointer(const Head *head, const Term *symbol) {
    for (const Context *context = head->context; context; context = context->caller)
        for (u32 i = 0; i < head->places.count; i++) {
            const Place *place = &head->places.at[i];
            if (place->symbol == symbol && place->kind == PLACE_REGISTER && place->frame == context->depth)
                return context->function->registers[place->number].type->kind == TYPE_POINTER;
        }
    return false;
}

static bool is_plain(const Term *term) { return term->op == TERM_SYMBOL || (term_is_const(term) && !term->value); }

/* Addresses are numbers of the model, not of the program: of a pointer, C can only say that it is null or another one. */
static bool says_addresses(const Naming *naming, Term *condition) {
    TermVec symbols = {0};
    bool has_pointer = false;
    term_symbols(naming->c->terms, &condition, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) has_pointer = has_pointer || is_pointer(naming->head, symbols.at[i]);
    vec_free(&symbols);
    if (condition->op == TERM_NOT) condition = condition->arg[0];
    return has_pointer && !(condition->op == TERM_EQ && is_plain(condition->arg[0]) && is_plain(condition->arg[1]));
}

static void add_conjunct(Naming *naming, Term *condition, Text *out) {
    Text text = {0};
    if (!says_addresses(naming, condition) && term_print_c(&text, condition, name_of, naming))
        text_printf(out, "%s%s", out->length ? " && " : "", text.chars);
    text_free(&text);
}

void predicate_print(Cegar *c, const Head *head, Term *predicate, Text *out) {
    enum { DEEPEST = 8 };
    Naming naming = {c, head};
    Text text = {0};
    if (term_print_c(&text, predicate, name_of, &naming)) text_add(out, text.chars);
    else smt_write_term(out, predicate, DEEPEST);
    text_free(&text);
}

typedef struct {
    Naming *naming;
    const Text *values; /* known, of the node */
    Text *out;
    bool says_nothing;
} Disjunction;

static bool add_cube(void *self, AbstractCube cube) {
    Disjunction *d = self;
    Cegar *c = d->naming->c;
    Text text = {0};
    if (d->values->length) text_add(&text, d->values->chars);
    for (u32 i = 0; i < cube.count; i++) {
        Term *predicate = c->predicates.at[cube.variables[i]];
        add_conjunct(d->naming, cube.values[i] ? predicate : term_not(c->terms, predicate), &text);
    }
    d->says_nothing = d->says_nothing || !text.length;
    if (text.length) text_printf(d->out, "%s(%s)", d->out->length ? " || " : "", text.chars);
    text_free(&text);
    return !d->says_nothing;
}

static void values_of(Naming *naming, const Node *node, Text *out) {
    Cegar *c = naming->c;
    for (u32 i = 0; node->values && i < node->head->places.count; i++) {
        Term *known = node_known_place(c, node, i);
        if (known && term_is_const(known))
            add_conjunct(naming, term_eq(c->terms, node->head->places.at[i].symbol, known), out);
    }
    for (u32 i = 0; node->values && i < node->values->cells.count; i++) {
        const KnownCell *cell = &node->values->cells.at[i];
        Term *memory = c->encoder.space.memory.at[cell->function].symbol;
        Term *word = term_select(c->terms, memory, term_const(c->terms, 64, cell->address));
        add_conjunct(naming, term_eq(c->terms, word, cell->value), out);
    }
}

static void add_invariant(Cegar *c, const Head *head) {
    enum { MOST_CUBES = 12, MOST_NODES = 12 };
    Naming naming = {c, head};
    Text text = {0}, values = {0};
    Disjunction disjunction = {&naming, &values, &text, false};
    u32 nodes = 0;
    for (u32 i = 0; i < head->nodes.count && !disjunction.says_nothing; i++) {
        const Node *node = head->nodes.at[i];
        if (node->covered_by) continue;
        text_clear(&values);
        values_of(&naming, node, &values);
        if (++nodes > MOST_NODES || !abstract_cubes(c->sets, node->set, MOST_CUBES, add_cube, &disjunction))
            disjunction.says_nothing = true;
    }
    if (text.length && !disjunction.says_nothing) {
        const Function *function = head->context->function;
        CegarInvariant invariant = {program_block_location(function, head->block), function, xstrdup(text.chars)};
        vec_push(&c->invariants, invariant);
    }
    text_free(&text);
    text_free(&values);
}

static bool is_loop(const Head *head) { return head->context->flow->entered[head->block] != FLOW_NONE; }

/* One that holds in one context only says nothing about the function's others. */
static bool is_only_context(const Cegar *c, const Head *head) {
    for (u32 i = 0; i < c->heads.count; i++)
        if (c->heads.at[i] != head && c->heads.at[i]->context->function == head->context->function &&
            c->heads.at[i]->context != head->context && c->heads.at[i]->nodes.count)
            return false;
    return !head->context->function->is_library;
}

void cegar_take_invariants(Cegar *c) {
    for (u32 i = 0; i < c->heads.count; i++)
        if (c->heads.at[i]->nodes.count && is_loop(c->heads.at[i]) && is_only_context(c, c->heads.at[i]))
            add_invariant(c, c->heads.at[i]);
}
