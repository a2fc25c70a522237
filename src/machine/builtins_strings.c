/* How far the string functions of the library may go at once.
 *
 * The library's loops look at a byte at a time, which is what terms, undefined bytes and ends of objects need. Each of them
 * first asks how many bytes it may pass over: such that are plain numbers, within one object, and do not end the loop. What
 * comes then is the loop's own business, so the functions here decide nothing and report nothing. */
#include "machine/builtins.h"

#include <string.h>

enum { STRETCH = 256 }; /* bytes that are looked at together: little is in vain where the next byte is a term */

typedef struct {
    const u8 *bytes, *undefined; /* the latter may be NULL */
    u64 count;                   /* up to the end of the object */
} Bytes;

static Bytes bytes_at(const Machine *m, u64 pointer) {
    const Object *object = object_at(&m->objects, pointer_object(pointer));
    u32 offset = (u32)pointer - object->base;
    if (offset >= object->readable) return (Bytes){0};
    const u8 *undefined = object->undefined ? object->undefined + offset : NULL;
    return (Bytes){object->bytes + offset, undefined, object->readable - offset};
}

static u64 index_of(const u8 *bytes, u8 byte, u64 count) {
    const u8 *found = memchr(bytes, byte, count);
    return found ? (u64)(found - bytes) : count;
}

/* Those of `count` bytes from `at` on that are defined numbers, at most a stretch. */
static u64 plain_stretch(Bytes bytes, u64 at, u64 count) {
    u64 length = MIN(count - at, (u64)STRETCH), i = 0;
    if (!bytes.undefined) return length;
    for (u64 eight; i + 8 <= length; i += 8) {
        memcpy(&eight, bytes.undefined + at + i, sizeof eight);
        if (eight) break;
    }
    while (i < length && !bytes.undefined[at + i]) i++;
    return i;
}

/* (block, first, second, most): bytes that are neither of the two. */
bool builtin_skip_other(Machine *m, const BuiltinCall *call) {
    Bytes bytes = bytes_at(m, call->args[0]);
    u8 first = (u8)call->args[1], second = (u8)call->args[2];
    u64 count = MIN(bytes.count, call->args[3]), at = 0, length = STRETCH, passed = STRETCH;
    while (at < count && length == STRETCH && passed == length) {
        length = plain_stretch(bytes, at, count);
        passed = index_of(bytes.bytes + at, first, length);
        if (second != first) passed = index_of(bytes.bytes + at, second, passed);
        at += passed;
    }
    *call->result = at;
    return true;
}

static u64 equal_bytes(const u8 *left, const u8 *right, u64 count) {
    if (!memcmp(left, right, count)) return count;
    u64 i = 0;
    while (left[i] == right[i]) i++;
    return i;
}

/* (left, right, most, is_text): bytes that are the same, and not 0 if they are texts. */
bool builtin_skip_equal(Machine *m, const BuiltinCall *call) {
    Bytes left = bytes_at(m, call->args[0]), right = bytes_at(m, call->args[1]);
    u64 count = MIN(MIN(left.count, right.count), call->args[2]), at = 0, length = STRETCH, passed = STRETCH;
    while (at < count && length == STRETCH && passed == length) {
        length = plain_stretch(left, at, count);
        length = plain_stretch(right, at, at + length);
        passed = equal_bytes(left.bytes + at, right.bytes + at, length);
        if ((u32)call->args[3]) passed = index_of(left.bytes + at, 0, passed);
        at += passed;
    }
    *call->result = at;
    return true;
}

/* (block, wanted, stop, most): the index of the one, if the other does not come first. */
bool builtin_index_before(Machine *m, const BuiltinCall *call) {
    const u64 not_known = UINT64_MAX, stopped = UINT64_MAX - 1; /* LOCI_NOT_KNOWN, LOCI_STOPPED */
    Bytes bytes = bytes_at(m, call->args[0]);
    u64 at, most = call->args[3];
    BuiltinCall skip = *call;
    skip.result = &at;
    builtin_skip_other(m, &skip);
    bool is_told = at < bytes.count && at < most && !(bytes.undefined && bytes.undefined[at]);
    *call->result = at == most ? stopped : not_known;
    if (is_told) *call->result = bytes.bytes[at] == (u8)call->args[1] ? at : stopped;
    return true;
}

/* (left, right, most, kind): where plain bytes first differ, or both texts end, or are over. False: that is not told. */
static bool find_difference(Machine *m, const BuiltinCall *call, u8 *left, u8 *right) {
    enum { IS_TEXT = 1 }; /* LOCI_TEXT */
    Bytes of_left = bytes_at(m, call->args[0]), of_right = bytes_at(m, call->args[1]);
    u64 args[] = {call->args[0], call->args[1], call->args[2], call->args[3] & IS_TEXT}, at;
    BuiltinCall skip = *call;
    skip.args = args;
    skip.result = &at;
    *left = *right = 0;
    builtin_skip_equal(m, &skip);
    if (at == call->args[2]) return true;
    if (at >= of_left.count || at >= of_right.count) return false;
    if ((of_left.undefined && of_left.undefined[at]) || (of_right.undefined && of_right.undefined[at])) return false;
    *left = of_left.bytes[at];
    *right = of_right.bytes[at];
    return true;
}
bool builtin_equal(Machine *m, const BuiltinCall *call) {
    enum { NOT_TOLD = 2 }; /* LOCI_NOT_TOLD */
    u8 left, right;
    *call->result = find_difference(m, call, &left, &right) ? left == right : NOT_TOLD;
    return true;
}
bool builtin_difference(Machine *m, const BuiltinCall *call) {
    u8 left, right;
    find_difference(m, call, &left, &right);
    *call->result = (u64)(i64)(left - right);
    return true;
}

/* (target, source): room in the target's object for bytes of another object. */
bool builtin_room_for(Machine *m, const BuiltinCall *call) {
    u32 number = pointer_object(call->args[0]);
    const ObjectInfo *info = object_info(&m->objects, number);
    bool is_plain = !info->is_constant && number != pointer_object(call->args[1]);
    *call->result = is_plain ? bytes_at(m, call->args[0]).count : 0;
    return true;
}

const Builtin builtins_strings[] = {
    {.name = "__loci_skip_other", .run = builtin_skip_other},
    {.name = "__loci_skip_equal", .run = builtin_skip_equal},
    {.name = "__loci_room_for", .run = builtin_room_for},
    {.name = "__loci_index_before", .run = builtin_index_before},
    {.name = "__loci_equal", .run = builtin_equal},
    {.name = "__loci_difference", .run = builtin_difference},
    {0},
};
