#include "state/path.h"

#include "memory/store/storage.h"

Path path_copy(const Path *path) {
    Path copy = *path;
    vec_copy(&copy.constraints, &path->constraints);
    copy.log = path_log_copy(&path->log);
    vec_copy(&copy.bound, &path->bound);
    vec_copy(&copy.settled, &path->settled);
    vec_copy(&copy.outside, &path->outside);
    vec_copy(&copy.inputs, &path->inputs);
    vec_copy(&copy.deferred, &path->deferred);
    vec_copy(&copy.unknown_values, &path->unknown_values);
    vec_copy(&copy.loops, &path->loops);
    vec_copy(&copy.preferences, &path->preferences);
    vec_copy(&copy.seeds, &path->seeds);
    vec_copy(&copy.open_merges, &path->open_merges);
    for (u32 i = 0; i < copy.inputs.count; i++) storage_keep(copy.inputs.at[i].bytes);
    model_keep(copy.model);
    if (copy.output) copy.output->references++;
    return copy;
}

u64 path_condition_hash(const Path *path) {
    u64 hash = path->constraints.count;
    for (u32 i = 0; i < path->constraints.count; i++) hash = hash_combine(hash, path->constraints.at[i]->hash);
    return hash;
}

bool path_has_same_rounds(const Path *a, const Path *b) {
    if (a->loops.count != b->loops.count) return false;
    for (u32 i = 0; i < a->loops.count; i++) {
        const LoopRound *x = &a->loops.at[i], *y = &b->loops.at[i];
        if (x->r != y->r || x->loop != y->loop || x->number != y->number || x->return_to != y->return_to) return false;
    }
    return true;
}

static void drop_output(OutputPiece *piece) {
    while (piece && --piece->references == 0) {
        OutputPiece *before = piece->before;
        free(piece->bytes);
        free(piece->terms);
        free(piece);
        piece = before;
    }
}

void path_free(Path *path) {
    for (u32 i = 0; i < path->inputs.count; i++) storage_drop(path->inputs.at[i].bytes);
    vec_free(&path->constraints);
    path_log_free(&path->log);
    vec_free(&path->bound);
    vec_free(&path->settled);
    vec_free(&path->outside);
    vec_free(&path->inputs);
    vec_free(&path->deferred);
    vec_free(&path->unknown_values);
    vec_free(&path->loops);
    vec_free(&path->preferences);
    vec_free(&path->seeds);
    vec_free(&path->open_merges);
    if (path->model) model_release(path->model);
    drop_output(path->output);
    *path = (Path){0};
}

void path_mark(const Path *path, TermStore *store) {
    for (u32 i = 0; i < path->constraints.count; i++) term_mark(store, path->constraints.at[i]);
    for (u32 i = 0; i < path->bound.count; i++) {
        term_mark(store, path->bound.at[i].symbol);
        term_mark(store, path->bound.at[i].value);
    }
    for (u32 i = 0; i < path->settled.count; i++) term_mark(store, path->settled.at[i].is_set);
    for (u32 i = 0; i < path->inputs.count; i++) {
        const PathInput *input = &path->inputs.at[i];
        for (u32 k = 0; k < input->size; k++) term_mark(store, input->bytes[k]);
        if (input->guard) term_mark(store, input->guard);
    }
    for (u32 i = 0; i < path->unknown_values.count; i++)
        if (path->unknown_values.at[i].guard) term_mark(store, path->unknown_values.at[i].guard);
    for (u32 i = 0; i < path->deferred.count; i++) term_mark(store, path->deferred.at[i].value);
    for (const TrailStep *step = path->trail; step; step = step->before) term_mark(store, step->guard);
    for (u32 i = 0; i < path->preferences.count; i++) term_mark(store, path->preferences.at[i]);
    if (path->model) model_mark(path->model, store);
    for (const OutputPiece *piece = path->output; piece; piece = piece->before)
        for (u32 i = 0; piece->terms && i < piece->size; i++)
            if (piece->terms[i]) term_mark(store, piece->terms[i]);
}

static bool is_same_piece(const OutputPiece *a, const OutputPiece *b) {
    if (a->descriptor != b->descriptor || a->size != b->size || !a->terms != !b->terms) return false;
    return !memcmp(a->bytes, b->bytes, a->size) && (!a->terms || !memcmp(a->terms, b->terms, a->size * sizeof(Term *)));
}

bool path_has_same_output(const Path *a, const Path *b) {
    const OutputPiece *x = a->output, *y = b->output;
    for (; x && y && x != y && is_same_piece(x, y); x = x->before) y = y->before;
    return x == y;
}

void path_print(Path *path, int descriptor, const u8 *bytes, Term *const *terms, u32 size) {
    OutputPiece *piece = xcalloc(1, sizeof *piece);
    *piece = (OutputPiece){.before = path->output, .references = 1, .descriptor = descriptor, .size = size};
    piece->bytes = xmalloc(MAX(1u, size));
    memcpy(piece->bytes, bytes, size);
    if (terms) {
        piece->terms = xmalloc(MAX(1u, size) * sizeof(Term *));
        memcpy(piece->terms, terms, size * sizeof(Term *));
    }
    path->output = piece;
}
