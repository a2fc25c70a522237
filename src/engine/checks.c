/* What exploration relies on, checked in builds with LOCI_CHECKS: the guards of a choice exclude each other and cover
 * everything, and an operation changes nothing before its last choice, for its siblings run it again. */
#include "engine/explore_inside.h"

#ifdef LOCI_CHECKS

#include "memory/bytes/contents.h"

#include <stdio.h>

static _Noreturn void fail(Explorer *e, const Code *ip, u64 *r, const char *what) {
    const Function *function = frame_of(r)->compiled->function;
    const char *operation = code_infos[ip->op].name;
    fprintf(stderr, "loci: internal check failed: %s (operation %s of '%s')\n", what, operation, function->name);
    abort();
}

/* ---- Guards ---- */

static bool can_be(Explorer *e, Term *condition) {
    enum { SECONDS = 1 };
    TermVec query = {0};
    for (u32 i = 0; i < e->now.path.constraints.count; i++) vec_push(&query, e->now.path.constraints.at[i]);
    vec_push(&query, condition);
    SolverLimits limits = {.seconds = SECONDS, .interrupted = &e->stop};
    Model *model = NULL;
    bool possible = solver_check(e->solver, query.at, query.count, limits, &model, NULL) == ANSWER_YES;
    if (possible) model_release(model);
    vec_free(&query);
    return possible;
}

void check_guards(Explorer *e, const Code *ip, u64 *r, Term *const *guards, u32 count) {
    Term *any = term_false(e->terms), *two = term_false(e->terms);
    for (u32 i = 0; i < count; i++) {
        two = term_or(e->terms, two, term_and(e->terms, any, guards[i]));
        any = term_or(e->terms, any, guards[i]);
    }
    if (!term_is_false(two) && can_be(e, two)) fail(e, ip, r, "two ways can be taken at once");
    Term *none = term_not(e->terms, any);
    if (!term_is_false(none) && can_be(e, none)) fail(e, ip, r, "no way can be taken");
}

/* ---- Operations ---- */

static u64 print_of_byte(ByteBinding binding, u64 print) {
    return (print ^ (binding.mask ? 0x100u : binding.byte)) * 0x100000001b3u;
}

/* Of an object with more bytes than can be looked at: where its pieces are, and what is in leaves. */
static u64 print_of_pieces(const Sparse *sparse, u64 print) {
    for (u32 i = 0; i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        print = hash_combine(print, piece->start << 16 | (u64)piece->kind << 8 | piece->byte);
        for (u64 at = piece->start; piece->kind == PIECE_LEAF && at < sparse_piece_end(sparse, i); at++)
            print = print_of_byte(sparse_byte(sparse, at), print);
    }
    return print;
}

/* Undefined bytes become terms when they are first read, so bytes that are not plain count as equal. */
static u64 print_of_object(const Objects *objects, u32 number, u64 print) {
    const Object *object = object_at(objects, number);
    const ObjectInfo *info = object_info(objects, number);
    bool has_bytes = object->bytes || info->is_sparse;
    print = hash_combine(print, (u64)info->state << 40 | info->size << 1 | has_bytes);
    if (info->state != OBJECT_LIVE || !has_bytes || info->is_constant) return print;
    if (object_is_large(info)) return print_of_pieces(object->contents->sparse, print);
    for (u64 i = 0; i < info->size; i++) print = print_of_byte(contents_binding(objects, number, i), print);
    return print;
}

static u64 print_of_cells(const Machine *m, u64 *r, u64 print) {
    for (Frame *frame = frame_of(r); frame; frame = frame->caller) {
        u64 *cells = frame_cells(frame);
        Term *const *terms = (Term *const *)undefined_of(m, cells);
        print = hash_combine(print, (u64)(uintptr_t)frame->return_to);
        for (u32 i = 0; i < frame->compiled->cells; i++) {
            const Term *term = frame->is_tracked ? terms[i] : NULL;
            print = hash_combine(print, term ? (u64)(uintptr_t)term : cells[i]);
        }
    }
    return print;
}

/* Objects from outside are made in all states at once, whatever the operation then does. */
static bool counts(const ObjectInfo *info) { return info->kind != OBJECT_NONE && info->kind != OBJECT_OUTSIDE; }

/* Globals are made when something names them, and all states have them then as they were made (machine/statics.c). */
static bool is_new_global(const Explorer *e, u32 number) {
    for (u32 i = e->step_statics; i < e->m->statics.count; i++)
        if (e->m->statics.at[i].number == number) return true;
    return false;
}

static u64 print_of_state(const Explorer *e) {
    const Objects *objects = &e->m->objects;
    u64 print = hash_combine(objects->next, e->m->allocas.count);
    for (u32 i = 0; (i = objects_skip_empty(objects, i + 1)) < objects->next;)
        if (counts(object_info(objects, i)) && !is_new_global(e, i)) print = print_of_object(objects, i, print);
    print = hash_combine(print, e->m->stack_used);
    print = hash_combine(print, (u64)(uintptr_t)e->now.path.output);
    return hash_combine(print, (u64)e->now.path.inputs.count << 32 | e->now.path.deferred.count);
}

void check_step_begins(Explorer *e) {
    e->step_statics = e->m->statics.count;
    e->step_print = e->is_running ? print_of_state(e) : 0;
    e->step_cells = 0;
}

void check_step_chooses(Explorer *e, u64 *r) {
    if (!e->step_cells && !e->step_start) e->step_cells = print_of_cells(e->m, r, 1);
}

void check_step_unchanged(Explorer *e, const Code *ip, u64 *r) {
    if (e->step_cells && e->step_cells != print_of_cells(e->m, r, 1))
        fail(e, ip, r, "the operation changed cells before a choice");
    if (e->step_print && e->step_print != print_of_state(e))
        fail(e, ip, r, "the operation changed memory before a choice");
}

#else
typedef int checks_are_off; /* a file with nothing in it is none */
#endif
