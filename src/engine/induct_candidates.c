/* Candidates: what may hold whenever a loop's head is reached. */
#include "engine/induct_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CANDIDATES = 600, MOST_CONSTANTS = 24, LARGEST_STEP = 1 << 16 };

bool candidates_add(LoopRun *run, Term *term) {
    bool inserted;
    if (term_is_const(term) || run->candidates.count >= MOST_CANDIDATES) return false;
    map_cell(&run->known_candidates, (u64)(uintptr_t)term, &inserted);
    if (inserted) vec_push(&run->candidates, (Candidate){.term = term});
    return inserted;
}

static bool add_orders(TermStore *store, LoopRun *run, Term *a, Term *b) {
    bool any = candidates_add(run, term_sle(store, a, b));
    any |= candidates_add(run, term_sle(store, b, a));
    any |= candidates_add(run, term_ule(store, a, b));
    any |= candidates_add(run, term_ule(store, b, a));
    return any;
}

static void add_strict_orders(TermStore *store, LoopRun *run, Term *a, Term *b) {
    candidates_add(run, term_slt(store, a, b));
    candidates_add(run, term_slt(store, b, a));
}

/* ---- Of a place by itself, and with those before it ---- */

typedef VEC(u64) Constants;

/* Numbers that the loop compares with. */
static void constants_of_loop(Induct *in, const LoopRun *run, u32 bits, Constants *out) {
    const Program *program = in->e->m->program;
    const Function *function = run->entry->compiled->function;
    const Loop *loop = &run->flow->loops.at[run->loop];
    for (u32 i = loop->first; i < loop->first + loop->count; i++) {
        const Block *block = &function->blocks[run->flow->order[i]];
        for (u32 k = block->first; k < block->first + block->count; k++) {
            const Insn *insn = &function->insns[k];
            if (insn->op < OP_EQ || insn->op > OP_SLE) continue;
            Operand operand = operand_is_constant(insn->a) ? insn->a : insn->b;
            if (!operand_is_constant(operand)) continue;
            const Constant *constant = &program->constants.at[operand_index(operand)];
            if (constant->kind != CONSTANT_INT || constant->type->bits != bits || bits > 64) continue;
            if (out->count < MOST_CONSTANTS) vec_push(out, constant->limbs[0]);
        }
    }
}

static void of_pair(TermStore *store, LoopRun *run, const Place *p, const Place *q) {
    if (!q->symbol || term_is_array(q->symbol) || q->symbol->width != p->symbol->width || p == q) return;
    add_orders(store, run, p->symbol, q->symbol);
    add_strict_orders(store, run, p->symbol, q->symbol);
    if (!p->initial || !q->initial) return;
    Term *difference = term_sub(store, p->initial, q->initial), *sum = term_add(store, p->initial, q->initial);
    candidates_add(run, term_eq(store, term_sub(store, p->symbol, q->symbol), difference));
    candidates_add(run, term_eq(store, term_add(store, p->symbol, q->symbol), sum));
}

void candidates_of_place(Induct *in, LoopRun *run, u32 index) {
    TermStore *store = in->e->terms;
    const Place *place = &run->places.at[index];
    u32 bits = place->symbol->width;
    Term *x = place->symbol, *zero = term_const(store, bits, 0);
    if (place->initial) {
        add_orders(store, run, x, place->initial);
        for (u32 low = 1; low <= 3 && bits > 3; low++)
            candidates_add(run,
                           term_eq(store, term_extract(store, x, 0, low), term_extract(store, place->initial, 0, low)));
    }
    candidates_add(run, term_sle(store, zero, x));
    candidates_add(run, term_ne(store, zero, x));
    if (place->mode == PLACE_BASED) {
        u64 size = object_info(&in->e->m->objects, place->base)->size;
        candidates_add(run, term_ule(store, x, term_const(store, bits, size)));
    }
    Constants constants = {0};
    constants_of_loop(in, run, bits, &constants);
    for (u32 i = 0; i < constants.count; i++) add_orders(store, run, x, term_const(store, bits, constants.at[i]));
    vec_free(&constants);
    for (u32 i = 0; i < run->places.count; i++)
        if (run->places.at[i].mode != PLACE_EXPLICIT) of_pair(store, run, place, &run->places.at[i]);
    for (u32 i = 0; i < run->bounds.count; i++)
        if (run->bounds.at[i]->width == bits && run->bounds.at[i] != place->initial) {
            candidates_add(run, term_slt(store, x, run->bounds.at[i]));
            candidates_add(run, term_sle(store, x, run->bounds.at[i]));
        }
    candidates_of_ranges(in, run, index);
    candidates_of_array(in, run, index);
}

/* ---- Steps made together ---- */

/* In the width of the places, if it is the same: what does not hold there because of a wrap around is no sum. */
static Term *widened(TermStore *store, Term *term, u32 width) {
    return term->width < width ? term_sext(store, term, width) : term;
}

/* How far the place goes in a round, if that is always the same. */
static bool step_of(TermStore *store, const Place *place, Term *value, i64 *step) {
    if (place->mode == PLACE_EXPLICIT || !value || !place->initial || term_is_array(place->symbol)) return false;
    Term *difference = term_sub(store, value, place->symbol);
    if (!term_is_const(difference) || place->symbol->width > 64) return false;
    *step = term_signed_value(difference);
    return *step && *step < LARGEST_STEP && *step > -LARGEST_STEP;
}

static Term *times(TermStore *store, Term *term, i64 factor, u32 width) {
    return term_mul(store, widened(store, term, width), term_const(store, width, (u64)factor & low_mask(width)));
}

void candidates_from_steps(Induct *in, LoopRun *run, const TermVec *values) {
    TermStore *store = in->e->terms;
    bool any = false;
    for (u32 i = 0; i < run->places.count; i++)
        for (u32 k = 0; k < i; k++) {
            const Place *p = &run->places.at[i], *q = &run->places.at[k];
            i64 by_p, by_q;
            if (!step_of(store, p, values->at[i], &by_p) || !step_of(store, q, values->at[k], &by_q)) continue;
            u32 width = MAX(p->symbol->width, q->symbol->width);
            Term *now = term_sub(store, times(store, p->symbol, by_q, width), times(store, q->symbol, by_p, width));
            Term *then = term_sub(store, times(store, p->initial, by_q, width), times(store, q->initial, by_p, width));
            any |= candidates_add(run, term_eq(store, now, then));
        }
    run->begins_again |= any;
}

/* ---- Where a fact holds, or where it does not ---- */

static void add_conditional(TermStore *store, LoopRun *run, u32 index, Term *fact) {
    Term *term = run->candidates.at[index].term;
    if (run->candidates.at[index].is_conditional) return;
    if (candidates_add(run, term_or(store, fact, term))) vec_last(&run->candidates).is_conditional = true;
    if (candidates_add(run, term_or(store, term_not(store, fact), term)))
        vec_last(&run->candidates).is_conditional = true;
}

static void drop(TermStore *store, LoopRun *run, u32 index) {
    run->candidates.at[index].is_dropped = true;
    for (u32 i = 0; i < run->facts.count; i++) add_conditional(store, run, index, run->facts.at[i]);
}

enum { MOST_FACTS = 20, MOST_EQUALITIES = 64 }; /* Node.holds has a bit for each */

static bool note_fact(TermStore *store, LoopRun *run, Term *fact, u32 most) {
    for (u32 i = 0; i < run->facts.count; i++)
        if (run->facts.at[i] == fact || run->facts.at[i] == term_not(store, fact)) return false;
    if (run->facts.count >= most) return false;
    vec_push(&run->facts, fact);
    return true;
}

static bool add_fact(TermStore *store, LoopRun *run, Term *fact) {
    if (!note_fact(store, run, fact, MOST_FACTS)) return false;
    u32 count = run->candidates.count;
    for (u32 i = 0; i < count; i++)
        if (run->candidates.at[i].is_dropped) add_conditional(store, run, i, fact);
    return true;
}

/* ---- What paths compare ---- */

void candidates_note_symbols(Induct *in, LoopRun *run, Term *const *terms, u32 count) {
    TermVec symbols = {0};
    term_symbols(in->e->terms, terms, count, &symbols);
    for (u32 i = 0; i < symbols.count; i++) map_put_ptr(&run->known_symbols, symbols.at[i], run);
    vec_free(&symbols);
}

static void collect_sparse(const Sparse *sparse, TermVec *terms) {
    for (u32 i = 0; i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        for (u32 k = 0; piece->kind == PIECE_LEAF && k < LEAF_BYTES; k++)
            if (sparse_leaf(sparse, piece)->terms[k]) vec_push(terms, sparse_leaf(sparse, piece)->terms[k]);
    }
}

/* Terms that objects hold. */
static void collect_memory(const Objects *objects, TermVec *terms) {
    for (u32 number = 0; (number = objects_skip_empty(objects, number + 1)) < objects->next;) {
        const Contents *contents = object_at(objects, number)->contents;
        if (contents && contents->is_sparse) {
            collect_sparse(contents->sparse, terms);
            continue;
        }
        u32 size = contents && contents->chunks ? object_info(objects, number)->size : 0;
        if (contents && contents->array) vec_push(terms, contents->array);
        for (u32 i = 0; i < size; i++)
            if (contents_term(contents, i)) vec_push(terms, contents_term(contents, i));
    }
}

/* Variables that are no numbers may bound what others become, whether the loop says so or not. */
static void note_bounds(Induct *in, LoopRun *run) {
    enum { MOST_BOUNDS = 6 };
    const Compiled *compiled = run->entry->compiled;
    const Function *function = compiled->function;
    TermVec cells = {0};
    places_read_cells(in, run, &cells);
    for (u32 reg = 0; reg < function->register_count && run->bounds.count < MOST_BOUNDS; reg++) {
        const Register *info = &function->registers[reg];
        Term *cell = info->variable && info->type->kind == TYPE_INT ? cells.at[compiled->register_cells[reg]] : NULL;
        if (!cell || term_is_const(cell) || term_is_tainted(cell) || info->type->bits > 64) continue;
        vec_push(&run->bounds, term_extract(in->e->terms, term_number(in->e->terms, cell), 0, info->type->bits));
    }
    vec_free(&cells);
}

void candidates_begin(Induct *in, LoopRun *run) {
    TermVec cells = {0}, memory = {0};
    collect_memory(&in->e->m->objects, &memory);
    candidates_note_symbols(in, run, memory.at, memory.count);
    vec_free(&memory);
    places_read_cells(in, run, &cells);
    u32 kept = 0;
    for (u32 i = 0; i < cells.count; i++)
        if (cells.at[i] && !term_is_const(cells.at[i])) cells.at[kept++] = cells.at[i];
    candidates_note_symbols(in, run, cells.at, kept);
    note_bounds(in, run);
    candidates_note_symbols(in, run, run->entry->path.constraints.at, run->entry->path.constraints.count);
    vec_free(&cells);
    arrays_begin(in, run);
}

/* What a term speaks of: of nothing that is new in every round, and of places or not. */
typedef enum { ABOUT_NEW, ABOUT_BEFORE, ABOUT_PLACES } About;

bool candidates_know_address(const LoopRun *run, u64 pointer) {
    return pointer_object(pointer) < run->entry->objects.next;
}

/* Of an object from outside that the loop has not got from outside itself. */
static bool is_of_known_object(Induct *in, const LoopRun *run, const Term *symbol) {
    OutsideValue bytes;
    if (!outside_symbol(symbol, &bytes)) return false;
    TermVec symbols = {0};
    Term *pointer = in->e->outside.objects.at[bytes.object - OUTSIDE_FIRST].pointer;
    bool is_known = !term_is_const(pointer) || candidates_know_address(run, pointer->value);
    term_symbols(in->e->terms, &pointer, 1, &symbols);
    for (u32 i = 0; i < symbols.count && is_known; i++)
        is_known = map_get_ptr(&run->known_symbols, symbols.at[i]) || is_of_known_object(in, run, symbols.at[i]);
    vec_free(&symbols);
    return is_known;
}

static bool is_known_symbol(Induct *in, const LoopRun *run, Term *symbol) {
    return map_get_ptr(&run->known_symbols, symbol) || is_of_known_object(in, run, symbol);
}

static About about(Induct *in, LoopRun *run, Term *term) {
    TermVec symbols = {0};
    bool has_place = false, is_known = true;
    term_symbols(in->e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count && is_known; i++) {
        bool is_place = false;
        for (u32 k = 0; k < run->places.count; k++) is_place |= run->places.at[k].symbol == symbols.at[i];
        has_place |= is_place && !term_is_array(symbols.at[i]);
        is_known = is_place ? !term_is_array(symbols.at[i]) : is_known_symbol(in, run, symbols.at[i]);
    }
    vec_free(&symbols);
    return !is_known ? ABOUT_NEW : has_place ? ABOUT_PLACES : ABOUT_BEFORE;
}

bool candidates_know(Induct *in, LoopRun *run, Term *term) { return about(in, run, term) != ABOUT_NEW; }
bool candidates_is_before(Induct *in, LoopRun *run, Term *term) { return about(in, run, term) == ABOUT_BEFORE; }

static bool is_comparison(const Term *term) {
    bool compares = term->op == TERM_EQ || term->op == TERM_ULT || term->op == TERM_SLT;
    return compares && term->arg[0]->width >= 8 && !term_is_array(term->arg[0]);
}

/* A bit of something, by itself or compared. */
static bool is_bit(const Term *term) {
    return term->width == 1 && (term->op == TERM_EXTRACT || (term->op == TERM_EQ && !term_is_array(term->arg[0])));
}

/* What the path has found something that the loop does not change to be: one of the states of a machine, say. */
static bool add_equalities(Induct *in, LoopRun *run, const Path *path, u32 first) {
    bool any = false;
    for (u32 i = first; i < path->constraints.count; i++) {
        Term *term = path->constraints.at[i];
        bool is_value =
            is_comparison(term) && term->op == TERM_EQ && (term_is_const(term->arg[0]) || term_is_const(term->arg[1]));
        if (is_value && about(in, run, term) == ABOUT_BEFORE)
            any |= note_fact(in->e->terms, run, term, MOST_EQUALITIES);
    }
    return any;
}

bool candidates_from_path(Induct *in, LoopRun *run, const Path *path, const TermVec *values) {
    TermStore *store = in->e->terms;
    u32 first = MIN(run->entry->path.constraints.count, path->constraints.count);
    TermVec said = {0}, below = {0};
    bool any = false, facts = values != NULL;
    if (facts) any = add_equalities(in, run, path, first);
    for (u32 i = first; i < path->constraints.count; i++) vec_push(&said, path->constraints.at[i]);
    for (u32 i = 0; facts && i < values->count; i++)
        if (values->at[i]) vec_push(&said, values->at[i]);
    term_postorder(store, said.at, said.count, &below);
    for (u32 i = 0; i < below.count; i++) {
        Term *term = below.at[i];
        bool is_atom = is_comparison(term) || (facts && is_bit(term));
        About what = is_atom ? about(in, run, term) : ABOUT_NEW;
        if (facts && what == ABOUT_BEFORE) any |= add_fact(store, run, term);
        if (facts || what != ABOUT_PLACES) continue;
        any |= candidates_add(run, term);
        any |= candidates_add(run, term_not(store, term));
        any |= add_orders(store, run, term->arg[0], term->arg[1]);
    }
    vec_free(&said);
    vec_free(&below);
    run->begins_again |= any;
    return any;
}

/* ---- Checking ---- */

static void substitute(Induct *in, const LoopRun *run, const TermVec *values, TermVec *out) {
    Map map = {0};
    for (u32 i = 0; i < run->places.count; i++) {
        const Place *place = &run->places.at[i];
        if (place->symbol && i < values->count && values->at[i]) map_put_ptr(&map, place->symbol, values->at[i]);
    }
    for (u32 i = 0; i < run->candidates.count; i++) vec_push(out, run->candidates.at[i].term);
    if (map.count) term_substitute(in->e->terms, out->at, out->count, &map);
    map_free(&map);
}

static u32 drop_false(TermStore *store, LoopRun *run, const TermVec *terms, Model *model) {
    u32 dropped = 0;
    for (u32 i = 0; i < terms->count; i++) {
        const Candidate *candidate = &run->candidates.at[i];
        if (candidate->is_dropped || !terms->at[i] || model_satisfies(model, terms->at[i])) continue;
        drop(store, run, i);
        dropped++;
    }
    return dropped;
}

/* Time is over: then nothing is shown, and what is left of the candidates does not matter. */
static bool must_stop(const Induct *in) {
    Explorer *e = in->e;
    if (e->tick && e->poll) e->poll(e->listener);
    return e->stop;
}

/* One by one, because the solver cannot say it of all. */
static u32 drop_unknown(Induct *in, LoopRun *run, const TermVec *terms) {
    u32 dropped = 0;
    for (u32 i = 0; i < terms->count && !must_stop(in); i++) {
        Model *model = NULL;
        const Candidate *candidate = &run->candidates.at[i];
        if (candidate->is_dropped || !terms->at[i]) continue;
        if (explore_ask(in->e, term_not(in->e->terms, terms->at[i]), &model) == ANSWER_NO) continue;
        if (model) model_release(model);
        drop(in->e->terms, run, i);
        dropped++;
    }
    return dropped;
}

static Term *conjunction(TermStore *store, const LoopRun *run, const TermVec *terms) {
    Term *all = term_true(store);
    for (u32 i = 0; i < terms->count; i++)
        if (!run->candidates.at[i].is_dropped && terms->at[i]) all = term_and(store, all, terms->at[i]);
    return all;
}

bool candidates_check(Induct *in, LoopRun *run, const TermVec *values, bool is_entry) {
    TermStore *store = in->e->terms;
    TermVec terms = {0};
    u32 dropped = 0;
    substitute(in, run, values, &terms);
    for (u32 i = 0; i < terms.count; i++)
        if (!is_entry && !run->candidates.at[i].is_assumed) terms.at[i] = NULL;
    while (!must_stop(in)) {
        Term *all = conjunction(store, run, &terms);
        Model *model = NULL;
        Answer answer = term_is_true(all) ? ANSWER_NO : explore_ask(in->e, term_not(store, all), &model);
        if (answer == ANSWER_NO) break;
        u32 are_false = model ? drop_false(store, run, &terms, model) : 0;
        if (model) model_release(model);
        dropped += are_false ? are_false : drop_unknown(in, run, &terms);
        if (!are_false) break;
    }
    for (u32 i = 0; i < terms.count; i++)
        if (is_entry) run->candidates.at[i].is_assumed = !run->candidates.at[i].is_dropped;
    vec_free(&terms);
    return dropped != 0;
}
