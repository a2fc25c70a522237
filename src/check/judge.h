/* What the end of a path is worth. */
#ifndef CHECK_JUDGE_H
#define CHECK_JUDGE_H

#include "check/finding.h"
#include "check/sources.h"
#include "engine/explore.h"

/* A pointer from outside that somebody compares with null. */
typedef struct {
    const Term *word;
    const Function *function;
    LocationId location;
} NullCheck;

typedef struct {
    Explorer *e;
    const struct ProgramFacts *facts;
    const Function *root;       /* NULL: not known */
    Sources *sources;           /* NULL: what the source says does not matter */
    VEC(NullCheck) null_checks; /* on any path so far */
} Judge;

typedef enum {
    WORTH_CERTAIN,
    WORTH_EVIDENT, /* possible, and the program itself gives evidence */
    WORTH_OPEN,    /* possible; a null check that is still to come would be evidence */
    WORTH_LITTLE,  /* possible, no more */
} Worth;

typedef struct {
    Worth worth;
    const Term *word;         /* WORTH_OPEN: the pointer that would have to be null */
    const Function *function; /* WORTH_OPEN: that follows it */
    Text assumption;
} Judgement;

void judge_chosen(Judge *judge, const TrailStep *step);
void judge_path(Judge *judge, const Fault *fault, Judgement *out);
bool judge_finds_check(const Judge *judge, const Judgement *judgement, LocationId *location);

/* evidence.c. Where a value comes from: "argument n", or NULL if it is input of the program. */
const char *evidence_source(const Explorer *e, Term *term);
const char *evidence_source_of_symbol(const Explorer *e, const Term *symbol);
/* The source is an argument of a root all callers of which are there. */
bool evidence_is_up_to_callers(const Judge *judge, const char *source);
/* It depends on what a pointer from outside leads to. */
bool evidence_is_behind_pointer(const Explorer *e, Term *term);
/* The program itself shows that it thinks of such values: it compares them, or cuts them down to a range. */
bool evidence_is_given(const Judge *judge, const Fault *fault, Term *guard);
/* The block is only too small because what was given for its size is so large that the size wraps around. */
bool evidence_is_wrapped_size(const Judge *judge, const Fault *fault);
/* The path needs more than one thing at a time of settings and answers that it cannot know to be independent. */
bool evidence_is_doubtful(const Judge *judge, const Fault *fault);

/* A variable that nothing in the program writes, or what a function without arguments answers that is defined nowhere; and
 * are two symbols what one of these is, or has answered? */
bool evidence_is_of_world(const Term *symbol);
bool evidence_is_same_source(const Term *a, const Term *b);
/* Of the functions that paths go through: the block of an instruction; can control come from block `from` to block `to`
 * without passing `without`; and the operation at which the frame of the step stands now, NULL if it is over. */
u32 evidence_block_of(const Function *function, u32 insn);
bool evidence_leads_to(const Function *function, u32 from, u32 to, u32 without);
const Code *evidence_ip_in_frame(const Machine *m, const TrailStep *step);
/* The block that the branch went to, of its two; UINT32_MAX: that is not to be seen. */
u32 evidence_taken_block(const TrailStep *step, const Compiled *compiled, const Insn *branch);
/* The symbol occurs in the term; and only one way of the branch leads to where its frame stands now: it was meant to guard
 * that. */
bool evidence_mentions(const Explorer *e, Term *term, const Term *symbol);
bool evidence_is_guard(const Judge *judge, const TrailStep *step);

/* kept.c: a variable that the program writes, or a member of what was given; a branch has compared it with another such; and
 * the guard holds for negative values of such variables only. */
bool kept_by_somebody(const Term *symbol);
bool kept_with_another(const Judge *judge, const Term *symbol);
bool kept_must_be_negative(const Judge *judge, Term *guard);
/* The pointer is a variable, and whether it is followed another variable decides; or it was compared with another that
 * somebody keeps. And: the pointer is a variable, and the function reads it. */
bool kept_is_named_by(const Term *pointer, const Function *function, const Program *program);
bool kept_pointer_has_flag(const Judge *judge, const Fault *fault, Term *pointer);
/* The path is one of a size, a member or variable, that is larger than any memory. */
bool kept_size_is_huge(const Judge *judge);
/* The term is made of a pointer from outside that is followed and of another word: as if they led to one object. */
bool kept_pointers_meet(const Judge *judge, Term *guard);
/* The guard is about a pointer that was given and leads to no object of its own: so to one of the program's. */
bool kept_pointer_strays(const Judge *judge, Term *guard);

/* omission.c: a setting has kept a variable from getting its value, and that is what goes wrong. */
bool omission_is_cause(const Judge *judge, const Fault *fault);
/* The branch leaves a loop before its first round; and what goes wrong at the step, for all values that come along the path,
 * would not for all if such loops, as far as what was given decides about them, had been entered. */
bool omission_is_of_loop(const TrailStep *step);
bool omission_of_loop_decides(const Judge *judge, const TrailStep *fault_step);
/* What was given, and kept a loop from being entered that decides about what is used where the path ends; NULL: none is. */
const char *omission_loop_source(const Judge *judge, const Fault *fault);

/* results.c: what the program keeps has made a function return the null that is followed, which nobody asks about; else NULL. */
const char *results_null_source(const Judge *judge, const Fault *fault);
/* The operation is in a function of the library whose format the root was given: what it says is up to whoever gives it. */
bool results_format_is_given(const Judge *judge, const Fault *fault);
/* Likewise: has kept a function that was to fill a variable from doing so, and cannot say so. */
const char *results_unset_source(const Judge *judge, const Fault *fault);
/* Null is closed, because a stream could not be opened, and the program asks nowhere whether it can. */
bool results_closes_unopened(const Judge *judge, const Fault *fault);

/* asserted.c: an assertion that is not compiled says that what is assumed of what was given is not so. */
bool asserted_otherwise(const Judge *judge, const Fault *fault);

static inline bool step_is_branch(const TrailStep *step) {
    return step->kind == CHOICE_BRANCH || step->kind == CHOICE_SWITCH;
}
/* Its call has not returned where the fault is. */
bool judge_is_active(const Judge *judge, const Fault *fault, const TrailStep *step);
/* The operation at which the path ends asked it. */
bool judge_is_at_fault(const Machine *m, const TrailStep *step);

#endif
