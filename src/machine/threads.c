/* Threads: stacks of frames, of which one runs.
 *
 * The machine knows how to make a thread, how to go on with another one and how to end one. Everything else is C in the
 * library (runtime/threads.c): who goes on when, locks, what a thread waits for, its values. So the scheduler's state is memory of
 * the program, and forks with it; and which thread goes on, where the run is to try all of them, is an input like any other,
 * which a test has and a replay takes.
 *
 * A thread has a slot, and with it its own part of each of the machine's areas: cells, what stands beside them, storage
 * of locals. All parts of an area lie one behind the other in one piece, each `stride` cells (max_stack bytes) long. So
 * undefined_of and origins_of hold for cells of any thread, and a local keeps its place while its thread waits: others may
 * have its address. Machine.cells and the rest are those of the thread that runs; Thread has what must be put back when
 * one goes on. A program that makes no threads has one slot, and pays nothing.
 *
 * What always holds: of a thread that waits, `ip` is the operation behind the call in which it gave way; of a slot that is
 * free, no term stands beside its cells (terms are collected by what cells hold). */
#include "machine/builtins.h"

#include <stdlib.h>
#include <string.h>

void threads_init(Machine *m) {
    if (m->program->has_stacks) m->threads = xcalloc(MOST_THREADS, sizeof *m->threads);
}

void threads_free(Machine *m) {
    if (!m->threads) return;
    threads_use_areas(m, 0);
    for (u32 i = 0; i < MOST_THREADS; i++) vec_free(&m->threads[i].allocas);
    free(m->threads);
    m->threads = NULL;
}

void threads_use_areas(Machine *m, u32 thread) {
    i64 slots = (i64)thread - m->thread, cells = slots * (i64)m->stride, bytes = slots * (i64)m->options.max_stack;
    m->cells += cells;
    m->cells_end += cells;
    m->undefined += cells;
    m->origins += cells;
    m->stack_bytes += bytes;
    m->stack_undefined += bytes;
    m->thread = thread;
}

static void swap_allocas(Machine *m, Thread *thread) {
    AllocaRecords allocas = m->allocas;
    m->allocas = thread->allocas;
    thread->allocas = allocas;
}

static void leave(Machine *m, const Code *ip, u64 *r) {
    Thread *thread = &m->threads[m->thread];
    thread->ip = ip;
    thread->r = r;
    thread->stack_used = m->stack_used;
    thread->stack_sparse = m->stack_sparse;
    thread->terms_end = m->terms_end;
    swap_allocas(m, thread);
}

static void go_on_with(Machine *m, u32 number) {
    threads_use_areas(m, number);
    Thread *thread = &m->threads[number];
    m->stack_used = thread->stack_used;
    m->stack_sparse = thread->stack_sparse;
    m->terms_end = thread->terms_end;
    swap_allocas(m, thread);
    thread->r = NULL;
}

/* All its variables end, and nothing is left beside its cells. */
static void end_running(Machine *m, u64 *r) {
    for (Frame *frame = frame_of(r); frame->caller; frame = frame->caller)
        call_end_frame_objects(m, frame_cells(frame));
    if (m->hooks) memset(m->undefined, 0, m->terms_end * sizeof(u64));
    m->terms_end = 0;
}

/* __loci_thread_switch(slot): the running thread gives way. __loci_thread_leave(slot): it has ended. */
HANDLER_CALL void threads_switch(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const CallSite *site = ip->data;
    u32 to = (u32)r[ip->a];
    bool has_ended = site->builtin->kind;
    if (m->hooks && frame_of(r)->is_tracked) memset(undefined_of(m, r + ip->a), 0, site->arg_cells * sizeof(u64));
    if (to != m->thread) {
        assert(to < MOST_THREADS && thread_waits(m, to));
        Thread *thread = &m->threads[to], *before = &m->threads[m->thread];
        const Code *next = thread->ip;
        u64 *cells = thread->r;
        if (has_ended) end_running(m, r);
        leave(m, ip + 1, r);
        if (has_ended) before->r = NULL;
        go_on_with(m, to);
        ip = next;
        r = cells;
    } else {
        ip++;
    }
    t = dispatch_for(m, frame_of(r));
    DISPATCH(ip);
}

/* int __loci_thread_new(void (*run)(int), int number): the slot of a thread that will begin with run(number), which never
 * returns; -1: there is none left. */
static bool do_new(Machine *m, const BuiltinCall *call) {
    u32 slot = 1;
    while (slot < MOST_THREADS && (slot == m->thread || m->threads[slot].r)) slot++;
    *call->result = slot < MOST_THREADS ? slot : (u32)-1;
    if (slot == MOST_THREADS) return true;
    Error error = {0};
    Function *function = object_info(&m->objects, pointer_object(call->args[0]))->function;
    const Compiled *compiled = decode_function(&m->maker, function, &error);
    if (!compiled) {
        machine_stuck(m, call->ip, call->r, "%s", error.message.chars);
        error_free(&error);
        return false;
    }
    u64 number = (u32)call->args[1];
    Thread *thread = &m->threads[slot];
    thread->r = machine_first_frame(m, thread_cells(m, slot), compiled, &number, 1);
    thread->ip = compiled->code;
    thread->number = (u32)number;
    thread->stack_used = thread->stack_sparse = thread->terms_end = 0;
    vec_clear(&thread->allocas);
    return true;
}

/* void __loci_thread_place(int slot, char *buffer, size_t size): where the thread is, for people. */
static bool do_place(Machine *m, const BuiltinCall *call) {
    u32 slot = (u32)call->args[0];
    Text text = {0};
    bool runs = slot == m->thread;
    if (runs) machine_add_place(m, call->ip, call->r, &text);
    else machine_add_place(m, thread_is_at(&m->threads[slot]), m->threads[slot].r, &text);
    u64 length = MIN(text.length, call->args[2] - 1);
    u8 *target = memory_writable(m, call->ip, call->r, call->args[1], length + 1);
    if (target && length) memcpy(target, text.chars, length);
    if (target) target[length] = 0;
    text_free(&text);
    return target != NULL;
}

/* void *__loci_thread_variable(void *variable): the running thread's own one of a thread-local variable. */
static bool do_variable(Machine *m, const BuiltinCall *call) {
    const ObjectInfo *info = object_info(&m->objects, pointer_object(call->args[0]));
    assert(info->kind == OBJECT_GLOBAL);
    u32 number = machine_thread_variable(m, info->global);
    *call->result = number ? object_pointer(&m->objects, number) : 0;
    if (!number) machine_stuck(m, call->ip, call->r, "there is no room for a thread's own '%s'", info->global->name);
    return number != 0;
}

/* int __loci_is_live(const void *pointer): whether it leads to an object that lives. */
static bool do_is_live(Machine *m, const BuiltinCall *call) {
    const ObjectInfo *info = object_info(&m->objects, pointer_object(call->args[0]));
    *call->result = info->kind != OBJECT_NONE && info->state == OBJECT_LIVE;
    return true;
}

static bool do_deadlock(Machine *m, const BuiltinCall *call) {
    char *text = memory_string(m, call->ip, call->r, call->args[0]);
    if (!text) return false;
    machine_fault_text(m, call->ip, call->r, FAULT_DEADLOCK, "%s", text);
    free(text);
    return false;
}

/* What the library can do with threads (LOCI_THREADS_... of loci_machine.h). */
static bool do_kind(Machine *m, const BuiltinCall *call) {
    const Program *program = m->program;
    *call->result = (u32)program->starts_threads | (u32)program->tries_locks << 1 | (u32)program->has_stacks << 2;
    return true;
}

static bool do_cut(Machine *m, const BuiltinCall *call) { return true; }

const Builtin builtins_threads[] = {
    {.name = "__loci_thread_switch", .control = BUILTIN_SWITCH_THREAD},
    {.name = "__loci_thread_leave", .control = BUILTIN_SWITCH_THREAD, .kind = 1},
    {.name = "__loci_thread_new", .run = do_new},
    {.name = "__loci_thread_place", .run = do_place},
    {.name = "__loci_thread_variable", .run = do_variable},
    {.name = "__loci_thread_kind", .run = do_kind},
    {.name = "__loci_is_live", .run = do_is_live, .is_pure = true},
    {.name = "__loci_deadlock", .run = do_deadlock},
    {.name = "__loci_left_schedules", .run = do_cut},
    {0},
};
