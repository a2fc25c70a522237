/* Objects: identity, bounds, strays, addresses of ILP32, provenance, forgetting. */
#include "check.h"
#include "machine/fault.h"
#include "memory/store/objects.h"
#include "memory/store/placement.h"

#include <stdlib.h>
#include <string.h>

static bool may_read(Objects *objects, u64 pointer, i64 delta, u64 size, FaultKind expected) {
    Fault fault = {0};
    u32 number;
    u64 offset;
    bool ok = fault_check_access(&fault, objects, pointer, delta, size, ACCESS_READ, &number, &offset);
    bool as_expected = expected == FAULT_NONE ? ok : !ok && fault.kind == expected;
    fault_free(&fault);
    return as_expected;
}

static void bounds_follow_identity(u32 pointer_bytes) {
    Objects objects;
    objects_init(&objects, pointer_bytes, 1 << 20, false);
    u32 a = objects_new_heap(&objects, 10, 16, true), b = objects_new_heap(&objects, 10, 16, true);
    u64 p = object_pointer(&objects, a);
    CHECK(a != b && may_read(&objects, p, 0, 10, FAULT_NONE));
    CHECK(may_read(&objects, p, 10, 0, FAULT_NONE));
    CHECK(may_read(&objects, p, 10, 1, FAULT_OUT_OF_BOUNDS));
    CHECK(may_read(&objects, p, -1, 1, FAULT_OUT_OF_BOUNDS));
    CHECK(may_read(&objects, p, 8, 4, FAULT_OUT_OF_BOUNDS));
    i64 to_b = (i64)(u32)object_pointer(&objects, b) - (i64)(u32)p;
    if (to_b) CHECK(may_read(&objects, p, to_b, 1, FAULT_OUT_OF_BOUNDS)); /* the neighbour's bytes are not a's */
    objects_end(&objects, a, OBJECT_FREED);
    CHECK(may_read(&objects, p, 0, 1, FAULT_USE_AFTER_FREE));
    CHECK(may_read(&objects, 0, 8, 4, FAULT_NULL_DEREFERENCE));
    CHECK(may_read(&objects, 0x1234, 0, 4, FAULT_WILD_POINTER));
    objects_free(&objects);
}

static void strays_come_back(void) {
    Objects objects;
    objects_init(&objects, 8, 1 << 20, false);
    u32 a = objects_new_heap(&objects, 10, 16, true), number;
    objects_new_heap(&objects, 10, 16, true);
    u64 p = object_pointer(&objects, a), far = objects_move_far(&objects, p, (i64)1 << 33);
    i64 offset;
    objects_resolve(&objects, far, &number, &offset);
    CHECK(number == a && offset == (i64)1 << 33);
    CHECK(may_read(&objects, far, 0, 1, FAULT_OUT_OF_BOUNDS));
    CHECK(objects_move_far(&objects, far, -((i64)1 << 33) + 3) == p + 3);
    CHECK(objects_move_far(&objects, p, (i64)1 << 33) == far); /* interned */
    CHECK(objects_move_far(&objects, 0, -1) == ~(u64)0);       /* null is no object */
    objects_free(&objects);
}

static bool leads_to(const Objects *objects, u64 pointer, u32 object, i64 offset) {
    u32 number;
    i64 at;
    objects_resolve(objects, pointer, &number, &at);
    return number == object && at == offset;
}

/* An object of several windows: its addresses are those of its bytes, in whatever way a program comes to them. */
static void windows_are_of_one_object(u64 size) {
    Objects objects;
    objects_init(&objects, 8, 1 << 20, false);
    u32 before = objects_new_heap(&objects, 10, 16, true), a = objects_new_heap(&objects, size, 16, false);
    u32 behind = objects_new_heap(&objects, 10, 16, true), other = objects_new_heap(&objects, size, 16, true);
    u64 p = object_pointer(&objects, a), step = size / 7;
    CHECK(behind == a + object_windows(size) && objects.heap_bytes == 20);
    for (u64 i = 0; i < size; i += step) {
        CHECK(leads_to(&objects, p + i, a, (i64)i) && objects_move_far(&objects, p, (i64)i) == p + i);
        CHECK(objects_move_far(&objects, p + i, -(i64)i) == p && may_read(&objects, p + i, 0, 1, FAULT_NONE));
        CHECK(may_read(&objects, p, (i64)i, 1, FAULT_NONE) && may_read(&objects, p + i, -(i64)i, 1, FAULT_NONE));
        CHECK(object_behind(&objects, pointer_object(p + i)) == a);
    }
    CHECK(may_read(&objects, p + size, 0, 1, FAULT_OUT_OF_BOUNDS) && may_read(&objects, p + size, -8, 8, FAULT_NONE));
    CHECK(may_read(&objects, p, -1, 1, FAULT_OUT_OF_BOUNDS) && may_read(&objects, p + size, -7, 8, FAULT_OUT_OF_BOUNDS));
    CHECK(leads_to(&objects, p + size + LP64_BASE - 1, a, (i64)(size + LP64_BASE) - 1)); /* not what is behind it */
    u64 far = objects_move_far(&objects, p, (i64)size * 2 + (1ll << 33));
    CHECK(leads_to(&objects, far, a, (i64)size * 2 + (1ll << 33)));
    CHECK(objects_move_far(&objects, far, -((i64)size + (1ll << 33))) == p + size);
    u64 q = object_pointer(&objects, other);
    CHECK(!leads_to(&objects, objects_move_far(&objects, p + step, (i64)(q - p)), other, (i64)step));
    objects_relate(&objects, p + size - 1, q + step);
    CHECK(leads_to(&objects, objects_move_far(&objects, p + 5 * step, (i64)(q - p)), other, (i64)(5 * step)));
    objects_end(&objects, a, OBJECT_FREED);
    CHECK(may_read(&objects, p + size - 1, 0, 1, FAULT_USE_AFTER_FREE));
    CHECK(may_read(&objects, object_pointer(&objects, before), 0, 10, FAULT_NONE));
    CHECK(may_read(&objects, object_pointer(&objects, behind), 0, 10, FAULT_NONE));
    CHECK(!objects_new_heap(&objects, OBJECT_MAX_SIZE + 1, 16, true));
    objects_free(&objects);
}

/* What is written to a block stays when it moves to another of any size. */
static void blocks_move(u64 size, u64 to_size, bool cleared) {
    Objects objects;
    objects_init(&objects, 8, 1 << 20, false);
    u64 kept = MIN(size, to_size), at = kept - 5000;
    u32 from = objects_new_heap(&objects, size, 16, cleared), to = objects_new_heap(&objects, to_size, 16, false);
    object_own(&objects, from)->bytes[at] = 7;
    if (!cleared) object_own_undefined(&objects, from)[at] = 0;
    objects_begin_with(&objects, to, from, kept);
    const Object *moved = object_at(&objects, to);
    CHECK(moved->bytes[at] == 7 && !moved->undefined[at] && !moved->bytes[at + 1]);
    CHECK(moved->undefined[at + 1] == (cleared ? 0 : 0xff));
    if (to_size > kept) CHECK(moved->undefined[kept] == 0xff && moved->undefined[to_size - 1] == 0xff);
    objects_free(&objects);
}

static void addresses_lead_back_to_objects(void) {
    Objects objects;
    objects_init(&objects, 4, 1 << 30, false);
    u32 sizes[] = {0, 1, 15, 16, 17, 100, 4096, 32767, 32768, 65535, 65536, 1 << 20};
    for (u32 i = 0; i < COUNT_OF(sizes); i++) {
        u32 number = objects_new_heap(&objects, sizes[i], 16, true);
        u64 p = object_pointer(&objects, number);
        CHECK((u32)p % 16 == 0);
        u32 last = sizes[i] ? sizes[i] - 1 : 0;
        if (sizes[i]) CHECK(objects_pointer_from_number(&objects, (u32)p) == p);
        if (sizes[i]) CHECK(objects_pointer_from_number(&objects, (u32)p + last) == p + last);
        u64 end = objects_pointer_from_number(&objects, (u32)p + sizes[i]); /* may be meant as one before the next */
        CHECK(pointer_object(end) == 0 && may_read(&objects, end, -1, 1, sizes[i] ? FAULT_NONE : FAULT_WILD_POINTER));
    }
    u32 aligned = objects_new_heap(&objects, 10, 4096, true);
    CHECK((u32)object_pointer(&objects, aligned) % 4096 == 0);
    CHECK(objects_pointer_from_number(&objects, 0) == 0);
    CHECK(pointer_object(objects_pointer_from_number(&objects, 0xfffffff0)) == 0);
    objects_free(&objects);
}

static void space_is_reused_but_identity_is_not(void) {
    Objects objects;
    objects_init(&objects, 4, 1 << 30, false);
    u32 first = 0, last = 0;
    bool distinct = true;
    for (u32 i = 0; i < 300000; i++) { /* 300000 blocks of 20 KiB do not fit in 4 GiB at once */
        u32 number = objects_new_heap(&objects, 20000, 16, true);
        distinct = distinct && number > last;
        last = number;
        if (!first) first = number;
        if (number) objects_end(&objects, number, OBJECT_FREED);
    }
    CHECK(distinct && last > first);
    objects_free(&objects);
}

static void provenance_follows_copies(void) {
    Objects objects;
    objects_init(&objects, 4, 1 << 20, false);
    Object *from = object_own(&objects, objects_new_heap(&objects, 16, 16, true));
    Object *to = object_own(&objects, objects_new_heap(&objects, 16, 16, true));
    object_set_provenance(from, 4, 77);
    object_copy_provenance(to, 8, from, 4, 4);
    CHECK(object_provenance(to, 8) == 77 && object_provenance(to, 4) == 0);
    object_clear_provenance(to, 9, 1); /* one byte overwritten: no pointer any more */
    CHECK(object_provenance(to, 8) == 0);
    object_copy_provenance(to, 8, from, 4, 3); /* not the whole pointer */
    CHECK(object_provenance(to, 8) == 0);
    object_copy_provenance(to, 7, from, 4, 4); /* not aligned */
    CHECK(object_provenance(to, 8) == 0);
    objects_free(&objects);
}

static void the_dead_are_forgotten_unless_named(u32 pointer_bytes) {
    Objects objects;
    objects_init(&objects, pointer_bytes, 1 << 30, false);
    u64 kept = 0;
    for (u32 i = 0; i < 100000; i++) {
        u32 number = objects_new_heap(&objects, 8, 16, true);
        if (i == 50000) kept = object_pointer(&objects, number);
        objects_end(&objects, number, OBJECT_FREED);
    }
    CHECK(objects.dead == 100000);
    CellRange named = {&kept, 1};
    u8 *pages = objects_named_pages(&objects);
    objects_forget(&objects, &named, 1, pages, 0);
    free(pages);
    CHECK(objects.dead <= 2 * OBJECT_PAGE);
    CHECK(may_read(&objects, kept, 0, 1, FAULT_USE_AFTER_FREE));
    u32 fresh = objects_new_heap(&objects, 8, 16, true);
    CHECK(may_read(&objects, object_pointer(&objects, fresh), 0, 8, FAULT_NONE));
    objects_free(&objects);
}

static void the_limit_holds(void) {
    Objects objects;
    objects_init(&objects, 8, 1000, false);
    u32 a = objects_new_heap(&objects, 600, 16, true);
    CHECK(a && !objects_new_heap(&objects, 600, 16, true));
    objects_end(&objects, a, OBJECT_FREED);
    CHECK(objects_new_heap(&objects, 600, 16, true) != 0);
    objects_free(&objects);
}

int main(void) {
    bounds_follow_identity(4);
    bounds_follow_identity(8);
    strays_come_back();
    windows_are_of_one_object((u64)2 << 30 | 1);
    windows_are_of_one_object((u64)5 << 30);
    windows_are_of_one_object(OBJECT_MAX_SIZE);
    for (u32 i = 0; i < 2; i++) {
        blocks_move((u64)5 << 30, ((u64)5 << 30) + 10000, i);
        blocks_move((u64)5 << 30, 100000, i);
    }
    addresses_lead_back_to_objects();
    space_is_reused_but_identity_is_not();
    provenance_follows_copies();
    the_dead_are_forgotten_unless_named(4);
    the_dead_are_forgotten_unless_named(8);
    the_limit_holds();
    return finish();
}
