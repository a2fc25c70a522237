/* The machine's code: what a function is decoded into before it runs.
 *
 * Code works on the cells of a frame, 64 bits each. A register of the program of up to 64 bits is one
 * cell and keeps its value zero-extended; a wider one takes several. Parameters come first, so that a
 * caller writes arguments straight into the frame of the callee: its cells start a fixed distance
 * behind the caller's. */
#ifndef CODE_CODE_H
#define CODE_CODE_H

#include "memory/store/objects.h"

typedef enum {
#define CODE(NAME, ...) CODE_##NAME,
#include "code/code_families.h"
#include "code/code.def"
#undef CODE
    CODE_COUNT
} CodeOp;

typedef enum {
    FORM_NONE,
    FORM_R,         /* d, a */
    FORM_RR,        /* d, a, b */
    FORM_RI,        /* d, a, imm */
    FORM_RRR,       /* d, a, b, and the cell imm */
    FORM_I,         /* d, imm */
    FORM_MEMORY,    /* address: a + imm */
    FORM_MEMORY_X,  /* address: a + b * aux + imm, b signed of 64 bits */
    FORM_MEMORY_W,  /* the same, b signed of 32 bits */
    FORM_BRANCH_R,  /* target d, a */
    FORM_BRANCH_RR, /* target d, a, b */
    FORM_BRANCH_RI, /* target d, a, imm */
    FORM_JUMP,      /* target d */
    FORM_SWITCH,    /* a */
    FORM_CALL,      /* d: first result cell; a: distance to the callee's cells */
    FORM_SCALAR,    /* d, and what the ScalarOp says */
} CodeForm;

/* How undefined bits of operands reach the result; undefined.def says it of those that compute. */
typedef enum {
    RULE_DEFINED, /* result defined */
    RULE_MOVE,    /* as a */
    RULE_ALL,     /* any undefined bit makes the result undefined */
    RULE_SMEAR,   /* undefined from the lowest undefined bit upwards: carries */
    RULE_PRODUCT, /* the same, unless a factor is 0 */
    RULE_AND,
    RULE_OR,
    RULE_XOR,
    RULE_SHIFT_LEFT,
    RULE_SHIFT_RIGHT,
    RULE_SHIFT_RIGHT_SIGNED,
    RULE_COMPARE_EQUAL,
    RULE_COMPARE_UNSIGNED, /* is x below y, or not? */
    RULE_COMPARE_SIGNED,
    RULE_COMPARE_UNSIGNED_INCLUSIVE, /* is x below or equal to y, or not? */
    RULE_COMPARE_SIGNED_INCLUSIVE,
    RULE_COMPARE_FLOAT, /* any undefined bit makes the result, which is one bit, undefined */
    RULE_MASK,
    RULE_SEXT,
    RULE_SELECT,
    RULE_DIVIDE, /* the divisor decides whether it traps */
    RULE_SCALAR,
    RULE_DECIDE,  /* decides a branch: an error if undefined */
    RULE_POINTER, /* as a, and any undefined bit makes the object above it undefined */
    RULE_ADDRESS, /* any undefined bit makes the pointer undefined */
    RULE_LOAD,
    RULE_STORE,
    RULE_RANGE,
    RULE_SIZE, /* used as an address or size: an error if undefined */
    RULE_CHECK_SET,
    RULE_JUMP,
    RULE_CALL,
    RULE_CALL_BUILTIN,
    RULE_RETURN,
} UndefinedRule;

typedef struct {
    const char *name;
    u8 form, bits, rule;
} CodeInfo;
extern const CodeInfo code_infos[CODE_COUNT];

/* The comparison that a fused branch makes: its family's own operation stands four places before it. */
static inline UndefinedRule code_branch_rule(CodeOp op) { return (UndefinedRule)code_infos[op - 4].rule; }

typedef struct {
    u16 op; /* CodeOp */
    u16 aux;
    u32 d, a, b;
    union {
        i64 imm;
        const void *data;
    };
} Code;

/* How far from its base pointer the address of a memory operation is. */
static inline i64 code_delta(const Code *code, const u64 *r) {
    switch (code_infos[code->op].form) {
    case FORM_MEMORY_X: return (i64)((u64)code->imm + r[code->b] * code->aux);
    case FORM_MEMORY_W: return (i64)((u64)code->imm + (u64)((i64)(i32)r[code->b] * code->aux));
    default: return code->imm;
    }
}

/* ILP32: four bytes that are a pointer. */
static inline bool code_is_pointer_access(CodeOp op) {
    return op == CODE_LOADP || op == CODE_LOADXP || op == CODE_LOADWP || op == CODE_STOREP || op == CODE_STOREXP ||
           op == CODE_STOREWP;
}

/* A variable that lives in memory: which cell holds its address, where in the frame's bytes it is. */
typedef struct {
    const Variable *variable;
    u32 cell;
    u32 offset;
} FrameObject;

typedef struct Compiled {
    Function *function;
    Code *code;
    u32 code_count;
    u32 *origins;        /* code -> instruction it was made from */
    u32 *block_starts;   /* block -> code */
    u32 first_block;     /* number of block 0 in Machine.blocks, if blocks are counted */
    u32 *register_cells; /* register -> cell */
    u32 *set_flags;      /* register -> cell that is 0 as long as the variable is not set; 0: it needs none */
    u32 cells;           /* of a frame */
    u32 scratch;         /* cells from here on mean nothing where a block begins */
    u32 param_cells;
    u32 result_cells;
    u32 frame_bytes;  /* storage for the variables that live in memory */
    u64 sparse_bytes; /* of those that have none */
    FrameObject *objects;
    u32 object_count;
    u32 entry_count; /* the first so many of `objects` have no scope: made at entry */
} Compiled;

typedef struct Machine Machine;
typedef struct CallSite CallSite;
typedef struct Builtin Builtin;
typedef struct {
    const Code *ip; /* where the call is, for reports */
    u64 *r;
    const CallSite *site;
    const Builtin *builtin;
    const u64 *args; /* cells */
    u64 *result;     /* cells */
} BuiltinCall;
/* A function the machine implements. False: the run has ended. */
typedef bool BuiltinFunction(Machine *m, const BuiltinCall *call);

/* Builtins that change where control goes are done by the call itself. */
typedef enum { BUILTIN_PLAIN, BUILTIN_LONG_JUMP, BUILTIN_DESTRUCTORS, BUILTIN_SWITCH_THREAD } BuiltinControl;

struct Builtin {
    const char *name;
    BuiltinFunction *run;
    u8 control;           /* BuiltinControl */
    bool takes_terms;     /* looks at the terms of its arguments itself */
    bool is_pure;         /* computes its result from its argument values alone */
    bool skips_undefined; /* does nothing where an argument has undefined bits */
    bool is_output;       /* its arguments leave the program */
    u8 kind;              /* the builtin's own */
    void (*host)(void);   /* the builtin's own: a function of the host */
};

struct CallSite {
    const Call *call;
    const Insn *insn;
    Function *function;     /* NULL: through a pointer */
    const Compiled *callee; /* once known */
    const Builtin *builtin;
    u32 arg_cells;   /* of all arguments */
    u32 fixed_cells; /* of those before the variadic ones */
    u32 result_cells;
};

typedef struct {
    u64 low;   /* dense: the smallest value, signed */
    u64 mask;  /* of the value's width */
    u32 count; /* dense: number of targets; sparse: number of pairs */
    bool is_dense;
    u32 limbs;          /* words of a value */
    u32 default_target; /* code */
    u32 *targets;       /* code */
    u64 *values;        /* sparse: sorted when limbs == 1 */
} SwitchTable;

/* Decodes a function; NULL with an error if its body cannot be had. */
/* Operations on scalars of any width and any float format that have no code of their own (CODE_SCALAR). */
typedef struct {
    const u64 *limbs; /* a constant; NULL: the cell */
    u32 cell;
} ScalarOperand;

typedef struct {
    const Insn *insn;
    const Type *type; /* of the operands (a's type for conversions) */
    const Type *result_type;
    u32 bits, result_bits;
    u32 d;
    ScalarOperand a, b, c;
} ScalarOp;

/* Who decodes: what code is made for, and what only a machine knows. */
typedef struct {
    Program *program;
    Arena *arena;       /* that code lives in */
    bool counts_blocks; /* code counts how often each block is run */
    bool has_pulses;    /* where blocks are not counted the machine can be stopped at their starts all the same */
    bool marks_joins;   /* code says where ways meet */
    bool marks_loops;   /* and where loops are left; a block stands in one place only */
    bool marks_heads; /* code says where loops of the user's functions begin a round, and where they call each other */
    bool flags_slots; /* of every variable that is a register, and has a name, it is known whether it is set */
    u64 sparse_from;  /* variables of so many bytes have no place in a frame's storage; 0: all have */
    u32 frame_cells;  /* that stand before the cells of a call */
    u64 functions_decoded;
    void *self;
    u64 (*address_of)(void *self, Constant constant); /* by value: the table may move meanwhile */
    void (*number_blocks)(void *self, Compiled *compiled);
} CodeMaker;
const Compiled *decode_function(CodeMaker *maker, Function *function, Error *error);

#endif
