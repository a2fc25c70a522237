/* A block is reachable if a pointer based on it (anywhere into it, or one past its end) stands in a variable that lives,
 * in a register of a live frame or in a reachable block. Every byte offset is looked at, so that packed structs do not
 * make false reports. Bytes with undefined bits are no pointers: they are leftovers of what stood there before.
 *
 * The work follows what lives, not what was ever made: pages of dead objects are passed over as a whole. And it follows
 * what was written: where the numbers in an object lead is remembered until somebody writes to it (StorageLinks), so that
 * the paths of a run look at what they have in common once. */
#include "machine/leaks.h"

#include "program/live.h"

#include <stdlib.h>
#include <string.h>

/* ---- What leads to blocks ---- */

static bool is_live_block(const ObjectInfo *info) { return info->kind == OBJECT_HEAP && info->state == OBJECT_LIVE; }
bool leak_is_block(const ObjectInfo *info) { return is_live_block(info) && !info->may_be_lost; }

/* Constants are what they were before there was a heap. */
bool leak_is_root(const ObjectInfo *info) {
    bool is_variable = info->kind == OBJECT_GLOBAL || info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA;
    is_variable = is_variable || info->kind == OBJECT_OUTSIDE; /* of somebody */
    if (is_live_block(info)) return info->may_be_lost;
    return is_variable && info->state == OBJECT_LIVE && !info->is_constant;
}

/* ---- What is ignored ---- */

/* `name` is `path`, or what stands behind one of its slashes. */
static bool ends_with_name(const char *path, const char *name, size_t length) {
    size_t whole = strlen(path);
    if (length > whole || strncmp(path + whole - length, name, length) != 0) return false;
    return length == whole || path[whole - length - 1] == '/';
}

static bool names_place(const Machine *m, const char *name, size_t length, LocationId place) {
    const Location *at = &m->program->locations.at[place];
    const char *colon = memrchr(name, ':', length), *file = m->program->files.at[at->file];
    if (!at->line) return false;
    if (ends_with_name(file, name, length)) return true;
    return colon && strtoul(colon + 1, NULL, 10) == at->line && ends_with_name(file, name, (size_t)(colon - name));
}

static bool names_caller(u64 *r, const char *name, size_t length) {
    for (const Frame *frame = frame_of(r); frame && frame->compiled; frame = frame->caller) {
        const char *function = frame->compiled->function->name;
        if (strlen(function) == length && !memcmp(function, name, length)) return true;
    }
    return false;
}

bool leak_is_ignored(const Machine *m, u64 *r, LocationId place) {
    for (const char *name = m->options.ignored_leaks; *name;) {
        size_t length = strcspn(name, ",");
        if (length && (names_place(m, name, length, place) || names_caller(r, name, length))) return true;
        name += length + (name[length] == ',');
    }
    return false;
}

/* ---- Live objects ---- */

u32 leak_next_live(const Objects *objects, u32 object) {
    while ((object = objects_skip_dead(objects, object)) < objects->next) {
        const ObjectInfo *info = object_info(objects, object);
        if (info->kind != OBJECT_NONE && info->state == OBJECT_LIVE) return object;
        object++;
    }
    return objects->next;
}

/* Once main has returned, what the library's frames hold are leftovers of calls that are over. */
static bool frames_are_roots(u64 *r) {
    for (const Frame *frame = frame_of(r); frame; frame = frame->caller)
        if (!frame->compiled->function->is_library) return true;
    return false;
}

/* Of each register whether it counts while the call at `ip` is under way. */
static const bool *live_registers(Machine *m, const Compiled *compiled, const Code *ip) {
    const Function *function = compiled->function;
    bool *counts = map_get_ptr(&m->live_registers, ip);
    if (counts) return counts;
    counts = ARENA_ARRAY(&m->arena, bool, function->register_count + 1);
    program_live_registers(function, compiled->origins[ip - compiled->code], counts);
    map_put_ptr(&m->live_registers, ip, counts);
    return counts;
}

/* Variadic arguments stand before the frame of the callee, where its caller has put them. */
static void visit_variadic(const Frame *frame, LeakCellVisit *visit, void *self) {
    if (!frame->site || !frame->compiled->function->type->is_variadic) return;
    u32 given = frame->site->arg_cells, fixed = MIN(frame->compiled->param_cells, given);
    for (u32 i = 0; i < given - fixed; i++) visit(self, &frame->variadic[i], frame->caller->is_tracked);
}

static void visit_frames(Machine *m, const Code *ip, u64 *r, LeakCellVisit *visit, void *self) {
    if (!frames_are_roots(r)) return;
    for (Frame *frame = frame_of(r); frame; frame = frame->caller) {
        const Function *function = frame->compiled->function;
        const bool *counts = function->register_count ? live_registers(m, frame->compiled, ip) : NULL;
        for (u32 reg = 0; reg < function->register_count; reg++) {
            const u64 *cell = frame_cells(frame) + frame->compiled->register_cells[reg];
            u32 limbs = MAX(1u, type_limbs(function->registers[reg].type));
            for (u32 i = 0; counts[reg] && i < limbs; i++) visit(self, cell + i, frame->is_tracked);
        }
        visit_variadic(frame, visit, self);
        ip = frame->return_to ? frame->return_to - 1 : NULL;
    }
}

void leak_visit_cells(Machine *m, const Code *ip, u64 *r, LeakCellVisit *visit, void *self) {
    visit_frames(m, ip, r, visit, self);
    for (u32 i = 0; m->threads && i < MOST_THREADS; i++)
        if (thread_waits(m, i)) visit_frames(m, thread_is_at(&m->threads[i]), m->threads[i].r, visit, self);
}

static bool are_defined(const Object *object, u64 offset) {
    u32 masks;
    if (!object->undefined) return true;
    memcpy(&masks, object->undefined + offset, sizeof masks);
    return !masks;
}

/* LP64: the high half of a pointer names its object. Heap blocks are among the numbers behind the static ones. */
typedef struct {
    u32 first, count; /* the numbers that are looked for */
} Named;

enum { STRETCH = 64 };

/* Whether one of the numbers stands at any of so many places; most bytes are none, and this is as fast as reading them. */
static bool has_named(const u8 *bytes, Named named) {
    u32 hits = 0;
    for (u32 phase = 0; phase < 4; phase++)
        for (u32 i = 0; i < STRETCH; i += 4) {
            u32 number;
            memcpy(&number, bytes + phase + i, sizeof number);
            hits |= number - named.first < named.count;
        }
    return hits;
}

typedef VEC(u32) Links;

/* Those that begin from `first` on and end before `size`. */
static void find_wide(const Object *object, u64 first, u64 size, Named named, Links *links) {
    for (u64 i = first; i + 4 <= size;) {
        bool is_stretch = size - i >= STRETCH + 3;
        u64 end = is_stretch ? i + STRETCH : size - 3;
        for (bool looks = !is_stretch || has_named(object->bytes + i, named); looks && i < end; i++) {
            u32 number;
            memcpy(&number, object->bytes + i, sizeof number);
            if (number - named.first < named.count && are_defined(object, i)) vec_push(links, number);
        }
        i = end;
    }
}

/* What was never written to has no number in it; one may begin in front of what was, or end behind it. To look there makes it
 * seem written: the next stretch is found first. */
static void find_written(const Object *object, const ObjectInfo *info, Named named, Links *links) {
    u64 from = 0, to;
    bool is_any = object_next_written(object, info, &from, &to);
    while (is_any) {
        u64 next = to, end = 0;
        is_any = object_next_written(object, info, &next, &end);
        find_wide(object, from < 7 ? 4 : from - 3, MIN(to + 3, info->size), named, links);
        from = next;
        to = end;
    }
}

/* Objects that come later are looked for too, so that the answer holds for longer. */
static u32 bound_of_links(u32 next) { return next < UINT32_MAX / 2 ? next + next / 4 : UINT32_MAX; }

static const StorageLinks *known_links(const Objects *objects, u32 number) {
    const StorageLinks *links = object_links(objects, number);
    return links && links->bound >= objects->next ? links : NULL;
}

static void visit_wide(Objects *objects, u32 number, LeakVisit *visit, void *self) {
    const StorageLinks *known = known_links(objects, number);
    Links found = {0};
    if (!known) {
        u32 bound = bound_of_links(objects->next);
        Named named = {STATIC_OBJECTS, bound - STATIC_OBJECTS};
        find_written(object_at(objects, number), object_info(objects, number), named, &found);
        object_remember_links(objects, number, bound, found.at, found.count);
    }
    const u32 *links = known ? known->objects : found.at;
    for (u32 i = 0, count = known ? known->count : found.count; i < count; i++)
        if (links[i] < objects->next) visit(self, links[i], 0);
    vec_free(&found);
}

static void visit_narrow(const Object *object, u32 size, LeakVisit *visit, void *self) {
    for (u32 i = 0; i + 4 <= size; i++) {
        u32 address;
        memcpy(&address, object->bytes + i, sizeof address);
        if (address && are_defined(object, i)) visit(self, object_provenance(object, i), address);
    }
}

/* Descriptors stand for blocks, in the first half of a word or the second. */
static void visit_descriptors(const Objects *objects, const Object *object, u32 size, LeakVisit *visit, void *self) {
    for (u32 i = 0; i + 4 <= size; i += 4) {
        u32 number;
        memcpy(&number, object->bytes + i, sizeof number);
        u32 block = object_of_descriptor(objects, number);
        if (block) visit(self, block, 0);
    }
}

void leak_visit_numbers(Machine *m, u32 number, LeakVisit *visit, void *self) {
    const Object *object = object_at(&m->objects, number);
    u32 size = (u32)object_info(&m->objects, number)->size; /* as far as it is needed */
    if (object_info(&m->objects, number)->is_conditional) return;
    if (object_info(&m->objects, number)->is_sparse)
        return; /* semantics/leaks_decide.c has left those without pointers */
    if (m->options.owns_outside) visit_descriptors(&m->objects, object, size, visit, self);
    if (m->objects.placement) visit_narrow(object, size, visit, self);
    else visit_wide(&m->objects, number, visit, self);
}

/* Empty blocks have no byte to point to: their start is one past their end. */
static bool is_at(const Objects *objects, u32 object, u32 address) {
    const ObjectInfo *info = object_info(objects, object);
    return leak_is_block(info) && address - object_at(objects, object)->base <= info->size;
}

u32 leak_blocks_at(const Objects *objects, u32 object, u32 address, u32 blocks[2]) {
    u32 count = 0;
    if (object || !objects->placement) {
        object = object_behind(objects, object);
        if (object < objects->next && leak_is_block(object_info(objects, object))) blocks[count++] = object;
        return count;
    }
    u32 there = objects_at_address(objects, address), before = objects_at_address(objects, address - 1);
    if (is_at(objects, there, address)) blocks[count++] = there;
    if (before != there && is_at(objects, before, address)) blocks[count++] = before;
    return count;
}

/* ---- Marking ---- */

static_assert(STATIC_OBJECTS % 64 == 0, "marks begin with a whole word");

LeakMarker leak_marker(Machine *m) {
    return (LeakMarker){.m = m, .marked = xcalloc((m->objects.next - STATIC_OBJECTS) / 64 + 1, sizeof(u64))};
}
void leak_marker_free(LeakMarker *marker) {
    free(marker->marked);
    vec_free(&marker->pending);
    vec_free(&marker->lost);
}

bool leak_is_marked(const LeakMarker *marker, u32 block) {
    u32 bit = block - STATIC_OBJECTS;
    return marker->marked[bit / 64] >> bit % 64 & 1;
}

static void mark(LeakMarker *marker, u32 block) {
    assert(block >= STATIC_OBJECTS && block < marker->m->objects.next);
    u32 bit = block - STATIC_OBJECTS;
    if (leak_is_marked(marker, block)) return;
    marker->marked[bit / 64] |= 1ull << bit % 64;
    marker->count++;
    vec_push(&marker->pending, block);
}

void leak_reach(LeakMarker *marker, u32 object, u32 address) {
    u32 blocks[2], count = leak_blocks_at(&marker->m->objects, object, address, blocks);
    for (u32 i = 0; i < count; i++) mark(marker, blocks[i]);
}

static void reach(void *marker, u32 object, u32 address) { leak_reach(marker, object, address); }

static void look_at(LeakMarker *marker, u32 object) {
    leak_visit_numbers(marker->m, object, reach, marker);
    if (marker->look_further) marker->look_further(marker->self, marker, object);
}

void leak_mark_pending(LeakMarker *marker) {
    while (marker->pending.count && !leak_marked_all(marker)) look_at(marker, vec_pop(&marker->pending));
}

/* Beside a cell of a tracked frame stands what of it is no number: undefined bits or a term. */
static void reach_from_cell(void *self, const u64 *cell, bool is_tracked) {
    LeakMarker *marker = self;
    bool is_number = !is_tracked || !*undefined_of(marker->m, cell);
    if (is_number) leak_reach(marker, pointer_object(*cell), (u32)*cell);
    bool may_be_descriptor = is_number && marker->m->options.owns_outside;
    u32 block = may_be_descriptor ? object_of_descriptor(&marker->m->objects, (u32)*cell) : 0;
    if (block) leak_reach(marker, block, 0);
}

/* Those with numbers above `after` and below `end`. */
static void mark_from_variables(LeakMarker *marker, u32 after, u32 end) {
    const Objects *objects = &marker->m->objects;
    end = MIN(end, objects->next);
    for (u32 number = after; !leak_marked_all(marker) && (number = leak_next_live(objects, number + 1)) < end;)
        if (leak_is_root(object_info(objects, number))) look_at(marker, number);
}

void leak_mark(LeakMarker *marker, const Code *ip, u64 *r) {
    const Objects *objects = &marker->m->objects;
    if (marker->m->options.wants_cleanup) return; /* whatever lives is lost */
    leak_visit_cells(marker->m, ip, r, reach_from_cell, marker);
    mark_from_variables(marker, 0, STATIC_OBJECTS);
    leak_mark_pending(marker);
    mark_from_variables(marker, STATIC_OBJECTS - 1,
                        objects->next); /* among the blocks: globals often lead to all of them */
    leak_mark_pending(marker);
}

/* ---- Lost blocks ---- */

u32 leak_first_lost(LeakMarker *marker) {
    const Objects *objects = &marker->m->objects;
    u32 head = 0;
    for (u32 number = STATIC_OBJECTS - 1; (number = leak_next_live(objects, number + 1)) < objects->next;) {
        if (!leak_is_block(object_info(objects, number)) || leak_is_marked(marker, number)) continue;
        head = number;
        vec_push(&marker->lost, number);
        mark(marker, number);
        leak_mark_pending(marker);
    }
    return head;
}

void leak_describe(const Machine *m, u32 lost, Fault *fault) {
    const ObjectInfo *info = object_info(&m->objects, lost);
    fault->kind = FAULT_LEAK;
    fault->object = 0;
    fault->lost = lost;
    text_add(&fault->text, "a heap block of ");
    fault_count_bytes(&fault->text, info->size);
    text_add(&fault->text, " is never freed");
    if (!m->options.wants_cleanup) text_add(&fault->text, " and nothing points to it at exit");
    vec_push(&fault->stack, (StackEntry){.location = info->made_at});
}

static bool is_in_program(u64 *r) {
    for (const Frame *frame = frame_of(r); frame; frame = frame->caller)
        if (!frame->compiled->function->is_library) return true;
    return false;
}

void leak_report(Machine *m, u64 *r, u32 lost) {
    leak_describe(m, lost, &m->fault);
    m->fault.is_in_call = is_in_program(r);
    m->fault_ip = NULL; /* it is no operation's, nor that of the fault before it */
    m->fault_r = r;
}

/* From the last one on, as leak_first_lost does: an earlier one may be led to by a later one. */
void leak_report_others(const LeakMarker *marker, u32 told) {
    enum { MOST_OTHERS = 16 };
    LeakMarker own = leak_marker(marker->m);
    own.look_further = marker->look_further;
    own.self = marker->self;
    Fault *fault = &marker->m->fault;
    for (u32 i = marker->lost.count; i-- > 0 && fault->also_lost.count < MOST_OTHERS;) {
        u32 block = marker->lost.at[i];
        if (leak_is_marked(&own, block)) continue;
        mark(&own, block);
        leak_mark_pending(&own);
        if (block != told) vec_push(&fault->also_lost, block);
    }
    leak_marker_free(&own);
}

bool machine_find_leak(Machine *m, const Code *ip, u64 *r) {
    if (!m->objects.live_heap_blocks) return false;
    LeakMarker marker = leak_marker(m);
    leak_mark(&marker, ip, r);
    u32 lost = leak_marked_all(&marker) ? 0 : leak_first_lost(&marker);
    if (lost) leak_report(m, r, lost);
    if (lost) leak_report_others(&marker, lost);
    leak_marker_free(&marker);
    return lost != 0;
}
