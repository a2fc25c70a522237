/* A call taken by what it may do (program/effects.h), in the place of its code: what it may write holds fresh values
 * afterwards, and so do its results; blocks that it may free or keep are not lost. What it makes itself is not there: a
 * pointer to it is a fresh value, and leads to an object of its own if it is followed (lift_outside.c).
 *
 * Pointers that are known stay what they are where the call writes numbers only: what they lead to is found again. Of an
 * object from outside only bytes count that somebody has looked at: of the others nothing is known anyway. */
#include "machine/leaks.h"
#include "memory/pointer.h"
#include "semantics/implied.h"
#include "semantics/lift.h"

enum { MOST_OBJECTS = 64, MOST_BYTES = 1 << 16, MOST_WORDS = 1024, MOST_SCALARS = 256 };

typedef enum { DONE_WRITES = 1, DONE_POINTERS = 2, DONE_KEEPS = 4 } Done;

typedef struct {
    u32 object;
    Done done;
} Touched;

typedef struct {
    Machine *m;
    const SkippedCall *call;
    Touched touched[MOST_OBJECTS];
    u32 count;
    bool is_too_much;
} Skip;

/* ---- What is reached ---- */

static bool is_data(const Machine *m, u32 object) {
    if (!object || object >= m->objects.next) return false;
    const ObjectInfo *info = object_info(&m->objects, object);
    bool has_bytes = info->kind != OBJECT_NONE && info->kind != OBJECT_FUNCTION && info->kind != OBJECT_STRAY;
    return has_bytes && info->state == OBJECT_LIVE;
}

static u32 object_of(Machine *m, Term *pointer) {
    PointerParts parts = pointer_parts(&m->symbolic->memory, implied_value(m, pointer));
    u32 object = term_is_const(parts.object) ? (u32)parts.object->value : 0;
    return is_data(m, object) ? object : 0;
}

/* The object that the word there points into; 0: none, or nobody knows. */
static u32 object_at_word(Machine *m, u32 object, u64 offset) {
    Memory *memory = &m->symbolic->memory;
    u32 word = m->program->pointer_bytes;
    for (u32 i = 0; i < word; i++)
        if (!contents_is_known(memory, object, offset + i)) return 0;
    Term *value = contents_load(memory, object, offset, word);
    if (term_is_tainted(value)) return 0;
    return object_of(m, word == 4 ? pointer_from_word(memory, value) : value);
}

static bool is_array(const Machine *m, u32 object) {
    const Contents *contents = object_at(&m->objects, object)->contents;
    return object_info(&m->objects, object)->is_array || (contents && contents->array);
}

static u32 words_of(const Machine *m, u32 object) {
    const ObjectInfo *info = object_info(&m->objects, object);
    if (info->is_sparse || info->is_conditional || is_array(m, object)) return 0;
    return MIN(info->size / m->program->pointer_bytes, (u32)MOST_WORDS);
}

static void touch(Skip *skip, u32 object, Done done) {
    for (u32 i = 0; i < skip->count; i++)
        if (skip->touched[i].object == object) {
            skip->touched[i].done |= done;
            return;
        }
    if (skip->count == MOST_OBJECTS) skip->is_too_much = true;
    else skip->touched[skip->count++] = (Touched){object, done};
}

/* Everything behind the object, not the object itself unless it is behind itself. */
static void touch_behind(Skip *skip, u32 object, Done done) {
    VEC(u32) found = {0};
    vec_push(&found, object);
    for (u32 i = 0; i < found.count && found.count < MOST_OBJECTS; i++)
        for (u32 k = 0, words = words_of(skip->m, found.at[i]); k < words; k++) {
            u32 next = object_at_word(skip->m, found.at[i], k * skip->m->program->pointer_bytes);
            bool is_new = next != 0;
            for (u32 j = 1; j < found.count && is_new; j++) is_new = found.at[j] != next;
            if (is_new) vec_push(&found, next);
        }
    for (u32 i = 1; i < found.count; i++) touch(skip, found.at[i], done);
    skip->is_too_much |= found.count >= MOST_OBJECTS;
    vec_free(&found);
}

/* ---- What the call does, object by object ---- */

static Done done_to(const Effects *effects, SourceSet sources) {
    Done done = 0;
    if (effects->written & sources) done |= DONE_WRITES;
    if (effects->pointers & sources) done |= DONE_POINTERS;
    if ((effects->freed | effects->kept) & sources) done |= DONE_KEEPS;
    return done;
}

/* Through what is not known it may do it to whatever it can come to. */
static Done done_blindly(const Effects *effects) {
    Done done = done_to(effects, SOURCE_UNKNOWN);
    return effects->calls_unknown ? done | done_to(effects, SOURCE_BEHIND_GLOBALS) : done;
}

static void touch_arguments(Skip *skip) {
    const CallSite *site = skip->call->ip->data;
    const Effects *effects = skip->call->effects;
    Done blindly = done_blindly(effects);
    u32 cell = skip->call->ip->a;
    for (u32 i = 0; i < site->call->fixed_count; i++) {
        u32 object = object_of(skip->m, lift_cell(skip->m, skip->call->r, cell));
        cell += MAX(1u, type_limbs(site->call->args[i].type));
        if (!object) continue;
        bool is_one = i < EFFECT_PARAMS;
        Done direct = done_to(effects, is_one ? SOURCE_PARAM(i) : SOURCE_UNKNOWN) | blindly;
        Done behind = done_to(effects, is_one ? SOURCE_BEHIND(i) : SOURCE_UNKNOWN) | blindly;
        if (direct) touch(skip, object, direct);
        if (behind) touch_behind(skip, object, behind);
    }
}

/* Variables that nobody on the way back reads may be what they like. */
static void touch_globals(Skip *skip) {
    const SkippedCall *call = skip->call;
    const Effects *effects = call->effects;
    const Program *program = skip->m->program;
    Done behind = done_to(effects, SOURCE_BEHIND_GLOBALS | SOURCE_UNKNOWN);
    for (u32 i = 0; i < MIN(program->globals.count, call->globals); i++) {
        Global *global = program->globals.at[i];
        bool is_open = effects->calls_unknown && global->linkage != LINK_INTERNAL;
        bool is_written = effects_has_global(effects->written_globals, i) || is_open;
        bool is_named = effects_has_global(effects->globals, i) || is_open;
        bool is_touched = is_written || (is_named && behind);
        if (global->is_constant || global->is_library || !is_touched || !effects_has_global(call->relevant, i))
            continue;
        u32 object = machine_global_object(skip->m, global);
        if (is_written) touch(skip, object, DONE_WRITES | DONE_POINTERS);
        if (behind) touch_behind(skip, object, behind);
    }
}

/* ---- Fresh values ---- */

static Term *fresh(const Skip *skip, u32 bits) { return skip->call->fresh(skip->call->self, bits); }

static bool is_looked_at(Skip *skip, u32 object, u64 offset, u32 size) {
    bool is_outside = object_info(&skip->m->objects, object)->kind == OBJECT_OUTSIDE;
    for (u32 i = 0; is_outside && i < size; i++)
        if (contents_is_known(&skip->m->symbolic->memory, object, offset + i)) return true;
    return !is_outside;
}

static void change_scalars(Skip *skip, u32 object, bool with_pointers) {
    Memory *memory = &skip->m->symbolic->memory;
    u64 size = object_info(&skip->m->objects, object)->size;
    u32 word = skip->m->program->pointer_bytes;
    for (u64 i = 0; i < size;) {
        u32 step = i + word <= size ? word : 1;
        bool is_kept = !with_pointers && step == word && object_at_word(skip->m, object, i);
        if (!is_kept && is_looked_at(skip, object, i, step))
            contents_store(memory, object, i, fresh(skip, step * 8), step);
        i += step;
    }
}

static u32 element_of(const Machine *m, u32 object) {
    const ObjectInfo *info = object_info(&m->objects, object);
    u32 known = contents_element(&m->objects, object);
    const Type *type = info->kind == OBJECT_GLOBAL                    ? info->global->type
                       : info->kind == OBJECT_LOCAL && info->variable ? info->variable->type
                                                                      : NULL;
    while (type && type->kind == TYPE_ARRAY) type = type->element;
    bool is_scalar = type && (type->kind == TYPE_INT || type->kind == TYPE_POINTER) && type->size <= 8;
    return known ? known : is_scalar && type->size && info->size % type->size == 0 ? (u32)type->size : 1;
}

static void change(Skip *skip, const Touched *touched) {
    const ObjectInfo *info = object_info(&skip->m->objects, touched->object);
    if (info->is_constant || !info->size) return;
    bool is_outside = info->kind == OBJECT_OUTSIDE;
    if (!is_outside && info->size > MOST_BYTES) {
        skip->is_too_much = true;
        return;
    }
    contents_make_dense(&skip->m->symbolic->memory, touched->object);
    bool has_scalars = is_outside || info->size <= MOST_SCALARS;
    if (has_scalars && !info->is_conditional && !is_array(skip->m, touched->object)) {
        change_scalars(skip, touched->object, touched->done & DONE_POINTERS);
        return;
    }
    u32 element = element_of(skip->m, touched->object);
    Term *array = skip->call->fresh_array(skip->call->self, element);
    contents_become_array(&skip->m->symbolic->memory, touched->object, array, 0, element);
}

static Term *fresh_result(void *self, u32 bits) { return fresh(self, bits); }

static void set_results(Skip *skip) {
    const Code *ip = skip->call->ip;
    const CallSite *site = ip->data;
    u32 cell = ip->d;
    if (!site->result_cells) return;
    lift_set_results(skip->m, skip->call->r, site->call->type->element, &cell, fresh_result, skip);
}

bool lift_skip_call(Machine *m, const SkippedCall *call) {
    Skip skip = {.m = m, .call = call};
    touch_arguments(&skip);
    touch_globals(&skip);
    for (u32 i = 0; i < skip.count && !skip.is_too_much; i++) {
        if (skip.touched[i].done & DONE_KEEPS) lift_keep(m, skip.touched[i].object);
        if (skip.touched[i].done & (DONE_WRITES | DONE_POINTERS)) change(&skip, &skip.touched[i]);
    }
    set_results(&skip);
    return !skip.is_too_much;
}
