/* What the end of a path is worth. */
#ifndef CHECK_JUDGE_H
#define CHECK_JUDGE_H

#include "check/finding.h"
#include "engine/explore.h"

/* A pointer from outside that somebody compares with null. */
typedef struct {
    const Term *word;
    const Function *function;
    LocationId location;
} NullCheck;

typedef struct {
    Explorer *e;
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
    const char *source; /* the unknown function or variable that branches depend on; NULL: none or several */
    u32 sources;        /* how many there are */
} Judgement;

void judge_chosen(Judge *judge, const TrailStep *step);
void judge_path(Judge *judge, const Fault *fault, Judgement *out);
bool judge_finds_check(const Judge *judge, const Judgement *judgement, LocationId *location);

/* Where a value comes from: "argument n", or NULL if it is input of the program. */
const char *judge_unknown_source(const Explorer *e, Term *term);

#endif
