/* __loci_hand_over(pointer, kept, how, name): what the pointer leads to is given to code that is not known.
 *
 * Code that keeps it is responsible from then on: a block is not lost afterwards (its address stands in `kept`). Code that
 * may change it can change all that it can reach: such objects hold anything from then on, as an input of this name. What
 * a pointer leads to that is a term is not followed: it came from outside already. */
#include "machine/leaks.h"
#include "semantics/lift.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OBJECTS = 16, MOST_BYTES = 8192 };
enum { KEEPS = 1, CHANGES = 2, RETURNS = 4 }; /* how, as check/entry.c has it */

typedef struct {
    Machine *m;
    u32 objects[MOST_OBJECTS];
    u32 count;
} Reached;

static void reach(void *self, u32 object, u32 address) {
    Reached *reached = self;
    const ObjectInfo *info = object_info(&reached->m->objects, object);
    bool is_data = info->kind != OBJECT_NONE && info->kind != OBJECT_FUNCTION && info->kind != OBJECT_STRAY;
    if (!is_data || info->state != OBJECT_LIVE || reached->count == MOST_OBJECTS) return;
    for (u32 i = 0; i < reached->count; i++)
        if (reached->objects[i] == object) return;
    reached->objects[reached->count++] = object;
}

/* The first word of the table that is free, or has the pointer already. */
static void keep(Machine *m, u32 table, u64 pointer) {
    u32 word = m->program->pointer_bytes, size = object_info(&m->objects, table)->size;
    machine_make_dense(m, table);
    for (u32 i = 0; i + word <= size; i += word) {
        u64 there = 0;
        memcpy(&there, object_at(&m->objects, table)->bytes + i, word);
        if (there && there != (word == 4 ? (u32)pointer : pointer)) continue;
        Object *object = object_own(&m->objects, table);
        memcpy(object->bytes + i, &pointer, word);
        if (word == 4) object_set_provenance(object, i, pointer_object(pointer));
        return;
    }
}

static bool change(Machine *m, const BuiltinCall *call, u32 object, const char *name) {
    const ObjectInfo *info = object_info(&m->objects, object);
    u32 size = MIN(info->size, (u32)MOST_BYTES);
    if (info->is_constant || !size) return true;
    if (!m->symbolic->fixed) {
        lift_make_input(m, name, object, 0, size, 8);
        return true;
    }
    Error error = {0};
    u8 *bytes = xcalloc(1, size);
    bool ok = inputs_take(m->inputs, name, bytes, size, &error);
    if (ok)
        for (u32 i = 0; i < size; i++)
            contents_store(&m->symbolic->memory, object, i, term_const(m->symbolic->terms, 8, bytes[i]), 1);
    else machine_stuck(m, call->ip, call->r, "%s", error.message.chars);
    free(bytes);
    error_free(&error);
    return ok;
}

/* Nobody can do anything with the address of what is dead. */
static bool check_is_alive(Machine *m, const BuiltinCall *call, u64 pointer) {
    u32 object = pointer_object(pointer);
    const ObjectInfo *info = object_info(&m->objects, object);
    bool is_freed = info->state == OBJECT_FREED && (info->kind == OBJECT_HEAP || info->kind == OBJECT_OUTSIDE);
    bool is_gone = info->kind == OBJECT_LOCAL && info->state == OBJECT_RETURNED;
    bool is_passed = !(call->args[2] & RETURNS);
    if (!object || (!is_freed && !is_gone) || (is_freed && !is_passed)) return true;
    FaultKind kind = is_freed ? FAULT_USE_AFTER_FREE : is_passed ? FAULT_USE_AFTER_RETURN : FAULT_STACK_ADDRESS;
    m->fault.object = object;
    Text name = {0};
    fault_name_object(&name, &m->objects, object);
    machine_fault_text(m, call->ip, call->r, kind,
                       is_passed ? "%s, which is gone, is passed on" : "the address of %s is returned", name.chars);
    text_free(&name);
    return false;
}

/* All that the number leads to: kept in the table, changed as an input of the name (NULL: neither is done). */
static bool give(Machine *m, const BuiltinCall *call, u64 pointer, u32 table, const char *name) {
    Reached reached = {.m = m};
    u32 block = object_of_descriptor(&m->objects, pointer);
    reach(&reached, block ? block : pointer_object(pointer), (u32)pointer);
    for (u32 i = 0; i < reached.count; i++) {
        machine_make_dense(m, reached.objects[i]);
        leak_visit_numbers(m, reached.objects[i], reach, &reached);
    }
    for (u32 i = 0; i < reached.count && table; i++)
        if (leak_is_block(object_info(&m->objects, reached.objects[i])))
            keep(m, table, object_pointer(&m->objects, reached.objects[i]));
    bool ok = true;
    for (u32 i = 0; i < reached.count && ok && name; i++) ok = change(m, call, reached.objects[i], name);
    return ok;
}

bool lift_hand_over(Machine *m, const BuiltinCall *call) {
    if (lift_term(m, call->r, (u32)(call->args - call->r))) return true;
    if (!check_is_alive(m, call, call->args[0])) return false;
    bool keeps = call->args[2] & KEEPS, may_write = call->args[2] & CHANGES;
    char *name = may_write ? memory_string(m, call->ip, call->r, call->args[3]) : NULL;
    bool ok = !may_write || name;
    if (ok) ok = give(m, call, call->args[0], keeps ? pointer_object(call->args[1]) : 0, name);
    free(name);
    return ok;
}

/* ---- Texts ---- */

typedef enum { TEXT_GOES_ON, TEXT_ENDS, TEXT_IS_OPEN, TEXT_IS_UNDEFINED } TextByte;

/* One character: open, if not all of it are numbers. */
static TextByte character_at(const Machine *m, u32 object, u64 offset, u32 width) {
    bool is_zero = true;
    for (u32 i = 0; i < width; i++) {
        ByteBinding byte = contents_binding(&m->objects, object, offset + i);
        if (byte.term) return TEXT_IS_OPEN;
        if (byte.mask) return TEXT_IS_UNDEFINED;
        is_zero = is_zero && !byte.byte;
    }
    return is_zero ? TEXT_ENDS : TEXT_GOES_ON;
}

static bool may_hold_text(const Machine *m, u32 object) {
    const ObjectInfo *info = object_info(&m->objects, object);
    const Contents *contents = object_at(&m->objects, object)->contents;
    bool is_data = info->kind == OBJECT_GLOBAL || info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA ||
                   info->kind == OBJECT_HEAP;
    return is_data && info->state == OBJECT_LIVE && !info->is_conditional && !info->is_array &&
           !(contents && contents->array);
}

/* __loci_text(text, bytes of a character): a function that is not known is given nothing but this, so it can only know by
 * the end of the text how long that is. As far as the bytes are numbers there must be an end, and none undefined before it. */
bool lift_text(Machine *m, const BuiltinCall *call) {
    if (lift_term(m, call->r, (u32)(call->args - call->r))) return true;
    u32 object = pointer_object(call->args[0]), width = (u32)call->args[1];
    const ObjectInfo *info = object_info(&m->objects, object);
    u64 offset = call->args[0] - object_pointer(&m->objects, object);
    if (!object || !may_hold_text(m, object) || offset >= info->size) return true;
    TextByte end = TEXT_GOES_ON;
    for (; end == TEXT_GOES_ON && offset + width <= info->size; offset += width)
        end = character_at(m, object, (u32)offset, width);
    if (end == TEXT_ENDS || end == TEXT_IS_OPEN) return true;
    m->fault.object = object;
    if (end == TEXT_IS_UNDEFINED)
        return track_report(m, call->ip, call->r, "where a text that is passed on ends",
                            track_origin_of_object(m, object));
    Text name = {0};
    fault_name_object(&name, &m->objects, object);
    machine_fault_text(m, call->ip, call->r, FAULT_OUT_OF_BOUNDS, "%s is passed on as a text, and has no end",
                       name.chars);
    text_free(&name);
    return false;
}

/* Where things are kept that were handed over; 0: nowhere. */
static u32 table_of(Machine *m) {
    for (u32 i = m->program->globals.count; i-- > 0;) {
        Global *global = m->program->globals.at[i];
        if (global->is_library && !strcmp(global->name, HANDED_OVER)) return machine_global_object(m, global);
    }
    return 0;
}

void lift_keep(Machine *m, u32 object) {
    u32 table = leak_is_block(object_info(&m->objects, object)) ? table_of(m) : 0;
    if (table) keep(m, table, object_pointer(&m->objects, object));
}

void lift_hand_over_all(Machine *m, const Code *ip, u64 *r) {
    const CallSite *site = ip->data;
    BuiltinCall call = {.ip = ip, .r = r, .site = site, .args = r + ip->a};
    u32 table = m->options.owns_outside ? table_of(m) : 0;
    for (u32 i = 0; table && i < site->arg_cells; i++)
        if (!lift_term(m, r, ip->a + i)) give(m, &call, r[ip->a + i], table, "written by a function from outside");
}
