#include "machine/machine.h"

#include "memory/store/storage.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Frames of the machine hold every temporary in a cell of its own: they are larger than native ones by
 * up to this factor, and a program that fits in its stack natively must fit here. */
enum {
    CELL_STACK_FACTOR = 8,
    CELLS_BEYOND = 1 << 16
}; /* arguments of one more call are written before it is refused */

static void *reserve(u64 bytes) {
    void *area = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return area == MAP_FAILED ? xcalloc(1, bytes) : area;
}

static u64 address_of(void *self, Constant constant) { return machine_constant_address(self, constant); }
static void number_blocks(void *self, Compiled *compiled);

void machine_init(Machine *m, Program *program, const MachineOptions *options) {
    memset(m, 0, sizeof *m);
    m->program = program;
    m->options = *options;
    objects_init(&m->objects, program->pointer_bytes, options->max_memory, options->forks);
    machine_reserve_statics(m);
    fast_fill_dispatch(&m->fast);
    fast_fill_counting(&m->counting);
    track_fill_dispatch(&m->tracking);
    m->rule = track_rule;
    m->maker = (CodeMaker){.program = program,
                           .arena = &m->arena,
                           .counts_blocks = options->count_blocks,
                           .has_pulses = options->forks,
                           .marks_joins = options->marks_joins,
                           .marks_loops = options->marks_loops,
                           .marks_heads = options->marks_heads,
                           .frame_cells = FRAME_CELLS,
                           .self = m,
                           .address_of = address_of,
                           .number_blocks = number_blocks};
    m->untracked = options->count_instructions ? &m->counting : &m->fast;
    u64 cells = options->max_stack * CELL_STACK_FACTOR / sizeof(u64);
    u64 threads = program->has_stacks ? MOST_THREADS : 1;
    m->stride = cells + CELLS_BEYOND;
    m->cells = reserve(threads * m->stride * sizeof(u64));
    m->cells_end = m->cells + cells;
    m->undefined = reserve(threads * m->stride * sizeof(u64));
    m->origins = reserve(threads * m->stride * sizeof(u32));
    m->stack_bytes = reserve(threads * options->max_stack);
    m->stack_undefined = reserve(threads * options->max_stack);
    threads_init(m);
    if (options->count_blocks) m->block_counts = reserve(MOST_BLOCKS * sizeof(u32));
}

void machine_free(Machine *m) {
    u64 threads = m->threads ? MOST_THREADS : 1, cells = threads * m->stride;
    threads_free(m);
    munmap(m->cells, cells * sizeof(u64));
    munmap(m->undefined, cells * sizeof(u64));
    munmap(m->origins, cells * sizeof(u32));
    munmap(m->stack_bytes, threads * m->options.max_stack);
    munmap(m->stack_undefined, threads * m->options.max_stack);
    if (m->block_counts) munmap(m->block_counts, MOST_BLOCKS * sizeof(u32));
    vec_free(&m->blocks);
    string_map_free(&m->process_names);
    map_free(&m->live_registers);
    map_free(&m->leaves_addresses);
    objects_free(&m->objects);
    for (u32 i = 0; i < m->statics.count; i++) {
        storage_drop(m->statics.at[i].object.bytes);
        storage_drop(m->statics.at[i].object.undefined);
        storage_drop(m->statics.at[i].object.provenance);
        storage_drop_pair(m->statics.at[i].object.contents);
    }
    vec_free(&m->statics);
    vec_free(&m->origin_table);
    map_free(&m->origin_numbers);
    vec_free(&m->allocas);
    for (u32 i = 0; i < m->unmodelled.count; i++) free(m->unmodelled.at[i]);
    vec_free(&m->unmodelled);
    free(m->reserved_globals);
    free(m->global_objects);
    free(m->function_objects);
    arena_free(&m->arena);
    fault_free(&m->fault);
    error_free(&m->stuck);
}

void machine_forget_code(Program *program) {
    for (u32 i = 0; i < program->functions.count; i++) program->functions.at[i]->compiled = NULL;
}

/* ---- Code ---- */

static void number_blocks(void *self, Compiled *compiled) {
    Machine *m = self;
    compiled->first_block = m->blocks.count;
    for (u32 i = 0; i < compiled->function->block_count; i++)
        if (m->blocks.count < MOST_BLOCKS) vec_push(&m->blocks, (MachineBlock){compiled->function, i});
}

/* errno is a variable of the C library; it is only there if the program uses it. */
void machine_set_errno(Machine *m, i32 error) {
    u64 number;
    if (!string_map_get(&m->program->global_names, "__loci_errno", &number)) return;
    u32 object = machine_global_object(m, m->program->globals.at[number]);
    memcpy(object_own(&m->objects, object)->bytes, &error, sizeof error);
}

/* The cells behind the frame may hold arguments of the call that is being made. */
static CellRange cells_to_scan(const Machine *m, u32 thread, u64 *r) {
    enum { CELLS_BEHIND = 1024 };
    u64 *first = thread_cells(m, thread), *last = first + (m->cells_end - m->cells);
    u64 *end = MIN(r + frame_of(r)->compiled->cells + CELLS_BEHIND, last);
    return (CellRange){first, (u64)(end - first)};
}

void machine_forget_dead(Machine *m, u64 *r) {
    CellRange ranges[MOST_THREADS] = {cells_to_scan(m, m->thread, r)};
    u32 count = 1;
    for (u32 i = 0; m->threads && i < MOST_THREADS; i++)
        if (thread_waits(m, i)) ranges[count++] = cells_to_scan(m, i, m->threads[i].r);
    u8 *named = objects_named_pages(&m->objects);
    u64 cost = m->hooks ? m->hooks->name_by_terms(m, named) : 0;
    objects_forget(&m->objects, ranges, count, named, cost);
    free(named);
}

/* ---- Ends ---- */

const Insn *machine_insn(const Code *ip, u64 *r) {
    const Compiled *compiled = frame_of(r)->compiled;
    if (!compiled->function->insn_count) return NULL;
    return &compiled->function->insns[compiled->origins[ip - compiled->code]];
}

static LocationId location_of(const Compiled *compiled, const Code *ip) {
    if (!compiled->function->insn_count) return 0;
    LocationId place = compiled->function->insns[compiled->origins[ip - compiled->code]].location;
    return place ? place : compiled->function->location;
}

LocationId machine_location(const Machine *m, const Code *ip, u64 *r) {
    Frame *frame = frame_of(r);
    while (frame->compiled->function->is_library && frame->caller && frame->caller->caller) {
        ip = frame->return_to - 1;
        frame = frame->caller;
    }
    return location_of(frame->compiled, ip);
}

/* The stack as the user sees it: from the innermost function of the program to main. */
static void record_stack(Machine *m, const Code *ip, u64 *r) {
    Frame *frame = frame_of(r);
    const Function *library = NULL;
    while (frame->compiled->function->is_library && frame->caller && frame->caller->caller) {
        library = frame->compiled->function;
        ip = frame->return_to - 1;
        frame = frame->caller;
    }
    bool is_reported = m->fault.kind >= FAULT_ASSERTION ||
                       m->fault.names_function; /* by a function made for it: its sentence says all */
    if (library && !is_reported && !frame->compiled->function->is_library)
        text_printf(&m->fault.text, ", in '%s'", library->name);
    if (m->thread && m->fault.kind != FAULT_DEADLOCK)
        text_printf(&m->fault.text, ", in thread %u", m->threads[m->thread].number);
    const Function *callee = NULL;
    for (; frame->caller; ip = frame->return_to - 1, callee = frame->compiled->function, frame = frame->caller) {
        if (frame->compiled->function->is_library) continue;
        vec_push(&m->fault.stack, (StackEntry){location_of(frame->compiled, ip), frame->compiled->function, callee});
    }
}

void machine_add_calls(const Machine *m, const Code *ip, u64 *r, Text *out) {
    for (const Frame *frame = frame_of(r); frame->caller; ip = frame->return_to - 1, frame = frame->caller) {
        const Location *at = &m->program->locations.at[location_of(frame->compiled, ip)];
        if (frame->compiled->function->is_library) continue;
        text_printf(out, "\n  %s:%u: in '%s'", m->program->files.at[at->file], at->line,
                    frame->compiled->function->name);
    }
}

/* A variable that is defined nowhere has no bytes, so that every access to it comes here: it is no error of the program,
 * but nothing can be said of what is behind it. */
static bool is_stuck_at_missing(Machine *m, const Code *ip, u64 *r) {
    const ObjectInfo *info = m->fault.object ? object_info(&m->objects, m->fault.object) : NULL;
    if (!info || info->kind != OBJECT_GLOBAL || !machine_lacks_global(m, info->global)) return false;
    const char *name = info->global->name;
    fault_free(&m->fault);
    m->fault = (Fault){0};
    machine_stuck(m, ip, r, "the variable '%s' is accessed but is defined nowhere", name);
    return true;
}

void machine_fault(Machine *m, const Code *ip, u64 *r) {
    if (is_stuck_at_missing(m, ip, r)) return;
    m->end = RUN_FAULT;
    m->fault_ip = ip;
    m->fault_r = r;
    record_stack(m, ip, r);
}

void machine_fault_text(Machine *m, const Code *ip, u64 *r, FaultKind kind, const char *format, ...) {
    m->fault.kind = kind;
    va_list args;
    va_start(args, format);
    text_vprintf(&m->fault.text, format, args);
    va_end(args);
    machine_fault(m, ip, r);
}

void machine_add_place(const Machine *m, const Code *ip, u64 *r, Text *out) {
    const Location *place = &m->program->locations.at[machine_location(m, ip, r)];
    if (place->line) text_printf(out, "%s:%u", m->program->files.at[place->file], place->line);
}

static void add_place(const Machine *m, const Code *ip, u64 *r, Text *out) {
    size_t before = out->length;
    machine_add_place(m, ip, r, out);
    if (out->length > before) text_add(out, ": ");
}

void machine_stuck(Machine *m, const Code *ip, u64 *r, const char *format, ...) {
    Text text = {0};
    add_place(m, ip, r, &text);
    va_list args;
    va_start(args, format);
    text_vprintf(&text, format, args);
    va_end(args);
    m->end = RUN_STUCK;
    error_set(&m->stuck, "%s", text.chars);
    text_free(&text);
}

void machine_unmodelled(Machine *m, const Code *ip, u64 *r, const char *what) {
    enum { MOST_SENTENCES = 20 };
    Text text = {0};
    add_place(m, ip, r, &text);
    text_add(&text, what);
    bool is_known = m->unmodelled.count >= MOST_SENTENCES;
    for (u32 i = 0; i < m->unmodelled.count && !is_known; i++) is_known = !strcmp(m->unmodelled.at[i], text.chars);
    if (is_known) text_free(&text);
    else vec_push(&m->unmodelled, text.chars);
}

void machine_exit(Machine *m, int status) {
    m->end = RUN_EXITED;
    m->status = status & 0xff;
}

/* ---- Running ---- */

/* Reports call it by the name. A global for each name is enough: every path that starts again has the same ones. */
static Global *process_global(Machine *m, const char *name) {
    u64 known;
    if (string_map_get(&m->process_names, name, &known)) return (Global *)(uintptr_t)known;
    Global *global = ARENA_NEW(&m->arena, Global);
    global->name = arena_printf(&m->arena, "%s", name);
    global->is_defined = true;
    string_map_put(&m->process_names, global->name, (u64)(uintptr_t)global);
    return global;
}

u32 machine_process_object(Machine *m, const char *name, u64 size) {
    u8 *storage = size <= WINDOW_MAX_SIZE ? objects_storage(&m->objects, size, FILLED_ZEROS) : NULL;
    u32 number = storage ? objects_new(&m->objects, OBJECT_GLOBAL, size, 16, storage, NULL) : 0;
    if (number) object_own_info(&m->objects, number)->global = process_global(m, name);
    else storage_drop(storage);
    return number;
}

static u32 host_object(Machine *m, const char *name, const void *bytes, u64 size) {
    u32 number = machine_process_object(m, name, size);
    memcpy(object_own(&m->objects, number)->bytes, bytes, size);
    return number;
}

static u64 host_strings(Machine *m, const char *name, char **strings) {
    u32 count = 0, word = m->program->pointer_bytes;
    while (strings[count]) count++;
    u8 *empty = xcalloc(count + 1, word);
    u32 vector = host_object(m, name, empty, (u64)(count + 1) * word);
    free(empty);
    for (u32 i = 0; i < count; i++) {
        u32 string = host_object(m, arena_printf(&m->arena, "%s[%u]", name, i), strings[i], strlen(strings[i]) + 1);
        u64 pointer = object_pointer(&m->objects, string);
        Object *object = object_own(&m->objects, vector);
        memcpy(object->bytes + (u64)i * word, &pointer, word);
        if (word == 4) object_set_provenance(object, i * 4, string);
    }
    return object_pointer(&m->objects, vector);
}

void machine_continue(Machine *m, const Code *ip, u64 *r) {
    const Dispatch *table = dispatch_for(m, frame_of(r));
    m->end = RUN_STUCK;
    table->handlers[ip->op](m, ip, r, table);
}

/* Code of whoever calls the first function: it ends the run when that returns. */
static Compiled *make_start(Machine *m) {
    static const Function outside = {.name = "the start of the program", .is_library = true};
    Compiled *stub = ARENA_NEW(&m->arena, Compiled);
    stub->function = ARENA_NEW(&m->arena, Function);
    *stub->function = outside;
    stub->code = ARENA_ARRAY(&m->arena, Code, 2);
    stub->origins = ARENA_ARRAY(&m->arena, u32, 2);
    stub->code_count = 2;
    stub->code[1].op = CODE_FINISH;
    stub->cells = 8;
    return stub;
}

u64 *machine_first_frame(Machine *m, u64 *bottom, const Compiled *compiled, const u64 *args, u32 count) {
    if (!m->start) m->start = make_start(m);
    u64 *outer = bottom + FRAME_CELLS, *cells = outer + m->start->cells + FRAME_CELLS;
    *frame_of(outer) = (Frame){.compiled = m->start};
    *frame_of(cells) = (Frame){.caller = frame_of(outer), .compiled = compiled, .return_to = m->start->code + 1};
    for (u32 i = 0; i < compiled->param_cells; i++) cells[i] = i < count ? args[i] : 0;
    return cells;
}

/* The frame of a function that is called from outside; NULL with an error. */
static u64 *enter_function(Machine *m, Function *function, const u64 *args, u32 count, Error *error) {
    const Compiled *compiled = decode_function(&m->maker, function, error);
    return compiled ? machine_first_frame(m, m->cells, compiled, args, count) : NULL;
}

/* Calls a function from outside and runs until it returns or the run ends. */
static bool run_function(Machine *m, Function *function, Error *error) {
    u64 *cells = enter_function(m, function, NULL, 0, error);
    if (cells) machine_continue(m, frame_of(cells)->compiled->code, cells);
    return cells != NULL;
}

/* What the program has printed so far is part of what the user sees: an error does not swallow it. The
 * streams leave their flushing function in a variable of the library when they are first used. */
static void flush_output(Machine *m) {
    u64 number;
    if (!string_map_get(&m->program->global_names, "__loci_flush_streams", &number)) return;
    u32 variable = machine_global_object(m, m->program->globals.at[number]);
    u64 pointer = 0;
    memcpy(&pointer, object_at(&m->objects, variable)->bytes, m->program->pointer_bytes);
    if (m->objects.placement) pointer = objects_pointer_from_number(&m->objects, (u32)pointer);
    const ObjectInfo *target = object_info(&m->objects, pointer_object(pointer));
    if (target->kind != OBJECT_FUNCTION) return;
    Fault first = m->fault;
    RunEnd end = m->end;
    fast_fill_dispatch(&m->fast); /* a time limit may have emptied the tables */
    fast_fill_counting(&m->counting);
    track_fill_dispatch(&m->tracking);
    Error ignored = {0};
    m->fault = (Fault){0};
    run_function(m, target->function, &ignored);
    fault_free(&m->fault);
    error_free(&ignored);
    m->fault = first;
    m->end = end;
}

/* A time limit costs the loops nothing: when it is over, the signal handler puts an end in the place of
 * every handler, and the next operation is the last. */
static Machine *timed;

static HANDLER_CALL void out_of_time(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    machine_stuck(m, ip, r, "the time limit of %llu s is reached here", (unsigned long long)m->options.max_seconds);
}

static void on_alarm(int signal_number) {
    for (u32 i = 0; i < CODE_COUNT; i++)
        timed->fast.handlers[i] = timed->tracking.handlers[i] = timed->counting.handlers[i] = out_of_time;
}

static void start_timer(Machine *m) {
    if (!m->options.max_seconds) return;
    timed = m;
    signal(SIGALRM, on_alarm);
    alarm((unsigned)m->options.max_seconds);
}

bool machine_start(Machine *m, int argc, char **argv, char **envp, u64 **r, Error *error) {
    *r = NULL;
    for (u32 i = 0; i < m->program->constructors.count; i++) {
        if (!run_function(m, m->program->constructors.at[i].function, error)) return false;
        if (m->end != RUN_RETURNED || error_is_set(&m->stuck)) return true;
    }
    u64 args[3] = {(u64)argc, host_strings(m, "argv", argv), host_strings(m, "environ", envp)};
    Function *start = program_function_named(m->program, "__loci_start");
    if (!start) return error_set(error, "the C library has no '__loci_start'");
    *r = enter_function(m, start, args, 3, error);
    return *r != NULL;
}

bool machine_run(Machine *m, int argc, char **argv, char **envp, Error *error) {
    start_timer(m);
    u64 *r;
    if (!machine_start(m, argc, argv, envp, &r, error)) return false;
    if (!r) return true;
    machine_continue(m, frame_of(r)->compiled->code, r);
    if (!m->keeps_output && (m->end == RUN_FAULT || m->end == RUN_STUCK)) flush_output(m);
    if (error_is_set(&m->stuck)) m->end = RUN_STUCK;
    return true;
}
