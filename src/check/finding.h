/* Findings: what `loci check` has to say, as the engine makes them and every report reads them.
 *
 * All text of a finding lives in the arena of its list. A report needs nothing else: neither the program nor the engine
 * is there any more when it is written. */
#ifndef CHECK_FINDING_H
#define CHECK_FINDING_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"

typedef enum { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

/* CERTAIN: it happens on a path that the program's own branches and inputs lead along. POSSIBLE: it needs something of an
 * argument or of an unknown function, which Finding.assumption names. */
typedef enum { CONFIDENCE_CERTAIN, CONFIDENCE_POSSIBLE } Confidence;

typedef enum {
#define KIND(NAME, ...) FINDING_##NAME,
#include "check/kinds.def"
#undef KIND
    FINDING_KIND_COUNT
} FindingKind;

typedef struct {
    const char *id; /* stable: "null-dereference" */
    u32 cwe;
    Severity severity;
    bool is_shown; /* by default */
    const char *title;
} FindingKindInfo;
extern const FindingKindInfo finding_kinds[FINDING_KIND_COUNT];
FindingKind finding_kind_named(const char *id);     /* FINDING_KIND_COUNT: there is none */
const char *severity_name(Severity severity);       /* "error" */
const char *confidence_name(Confidence confidence); /* "certain" */

/* A place in the source. */
typedef struct {
    const char *file;     /* as the compiler names it; "": not known */
    u32 line, column;     /* from 1; 0: not known */
    const char *function; /* the one it is in; "": none */
} FindingPlace;

typedef enum {
    NOTE_ASSUMPTION, /* what is assumed of an argument or unknown function */
    NOTE_BRANCH,     /* a branch that was taken, with the values that decide it */
    NOTE_CALL,       /* a function is entered */
    NOTE_RETURN,     /* a call has returned */
    NOTE_ALLOCATION,
    NOTE_FREE,
    NOTE_EVENT, /* anything else on the way: a declaration, an input, the finding itself as the last note */
    NOTE_KIND_COUNT
} NoteKind;
const char *note_kind_name(NoteKind kind); /* "branch" */

/* An input that triggers it, or a variable at a step: `n` = `10`. */
typedef struct {
    const char *name, *value;
} FindingValue;

/* A step on the path that leads to the finding. */
typedef struct {
    NoteKind kind;
    FindingPlace place;
    const char *text;
    u32 depth;            /* of calls: 0 in the function that the analysis began with */
    FindingValue *values; /* what the variables of the function are worth here, as far as that is of interest */
    u32 value_count;
} FindingNote;

/* SUPPRESSED: a comment in the source says so. KNOWN: it is in the baseline. */
typedef enum { STANDING_SHOWN, STANDING_SUPPRESSED, STANDING_KNOWN, STANDING_COUNT } FindingStanding;

typedef struct {
    FindingKind kind;
    u32 cwe;
    Severity severity;
    Confidence confidence;
    const char *assumption; /* POSSIBLE: a sentence; "": none */
    const char *message;    /* a sentence with names from the source */
    FindingPlace place;     /* a leak: where the block was allocated, or the stream opened */
    const char *entry;      /* the function that the analysis began with */
    const char *unit;       /* the C file that was compiled and defines it; "": not known */
    FindingNote *notes;     /* in the order of the path, the finding itself last */
    u32 note_count;
    FindingValue *values;
    u32 value_count;
    u64 fingerprint;           /* the same when lines move: of kind, function, names and the text of the line */
    const char *driver;        /* the C file that reproduces it; "": none */
    const char *code;          /* of that file; "": there can be none */
    const char *inputs;        /* what the machine needs to run it (driver.h) */
    const char *doubt;         /* why no driver has shown it; "" with is_confirmed */
    bool is_confirmed;         /* a driver has shown it in the machine */
    bool is_contradicted;      /* a driver has run there, and has not */
    FindingStanding standing;  /* given by findings_suppress and baseline_apply */
    const char *justification; /* SUPPRESSED: the words of the comment; "": none */
} Finding;

typedef struct {
    VEC(Finding) all;
    Arena arena;
} FindingList;

/* Copies it, texts and all; fields that are NULL become "". */
void findings_add(FindingList *list, const Finding *finding);
/* By file, line, column, kind; of those that agree in these and in the function one stays, the more certain one. Gives
 * each its fingerprint. */
void findings_sort(FindingList *list);
void findings_free(FindingList *list);

/* Findings as lines of text that findings_read understands: between processes, and in the cache. */
void findings_write(Text *out, const FindingList *list);
bool findings_read(FindingList *list, const char *text); /* false: it is not what findings_write made */

#endif
