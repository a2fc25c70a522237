/* Variadic arguments, laid out in memory as the ABI has it, because clang expands va_arg itself.
 *
 * LP64: a va_list is { gp_offset, fp_offset, overflow_arg_area, reg_save_area }; integers and pointers
 * come from the first 48 bytes of the save area as long as they last, floats and doubles from the 128
 * behind them, everything else from the overflow area (System V AMD64 ABI 3.5.7).
 * ILP32: a va_list is a pointer to the arguments, one behind the other in words of four bytes. */
#include "machine/machine.h"

#include <string.h>

enum { GP_BYTES = 48, SAVE_BYTES = 176, EIGHTBYTE = 8 };

static const Variable area_variable = {.name = "..."}; /* what a report calls it */

typedef struct {
    Machine *m;
    bool is_tracked;       /* undefined bits of the arguments are known */
    u8 *bytes, *undefined; /* being filled */
    u32 area;              /* the object they belong to */
    u32 gp, fp;            /* bytes used of the save area */
    u64 overflow;          /* bytes used behind it */
} Layout;

static bool is_x87(const Type *type) { return type->kind == TYPE_FLOAT && type->bits == 80; }
static bool is_sse(const Argument *arg) {
    return arg->lanes > 1 || (arg->type->kind == TYPE_FLOAT && arg->type->bits != 80);
}
static u64 lane_bytes(const Argument *arg) { return (arg->type->bits + 7) / 8; }

static u64 overflow_align(const Argument *arg) {
    if (arg->byval) return MAX(8u, arg->byval_align ? arg->byval_align : arg->byval->align);
    if (arg->lanes > 1) return arg->lanes * lane_bytes(arg) > 8 ? 16 : 8;
    return is_x87(arg->type) || (arg->type->kind == TYPE_INT && arg->type->bits > 64) ? 16 : 8;
}
static u64 size_in_memory(const Argument *arg, u32 word) {
    if (arg->byval) return align_up(arg->byval->size, word);
    if (arg->lanes > 1) return align_up(arg->lanes * lane_bytes(arg), word);
    if (is_x87(arg->type)) return word == 4 ? 12 : 16;
    u64 bits = arg->type->kind == TYPE_POINTER ? word * 8 : arg->type->bits;
    return align_up((bits + 7) / 8, word);
}

/* With terms: what stands beside a cell goes where its number went. */
static void place_beside(Layout *layout, const Argument *arg, const u64 *cell, u64 at, u64 size) {
    bool is_pointer = arg->type && arg->type->kind == TYPE_POINTER;
    if (layout->is_tracked) layout->m->hooks->place(layout->m, cell, layout->area, at, (u32)size, is_pointer);
}

/* Writes an argument; with `bytes` NULL only counts. */
static void place(Layout *layout, const Argument *arg, const u64 *cells, u64 at, u64 size) {
    if (!layout->bytes) return;
    u8 *bytes = layout->bytes + at, *undefined = layout->undefined + at;
    if (arg->byval) {
        u32 number;
        i64 offset;
        objects_resolve(&layout->m->objects, cells[0], &number, &offset);
        if (layout->m->hooks) {
            layout->m->hooks->copy(layout->m, layout->area, at, number, (u64)offset, arg->byval->size);
            return;
        }
        const Object *object = object_at(&layout->m->objects, number);
        memcpy(bytes, object->bytes + offset, arg->byval->size);
        if (object->undefined) memcpy(undefined, object->undefined + offset, arg->byval->size);
        else memset(undefined, 0, arg->byval->size);
        return;
    }
    if (arg->lanes > 1) { /* packed, a cell a lane */
        for (u32 i = 0; i < arg->lanes; i++) {
            memcpy(bytes + i * lane_bytes(arg), cells + i, lane_bytes(arg));
            memset(undefined + i * lane_bytes(arg), 0, lane_bytes(arg));
            if (layout->m->hooks) place_beside(layout, arg, cells + i, at + i * lane_bytes(arg), lane_bytes(arg));
            else if (layout->is_tracked)
                memcpy(undefined + i * lane_bytes(arg), undefined_of(layout->m, cells + i), lane_bytes(arg));
        }
        return;
    }
    u64 value_bytes = MIN(size, (u64)type_limbs(arg->type) * 8);
    memcpy(bytes, cells, value_bytes);
    if (layout->m->hooks) {
        memset(undefined, 0, value_bytes);
        for (u64 i = 0; i < value_bytes; i += 8)
            place_beside(layout, arg, cells + i / 8, at + i, MIN((u64)8, value_bytes - i));
    } else if (layout->is_tracked) {
        memcpy(undefined, undefined_of(layout->m, cells), value_bytes);
        if (*undefined_of(layout->m, cells))
            object_own_info(&layout->m->objects, layout->area)->undefined_origin = *origins_of(layout->m, cells);
    } else {
        memset(undefined, 0, value_bytes);
    }
}

/* Takes the room for one argument of LP64 and writes it there. */
static void place_lp64(Layout *layout, const Argument *arg, const u64 *cells, bool is_named) {
    if (!arg->lanes) return; /* placed with the first of its vector */
    u64 size = size_in_memory(arg, EIGHTBYTE);
    u32 words = (u32)(size / EIGHTBYTE);
    if (!arg->byval && is_sse(arg) && layout->fp + 16 <= SAVE_BYTES) {
        if (!is_named) place(layout, arg, cells, layout->fp, size);
        layout->fp += 16;
    } else if (!arg->byval && !is_sse(arg) && !is_x87(arg->type) && words <= 2 &&
               layout->gp + words * EIGHTBYTE <= GP_BYTES) {
        if (!is_named) place(layout, arg, cells, layout->gp, size);
        layout->gp += words * EIGHTBYTE;
    } else {
        u64 at = align_up(layout->overflow, overflow_align(arg));
        if (!is_named) place(layout, arg, cells, SAVE_BYTES + at, size);
        layout->overflow = at + size;
    }
}

static void place_ilp32(Layout *layout, const Argument *arg, const u64 *cells, bool is_named) {
    if (is_named || !arg->lanes) return;
    if (arg->lanes > 1 && overflow_align(arg) > 8) layout->overflow = align_up(layout->overflow, overflow_align(arg));
    u64 size = size_in_memory(arg, 4);
    place(layout, arg, cells, layout->overflow, size);
    layout->overflow += size;
}

static void place_all(Layout *layout, const Frame *frame, bool is_32) {
    const CallSite *site = frame->site;
    u32 named_cells = frame->compiled->param_cells, cell = 0;
    const u64 *variadic = frame->variadic;
    for (u32 i = 0; i < site->call->arg_count; i++) {
        const Argument *arg = &site->call->args[i];
        bool is_named = cell < named_cells;
        const u64 *cells = is_named ? NULL : variadic + (cell - named_cells);
        if (is_32) place_ilp32(layout, arg, cells, is_named);
        else place_lp64(layout, arg, cells, is_named);
        cell += MAX(1u, type_limbs(arg->type));
    }
}

/* ILP32: pointers among the arguments keep their provenance. */
static void note_provenance(Machine *m, const Frame *frame, u32 number) {
    const CallSite *site = frame->site;
    u32 named_cells = frame->compiled->param_cells, cell = 0, offset = 0;
    for (u32 i = 0; i < site->call->arg_count; i++) {
        const Argument *arg = &site->call->args[i];
        if (cell >= named_cells) {
            u64 value = frame->variadic[cell - named_cells];
            if (!arg->byval && arg->type->kind == TYPE_POINTER)
                object_set_provenance(object_own(&m->objects, number), offset, pointer_object(value));
            if (arg->byval) {
                u32 source;
                i64 from;
                objects_resolve(&m->objects, value, &source, &from);
                object_copy_provenance(object_own(&m->objects, number), offset, object_at(&m->objects, source),
                                       (u64)from, arg->byval->size);
            }
            if (arg->lanes > 1 && overflow_align(arg) > 8) offset = (u32)align_up(offset, overflow_align(arg));
            if (arg->lanes) offset += (u32)size_in_memory(arg, 4);
        }
        cell += MAX(1u, type_limbs(arg->type));
    }
}

bool varargs_start(Machine *m, const Code *ip, u64 *r, u64 list) {
    Frame *frame = frame_of(r);
    bool is_32 = m->program->pointer_bytes == 4;
    u64 save = is_32 ? 0 : SAVE_BYTES;
    Layout count = {.m = m, .fp = GP_BYTES}, layout = {.m = m, .fp = GP_BYTES, .is_tracked = frame->caller->is_tracked};
    place_all(&count, frame, is_32);
    u64 area = call_new_alloca(m, ip, r, save + count.overflow, 16, &area_variable);
    if (!area) return false;
    u32 number = pointer_object(area);
    machine_make_dense(m, number);
    layout.area = number;
    layout.bytes = object_at(&m->objects, number)->bytes;
    layout.undefined = object_at(&m->objects, number)->undefined;
    place_all(&layout, frame, is_32);
    u8 *target = memory_writable(m, ip, r, list, is_32 ? 4 : 24);
    if (!target) return false;
    if (is_32) {
        note_provenance(m, frame, number);
        u32 address = (u32)area, holder;
        i64 offset;
        memcpy(target, &address, sizeof address);
        objects_resolve(&m->objects, list, &holder, &offset);
        object_set_provenance(object_own(&m->objects, holder), (u32)offset, number);
        return true;
    }
    /* Named arguments have used up some of the registers, and some of the overflow area. */
    Layout named = {.m = m, .fp = GP_BYTES};
    u32 cell = 0;
    for (u32 i = 0; i < frame->site->call->arg_count && cell < frame->compiled->param_cells; i++) {
        const Argument *arg = &frame->site->call->args[i];
        place_lp64(&named, arg, NULL, true);
        cell += MAX(1u, type_limbs(arg->type));
    }
    u32 offsets[2] = {named.gp, named.fp};
    u64 pointers[2] = {area + SAVE_BYTES + named.overflow, area};
    memcpy(target, offsets, sizeof offsets);
    memcpy(target + 8, pointers, sizeof pointers);
    return true;
}
