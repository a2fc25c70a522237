#include "memory/store/placement.h"

#include "base/vec.h"
#include "memory/store/storage.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLAB_SHIFT = PLACEMENT_SLAB_SHIFT,
    SLAB_BYTES = 1 << SLAB_SHIFT,
    SMALLEST_CLASS = 4,     /* 16 bytes */
    LARGEST_CLASS = 15,     /* 32 KiB: two objects a slab */
    KEPT_FOR_LOCALS = 2048, /* 128 MiB */
};

typedef struct {
    u32 *objects;   /* a slot an object, storage that copies share; NULL if the slab is free or part of a large run */
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
    VEC(Slab) slabs; /* those in use, from `first` on */
    u32 first, end;  /* slabs that are this placement's */
    SizeClass classes[LARGEST_CLASS + 1];
    VEC(Run) freed_runs;
};

Placement *placement_new(u32 first_slab, u32 end_slab) {
    Placement *placement = xcalloc(1, sizeof *placement);
    placement->first = first_slab;
    placement->end = end_slab;
    return placement;
}

Placement *placement_copy(const Placement *placement) {
    if (!placement) return NULL;
    Placement *copy = xmalloc(sizeof *copy);
    *copy = *placement;
    vec_copy(&copy->slabs, &placement->slabs);
    vec_copy(&copy->freed_runs, &placement->freed_runs);
    for (u32 i = 0; i <= LARGEST_CLASS; i++) vec_copy(&copy->classes[i].freed, &placement->classes[i].freed);
    for (u32 i = 0; i < copy->slabs.count; i++) storage_keep(copy->slabs.at[i].objects);
    return copy;
}

void placement_free(Placement *placement) {
    if (!placement) return;
    for (u32 i = 0; i < placement->slabs.count; i++) storage_drop(placement->slabs.at[i].objects);
    for (u32 i = 0; i <= LARGEST_CLASS; i++) vec_free(&placement->classes[i].freed);
    vec_free(&placement->freed_runs);
    vec_free(&placement->slabs);
    free(placement);
}

static u32 next_slab(const Placement *placement) { return placement->first + placement->slabs.count; }
static Slab *slab_at(Placement *placement, u32 slab) { return &placement->slabs.at[slab - placement->first]; }

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
        slab = (u32)align_up(next_slab(placement), step);
        if (slab + count > placement->end) return 0;
        while (next_slab(placement) < slab + count) vec_push(&placement->slabs, (Slab){0});
    }
    for (u32 i = 0; i < count; i++) *slab_at(placement, slab + i) = (Slab){.run_object = object};
    return slab << SLAB_SHIFT;
}

static bool open_slab(Placement *placement, SizeClass *class, u32 shift) {
    if (next_slab(placement) >= placement->end) return false;
    class->open_slab = next_slab(placement);
    class->next_slot = 0;
    vec_push(&placement->slabs,
             (Slab){.class_shift = (u8)shift, .objects = storage_new((u64)(SLAB_BYTES >> shift) * sizeof(u32))});
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
    Slab *slab = slab_at(placement, address >> SLAB_SHIFT);
    slab->objects = storage_unshare(slab->objects);
    slab->objects[(address & (SLAB_BYTES - 1)) >> shift] = object;
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

bool placement_is_nearly_full(const Placement *placement) {
    return next_slab(placement) + KEPT_FOR_LOCALS > placement->end;
}

u32 placement_find(const Placement *placement, u32 address) {
    u32 number = (address >> SLAB_SHIFT) - placement->first;
    if (number >= placement->slabs.count) return 0;
    const Slab *slab = &placement->slabs.at[number];
    if (!slab->objects) return slab->run_object;
    return slab->objects[(address & (SLAB_BYTES - 1)) >> slab->class_shift];
}
