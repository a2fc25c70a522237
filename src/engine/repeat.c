/* Runs without end: a state that comes again, exactly as it was.
 *
 * Where ways meet (CODE_JOIN: every loop has such a place) the state is written down now and then, at arrivals 2^n, and
 * compared with what it is whenever the path comes by the same place again (Brent's way to find a cycle). If nothing was
 * asked for and nothing was decided in between, and all cells and all live bytes are what they were, the run goes round
 * for ever, with every input that led here. */
#include "engine/explore_inside.h"

#include "memory/bytes/contents.h"

#include <string.h>

static void add_bytes(Text *out, const void *bytes, u64 size) { text_add_n(out, bytes, size); }
static void add_number(Text *out, u64 number) { add_bytes(out, &number, sizeof number); }

static void add_frames(const Machine *m, u64 *r, Text *out) {
    for (Frame *frame = frame_of(r); frame; frame = frame->caller) {
        u64 *cells = frame_cells(frame);
        Term *const *terms = (Term *const *)undefined_of(m, cells);
        u32 count = r == cells ? frame->compiled->scratch : frame->compiled->cells;
        add_number(out, (u64)(uintptr_t)frame->return_to);
        for (u32 i = 0; i < count; i++) {
            const Term *term = frame->is_tracked ? terms[i] : NULL;
            add_number(out, term ? (u64)(uintptr_t)term : cells[i]);
            add_number(out, term != NULL);
        }
    }
}

static void add_contents(const Contents *contents, u64 size, Text *out) {
    add_number(out, (u64)(uintptr_t)contents->array);
    add_number(out, (u64)contents->at << 32 | contents->element);
    add_number(out, (u64)(uintptr_t)contents->size);
    add_number(out, (u64)(uintptr_t)contents->live);
    for (u64 i = 0; contents->chunks && i < size; i++) add_number(out, (u64)(uintptr_t)contents_term(contents, i));
}

/* Two that bind the same in another way count as different: a repetition is then found later, or not. */
static void add_sparse(u32 number, const Contents *contents, Text *out) {
    const Sparse *sparse = contents->sparse;
    add_number(out, (u64)number << 32 | sparse->piece_count);
    for (u32 i = 0; i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        add_number(out, piece->start << 16 | (u64)piece->kind << 8 | piece->byte);
        if (piece->kind == PIECE_LEAF) add_bytes(out, sparse_leaf(sparse, piece), sizeof(Leaf));
    }
    add_number(out, (u64)(uintptr_t)contents->array);
    add_number(out, (u64)contents->at << 32 | contents->element);
}

static void add_objects(const Objects *objects, Text *out) {
    for (u32 number = 0; (number = objects_skip_dead(objects, number + 1)) < objects->next;) {
        const Object *object = object_at(objects, number);
        const ObjectInfo *info = object_info(objects, number);
        if (info->kind == OBJECT_NONE || info->state != OBJECT_LIVE || info->is_constant) continue;
        if (info->is_sparse) add_sparse(number, object->contents, out);
        if (!object->bytes) continue;
        add_number(out, (u64)number << 32 | (u32)info->size);
        add_bytes(out, object->bytes, info->size);
        if (object->undefined) add_bytes(out, object->undefined, info->size);
        if (object->provenance) add_bytes(out, object->provenance, ((u64)info->size + 3) / 4 * sizeof(u32));
        if (object->contents) add_contents(object->contents, info->size, out);
    }
}

static void write_down(const Explorer *e, u64 *r, Text *out) {
    text_clear(out);
    add_number(out, e->m->stack_used);
    add_number(out, e->m->allocas.count);
    add_frames(e->m, r, out);
    add_objects(&e->m->objects, out);
}

/* Whatever was decided or asked for since then makes it another path. */
static u64 path_key(const Explorer *e) {
    const Path *path = &e->now.path;
    u64 key = hash_combine(path->constraints.count, (u64)path->inputs.count << 32 | path->unknowns);
    return hash_combine(key, e->mark); /* terms may be others after a collection */
}

bool repeat_is_seen(Explorer *e, const Code *ip, u64 *r) {
    enum { FIRST = 64 }; /* short loops are not worth a look */
    Repetition *repeat = &e->repeat;
    u64 key = path_key(e);
    if (repeat->key != key || !repeat->arrivals) {
        repeat->key = key;
        repeat->arrivals = 0;
        repeat->next = FIRST;
    }
    if (++repeat->arrivals == repeat->next) {
        repeat->ip = ip;
        repeat->r = r;
        repeat->next *= 2;
        write_down(e, r, &repeat->state);
        return false;
    }
    if (repeat->arrivals <= FIRST || repeat->ip != ip || repeat->r != r) return false;
    write_down(e, r, &repeat->now);
    return repeat->now.length == repeat->state.length &&
           !memcmp(repeat->now.chars, repeat->state.chars, repeat->now.length);
}

void repeat_free(Explorer *e) {
    text_free(&e->repeat.state);
    text_free(&e->repeat.now);
}
