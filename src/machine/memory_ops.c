/* Accesses that the fast path leaves alone: errors, undefined bytes, pointers without provenance; and
 * operations on ranges of bytes. */
#include "machine/machine.h"

#include <stdlib.h>
#include <string.h>

/* ---- Single loads and stores ---- */

static bool is_pointer_access(const Code *ip) { return code_is_pointer_access((CodeOp)ip->op); }

static bool check(Machine *m, const Code *ip, u64 *r, u64 pointer, i64 delta, u64 size, AccessKind access, u32 *number,
                  u64 *offset) {
    if (fault_check_access(&m->fault, &m->objects, pointer, delta, size, access, number, offset)) return true;
    machine_fault(m, ip, r);
    return false;
}

/* The whole value is accessed in pieces when it is not of a plain size; a report speaks of the whole. */
static void report_whole_access(Machine *m, const Code *ip, u64 *r, u64 pointer, i64 delta, u64 size,
                                AccessKind access) {
    const Insn *insn = machine_insn(ip, r);
    u64 whole = insn->op == OP_LOAD || insn->op == OP_STORE
                    ? (insn->type->kind == TYPE_POINTER ? size : (insn->type->bits + 7) / 8)
                    : size;
    u32 number;
    u64 offset;
    const Code *first = ip; /* the piece at the start of the value has the smallest offset */
    const u32 *origins = frame_of(r)->compiled->origins;
    const Code *code = frame_of(r)->compiled->code;
    while (whole > size && first > code && origins[first - 1 - code] == origins[ip - code]) first--;
    for (; first < ip; first++)
        if (code_infos[first->op].form == code_infos[ip->op].form && first->a == ip->a)
            delta = MIN(delta, delta + first->imm - ip->imm);
    fault_check_access(&m->fault, &m->objects, pointer, delta, whole, access, &number, &offset);
    machine_fault(m, ip, r);
}

static bool has_undefined(const Object *object, u64 offset, u64 size) {
    for (u64 i = 0; object->undefined && i < size; i++)
        if (object->undefined[offset + i]) return true;
    return false;
}

static u64 read_bytes(const u8 *bytes, u64 size) {
    u64 value = 0;
    memcpy(&value, bytes, size);
    return value;
}

static bool is_in_object(const Machine *m, u64 pointer, i64 delta, u64 size) {
    Fault attempt = {0};
    u32 number;
    u64 offset;
    bool is_right = fault_check_access(&attempt, &m->objects, pointer, delta, size, ACCESS_READ, &number, &offset);
    fault_free(&attempt);
    return is_right;
}

bool memory_is_beyond_numbers(const Machine *m, u64 pointer, i64 delta, u64 size) {
    if (object_info(&m->objects, object_behind(&m->objects, pointer_object(pointer)))->is_conditional) return true;
    return m->goes_around && !is_in_object(m, pointer, delta, size);
}

bool memory_is_for_terms(Machine *m, u64 *r, u64 pointer, i64 delta, u64 size) {
    if (!m->hooks || frame_of(r)->is_tracked || !memory_is_beyond_numbers(m, pointer, delta, size)) return false;
    track_begin(m, r);
    return true;
}

HANDLER_CALL void fast_slow_load(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    u64 pointer = r[ip->a];
    i64 delta = code_delta(ip, r);
    u32 size = code_infos[ip->op].bits / 8, number;
    u64 offset;
    if (UNLIKELY(memory_is_for_terms(m, r, pointer, delta, size))) {
        t = &m->tracking;
        DISPATCH(ip);
    }
    Fault attempt = {0};
    if (!fault_check_access(&attempt, &m->objects, pointer, delta, size, ACCESS_READ, &number, &offset)) {
        fault_free(&attempt);
        report_whole_access(m, ip, r, pointer, delta, size, ACCESS_READ);
        return;
    }
    const Object *object = object_at(&m->objects, number);
    bool is_sparse = object_info(&m->objects, number)->is_sparse;
    if (m->hooks && (is_sparse || has_undefined(object, offset, size))) {
        m->hooks->load(m, ip, r, number, offset, size);
        t = dispatch_for(m, frame_of(r));
        DISPATCH(ip + 1);
    }
    u64 value = read_bytes(object->bytes + offset, size);
    u64 undefined = object->undefined ? read_bytes(object->undefined + offset, size) : 0;
    if (is_pointer_access(ip)) {
        u32 based_on = object_provenance(object, offset);
        value = based_on ? (u64)based_on << 32 | value : objects_pointer_from_number(&m->objects, (u32)value);
        if (undefined) undefined |= UNDEFINED_OBJECT;
    }
    r[ip->d] = value & ~undefined;
    if (undefined) {
        if (!frame_of(r)->is_tracked) track_begin(m, r);
        undefined_of(m, r)[ip->d] = undefined;
        origins_of(m, r)[ip->d] = track_origin_of_object(m, number);
        t = &m->tracking;
    }
    DISPATCH(ip + 1);
}

HANDLER_CALL void fast_slow_store(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    u64 pointer = r[ip->a];
    i64 delta = code_delta(ip, r);
    u32 size = code_infos[ip->op].bits / 8, number;
    u64 offset;
    if (UNLIKELY(memory_is_for_terms(m, r, pointer, delta, size))) {
        t = &m->tracking;
        DISPATCH(ip);
    }
    Fault attempt = {0};
    if (!fault_check_access(&attempt, &m->objects, pointer, delta, size, ACCESS_WRITE, &number, &offset)) {
        fault_free(&attempt);
        report_whole_access(m, ip, r, pointer, delta, size, ACCESS_WRITE);
        return;
    }
    if (object_info(&m->objects, number)->is_sparse && !is_pointer_access(ip)) {
        m->hooks->store(m, number, offset, r[ip->d], size);
        DISPATCH(ip + 1);
    }
    machine_make_dense(m, number); /* words are to know what they are based on */
    Object *object = object_own(&m->objects, number);
    if (object->undefined) memset(object->undefined + offset, 0, size);
    if (is_pointer_access(ip)) object_set_provenance(object, offset, pointer_object(r[ip->d]));
    else if (object->provenance) object_clear_provenance(object, offset, size);
    memcpy(object->bytes + offset, &r[ip->d], size);
    DISPATCH(ip + 1);
}

/* ---- Ranges ---- */

u32 machine_new_sparse(Machine *m, ObjectKind kind, u64 size, u32 align, bool cleared) {
    u32 number = objects_new_sparse(&m->objects, kind, size, align);
    if (number) m->hooks->begin_sparse(m, number, cleared);
    return number;
}

static void copy_undefined(Machine *m, u32 target, u64 to_offset, u32 source, u64 from_offset, u64 size) {
    Object *to = object_own(&m->objects, target);
    const Object *from = object_at(&m->objects, source);
    bool any = has_undefined(from, from_offset, size);
    if (any && target != source)
        object_own_info(&m->objects, target)->undefined_origin = track_origin_of_object(m, source);
    if (!to->undefined) {
        if (!any) return;
        object_own_undefined(&m->objects, target);
    }
    if (from->undefined) memmove(to->undefined + to_offset, from->undefined + from_offset, size);
    else memset(to->undefined + to_offset, 0, size);
}

bool memory_copy(Machine *m, const Code *ip, u64 *r, u64 to, u64 from, u64 size, bool may_overlap, const char *name) {
    u32 source, target;
    u64 source_offset, target_offset;
    if (size == 0) return true; /* even a null pointer will do, as compilers have it */
    if (!check(m, ip, r, from, 0, size, ACCESS_READ, &source, &source_offset)) return false;
    if (!check(m, ip, r, to, 0, size, ACCESS_WRITE, &target, &target_offset)) return false;
    bool overlaps = source == target && source_offset < target_offset + size && target_offset < source_offset + size;
    if (overlaps && !may_overlap &&
        source_offset != target_offset) { /* the same place is what struct assignment gives */
        Text bytes = {0};
        fault_count_bytes(&bytes, size);
        machine_fault_text(m, ip, r, FAULT_OVERLAP, "%s of %s between overlapping ranges", name, bytes.chars);
        text_free(&bytes);
        return false;
    }
    Object *into = object_own(&m->objects, target);
    if (m->hooks) {
        m->hooks->copy(m, target, target_offset, source, source_offset, size);
    } else {
        memmove(into->bytes + target_offset, object_at(&m->objects, source)->bytes + source_offset, size);
        copy_undefined(m, target, target_offset, source, source_offset, size);
        const Object *out_of = object_at(&m->objects, source);
        if (m->objects.placement) object_copy_provenance(into, target_offset, out_of, source_offset, size);
    }
    return true;
}

bool memory_fill(Machine *m, const Code *ip, u64 *r, u64 to, u8 byte, u64 size) {
    u32 number;
    u64 offset;
    if (size == 0) return true;
    if (!check(m, ip, r, to, 0, size, ACCESS_WRITE, &number, &offset)) return false;
    if (object_info(&m->objects, number)->is_sparse) {
        m->hooks->fill(m, number, offset, byte, size);
        return true;
    }
    Object *object = object_own(&m->objects, number);
    memset(object->bytes + offset, byte, size);
    if (object->undefined) memset(object->undefined + offset, 0, size);
    object_clear_provenance(object, offset, size);
    return true;
}

/* Bytes for the host, of an object that has none and gets none. */
static bool is_never_dense(const Machine *m, u32 object) {
    const ObjectInfo *info = object_info(&m->objects, object);
    return info->is_sparse && object_is_large(info);
}

/* A copy of such bytes, which are numbers, until the next call of a function of the machine. */
static const u8 *gather(Machine *m, u32 object, u64 offset, u64 size) {
    u8 *bytes = xmalloc(size);
    m->hooks->numbers(m, object, offset, size, bytes);
    vec_push(&m->gathered, bytes);
    return bytes;
}

void memory_drop_gathered(Machine *m) {
    while (m->gathered.count) free(vec_pop(&m->gathered));
}

/* Bytes for the host, of a block that has none. */
static bool has_bytes(Machine *m, const Code *ip, u64 *r, u64 pointer) {
    if (!object_info(&m->objects, pointer_object(pointer))->is_array) return true;
    machine_stuck(m, ip, r, "a block whose size may be anything is used outside of the program");
    return false;
}

bool memory_check_range(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size, AccessKind access, u32 *number,
                        u64 *offset) {
    if (!has_bytes(m, ip, r, pointer)) return false;
    u32 object = object_behind(&m->objects, pointer_object(pointer));
    if (!m->hooks || !object_info(&m->objects, object)->is_conditional)
        return check(m, ip, r, pointer, 0, size, access, number, offset);
    return m->hooks->check_range(m, ip, r, pointer, size, access, number, offset);
}

const u8 *memory_readable(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size, const char *undefined_what) {
    static const u8 none[1];
    u32 number;
    u64 offset;
    if (size == 0) return none;
    if (!memory_check_range(m, ip, r, pointer, size, ACCESS_READ, &number, &offset)) return NULL;
    machine_make_dense(m, number);
    if (m->hooks && !m->hooks->fix_bytes(m, ip, r, number, offset, size, undefined_what)) return NULL;
    if (is_never_dense(m, number)) return gather(m, number, offset, size);
    const Object *object = object_at(&m->objects, number);
    for (u64 i = 0; object->undefined && i < size; i++)
        if (object->undefined[offset + i]) {
            if (!track_report(m, ip, r, undefined_what, track_origin_of_object(m, number))) return NULL;
            break;
        }
    return object->bytes + offset;
}

u8 *memory_writable(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size) {
    static u8 none[1];
    u32 number;
    u64 offset;
    if (size == 0) return none;
    if (!memory_check_range(m, ip, r, pointer, size, ACCESS_WRITE, &number, &offset)) return NULL;
    if (is_never_dense(m, number)) {
        machine_stuck(m, ip, r, "the host is to write to an object of more than 2 GiB");
        return NULL;
    }
    machine_make_dense(m, number);
    Object *object = object_own(&m->objects, number);
    if (object->undefined) memset(object->undefined + offset, 0, size);
    object_clear_provenance(object, offset, size);
    return object->bytes + offset;
}

char *memory_string(Machine *m, const Code *ip, u64 *r, u64 pointer) {
    u32 number;
    u64 offset;
    if (!memory_check_range(m, ip, r, pointer, 1, ACCESS_READ, &number, &offset)) return NULL;
    machine_make_dense(m, number);
    u64 available = object_info(&m->objects, number)->size - offset, length = 0;
    if (m->hooks) {
        u8 byte = 1;
        for (; byte && length < available; length += byte != 0) {
            if (!m->hooks->fix_bytes(m, ip, r, number, offset + length, 1, "output")) return NULL;
            m->hooks->numbers(m, number, offset + length, 1, &byte);
        }
    } else {
        const u8 *start = object_at(&m->objects, number)->bytes + offset, *end = memchr(start, 0, available);
        length = end ? (u64)(end - start) : available;
    }
    if (length == available) { /* reading on would leave the object */
        check(m, ip, r, pointer, (i64)available, 1, ACCESS_READ, &number, &offset);
        return NULL;
    }
    const u8 *bytes = memory_readable(m, ip, r, pointer, length + 1, "output");
    return bytes ? memcpy(xmalloc(length + 1), bytes, length + 1) : NULL;
}

/* ---- free ---- */

static bool invalid_free(Machine *m, const Code *ip, u64 *r, u32 number, i64 offset, u64 pointer) {
    const ObjectInfo *info = object_info(&m->objects, number);
    Fault *fault = &m->fault;
    fault->object = number;
    fault->kind = FAULT_INVALID_FREE;
    if (info->kind == OBJECT_NONE) {
        fault->object = 0;
        text_printf(&fault->text, "free of 0x%llx, which points to no object",
                    (unsigned long long)(m->objects.placement ? (u32)pointer : pointer));
    } else if (info->kind != OBJECT_HEAP && info->kind != OBJECT_OUTSIDE) {
        text_add(&fault->text, "free of ");
        fault_name_object(&fault->text, &m->objects, number);
        text_add(&fault->text, ", which is not a heap block");
    } else if (info->state != OBJECT_LIVE) {
        fault->kind = FAULT_DOUBLE_FREE;
        text_add(&fault->text, "free of a heap block that is already freed");
    } else {
        text_printf(&fault->text, "free of a pointer to offset %lld of a heap block, not to its start",
                    (long long)offset);
    }
    machine_fault(m, ip, r);
    return false;
}

bool memory_refuse_realloc(Machine *m, const Code *ip, u64 *r, u64 pointer) {
    if (object_info(&m->objects, pointer_object(pointer))->kind == OBJECT_OUTSIDE)
        machine_stuck(m, ip, r, "realloc of an object from outside");
    else memory_free_block(m, ip, r, pointer);
    return false;
}

bool memory_free_block(Machine *m, const Code *ip, u64 *r, u64 pointer) {
    if (!pointer) return true;
    u32 number;
    i64 offset;
    objects_resolve(&m->objects, pointer, &number, &offset);
    const ObjectInfo *info = object_info(&m->objects, number);
    bool is_outside = info->kind == OBJECT_OUTSIDE;
    if (is_outside && !m->options.owns_outside) return true; /* it goes back to where it came from */
    if (is_outside) offset -= OUTSIDE_BEFORE;
    if (is_outside && offset) return true; /* where it begins is not known */
    if ((info->kind != OBJECT_HEAP && !is_outside) || info->state != OBJECT_LIVE || offset)
        return invalid_free(m, ip, r, number, offset, pointer);
    object_own_info(&m->objects, number)->freed_at = machine_location(m, ip, r);
    objects_end(&m->objects, number, OBJECT_FREED);
    return true;
}
