/* What is known of a recursive function: claims about its result, of the arguments it was called with.
 *
 * A claim is `guards imply result RELATION value`: the guards compare parameters with constants, the value is a constant
 * or a small sum of parameters. All numbers of a claim have the width of the result; parameters of another width are not
 * spoken of. Claims are guessed from the constants in the code, and dropped when an example contradicts them.
 *
 * A claim may be written down as code (claims_write) and be evaluated (claim_holds): the two mean the same. */
#ifndef VERIFY_RECURSION_H
#define VERIFY_RECURSION_H

#include "program/make.h"
#include "verify/verify.h"

enum { MOST_PARAMETERS = 8 };

typedef enum { CLAIM_IS, CLAIM_AT_LEAST, CLAIM_AT_MOST, CLAIM_RELATION_COUNT } ClaimRelation;

/* A parameter is at least, or at most, a constant. */
typedef struct {
    ClaimRelation relation;
    u32 parameter;
    u64 constant;
} ClaimGuard;

typedef enum {
    VALUE_CONSTANT,   /* constant */
    VALUE_PARAMETER,  /* first + constant */
    VALUE_SUM,        /* first + second */
    VALUE_DIFFERENCE, /* first - second */
    VALUE_PRODUCT,    /* first * second */
    VALUE_PARITY,     /* (first + constant) & 1 */
} ClaimValueKind;

typedef struct {
    ClaimValueKind kind;
    u32 first, second; /* parameters */
    u64 constant;
} ClaimValue;

typedef struct {
    ClaimGuard guards[2];
    u32 guard_count;
    ClaimRelation relation;
    ClaimValue value;
} Claim;

/* A recursive function and what is (still) claimed of it. */
typedef struct {
    Function *function;          /* what calls lead to: the stub, once it is written */
    Function *body;              /* what it was */
    u32 width;                   /* of the result; 0: it returns nothing that claims could speak of */
    bool is_signed;              /* how numbers are compared */
    u32 usable[MOST_PARAMETERS]; /* the parameters that claims speak of */
    u32 usable_count;
    VEC(Claim) claims;
} Recursive;

/* One call: the values of its usable parameters, and what came of it. */
typedef struct {
    u64 arguments[MOST_PARAMETERS];
    u64 result;
} CallExample;

typedef struct {
    Global *global;
    bool is_written;
} AccessedGlobal;

/* The engine's state: recursion.c says how it works. */
typedef struct {
    const VerifyTask *task;
    Program *program;
    double end; /* of the time there is; 0: any */
    const VerifyLimits *limits;
    VEC(Recursive) functions;
    VEC(AccessedGlobal) globals; /* that recursive functions, and what they call, access */
    Text why_not;                /* one of them cannot be followed */
    u32 runs;                    /* of bodies */
} Recursion;

/* All recursive functions that main leads to, taken apart; false: there are none, or one of them cannot be followed. */
bool recursion_find(Recursion *c, const Function *start);

/* Everything that the constants of its code and of the code around it suggest. */
void claims_guess(Recursive *recursive, const Program *program);
bool claim_holds(const Recursive *recursive, const Claim *claim, const CallExample *example);
/* The conjunction of all claims as a value of width 1; the parameters are registers of the maker, one each. */
Operand claims_write(const Recursive *recursive, Maker *maker, const Operand *parameters, Operand result);
/* The same conclusion, but only where its guards hold. */
bool claim_says_less(const Claim *claim, const Claim *other);
void claim_print(Text *out, const Recursive *recursive, const Claim *claim); /* as C */

#endif
