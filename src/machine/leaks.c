/* Heap blocks that nothing points to when the program ends.
 *
 * A block is reachable if a pointer based on it (anywhere into it, or one past its end) stands in a
 * global, in a live local, in a register of a live frame or in a reachable block. Every byte offset is
 * looked at, so that packed structs do not make false reports. */
#include "machine/leaks.h"

#include "semantics/lift.h"

#include <stdlib.h>
#include <string.h>

static void reach(LeakMarker *marker, u32 number) {
    if (!number || number >= marker->m->objects.next || marker->marked[number]) return;
    const ObjectInfo *info = object_info(&marker->m->objects, number);
    if (info->kind != OBJECT_HEAP || info->state != OBJECT_LIVE) return;
    marker->marked[number] = 1;
    vec_push(&marker->pending, number);
}

static void reach_pointer(LeakMarker *marker, u64 pointer) {
    const Objects *objects = &marker->m->objects;
    reach(marker, pointer_object(pointer));
    if (objects->placement && (u32)pointer) reach(marker, objects_at_address(objects, (u32)pointer));
}

/* Whatever number a term can be made of may be the pointer it is. */
void leak_look_at_term(LeakMarker *marker, Term *term) {
    TermVec below = {0};
    term = term_value_of(term); /* what is undefined points nowhere */
    term_postorder(marker->m->explorer->terms, &term, 1, &below);
    for (u32 i = 0; i < below.count; i++) {
        const Term *t = below.at[i];
        if (t->op == TERM_CONST && t->width >= 32 && t->width <= 64) reach_pointer(marker, t->value);
        for (u64 k = 0; t->op == TERM_DATA && k < t->data->count; k++)
            if (t->data->width >= 32) reach_pointer(marker, term_data_at(t->data, k));
    }
    vec_free(&below);
}

/* Bytes that are terms: every word, since pointers that matter are aligned. */
static void look_at_terms(LeakMarker *marker, u32 number, u32 size) {
    u32 word = marker->m->program->pointer_bytes;
    for (u32 i = 0; i + word <= size; i += word) {
        if (contents_are_plain(&marker->m->objects, number, i, word)) continue;
        leak_look_at_term(marker, contents_load(&marker->m->explorer->memory, number, i, word));
    }
}

/* What stands where a byte is a term or undefined is what was there before. */
static bool has_numbers(const LeakMarker *marker, u32 number, u32 offset) {
    return contents_are_plain(&marker->m->objects, number, offset, 4);
}

void leak_look_at_bytes(LeakMarker *marker, u32 number, u32 size) {
    const Objects *objects = &marker->m->objects;
    const Object *object = object_at(objects, number);
    if (marker->m->explorer && object->contents && !marker->only_numbers) {
        look_at_terms(marker, number, size);
        object = object_at(objects, number);
    }
    if (!objects->placement) {
        for (u32 i = 4; i + 4 <= size; i++) { /* the high half of a pointer names its object */
            u32 named;
            u64 eight = 1;
            if (i + 8 <= size) memcpy(&eight, object->bytes + i, sizeof eight);
            if (!eight) { /* nothing in the next five places */
                i += 4;
                continue;
            }
            memcpy(&named, object->bytes + i, sizeof named);
            if (has_numbers(marker, number, i)) reach(marker, named);
        }
        return;
    }
    for (u32 i = 0; i + 4 <= size; i++) {
        u32 address;
        if (!has_numbers(marker, number, i)) continue;
        memcpy(&address, object->bytes + i, sizeof address);
        reach(marker, object_provenance(object, i));
        if (address) reach(marker, objects_at_address(objects, address));
    }
}

/* Once main has returned, what the library's frames hold are leftovers of calls that are over. */
bool leak_user_is_running(u64 *r) {
    for (const Frame *frame = frame_of(r); frame; frame = frame->caller)
        if (!frame->compiled->function->is_library) return true;
    return false;
}

static void mark_from_frames(LeakMarker *marker, u64 *r) {
    if (!leak_user_is_running(r)) return;
    for (Frame *frame = frame_of(r); frame; frame = frame->caller) {
        const u64 *cells = frame_cells(frame);
        const u64 *undefined = !marker->m->explorer && frame->is_tracked ? undefined_of(marker->m, cells) : NULL;
        for (u32 i = 0; i < frame->compiled->cells; i++)
            reach(marker, pointer_object(undefined ? cells[i] & ~undefined[i] : cells[i]));
        if (!marker->m->explorer || !frame->is_tracked || marker->only_numbers) continue;
        Term *const *terms = terms_of(marker->m, cells);
        for (u32 i = 0; i < frame->compiled->cells; i++)
            if (terms[i]) leak_look_at_term(marker, terms[i]);
    }
}

bool leak_is_root(const ObjectInfo *info) {
    bool is_variable = info->kind == OBJECT_GLOBAL || info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA;
    return is_variable && info->state == OBJECT_LIVE;
}
bool leak_is_block(const ObjectInfo *info) { return info->kind == OBJECT_HEAP && info->state == OBJECT_LIVE; }

static void mark_from_objects(LeakMarker *marker) {
    const Objects *objects = &marker->m->objects;
    for (u32 number = 0; (number = objects_skip_empty(objects, number + 1)) < objects->next;) {
        const ObjectInfo *info = object_info(objects, number);
        if (leak_is_root(info)) leak_look_at_bytes(marker, number, info->size);
    }
}

static void mark_all(LeakMarker *marker) {
    while (marker->pending.count) {
        u32 number = vec_pop(&marker->pending);
        leak_look_at_bytes(marker, number, object_info(&marker->m->objects, number)->size);
    }
}

/* A lost block that no other lost block leads to is the one to name: the head of the list. */
static u32 first_lost(LeakMarker *marker) {
    const Objects *objects = &marker->m->objects;
    u32 head = 0;
    for (u32 number = 0; (number = objects_skip_empty(objects, number + 1)) < objects->next;) {
        const ObjectInfo *info = object_info(objects, number);
        if (!leak_is_block(info) || marker->marked[number]) continue;
        head = number;
        leak_look_at_bytes(marker, number, info->size);
        bool in_cycle = marker->marked[number];
        mark_all(marker);
        if (in_cycle) break;
    }
    return head;
}

void leak_mark(LeakMarker *marker, u64 *r) {
    mark_from_frames(marker, r);
    mark_from_objects(marker);
    mark_all(marker);
}

void leak_report(Machine *m, u32 lost) {
    const ObjectInfo *info = object_info(&m->objects, lost);
    m->fault.kind = FAULT_LEAK;
    m->fault.object = 0;
    text_add(&m->fault.text, "a heap block of ");
    fault_count_bytes(&m->fault.text, info->size);
    text_add(&m->fault.text, " is never freed and nothing points to it at exit");
    vec_push(&m->fault.stack, (StackEntry){.location = info->made_at});
}

LeakMarker leak_marker(Machine *m, bool only_numbers) {
    return (LeakMarker){.m = m, .only_numbers = only_numbers, .marked = xcalloc(m->objects.next + 1, 1)};
}
void leak_marker_free(LeakMarker *marker) {
    free(marker->marked);
    vec_free(&marker->pending);
}

bool machine_find_leak(Machine *m, u64 *r) {
    if (!m->objects.live_heap_blocks) return false;
    LeakMarker marker = leak_marker(m, false);
    leak_mark(&marker, r);
    u32 lost = first_lost(&marker);
    if (lost) leak_report(m, lost);
    leak_marker_free(&marker);
    return lost != 0;
}
