/* A path: what one state has assumed, asked for and printed so far. */
#ifndef STATE_PATH_H
#define STATE_PATH_H

#include "base/text.h"
#include "code/code.h"
#include "solver/solver.h"
#include "state/path_log.h"

/* Bytes the program asked for, in the order in which it did. */
typedef struct {
    const char *name; /* as the program called it; lives as long as the explorer */
    u32 size;
    Term **bytes; /* 8-bit terms, shared by all states that have this input (storage.h) */
    Term *guard;  /* of merged states: asked for only where it holds; NULL: always */
} PathInput;

/* An undefined value that was read and may be anything; `guard` as of inputs. */
typedef struct {
    u32 number; /* of its symbol */
    Term *guard;
} PathUnknown;

/* A loop that the path is in, as an engine that counts rounds has it (engine/bounded.h). */
typedef struct {
    const u64 *r;          /* the frame */
    const Code *return_to; /* and the call that it is of: frames of later calls stand at the same place */
    u32 loop;              /* of the function's Flow */
    u32 number;            /* of the round; the first is 0 */
    u32 counted;           /* rounds so far in which the way was not certain */
    u32 forks;             /* of the path when the round began */
} LoopRound;

typedef struct {
    Term *symbol, *value;
} Bound;

/* Whether a bit of a mask of undefined bits is set, and what the path has found of that (semantics/settled.h). */
typedef struct {
    Term *is_set;
    bool is_never; /* else it may be, and is asked again where it matters */
} Settled;

/* A piece of output; pieces are shared by the states that printed them, the newest first. */
typedef struct OutputPiece {
    struct OutputPiece *before;
    u32 references;
    int descriptor;
    u32 size;
    u8 *bytes;
    Term **terms; /* for each byte its term, NULL where the byte counts; NULL: they all do */
} OutputPiece;

/* A number that is to be printed: a token stands for it in the output until the path ends. */
typedef struct {
    char conversion[24]; /* of printf, for width, precision and value: "%-*.*lld" */
    int width, precision;
    Term *value;
} Deferred;

enum { OUTPUT_TOKEN_BYTES = 32 }; /* LOCI_TOKEN_BYTES of runtime/include/loci_machine.h */
#define OUTPUT_TOKEN_MAGIC "\x1b\x01loci symbolic number\x02\x1b" /* 24 bytes, then its number */

/* A choice on the way here, the newest first; shared by all states behind it. */
typedef struct TrailStep {
    const struct TrailStep *before;
    const Code *ip;
    const u64 *r;             /* the frame, */
    const Code *return_to;    /* and the call that it is of */
    const Function *function; /* of the frame */
    LocationId location;      /* in the user's code */
    u32 depth;                /* frames of the user's code below it */
    u16 kind;                 /* ChoiceKind */
    bool is_forced;           /* the path left no other way */
    u32 way;                  /* of those that the operation asked about; of a branch: 0, its condition holds */
    Term *guard;              /* what holds from here on */
} TrailStep;

typedef struct {
    TermVec constraints; /* hold together */
    Model *model;        /* satisfies them; NULL: none is known */
    PathLog log;
    VEC(Bound) bound; /* what the constraints say in so many words */
    VEC(Settled) settled;
    VEC(u32) outside; /* objects that pointers from outside are bound to */
    LocationId
        around; /* of the first error after which it went on, such as an access out of bounds (lift_around.c); 0: none */
    bool is_vague; /* of what came of such an error nothing is known, and it was made up */
    VEC(PathInput) inputs;
    VEC(Deferred) deferred;
    OutputPiece *output;
    u32 unknowns;                    /* undefined values read so far that may be anything, for their names */
    VEC(PathUnknown) unknown_values; /* the same one by one, of engines that merge what was read on several ways */
    VEC(LoopRound) loops;            /* from the outermost; of engines that count rounds */
    u32 forks;                       /* on the way here */
    u32 interruptions;               /* of the state since it was made: others had to wait too long for it */
    bool does_not_fork;              /* the program has switched it off */
    TermVec preferences;             /* what is to hold in its test if it can, the first before the others */
    VEC(u32) seeds;                  /* that go here (engine/seeds.h) */
    VEC(u64) open_merges;            /* regions at whose end its paths become one, the innermost last */
    u64 closed_merge;                /* of a state that waits: the region that it is at the end of */
    u32 waypoints;                   /* of a witness that is followed: those it has passed */
    const TrailStep *trail;          /* of engines that ask for it; else NULL */
    struct Visit *visit;             /* of the innermost loop that it is in, as engine/shape.h counts them; else NULL */
    struct Stay *stay;         /* in the innermost loop that it is in, as engine/widen.h counts rounds; else NULL */
    struct Called *called;     /* the innermost call that it is in, as engine/widen.h counts them; else NULL */
    struct LoopEntry *widened; /* the last loop or call that it left with values that stand for many (engine/widen.h) */
    void *probe; /* of whoever wants to know whether a path that stood for many is one of them; else NULL */
    struct Round
        *round; /* of the innermost loop that it is in, as the engine counts them (engine/induct.h); else NULL */
} Path;

Path path_copy(const Path *path);
void path_free(Path *path);
void path_mark(const Path *path, TermStore *store);
/* What the path has assumed, the same in every process. */
u64 path_condition_hash(const Path *path);
/* All that it has decided and assumed is in its log: it can be run again. */
static inline bool path_is_of_log(const Path *path) { return !path->widened && !path->probe; }
/* They are in the same rounds of the same loops. */
bool path_has_same_rounds(const Path *a, const Path *b);
/* They have printed the same, in the same pieces. */
bool path_has_same_output(const Path *a, const Path *b);
void path_print(Path *path, int descriptor, const u8 *bytes, Term *const *terms, u32 size);

#endif
