/* A fault: what went wrong in a run, and all that a report says about it. Built where it happens, put
 * into words by fault_describe, printed by report/. */
#ifndef MACHINE_FAULT_H
#define MACHINE_FAULT_H

#include "memory/store/objects.h"

#define FAULT_KINDS(X)                                                                                                 \
    X(OUT_OF_BOUNDS, "out-of-bounds")                                                                                  \
    X(USE_AFTER_FREE, "use-after-free")                                                                                \
    X(USE_AFTER_SCOPE, "use-after-scope")                                                                              \
    X(USE_AFTER_RETURN, "use-after-return")                                                                            \
    X(NULL_DEREFERENCE, "null-dereference")                                                                            \
    X(WILD_POINTER, "wild-pointer")                                                                                    \
    X(WRITE_TO_CONSTANT, "write-to-constant")                                                                          \
    X(DOUBLE_FREE, "double-free")                                                                                      \
    X(INVALID_FREE, "invalid-free")                                                                                    \
    X(OVERLAP, "overlap")                                                                                              \
    X(UNINITIALISED, "uninitialised")                                                                                  \
    X(LEAK, "leak")                                                                                                    \
    X(SIGNED_OVERFLOW, "signed-overflow")                                                                              \
    X(BAD_SHIFT, "bad-shift")                                                                                          \
    X(DIVISION_BY_ZERO, "division-by-zero")                                                                            \
    X(UNSIGNED_OVERFLOW, "unsigned-overflow")                                                                          \
    X(POINTER_OVERFLOW, "pointer-overflow")                                                                            \
    X(FLOAT_CAST, "float-cast")                                                                                        \
    X(IMPLICIT_CONVERSION, "implicit-conversion")                                                                      \
    X(INVALID_VALUE, "invalid-value")                                                                                  \
    X(NULL_VALUE, "null-value")                                                                                        \
    X(MISALIGNED, "misaligned")                                                                                        \
    X(ARRAY_SIZE, "array-size")                                                                                        \
    X(SANITIZER, "sanitizer-check")                                                                                    \
    X(UNREACHABLE, "unreachable")                                                                                      \
    X(STACK_OVERFLOW, "stack-overflow")                                                                                \
    X(BAD_CALL, "bad-call")                                                                                            \
    X(ASSERTION, "assertion-failure")                                                                                  \
    X(REACH_ERROR, "reach-error")                                                                                      \
    X(ABORT, "abort")                                                                                                  \
    X(TRAP, "trap")                                                                                                    \
    X(FATAL_SIGNAL, "fatal-signal")                                                                                    \
    X(ENDLESS, "endless")                                                                                              \
    X(USER_REPORT, "user-report")                                                                                      \
    X(MISUSE, "misuse")                                                                                                \
    X(STACK_ADDRESS, "stack-address")                                                                                  \
    X(DEADLOCK, "deadlock")

typedef enum {
    FAULT_NONE,
#define X(NAME, tag) FAULT_##NAME,
    FAULT_KINDS(X)
#undef X
        FAULT_KIND_COUNT
} FaultKind;

const char *fault_tag(FaultKind kind);
FaultKind fault_kind_tagged(const char *tag, size_t length); /* SANITIZER if none has this tag */

typedef enum { ACCESS_READ, ACCESS_WRITE, ACCESS_CALL, ACCESS_FREE } AccessKind;

typedef struct {
    LocationId location;
    const Function *function; /* the function this place is in */
    const Function *callee;   /* the function called there; NULL for the place of the fault itself */
} StackEntry;

/* Where a pointer's value came from, if what it points to is not known: from an uninitialised value, from a harness
 * function that says it is any value, or from other inputs, such as what an unknown function returns. */
typedef enum { POINTER_KNOWN, POINTER_UNINITIALISED, POINTER_NONDET, POINTER_INPUT } PointerOrigin;

typedef struct {
    FaultKind kind;
    PointerOrigin pointer;   /* of the access */
    Text text;               /* the sentence, without the tag */
    bool names_function;     /* of the library, in the sentence */
    u32 object;              /* the object concerned; 0 if none */
    u32 lost;                /* LEAK: the block */
    bool is_in_call;         /* LEAK: a function of the program has not returned */
    VEC(u32) also_lost;      /* LEAK: some of the others that nothing leads to, not even another lost one */
    u64 address;             /* WILD_POINTER: what was accessed, if that is the only address it can be; else 0 */
    int signal;              /* FATAL_SIGNAL: its number */
    const char *origin_name; /* UNINITIALISED: the variable the value comes from; NULL for a heap block */
    LocationId origin;       /* UNINITIALISED: its declaration or allocation; 0 if unknown */
    VEC(StackEntry) stack;   /* innermost first, the C library's own frames left out */
} Fault;

void fault_free(Fault *fault);

/* The object as a report names it: 'a', a heap block, a string literal. */
void fault_name_object(Text *out, const Objects *objects, u32 number);
/* `N bytes` or `1 byte`. */
void fault_count_bytes(Text *out, u64 count);

/* Decides whether `size` bytes at `pointer + delta` may be accessed. True, with object and offset;
 * otherwise fills in kind, text and object of the fault. */
bool fault_check_access(Fault *fault, const Objects *objects, u64 pointer, i64 delta, u64 size, AccessKind access,
                        u32 *number, u64 *offset);

#endif
