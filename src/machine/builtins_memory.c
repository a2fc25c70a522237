/* malloc and its family, ranges of bytes, setjmp. */
#include "machine/builtins.h"
#include "machine/leaks.h"

#include <errno.h>
#include <string.h>

enum { MALLOC_ALIGNMENT = 16 };

/* The number of a new block, or 0 when memory is exhausted: the program sees a null pointer then. */
static u64 begin_block(Machine *m, const BuiltinCall *call, u32 number) {
    if (!number) {
        machine_set_errno(m, ENOMEM);
        m->failed_allocation = machine_location(m, call->ip, call->r);
        return 0;
    }
    ObjectInfo *info = object_own_info(&m->objects, number);
    info->made_at = machine_location(m, call->ip, call->r);
    if (m->options.ignored_leaks && leak_is_ignored(m, call->r, info->made_at))
        objects_let_be_lost(&m->objects, number);
    m->statistics.allocations++;
    if (m->hooks) m->hooks->made_block(m, call->ip, call->r, number);
    machine_made_object(m, call->r);
    return object_pointer(&m->objects, number);
}

u64 memory_new_block(Machine *m, const BuiltinCall *call, u64 size, u64 alignment, bool cleared) {
    u32 align = (u32)MAX(alignment, (u64)MALLOC_ALIGNMENT);
    bool is_sparse = machine_is_sparse(m, size);
    u32 number = is_sparse ? machine_new_sparse(m, OBJECT_HEAP, size, align, cleared)
                           : objects_new_heap(&m->objects, size, align, cleared);
    return begin_block(m, call, number);
}

u64 memory_new_array_block(Machine *m, const BuiltinCall *call) {
    return begin_block(m, call, objects_new_array(&m->objects, OBJECT_HEAP, MALLOC_ALIGNMENT));
}

bool memory_is_size(Machine *m, const BuiltinCall *call, u64 size) {
    i64 number = m->objects.placement ? (i32)size : (i64)size;
    if (!m->options.checks_sizes || number >= 0) return true;
    machine_fault_text(m, call->ip, call->r, FAULT_MISUSE,
                       "bad-argument: the size of an allocation is %lld, a negative number", (long long)number);
    return false;
}

static bool do_malloc(Machine *m, const BuiltinCall *call) {
    if (!memory_is_size(m, call, call->args[0])) return false;
    *call->result = memory_new_block(m, call, call->args[0], 0, false);
    return true;
}

static bool do_calloc(Machine *m, const BuiltinCall *call) {
    u64 size;
    bool fits = !__builtin_mul_overflow(call->args[0], call->args[1], &size);
    *call->result = memory_new_block(m, call, fits ? size : UINT64_MAX, 0, true);
    return true;
}

static bool do_free(Machine *m, const BuiltinCall *call) {
    return memory_free_block(m, call->ip, call->r, call->args[0]);
}

/* The old block ends and a new one begins, always: whoever kept the old pointer is told. */
static bool do_realloc(Machine *m, const BuiltinCall *call) {
    u64 old = call->args[0], size = call->args[1];
    if (!old)
        return do_malloc(m, &(BuiltinCall){call->ip, call->r, call->site, call->builtin, call->args + 1, call->result});
    u32 number = pointer_object(old);
    const ObjectInfo *info = object_info(&m->objects, number);
    bool valid =
        info->kind == OBJECT_HEAP && info->state == OBJECT_LIVE && (u32)old == object_at(&m->objects, number)->base;
    if (!valid) return memory_refuse_realloc(m, call->ip, call->r, old);
    if (size == 0) { /* as glibc does */
        *call->result = 0;
        return memory_free_block(m, call->ip, call->r, old);
    }
    u64 kept = MIN(size, info->size), block = memory_new_block(m, call, size, 0, false);
    *call->result = block;
    if (!block) return true;
    if (object_is_large(object_info(&m->objects, number)) && !m->hooks) {
        objects_begin_with(&m->objects, pointer_object(block), number, kept);
        return memory_free_block(m, call->ip, call->r, old);
    }
    return memory_copy(m, call->ip, call->r, block, old, kept, false, "realloc") &&
           memory_free_block(m, call->ip, call->r, old);
}

static bool do_aligned_alloc(Machine *m, const BuiltinCall *call) {
    *call->result = memory_new_block(m, call, call->args[1], call->args[0], false);
    return true;
}

static bool do_posix_memalign(Machine *m, const BuiltinCall *call) {
    u64 alignment = call->args[1];
    if (!alignment || alignment & (alignment - 1) || alignment % m->program->pointer_bytes) {
        *call->result = EINVAL;
        return true;
    }
    u64 block = memory_new_block(m, call, call->args[2], alignment, false);
    *call->result = block ? 0 : ENOMEM;
    if (!block) return true;
    u8 *target = memory_writable(m, call->ip, call->r, call->args[0], m->program->pointer_bytes);
    if (!target) return false;
    memcpy(target, &block, m->program->pointer_bytes);
    if (m->objects.placement) {
        u32 holder;
        i64 offset;
        objects_resolve(&m->objects, call->args[0], &holder, &offset);
        object_set_provenance(object_own(&m->objects, holder), (u64)offset, pointer_object(block));
    }
    return true;
}

static bool do_block_size(Machine *m, const BuiltinCall *call) {
    *call->result = object_info(&m->objects, pointer_object(call->args[0]))->size;
    return true;
}

static bool do_memcpy(Machine *m, const BuiltinCall *call) {
    *call->result = call->args[0];
    return memory_copy(m, call->ip, call->r, call->args[0], call->args[1], call->args[2], false, "memcpy");
}
static bool do_mempcpy(Machine *m, const BuiltinCall *call) {
    *call->result = call->args[0] + call->args[2];
    return memory_copy(m, call->ip, call->r, call->args[0], call->args[1], call->args[2], false, "mempcpy");
}
static bool do_memmove(Machine *m, const BuiltinCall *call) {
    *call->result = call->args[0];
    return memory_copy(m, call->ip, call->r, call->args[0], call->args[1], call->args[2], true, "memmove");
}
static bool do_memset(Machine *m, const BuiltinCall *call) {
    *call->result = call->args[0];
    return memory_fill(m, call->ip, call->r, call->args[0], (u8)call->args[1], call->args[2]);
}

/* Rights of mapped memory: the whole object can be written, or nothing of it. */
static bool do_set_constant(Machine *m, const BuiltinCall *call) {
    u32 number = object_behind(&m->objects, pointer_object(call->args[0]));
    if (object_info(&m->objects, number)->state != OBJECT_LIVE) return true;
    if ((u32)call->args[1]) objects_make_constant(&m->objects, number);
    else objects_make_writable(&m->objects, number);
    return true;
}

const Builtin builtins_memory[] = {
    {.name = "__loci_set_constant", .run = do_set_constant},
    {.name = "malloc", .run = do_malloc},
    {.name = "calloc", .run = do_calloc},
    {.name = "realloc", .run = do_realloc},
    {.name = "free", .run = do_free},
    {.name = "aligned_alloc", .run = do_aligned_alloc},
    {.name = "memalign", .run = do_aligned_alloc},
    {.name = "posix_memalign", .run = do_posix_memalign},
    {.name = "__loci_block_size", .run = do_block_size},
    {.name = "memcpy", .run = do_memcpy},
    {.name = "mempcpy", .run = do_mempcpy},
    {.name = "memmove", .run = do_memmove},
    {.name = "memset", .run = do_memset},
    {.name = "setjmp", .run = call_set_jump},
    {.name = "_setjmp", .run = call_set_jump},
    {.name = "sigsetjmp", .run = call_set_jump},
    {.name = "__sigsetjmp", .run = call_set_jump},
    {.name = "__builtin_setjmp", .run = call_set_jump},
    {.name = "longjmp", .control = BUILTIN_LONG_JUMP, .takes_terms = true},
    {.name = "_longjmp", .control = BUILTIN_LONG_JUMP, .takes_terms = true},
    {.name = "siglongjmp", .control = BUILTIN_LONG_JUMP, .takes_terms = true},
    {.name = "__builtin_longjmp", .control = BUILTIN_LONG_JUMP, .takes_terms = true},
    {.name = "__longjmp_chk", .control = BUILTIN_LONG_JUMP, .takes_terms = true},
    {.name = "__loci_save_context", .run = call_save_context},
    {.name = "__loci_load_context", .control = BUILTIN_LONG_JUMP, .kind = 1},
    {.name = "__loci_fini", .control = BUILTIN_DESTRUCTORS},
    {0},
};
