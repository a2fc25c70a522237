#include "memory/placement.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLAB_SHIFT = 16,
    SLAB_BYTES = 1 << SLAB_SHIFT,
    SLABS = 1 << (32 - SLAB_SHIFT),
    FIRST_SLAB = 0x0805,    /* programs expect small addresses to be nobody's */
    LAST_SLAB = 0xf000,     /* and addresses near the top, as in ERR_PTR, too */
    SMALLEST_CLASS = 4,     /* 16 bytes */
    LARGEST_CLASS = 15,     /* 32 KiB: two objects a slab */
    KEPT_FOR_LOCALS = 2048, /* 128 MiB */
};

typedef struct {
    u32 *objects;   /* a slot an object; NULL if the slab is free or part of a large run */
    u32 run_object; /* the object that owns the run */
    u8 class_shift; /* slot size is 1 << class_shift */
} Slab;

typedef struct {
    u32 open_slab; /* the slab slots are taken from */
    u32 next_slot;
    VEC(u32) freed; /* a queue of addresses */
    u32 freed_head;
} SizeClass;

typedef struct {
    u32 slab, count;
} Run;

struct Placement {
    Slab *slabs;
    u32 next_slab;
    SizeClass classes[LARGEST_CLASS + 1];
    VEC(Run) freed_runs;
};

Placement *placement_new(void) {
    Placement *placement = xcalloc(1, sizeof *placement);
    placement->slabs = xcalloc(SLABS, sizeof *placement->slabs);
    placement->next_slab = FIRST_SLAB;
    return placement;
}

void placement_free(Placement *placement) {
    if (!placement) return;
    for (u32 i = 0; i < SLABS; i++) free(placement->slabs[i].objects);
    for (u32 i = 0; i <= LARGEST_CLASS; i++) vec_free(&placement->classes[i].freed);
    vec_free(&placement->freed_runs);
    free(placement->slabs);
    free(placement);
}

/* The class whose slots hold `size` bytes and one more, at `align`; 0 if the object needs a run. */
static u32 class_for(u64 size, u32 align) {
    u32 shift = SMALLEST_CLASS;
    while (shift <= LARGEST_CLASS && (((u64)1 << shift) <= size || ((u64)1 << shift) < align)) shift++;
    return shift <= LARGEST_CLASS ? shift : 0;
}

static u32 slabs_for(u64 size) { return (u32)((size + 1 + SLAB_BYTES - 1) >> SLAB_SHIFT); }

static u32 take_run(Placement *placement, u32 object, u64 size, u32 align) {
    u32 count = slabs_for(size), step = MAX(1u, align >> SLAB_SHIFT);
    u32 slab = 0;
    for (u32 i = 0; i < placement->freed_runs.count && !slab; i++)
        if (placement->freed_runs.at[i].count == count && placement->freed_runs.at[i].slab % step == 0) {
            slab = placement->freed_runs.at[i].slab;
            placement->freed_runs.at[i] = vec_pop(&placement->freed_runs);
        }
    if (!slab) {
        slab = (u32)align_up(placement->next_slab, step);
        if (slab + count > LAST_SLAB) return 0;
        placement->next_slab = slab + count;
    }
    for (u32 i = 0; i < count; i++) placement->slabs[slab + i] = (Slab){.run_object = object};
    return slab << SLAB_SHIFT;
}

static bool open_slab(Placement *placement, SizeClass *class, u32 shift) {
    if (placement->next_slab >= LAST_SLAB) return false;
    class->open_slab = placement->next_slab++;
    class->next_slot = 0;
    Slab *slab = &placement->slabs[class->open_slab];
    slab->class_shift = (u8)shift;
    slab->objects = xcalloc(SLAB_BYTES >> shift, sizeof *slab->objects);
    return true;
}

/* Freed slots are taken again only when the class's slabs are full, so that a dangling pointer keeps
 * meaning its own object for as long as possible. */
static u32 take_slot(Placement *placement, u32 shift) {
    SizeClass *class = &placement->classes[shift];
    bool full = !class->open_slab || class->next_slot == (u32)SLAB_BYTES >> shift;
    if (full && class->freed_head < class->freed.count) {
        u32 address = class->freed.at[class->freed_head++];
        if (class->freed_head > 1024 && class->freed_head * 2 > class->freed.count) {
            class->freed.count -= class->freed_head;
            memmove(class->freed.at, class->freed.at + class->freed_head, class->freed.count * sizeof(u32));
            class->freed_head = 0;
        }
        return address;
    }
    if (full && !open_slab(placement, class, shift)) return 0;
    return (class->open_slab << SLAB_SHIFT) + (class->next_slot++ << shift);
}

u32 placement_take(Placement *placement, u32 object, u64 size, u32 align) {
    u32 shift = class_for(size, align);
    if (!shift) return take_run(placement, object, size, align);
    u32 address = take_slot(placement, shift);
    if (!address) return 0;
    placement->slabs[address >> SLAB_SHIFT].objects[(address & (SLAB_BYTES - 1)) >> shift] = object;
    return address;
}

void placement_release(Placement *placement, u32 address, u64 size, u32 align) {
    u32 shift = class_for(size, align);
    if (shift) {
        vec_push(&placement->classes[shift].freed, address);
    } else {
        vec_push(&placement->freed_runs, (Run){address >> SLAB_SHIFT, slabs_for(size)});
    }
}

bool placement_is_nearly_full(const Placement *placement) { return placement->next_slab + KEPT_FOR_LOCALS > LAST_SLAB; }

u32 placement_find(const Placement *placement, u32 address) {
    const Slab *slab = &placement->slabs[address >> SLAB_SHIFT];
    if (!slab->objects) return slab->run_object;
    return slab->objects[(address & (SLAB_BYTES - 1)) >> slab->class_shift];
}
