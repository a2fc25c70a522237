/* Calls that are not on the fast path, objects of frames, and jumps across frames. */
#include "machine/builtins.h"

#include <errno.h>
#include <string.h>

#define TAIL(function) __attribute__((musttail)) return function(m, ip, r, t)

/* ---- Objects of a frame ---- */

static bool stack_overflow(Machine *m, const Code *ip, u64 *r) {
    u64 size = m->options.max_stack;
    bool small = size < 1 << 20;
    machine_fault_text(m, ip, r, FAULT_STACK_OVERFLOW, "the stack of %llu %s is exhausted",
                       (unsigned long long)(small ? size >> 10 : size >> 20), small ? "KiB" : "MiB");
    return false;
}

u32 call_new_local(Machine *m, const Frame *frame, const FrameObject *local) {
    u64 size = local->variable->size;
    u32 align = local->variable->align;
    if (machine_is_sparse(m, size)) return machine_new_sparse(m, OBJECT_LOCAL, size, align, false);
    u8 *undefined = frame->undefined + local->offset;
    memset(undefined, 0xff, size);
    return objects_new(&m->objects, OBJECT_LOCAL, size, align, frame->bytes + local->offset, undefined);
}

HANDLER_CALL void call_enter(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    Frame *frame = frame_of(r);
    const Compiled *compiled = frame->compiled;
    u64 in_use = m->stack_used + m->stack_sparse;
    if (in_use + compiled->frame_bytes + compiled->sparse_bytes > m->options.max_stack) {
        stack_overflow(m, ip, r);
        return;
    }
    frame->bytes = m->stack_bytes + m->stack_used;
    frame->undefined = m->stack_undefined + m->stack_used;
    m->stack_used += compiled->frame_bytes;
    m->stack_sparse += compiled->sparse_bytes;
    for (u32 i = 0; i < compiled->object_count; i++) {
        const FrameObject *local = &compiled->objects[i];
        r[local->cell] = 0;
        if (i >= compiled->entry_count) continue;
        u32 number = call_new_local(m, frame, local);
        if (!number) {
            stack_overflow(m, ip, r);
            return;
        }
        object_own_info(&m->objects, number)->variable = local->variable;
        r[local->cell] = object_pointer(&m->objects, number);
    }
    machine_made_object(m, r);
    DISPATCH(ip + 1);
}

void call_end_frame_objects(Machine *m, u64 *r) {
    Frame *frame = frame_of(r);
    const Compiled *compiled = frame->compiled;
    call_end_allocas(m, frame->alloca_mark, OBJECT_RETURNED);
    if (!compiled->object_count) return;
    for (u32 i = 0; i < compiled->object_count; i++) {
        u32 number = pointer_object(r[compiled->objects[i].cell]);
        if (!number) continue;
        if (object_info(&m->objects, number)->state == OBJECT_LIVE) objects_end(&m->objects, number, OBJECT_RETURNED);
        else object_own_info(&m->objects, number)->state = OBJECT_RETURNED; /* its scope ended just before */
    }
    m->stack_used = (u64)(frame->bytes - m->stack_bytes);
    m->stack_sparse -= compiled->sparse_bytes;
}

HANDLER_CALL void call_leave(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    if (UNLIKELY(m->options.checks_escapes) && machine_find_escape(m, ip, r)) return;
    call_end_frame_objects(m, r);
    DISPATCH(ip + 1);
}

/* It has taken `bytes` of the stack. 0: there was no room. */
static u64 begin_alloca(Machine *m, const Code *ip, u64 *r, u32 number, u64 bytes, u64 sparse,
                        const Variable *variable) {
    if (!number) {
        stack_overflow(m, ip, r);
        return 0;
    }
    ObjectInfo *info = object_own_info(&m->objects, number);
    info->variable = variable;
    info->made_at = machine_location(m, ip, r);
    vec_push(&m->allocas, (AllocaRecord){number, m->stack_used, m->stack_sparse});
    m->stack_used += bytes;
    m->stack_sparse += sparse;
    machine_made_object(m, r);
    return object_pointer(&m->objects, number);
}

u64 call_new_array_alloca(Machine *m, const Code *ip, u64 *r, u32 align, const Variable *variable) {
    return begin_alloca(m, ip, r, objects_new_array(&m->objects, OBJECT_ALLOCA, align), 0, 0, variable);
}

u64 call_new_alloca(Machine *m, const Code *ip, u64 *r, u64 size, u32 align, const Variable *variable) {
    u64 rounded = align_up(MAX(size, (u64)1), 16);
    u32 number = 0;
    bool has_room = size <= m->options.max_stack && m->stack_used + m->stack_sparse + rounded <= m->options.max_stack;
    if (has_room && machine_is_sparse(m, size)) {
        number = machine_new_sparse(m, OBJECT_ALLOCA, size, align, false);
        return begin_alloca(m, ip, r, number, 0, rounded, variable);
    }
    if (has_room) {
        memset(m->stack_undefined + m->stack_used, 0xff, size);
        number = objects_new(&m->objects, OBJECT_ALLOCA, size, align, m->stack_bytes + m->stack_used,
                             m->stack_undefined + m->stack_used);
    }
    return begin_alloca(m, ip, r, number, rounded, 0, variable);
}

void call_end_allocas(Machine *m, u32 mark, ObjectState state) {
    while (m->allocas.count > mark) {
        AllocaRecord record = vec_pop(&m->allocas);
        objects_end(&m->objects, record.object, state);
        m->stack_used = record.bytes_before;
        m->stack_sparse = record.sparse_before;
    }
}

/* ---- Entering a function ---- */

static void copy_cells(Machine *m, const Dispatch *t, u64 *to, const u64 *from, u32 count) {
    memmove(to, from, count * sizeof(u64));
    if (t != &m->tracking) return;
    memmove(undefined_of(m, to), undefined_of(m, from), count * sizeof(u64));
    memmove(origins_of(m, to), origins_of(m, from), count * sizeof(u32));
}

/* Fits the arguments given to the parameters wanted. Variadic arguments stay where the caller put them;
 * the frame is made behind them. */
static u64 *fit_arguments(Machine *m, const Dispatch *t, u64 *outgoing, const CallSite *site, const Compiled *callee) {
    u32 given = site->arg_cells, wanted = callee->param_cells;
    u64 *cells = callee->function->type->is_variadic ? outgoing + given + FRAME_CELLS : outgoing;
    if (cells != outgoing) copy_cells(m, t, cells, outgoing, MIN(given, wanted));
    for (u32 i = given; i < wanted; i++) {
        cells[i] = 0;
        if (t == &m->tracking) *undefined_of(m, cells + i) = 0;
    }
    return cells;
}

/* Makes the frame; the caller goes on with its first code. NULL: the run has ended. */
static u64 *push_frame(Machine *m, const Code *ip, u64 *r, const Dispatch *t, const CallSite *site,
                       const Compiled *callee, const Code *return_to) {
    u64 *outgoing = r + ip->a;
    if (outgoing + site->arg_cells + callee->cells + 2 * FRAME_CELLS >= m->cells_end) {
        stack_overflow(m, ip, r);
        return NULL;
    }
    u64 *cells = fit_arguments(m, t, outgoing, site, callee);
    *frame_of(cells) = (Frame){.caller = frame_of(r),
                               .compiled = callee,
                               .return_to = return_to,
                               .site = site,
                               .variadic = outgoing + MIN(callee->param_cells, site->arg_cells),
                               .result = ip->d,
                               .alloca_mark = m->allocas.count};
    return cells;
}

HANDLER_CALL void call_general(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const CallSite *site = ip->data;
    u64 *cells = push_frame(m, ip, r, t, site, site->callee, ip + 1);
    if (!cells) return;
    r = cells;
    DISPATCH(frame_of(r)->compiled->code);
}

static bool takes_just_these(const CallSite *site, const Compiled *callee) {
    return !callee->function->type->is_variadic && site->arg_cells == callee->param_cells;
}

static void undefined_function(Machine *m, const Code *ip, u64 *r, const Function *function) {
    machine_stuck(m, ip, r, "the function '%s' is called but is defined nowhere", function->name);
}

static const Compiled *compiled_function(Machine *m, Function *function) {
    Error error = {0};
    const Compiled *compiled = decode_function(&m->maker, function, &error);
    if (!compiled) {
        m->end = RUN_STUCK;
        error_set(&m->stuck, "%s", error.message.chars);
    }
    error_free(&error);
    return compiled;
}

HANDLER_CALL void call_first(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const Compiled *caller = frame_of(r)->compiled;
    Code *code = &caller->code[ip - caller->code];
    CallSite *site = (CallSite *)(uintptr_t)ip->data;
    if (site->function->has_body) {
        site->callee = compiled_function(m, site->function);
        if (!site->callee) return;
        code->op = takes_just_these(site, site->callee) ? CODE_CALL : CODE_CALL_GENERAL;
    } else {
        site->builtin = builtin_named(m, site->function->name);
        if (!site->builtin) site->builtin = builtin_external(m);
        if (!site->builtin) {
            undefined_function(m, ip, r, site->function);
            return;
        }
        code->op = CODE_CALL_BUILTIN;
    }
    DISPATCH(ip); /* again, as what it has become */
}

/* ---- Through a pointer ---- */

static Function *pointed_function(Machine *m, const Code *ip, u64 *r, u64 pointer) {
    u32 number;
    i64 offset;
    objects_resolve(&m->objects, pointer, &number, &offset);
    const ObjectInfo *info = object_info(&m->objects, number);
    if (info->kind == OBJECT_FUNCTION && offset == 0) return info->function;
    if (!pointer) {
        machine_fault_text(m, ip, r, FAULT_NULL_DEREFERENCE, "call through a null pointer");
    } else if (info->kind == OBJECT_NONE) {
        machine_fault_text(m, ip, r, FAULT_WILD_POINTER, "call through 0x%llx, which points to no object",
                           (unsigned long long)(m->objects.placement ? (u32)pointer : pointer));
    } else {
        Text name = {0};
        fault_name_object(&name, &m->objects, number);
        machine_fault_text(m, ip, r, FAULT_WILD_POINTER, "call through a pointer to %s, which is not a function",
                           name.chars);
        text_free(&name);
    }
    return NULL;
}

/* No term may be left where no frame is: terms are collected by what cells hold. */
static void forget_arguments(Machine *m, const Code *ip, u64 *r, const CallSite *site) {
    if (m->hooks && frame_of(r)->is_tracked) memset(undefined_of(m, r + ip->a), 0, site->arg_cells * sizeof(u64));
}

static bool run_builtin(Machine *m, const Code *ip, u64 *r, const CallSite *site, const Builtin *builtin) {
    BuiltinCall call = {.ip = ip, .r = r, .site = site, .builtin = builtin, .args = r + ip->a, .result = r + ip->d};
    errno = 0;
    if (UNLIKELY(m->gathered.count)) memory_drop_gathered(m);
    if (m->hooks) m->hooks->begin_builtin(m, ip, r);
    bool goes_on = builtin->run(m, &call);
    if (UNLIKELY(errno && builtin->host)) machine_set_errno(m, errno); /* EDOM and ERANGE of <math.h> */
    return goes_on;
}

const Builtin *call_pointed_builtin(Machine *m, u64 pointer) {
    u32 number;
    i64 offset;
    objects_resolve(&m->objects, pointer, &number, &offset);
    const ObjectInfo *info = object_info(&m->objects, number);
    bool is_builtin = info->kind == OBJECT_FUNCTION && offset == 0 && !info->function->has_body;
    return is_builtin ? builtin_named(m, info->function->name) : NULL;
}

static bool is_from_outside(const Machine *m, u64 pointer) {
    return object_info(&m->objects, pointer_object(pointer))->kind == OBJECT_OUTSIDE;
}

HANDLER_CALL void call_pointer(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const CallSite *site = ip->data;
    if (UNLIKELY(is_from_outside(m, r[ip->b]))) {
        m->hooks->call_outside(m, ip, r);
        forget_arguments(m, ip, r, site);
        t = dispatch_for(m, frame_of(r));
        DISPATCH(ip + 1);
    }
    Function *function = pointed_function(m, ip, r, r[ip->b]);
    if (!function) return;
    if (!function->has_body) {
        const Builtin *builtin = builtin_named(m, function->name);
        if (!builtin) {
            undefined_function(m, ip, r, function);
            return;
        }
        if (!run_builtin(m, ip, r, site, builtin)) return;
        forget_arguments(m, ip, r, site);
        t = dispatch_for(m, frame_of(r)); /* it may have given a term */
        DISPATCH(ip + 1);
    }
    const Compiled *callee = compiled_function(m, function);
    if (!callee) return;
    u64 *cells = push_frame(m, ip, r, t, site, callee, ip + 1);
    if (!cells) return;
    r = cells;
    DISPATCH(frame_of(r)->compiled->code);
}

/* ---- Functions the machine implements ---- */

/* Calls one destructor after the other: each returns to this same call. */
static HANDLER_CALL void call_destructors(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    if (m->next_destructor == m->program->destructors.count) DISPATCH(ip + 1);
    u32 last = m->program->destructors.count - 1; /* the smallest priority comes last */
    Function *function = m->program->destructors.at[last - m->next_destructor++].function;
    const Compiled *callee = compiled_function(m, function);
    u64 *cells = callee ? push_frame(m, ip, r, t, ip->data, callee, ip) : NULL;
    if (!cells) return;
    r = cells;
    DISPATCH(frame_of(r)->compiled->code);
}

HANDLER_CALL void call_builtin(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const CallSite *site = ip->data;
    if (UNLIKELY(site->builtin->control == BUILTIN_LONG_JUMP)) TAIL(call_long_jump);
    if (UNLIKELY(site->builtin->control == BUILTIN_DESTRUCTORS)) TAIL(call_destructors);
    if (UNLIKELY(site->builtin->control == BUILTIN_SWITCH_THREAD)) TAIL(threads_switch);
    if (!run_builtin(m, ip, r, site, site->builtin)) return;
    forget_arguments(m, ip, r, site);
    t = dispatch_for(m, frame_of(r)); /* it may have given a term */
    DISPATCH(ip + 1);
}

/* ---- setjmp and longjmp ---- */

/* What setjmp leaves in the program's jmp_buf: where to go on, in numbers that mean nothing to it. */
typedef struct {
    u32 magic, code; /* the operation's place in its function */
    u32 cells;       /* where the frame stands; the low bits, as no stack has more cells */
    u32 function;    /* its number */
    u32 has_mask;
    u32 result; /* of getcontext and its kin: the cell that receives 0 */
    u64 mask;   /* has_mask: the signals that were blocked */
} JumpRecord;
#define JUMP_MAGIC 0x706d756au
/* The buffer of __builtin_setjmp has five words, which are 20 bytes in ILP32. */
enum { JUMP_WITHOUT_MASK = offsetof(JumpRecord, result) };
static_assert(JUMP_WITHOUT_MASK == 5 * sizeof(u32), "no more than the smallest buffer has");

static u32 frame_position(const Machine *m, const u64 *cells) { return (u32)(cells - m->cells); }

/* The blocked signals are a variable of the library, there only if the program uses signals. */
static u8 *signal_mask(Machine *m) {
    u64 number;
    if (!string_map_get(&m->program->global_names, "__loci_blocked_signals", &number)) return NULL;
    return object_own(&m->objects, machine_global_object(m, m->program->globals.at[number]))->bytes;
}

bool call_set_jump(Machine *m, const BuiltinCall *call) {
    const Compiled *compiled = frame_of(call->r)->compiled;
    const u8 *mask = call->site->arg_cells > 1 && (u32)call->args[1] ? signal_mask(m) : NULL;
    u64 size = mask ? sizeof(JumpRecord) : JUMP_WITHOUT_MASK;
    u8 *buffer = memory_writable(m, call->ip, call->r, call->args[0], size);
    if (!buffer) return false;
    JumpRecord record = {.magic = JUMP_MAGIC,
                         .code = (u32)(call->ip - compiled->code),
                         .cells = frame_position(m, call->r),
                         .function = compiled->function->number,
                         .has_mask = mask != NULL};
    if (mask) memcpy(&record.mask, mask, sizeof record.mask);
    memcpy(buffer, &record, size);
    *call->result = 0;
    return true;
}

/* void __loci_save_context(void *record): where the function that calls it returns to. To go on there is to return 0 from it
 * once more, as long as its caller has not returned. */
bool call_save_context(Machine *m, const BuiltinCall *call) {
    const Frame *frame = frame_of(call->r), *caller = frame->caller;
    const u8 *mask = signal_mask(m);
    u8 *buffer = memory_writable(m, call->ip, call->r, call->args[0], sizeof(JumpRecord));
    if (!buffer) return false;
    JumpRecord record = {.magic = JUMP_MAGIC,
                         .code = (u32)(frame->return_to - 1 - caller->compiled->code),
                         .cells = frame_position(m, frame_cells((Frame *)(uintptr_t)caller)),
                         .function = caller->compiled->function->number,
                         .has_mask = mask != NULL,
                         .result = frame->result};
    if (mask) memcpy(&record.mask, mask, sizeof record.mask);
    memcpy(buffer, &record, sizeof record);
    return true;
}

static Frame *find_target(Machine *m, u64 *r, const JumpRecord *record) {
    if (record->magic != JUMP_MAGIC) return NULL;
    for (Frame *frame = frame_of(r); frame; frame = frame->caller)
        if (frame_position(m, frame_cells(frame)) == record->cells)
            return frame->compiled->function->number == record->function ? frame : NULL;
    return NULL;
}

HANDLER_CALL void call_long_jump(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const u64 *args = r + ip->a;
    const u8 *buffer = memory_readable(m, ip, r, args[0], JUMP_WITHOUT_MASK, "address");
    if (!buffer) return;
    JumpRecord record = {0};
    memcpy(&record, buffer, JUMP_WITHOUT_MASK);
    bool is_context = ((const CallSite *)ip->data)->builtin->kind;
    if (record.magic == JUMP_MAGIC && (record.has_mask || is_context)) {
        buffer = memory_readable(m, ip, r, args[0], sizeof record, "address");
        if (!buffer) return;
        memcpy(&record, buffer, sizeof record);
    }
    Frame *target = find_target(m, r, &record);
    if (!target && record.magic != JUMP_MAGIC && m->options.owns_outside) {
        machine_stuck(m, ip, r, "longjmp to a place that was set before the function was called");
        return;
    }
    if (!target) {
        machine_fault_text(m, ip, r, FAULT_BAD_CALL,
                           is_context ? "a context is gone to whose function has returned or that was never set"
                                      : "longjmp to a place whose function has returned or that setjmp never set");
        return;
    }
    bool has_value = ((const CallSite *)ip->data)->arg_cells > 1; /* __builtin_longjmp has none, and means 1 */
    u64 value = has_value && (u32)args[1] ? (u32)args[1] : 1;     /* setjmp never returns 0 the second time */
    void *symbolic = has_value && m->hooks ? m->hooks->jump_value(m, r, ip->a + 1) : NULL;
    for (Frame *frame = frame_of(r); frame != target; frame = frame->caller)
        call_end_frame_objects(m, frame_cells(frame));
    u8 *mask = record.has_mask ? signal_mask(m) : NULL;
    if (mask) memcpy(mask, &record.mask, sizeof record.mask);
    if (m->hooks && m->terms_end > (u64)(frame_cells(target) - m->cells) + target->compiled->cells) {
        u64 *above = frame_cells(target) + target->compiled->cells;
        memset(undefined_of(m, above), 0, (m->terms_end - (u64)(above - m->cells)) * sizeof(u64));
    }
    ip = target->compiled->code + record.code;
    r = frame_cells(target);
    u32 result = is_context ? record.result : ip->d;
    r[result] = is_context ? 0 : value;
    if (target->is_tracked) undefined_of(m, r)[result] = 0;
    if (symbolic) m->hooks->receive(m, r, result, symbolic);
    t = dispatch_for(m, target);
    DISPATCH(ip + 1);
}
