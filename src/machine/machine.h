/* The machine: runs a program concretely and catches every memory error on the way.
 *
 * Two loops over the same code:
 *   - the fast loop (fast.c) knows only numbers; every handler ends in a jump to the next one;
 *   - the tracking loop (track.c) runs before each handler what the operation does to undefined bits.
 *     A frame enters it when a load brings undefined bits or an unset variable is read, and leaves it
 *     when none of its cells has any. Whole programs hardly ever do, so definedness is free.
 * Which loop runs is the dispatch table that handlers hand on to each other; `frame->is_tracked` says
 * it for frames that wait for a callee. */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include "code/code.h"
#include "machine/fault.h"
#include "machine/inputs.h"

typedef struct Dispatch Dispatch;
/* Handlers keep everything in registers across calls of ordinary functions; the sanitizers cannot. */
#if __has_feature(address_sanitizer)
#define HANDLER_CALL
#else
#define HANDLER_CALL __attribute__((preserve_none))
#endif
typedef HANDLER_CALL void Handler(Machine *m, const Code *ip, u64 *r, const Dispatch *t);
struct Dispatch {
    Handler *handlers[CODE_COUNT];
};
/* Hands control to the code at `ip`; the last thing a handler does. */
#define DISPATCH(ip) __attribute__((musttail)) return t->handlers[(ip)->op](m, (ip), r, t)

/* Stands right before the cells of its call. */
typedef struct Frame {
    struct Frame *caller;
    const Compiled *compiled;
    const Code *return_to; /* code of the caller */
    const CallSite *site;  /* the call; NULL for the first frame */
    u8 *bytes, *undefined; /* storage of the variables that live in memory */
    u64 *variadic;         /* cells of the variadic arguments */
    u32 result;            /* the caller's cell that receives the first result */
    u32 alloca_mark;       /* Machine.allocas at entry */
    u64 is_tracked;        /* some cell may have undefined bits */
} Frame;
enum { FRAME_CELLS = sizeof(Frame) / sizeof(u64) };
static inline Frame *frame_of(u64 *r) { return (Frame *)r - 1; }
static inline u64 *frame_cells(Frame *frame) { return (u64 *)(frame + 1); }

/* Where the undefined bits of a cell came from, for the report. */
typedef struct {
    const char *name; /* variable; NULL: a heap block */
    LocationId location;
} Origin;

typedef struct {
    u64 instructions;   /* executed code, counted only when asked for */
    u64 tracked_frames; /* how often a frame entered the tracking loop */
    u64 allocations;
} MachineStatistics;

typedef struct {
    u64 max_memory;  /* bytes of heap objects */
    u64 max_stack;   /* bytes of stack */
    u64 max_seconds; /* 0: none */
    bool check_leaks;
    bool leaks_are_warnings;   /* in what is told of them */
    const char *ignored_leaks; /* FILE, FILE:LINE or FUNCTION,...: blocks allocated there are never lost; NULL: none */
    bool stops_at_missing;     /* variables that are defined nowhere cannot be accessed: the run is stuck there */
    bool wants_cleanup;        /* check_leaks: every block that lives at the end is one, whatever points to it */
    bool checks_escapes;       /* the address of a variable must not outlive it */
    /* checks_escapes: but in this variable it may, if the function returns that has put it there. NULL: in none. */
    bool (*may_keep_address)(const void *self, const Function *function, const Global *global);
    const void *address_keeper;
    bool owns_outside;        /* what came from outside (lift_outside.c) may be a heap block: it can be freed, once */
    bool allow_uninitialised; /* uninitialised values may decide what they like */
    bool count_instructions;
    bool marks_joins;  /* code says where ways meet */
    bool marks_loops;  /* and where loops are left */
    bool marks_heads;  /* code says where loops of the user's functions begin a round, and where they call each other */
    bool checks_sizes; /* a negative number is no size of an allocation */
    bool count_blocks; /* how often each block of code was run */
    bool world_is_unknown; /* a run that asks for what is outside of the program is not complete */
    bool forks;            /* states are saved and share what they have in common */
} MachineOptions;

typedef enum {
    RUN_EXITED,
    RUN_SIGNALLED,
    RUN_FAULT,
    RUN_STUCK,
    RUN_RETURNED, /* a constructor has */
    RUN_PAUSED,   /* the state is saved, to go on later */
    RUN_DROPPED,  /* nothing to report: an assumption does not hold, or the path is not followed */
} RunEnd;

typedef struct {
    u32 object;
    u64 bytes_before, sparse_before; /* Machine.stack_used and stack_sparse before it was made */
} AllocaRecord;

typedef VEC(AllocaRecord) AllocaRecords;

/* A thread: a stack of frames. Each has its own part of the machine's areas (threads.c); what stands here is of one that
 * does not run now. */
typedef struct {
    const Code *ip; /* the operation it goes on with */
    u64 *r;         /* NULL: there is no such thread, or it runs */
    u32 number;     /* as the library counts them, for reports; 0: the main thread */
    u64 stack_used, stack_sparse, terms_end;
    AllocaRecords allocas;
} Thread;
enum { MOST_THREADS = 64 }; /* that live at the same time */

/* A global or function as it is before anything is written to it: every state that does not know it yet gets it so. */
typedef struct {
    u32 number;
    Object object;
    ObjectInfo info;
    u32 blocks; /* that had been decoded when it was made */
} StaticObject;

/* What the tracking loop does with an operation: for each frame with undefined bits (track.c) or terms (lift.c). */
typedef enum {
    STEP_RUN,  /* the fast handler runs it */
    STEP_DONE, /* it is done: the next one */
    STEP_JUMP, /* it is done: on to Machine.jump_to */
    STEP_END,  /* the run has ended, or the state is paused */
} TrackStep;
typedef TrackStep TrackRule(Machine *m, const Code *ip, u64 *r);

/* What a machine does whose values may be terms, where numbers are not enough. The semantics fills it in
 * (semantics/hooks.c); a machine without hooks knows numbers only, and needs neither terms nor a solver. */
typedef struct {
    TrackRule *rule;         /* of the tracking loop */
    const Builtin *builtins; /* in the place of those of the same name */
    void (*begin_builtin)(Machine *m, const Code *ip, u64 *r);
    bool (*waits_at_join)(Machine *m, const Code *ip, u64 *r); /* the state is saved, to be merged with others */
    /* The call of the site is next, or has returned. True: the state goes on later. */
    bool (*marks_call)(Machine *m, const Code *ip, u64 *r, const CallSite *site, bool has_returned);
    void (*set_undefined)(Machine *m, u64 *r, u32 cell, u64 bits, u32 origin);
    /* A load at a number that finds bytes which are not plain. */
    void (*load)(Machine *m, const Code *ip, u64 *r, u32 object, u64 offset, u32 size);
    /* memory_check_range for an object whose size or life is a term. */
    bool (*check_range)(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size, AccessKind access, u32 *number,
                        u64 *offset);
    void (*copy)(Machine *m, u32 to, u64 to_offset, u32 from, u64 from_offset, u64 size);
    /* Objects that have no bytes as long as few of them are bound (ObjectInfo.is_sparse). */
    void (*begin_sparse)(Machine *m, u32 object, bool cleared);
    void (*make_dense)(Machine *m, u32 object);
    void (*store)(Machine *m, u32 object, u64 offset, u64 value, u32 size);
    void (*fill)(Machine *m, u32 object, u64 offset, u8 byte, u64 size);
    /* Bytes that are to be numbers, for the host. False: ended or paused. */
    bool (*fix_bytes)(Machine *m, const Code *ip, u64 *r, u32 object, u64 offset, u64 size, const char *what);
    /* The numbers of bytes, of an object that may be sparse. */
    void (*numbers)(Machine *m, u32 object, u64 offset, u64 size, u8 *out);
    /* What stands beside the cell goes where its number went. */
    void (*place)(Machine *m, const u64 *cell, u32 object, u64 offset, u32 size, bool is_pointer);
    /* The value of a longjmp, before frames end, and what receives it; NULL: it is a number. */
    void *(*jump_value)(Machine *m, u64 *r, u32 cell);
    void (*receive)(Machine *m, u64 *r, u32 cell, void *value);
    void (*made_block)(Machine *m, const Code *ip, u64 *r, u32 object);
    /* Marks the pages of objects that terms may name; returns how many terms there are. */
    u64 (*name_by_terms)(Machine *m, u8 *named);
    /* A function from outside is called: its results are any values. */
    void (*call_outside)(Machine *m, const Code *ip, u64 *r);
} MachineHooks;

typedef struct Symbolic Symbolic;

/* A block of a function that has been decoded. */
typedef struct {
    const Function *function;
    u32 block;
} MachineBlock;
enum { MOST_BLOCKS = 1 << 24 };

struct Machine {
    Objects objects; /* first: the fast path reads it at every access */
    Dispatch fast, tracking, counting;
    const Dispatch *untracked; /* fast or counting */
    u64 *cells, *cells_end;    /* the stack of frames */
    u64 *undefined;            /* beside each cell its undefined bits, or its Term *: valid in tracked frames */
    u64 terms_end;             /* with terms: behind so many cells there are none */
    TrackRule *rule;           /* of the tracking loop */
    const MachineHooks *hooks; /* NULL: values are numbers */
    bool always_tracks;        /* every frame runs in it */
    bool keeps_output;         /* what the program prints does not go to the host */
    const Code *jump_to;       /* STEP_JUMP */
    Symbolic *symbolic;        /* of whoever gave the hooks; else NULL */
    bool goes_around;          /* after an access out of bounds a run goes on: what happens, the semantics says */
    VEC(StaticObject) statics; /* with forks: globals and functions in the order of their making */
    u32 *block_counts;         /* how often each block was run on this path, if blocks are counted */
    VEC(MachineBlock) blocks;
    struct Memory *memory; /* what the memory model keeps; NULL: values are numbers */
    u32 *origins;          /* beside each cell an index into origin_table */
    VEC(Origin) origin_table;
    Map origin_numbers;                /* of an origin -> its index */
    u8 *stack_bytes, *stack_undefined; /* storage of locals that live in memory, first in first out */
    u64 stack_used;
    u64 stack_sparse; /* bytes of objects that live now and have no place on the stack, which would have one */
    AllocaRecords allocas;
    Thread *threads; /* NULL: the program makes none */
    u32 thread;      /* the one that runs: the areas above are its own */
    u64 stride;      /* cells from one thread's to the next one's */
    Compiled *start; /* code of whoever calls the first function of a thread; NULL until there is one */
    Program *program;
    MachineOptions options;
    MachineInputs *inputs;  /* NULL: a plain run, in which nothing is symbolic */
    u32 *reserved_globals;  /* global number -> the object number that is reserved for it; 0: none */
    u32 reserved_functions; /* the number that is reserved for the first function */
    u32 reserved_capacity;
    bool has_all_statics; /* machine_make_statics has been called */
    u32 *global_objects;  /* global number -> object number, 0: not made yet */
    u32 global_capacity;
    u32 *function_objects;
    u32 function_capacity;
    VEC(u8 *) gathered;      /* copies of bytes that the host reads, until the next call of a builtin */
    Map leaves_addresses;    /* a function -> whether it may leave addresses of variables behind (escapes.c) */
    Map live_registers;      /* a call that was under way at an end -> of each register whether it counts (leaks.c) */
    StringMap process_names; /* of what the program is started with -> its Global * */
    Arena arena;             /* decoded code */
    CodeMaker maker;
    RunEnd end;
    int status;                   /* exit status or signal */
    bool is_silent;               /* RUN_EXITED: the program wants no test of it */
    Fault fault;                  /* RUN_FAULT */
    const Code *fault_ip;         /* the operation it is of; NULL: of none, as a leak, */
    const u64 *fault_r;           /* and its frame */
    Error stuck;                  /* RUN_STUCK: what Loci cannot do, with its place */
    VEC(char *) unmodelled;       /* what the library only pretended to do, with its place: sentences, each once */
    LocationId failed_allocation; /* where malloc last gave null because of the limit; 0: nowhere */
    u32 tracked_jumps;
    u32 next_destructor;
    MachineStatistics statistics;
};

void machine_init(Machine *m, Program *program, const MachineOptions *options);
void machine_free(Machine *m);
/* Code is decoded for one machine: another one on the same program must decode it anew. */
void machine_forget_code(Program *program);
/* Runs main with these arguments to the end, whatever the end is. False, with an error, if it cannot start. */
bool machine_run(Machine *m, int argc, char **argv, char **envp, Error *error);

/* Its first part: runs the constructors and makes the frame of main's caller, at whose code the run begins. *r is NULL
 * when the run has ended in a constructor. */
bool machine_start(Machine *m, int argc, char **argv, char **envp, u64 **r, Error *error);
/* Goes on at this operation until the run ends or pauses. */
void machine_continue(Machine *m, const Code *ip, u64 *r);

/* ---- Between the files of the machine ---- */

/* Objects of globals and functions, made on demand. 0 with m->stuck set if it cannot be. */
u32 machine_global_object(Machine *m, Global *global);
u32 machine_function_object(Machine *m, Function *function);
bool machine_lacks_global(const Machine *m, const Global *global); /* it is defined nowhere: nothing can be there */
void machine_reserve_statics(Machine *m);                          /* numbers for what the program consists of */
/* All globals that the program itself defines, and all functions whose address it takes: what a number from nowhere may
 * happen to be the address of, whether the program has come across it yet or not. */
void machine_make_statics(Machine *m);
void machine_make_outside(Machine *m, u32 number); /* an object from outside, in every state; if it is not there yet */
/* Storage that a program is started with, such as its arguments: cleared, no heap block, known by this name. 0: no room. */
u32 machine_process_object(Machine *m, const char *name, u64 size);
u32 machine_thread_variable(Machine *m, Global *global); /* a thread's own one, with its first value. 0: no room */
/* The frame of a function that nobody calls, at the bottom of the stack that begins there. */
u64 *machine_first_frame(Machine *m, u64 *cells, const Compiled *compiled, const u64 *args, u32 count);
u64 machine_constant_address(Machine *m, Constant constant);

/* Whether an object of this size binds its bytes as needed. */
static inline bool machine_is_sparse(const Machine *m, u64 size) {
    return UNLIKELY(m->maker.sparse_from) && size >= m->maker.sparse_from && size <= m->objects.largest;
}
/* Such an object, nothing of which is defined or, if `cleared`, all 0; 0: there is no room. */
u32 machine_new_sparse(Machine *m, ObjectKind kind, u64 size, u32 align, bool cleared);
static inline void machine_make_dense(Machine *m, u32 object) {
    const ObjectInfo *info = object_info(&m->objects, object);
    if (info->is_sparse && !object_is_large(info)) m->hooks->make_dense(m, object);
}

/* To be called where objects are made: lets go of the dead now and then. */
void machine_forget_dead(Machine *m, u64 *r);
static inline void machine_made_object(Machine *m, u64 *r) {
    if (UNLIKELY(objects_should_forget(&m->objects))) machine_forget_dead(m, r);
}

/* Ends the run. Each leaves m->fault (m->stuck) filled in; the handler then returns. */
/* A line for each call of the program's own that led here, the innermost first. */
void machine_add_calls(const Machine *m, const Code *ip, u64 *r, Text *out);
void machine_fault(Machine *m, const Code *ip, u64 *r); /* m->fault has kind and text; adds the stack */
__attribute__((format(printf, 5, 6))) void machine_fault_text(Machine *m, const Code *ip, u64 *r, FaultKind kind,
                                                              const char *format, ...);
__attribute__((format(printf, 4, 5))) void machine_stuck(Machine *m, const Code *ip, u64 *r, const char *format, ...);
/* The run goes on, but not as the native program would: `what` is remembered and counted. */
void machine_unmodelled(Machine *m, const Code *ip, u64 *r, const char *what);
void machine_exit(Machine *m, int status);
void machine_set_errno(Machine *m, i32 error);                         /* the program's errno */
LocationId machine_location(const Machine *m, const Code *ip, u64 *r); /* in the innermost frame of the user's code */
void machine_add_place(const Machine *m, const Code *ip, u64 *r, Text *out); /* FILE:LINE, or nothing */
const Insn *machine_insn(const Code *ip, u64 *r); /* NULL in the frame that calls main: it has none */

/* The dispatch table for a frame. */
static inline const Dispatch *dispatch_for(const Machine *m, const Frame *frame) {
    return UNLIKELY(frame->is_tracked) ? &m->tracking : m->untracked;
}

/* track.c */
TrackRule track_rule;
void track_begin(Machine *m, u64 *r); /* the frame becomes tracked, all its cells defined */
static inline u64 *undefined_of(const Machine *m, const u64 *r) { return m->undefined + (r - m->cells); }
static inline u32 *origins_of(const Machine *m, const u64 *r) { return m->origins + (r - m->cells); }
u32 track_origin_of_object(Machine *m, u32 object);
u32 track_origin_of_variable(Machine *m, const Variable *variable);
/* ILP32: what is undefined above the number of a pointer of which a bit is undefined. */
#define UNDEFINED_OBJECT 0xffffffff00000000u
/* These bits of a cell are undefined from now on; the frame becomes tracked. */
void track_set_undefined(Machine *m, u64 *r, u32 cell, u64 bits, u32 origin);
/* A frame that was just entered finds out at its first operation whether its arguments are defined. Whoever takes the
 * place of that operation, or looks at the frame before it, sees to it: `t` is the table that the caller handed on. */
void track_entered(Machine *m, u64 *r, const Dispatch *t);
void track_read_unset(Machine *m, u64 *r, const Variable *variable, u32 cell, u32 flag); /* a slot that nobody wrote */
void track_fill_dispatch(Dispatch *dispatch);
void track_left(Machine *m, Frame *frame); /* behind the caller of a frame that is over, nothing is left */
/* Reports the use of an undefined value. False, the run has ended; true if the options allow it. */
bool track_report(Machine *m, const Code *ip, u64 *r, const char *what, u32 origin);

/* fast.c */
void fast_fill_dispatch(Dispatch *dispatch);
Handler fast_slow_load, fast_slow_store;
void fast_fill_counting(Dispatch *dispatch);

/* memory_ops.c: what is not on the fast path. False: the run has ended. */
/* A block whose size is a term: its bounds are for the loop that knows terms. True: the frame has become tracked, and
 * the operation is to be run by that. */
bool memory_is_for_terms(Machine *m, u64 *r, u64 pointer, i64 delta, u64 size);
/* An access that numbers alone do not answer: the size or life of the object is a term, or it is wrong and goes on. */
bool memory_is_beyond_numbers(const Machine *m, u64 pointer, i64 delta, u64 size);
bool memory_copy(Machine *m, const Code *ip, u64 *r, u64 to, u64 from, u64 size, bool may_overlap, const char *name);
bool memory_fill(Machine *m, const Code *ip, u64 *r, u64 to, u8 byte, u64 size);
/* A C string of the program, for the host; NULL when the run has ended. Freed by the caller. */
char *memory_string(Machine *m, const Code *ip, u64 *r, u64 pointer);
void memory_drop_gathered(Machine *m); /* Machine.gathered */
/* Host bytes of a range to be read (written); NULL when the run has ended. Reading wants defined bytes. */
const u8 *memory_readable(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size, const char *undefined_what);
u8 *memory_writable(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size);
/* Where a range of bytes (not 0) lies; forks where it depends on the size of the block. False: ended or paused. */
bool memory_check_range(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size, AccessKind access, u32 *number,
                        u64 *offset);
u64 memory_new_block(Machine *m, const BuiltinCall *call, u64 size, u64 alignment, bool cleared); /* 0: none left */
/* A negative number, converted, is no size that anybody has wanted: MachineOptions.checks_sizes. False: reported. */
bool memory_is_size(Machine *m, const BuiltinCall *call, u64 size);
u64 memory_new_array_block(Machine *m, const BuiltinCall *call); /* likewise; objects_new_array */
bool memory_free_block(Machine *m, const Code *ip, u64 *r, u64 pointer);
/* Reports why what is no block, or no live one, cannot be moved; false. */
bool memory_refuse_realloc(Machine *m, const Code *ip, u64 *r, u64 pointer);

/* calls.c */
Handler call_first, call_general, call_pointer, call_builtin, call_enter, call_leave;
u32 call_new_local(Machine *m, const Frame *frame, const FrameObject *local); /* 0: there is no room */
void call_end_frame_objects(Machine *m, u64 *r);
void call_end_allocas(Machine *m, u32 mark, ObjectState state);
u64 call_new_alloca(Machine *m, const Code *ip, u64 *r, u64 size, u32 align, const Variable *variable); /* 0: ended */
u64 call_new_array_alloca(Machine *m, const Code *ip, u64 *r, u32 align, const Variable *variable);     /* likewise */
Handler call_long_jump;
/* What implements the function that the pointer points to; NULL: it has a body, or is none. */
const Builtin *call_pointed_builtin(Machine *m, u64 pointer);
bool call_set_jump(Machine *m, const BuiltinCall *call);
bool call_save_context(Machine *m, const BuiltinCall *call);

/* threads.c */
void threads_init(Machine *m); /* if the program makes any */
void threads_free(Machine *m);
/* The areas are those of this thread from now on; what stands in Thread is left to the caller. */
void threads_use_areas(Machine *m, u32 thread);
static inline u64 *thread_cells(const Machine *m, u32 thread) {
    return m->cells + ((i64)thread - m->thread) * (i64)m->stride;
}
static inline bool thread_waits(const Machine *m, u32 thread) {
    return thread != m->thread && m->threads && m->threads[thread].r;
}
/* The operation that the thread, which waits, is in: the call in which it gave way, or its first one. */
static inline const Code *thread_is_at(const Thread *thread) {
    return thread->ip > frame_of(thread->r)->compiled->code ? thread->ip - 1 : thread->ip;
}
Handler threads_switch;

/* varargs.c */
bool varargs_start(Machine *m, const Code *ip, u64 *r, u64 list);

/* builtins.c */
const Builtin *builtin_named(const Machine *m, const char *name);

/* escapes.c: true if the address of a variable of the frame, which is about to return, outlives it: it is reported. */
bool machine_find_escape(Machine *m, const Code *ip, u64 *r);

/* Told, but no reason for the run to fail: a lost block, unless it is to be an error. */
static inline bool fault_is_warning(const Machine *m, const Fault *fault) {
    return fault->kind == FAULT_LEAK && m->options.leaks_are_warnings;
}

/* leaks.c: true if a heap block is lost; fills in m->fault. */
bool machine_find_leak(Machine *m, const Code *ip, u64 *r);

#endif
