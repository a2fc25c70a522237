/* Candidates about arrays: what was written at one place of them before the loop (the end of a string, a sentinel) is still
 * there, and nothing goes beyond that place, or beyond the end of a block whose size is a term. */
#include "engine/induct_inside.h"

enum { MOST_MARKS = 12 };

/* ---- Marks ---- */

static void note_marks(LoopRun *run, u32 object, const Term *array) {
    while (array->op == TERM_STORE && run->marks.count < MOST_MARKS) {
        ArrayMark mark = {
            .object = object, .element = array->width / 8, .index = array->arg[1], .value = array->arg[2]};
        vec_push(&run->marks, mark);
        array = array->arg[0];
    }
}

void arrays_begin(Induct *in, LoopRun *run) {
    const Objects *objects = &in->e->m->objects;
    for (u32 number = 0; (number = objects_skip_dead(objects, number + 1)) < objects->next;) {
        const Object *object = object_at(objects, number);
        const ObjectInfo *info = object_info(objects, number);
        bool lives = info->kind != OBJECT_NONE && info->state == OBJECT_LIVE;
        if (lives && object->contents && object->contents->array && !object->contents->at)
            note_marks(run, number, object->contents->array);
    }
}

void arrays_mark_terms(const LoopRun *run, TermStore *store) {
    for (u32 i = 0; i < run->marks.count; i++) {
        term_mark(store, run->marks.at[i].index);
        term_mark(store, run->marks.at[i].value);
    }
}

/* ---- Candidates ---- */

/* Not beyond the mark; `index` in bytes, or in elements. */
static void not_beyond(TermStore *store, LoopRun *run, Term *x, Term *index) {
    u32 bits = x->width;
    index = index->width < bits ? term_zext(store, index, bits) : term_extract(store, index, 0, bits);
    candidates_add(run, term_ule(store, x, index));
}

static Term *in_bytes(TermStore *store, const ArrayMark *mark) {
    Term *wide = term_zext(store, mark->index, 64);
    return term_mul(store, wide, term_const(store, 64, mark->element));
}

static void of_pointer(Induct *in, LoopRun *run, const Place *place) {
    TermStore *store = in->e->terms;
    Term *offset = place->symbol;
    const Contents *contents = object_at(&in->e->m->objects, place->base)->contents;
    if (contents && contents->size) not_beyond(store, run, offset, contents->size);
    for (u32 i = 0; i < run->marks.count; i++)
        if (run->marks.at[i].object == place->base) not_beyond(store, run, offset, in_bytes(store, &run->marks.at[i]));
}

void candidates_of_array(Induct *in, LoopRun *run, u32 index) {
    TermStore *store = in->e->terms;
    Place *place = &run->places.at[index];
    u32 bits = place->symbol->width;
    if (place->mode == PLACE_BASED) of_pointer(in, run, place);
    for (u32 i = 0; i < run->marks.count; i++) {
        const ArrayMark *mark = &run->marks.at[i];
        if (place->is_whole && mark->object == place->object && mark->element * 8 == bits) {
            Term *now = term_select(store, place->symbol, mark->index);
            place->is_spoken_of |= candidates_add(run, term_eq(store, now, mark->value));
        } else if (!place->is_whole && place->mode == PLACE_FREE && (bits == 32 || bits == 64)) {
            not_beyond(store, run, place->symbol, mark->index);
        }
    }
}
