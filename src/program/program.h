/* The program: what every engine and analysis reads instead of LLVM.
 *
 * A Program holds functions, global objects and types, linked across translation units and the C
 * library. A Function is a dense array of instructions cut into blocks, over numbered registers.
 *
 *   - A register holds one scalar: an integer of any width, a float or a pointer. Aggregates and
 *     vectors that LLVM keeps in registers are taken apart when the program is lowered, an element a
 *     register, consecutive numbers. Registers are not in SSA form: there are no phis, only moves.
 *   - A local variable whose address is not taken is a *slot*: it owns a register for its whole
 *     scope. All other locals are *objects*: a register holds the pointer to each.
 *   - Addresses are computed by explicit steps, FIELD and INDEX, never by integer arithmetic.
 *   - An operand is a register or a constant; see Operand.
 *   - What clang's sanitizers check is folded into the operation itself (INSN_CHECKED), with the C
 *     type in `type`, so that a report can say "does not fit in 'int'".
 *   - Bodies are lowered when first asked for (program_body), so that a large program of which
 *     little runs starts fast.
 *
 * Invariants, verified by program_check() in test builds: every block ends in exactly one terminator
 * and has none before; operands name existing registers or constants; operand and result types agree
 * with what each operation in ops.def demands; blocks' ranges partition the instructions; calls have
 * as many dst registers as their result type has scalars. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"
#include "base/vec.h"

typedef struct Type Type;
typedef struct Function Function;
typedef struct Global Global;
typedef struct Variable Variable;
typedef struct Program Program;

/* ---- Types: machine types of values, layouts of objects, and C types by name, in one family ---- */

typedef enum {
    TYPE_VOID,
    TYPE_INT,      /* bits, is_signed (C types only) */
    TYPE_FLOAT,    /* bits: 16, 32, 64, 80 (x87), 128 */
    TYPE_POINTER,  /* element: what it points to, NULL if unknown */
    TYPE_ARRAY,    /* element, count */
    TYPE_VECTOR,   /* element, count */
    TYPE_STRUCT,   /* fields */
    TYPE_UNION,    /* fields, all at offset 0 */
    TYPE_FUNCTION, /* element: result; fields: parameters; variadic */
} TypeKind;

typedef struct {
    const char *name; /* NULL if unknown or anonymous */
    const Type *type;
    u64 offset;                /* in bytes, from the start of the struct */
    u16 bit_offset, bit_width; /* of a bit-field, from `offset`; width 0: no bit-field */
} Field;

struct Type {
    TypeKind kind;
    bool is_signed;   /* TYPE_INT: a signed C type */
    bool is_variadic; /* TYPE_FUNCTION */
    bool is_to_const; /* TYPE_POINTER: what it points to is const, as far as C types tell */
    u32 bits;         /* TYPE_INT, TYPE_FLOAT */
    u32 align;        /* in bytes */
    u64 size;         /* in bytes, as sizeof; 0 for void, functions and incomplete types */
    u64 count;        /* TYPE_ARRAY, TYPE_VECTOR; 0 for an array of unknown bound */
    const Type *element;
    const Field *fields;
    u32 field_count;
    const char *name; /* as C writes it: "int", "struct node", "size_t"; NULL for a bare machine type */
};

/* ---- Places in the source ---- */

typedef u32 LocationId; /* index into Program.locations; 0 is "no place known" */
typedef struct {
    u32 file;         /* index into Program.files */
    u32 line, column; /* from 1; 0 if unknown */
} Location;

/* ---- Constants and operands ---- */

typedef enum {
    CONSTANT_INT,      /* limbs */
    CONSTANT_FLOAT,    /* limbs: the bits of the number */
    CONSTANT_NULL,     /* the null pointer */
    CONSTANT_GLOBAL,   /* address of `global` + offset */
    CONSTANT_FUNCTION, /* address of `function` */
    CONSTANT_BLOCK,    /* address of block `block` of `function`, for computed goto */
    CONSTANT_UNDEF,    /* any value */
    CONSTANT_POISON,
} ConstantKind;

typedef struct {
    ConstantKind kind;
    const Type *type; /* int, float or pointer */
    const u64 *limbs; /* (bits + 63) / 64 words, least significant first, unused high bits zero */
    Global *global;
    Function *function;
    u32 block;
    i64 offset;
} Constant;

/* A register number, or a constant (index into Program.constants) with the high bit set. */
typedef u32 Operand;
#define OPERAND_NONE 0xffffffffu
#define OPERAND_CONSTANT 0x80000000u
static inline bool operand_is_constant(Operand o) { return o != OPERAND_NONE && (o & OPERAND_CONSTANT); }
static inline u32 operand_index(Operand o) { return o & ~OPERAND_CONSTANT; }

/* ---- Instructions ---- */

typedef enum {
#define OP(NAME, name, ...) OP_##NAME,
#include "program/ops.def"
#undef OP
    OP_COUNT
} Op;

enum { FCMP_LESS = 1, FCMP_EQUAL = 2, FCMP_GREATER = 4, FCMP_UNORDERED = 8 }; /* Insn.extra of FCMP */

/* Insn.extra of FMATH: the float intrinsics of LLVM, by the names of <math.h>. */
// clang-format off
typedef enum {
    FLOAT_FABS, FLOAT_SQRT, FLOAT_FLOOR, FLOAT_CEIL, FLOAT_TRUNC, FLOAT_RINT, FLOAT_NEARBYINT, FLOAT_ROUND,
    FLOAT_ROUNDEVEN, FLOAT_COPYSIGN, FLOAT_FMIN, FLOAT_FMAX, FLOAT_FMA, FLOAT_FMULADD, FLOAT_POW, FLOAT_POWI, FLOAT_SIN,
    FLOAT_COS, FLOAT_TAN, FLOAT_EXP, FLOAT_EXP2, FLOAT_EXP10, FLOAT_LOG, FLOAT_LOG2, FLOAT_LOG10, FLOAT_LDEXP,
    FLOAT_LRINT, FLOAT_LROUND, /* dst is an integer */
    FLOAT_ISFPCLASS,           /* dst has width 1, b is the mask of LLVM's classes */
    FLOAT_FUNCTION_COUNT
} FloatFunction;
// clang-format on

enum {                        /* Insn.flags */
       INSN_CHECKED = 1 << 0, /* ADD SUB MUL SHL LSHR ASHR: the C operation is undefined when it overflows (ADD SUB
                                   MUL: as signed) or shifts too far; an error to report, `type` is the C type */
       INSN_SIGNED_BASE =
           1 << 1,             /* SHL, with CHECKED: also an error if the base is negative or the result does not fit */
       INSN_NSW = 1 << 2,      /* poison on signed wrap (optimised bitcode) */
       INSN_NUW = 1 << 3,      /* poison on unsigned wrap */
       INSN_EXACT = 1 << 4,    /* poison if bits are lost */
       INSN_INBOUNDS = 1 << 5, /* FIELD, INDEX */
       INSN_VOLATILE = 1 << 6, /* LOAD, STORE, COPY, FILL */
       INSN_OVERLAP_OK = 1 << 7,         /* COPY: memmove */
       INSN_SOURCE_UNREACHABLE = 1 << 8, /* UNREACHABLE: written by the user (__builtin_unreachable), a reported error;
                                         otherwise it follows a call that does not return */
       INSN_NO_RETURN = 1 << 9,          /* CALL */
       INSN_ZERO_POISON = 1 << 10,  /* CTLZ, CTTZ: poison if the operand is zero; ABS: poison if it is the minimum */
       INSN_STRICT_SHIFT = 1 << 11, /* shifts: poison when the amount is too large (bitcode made elsewhere) */
       INSN_GOES_ON =
           1 << 13, /* UNSUPPORTED: inline assembly. Where it does not end the run it gives any results, which
                                  the instructions behind it say, and what its operands lead to may be anything */
       INSN_DECIDES = 1 << 12, /* SELECT: stands for a branch, so an undefined condition is an error */
};

typedef struct {
    u16 op; /* Op */
    u16 flags;
    u32 dst; /* register or OPERAND_NONE */
    Operand a, b, c;
    LocationId location;
    u32 extra;          /* see ops.def: an index into a table of the function */
    const Type *type;   /* the type the operation works on; see ops.def */
    const Type *c_type; /* LOAD and STORE: the C type of the accessed data, NULL if unknown */
} Insn;

typedef struct {
    Operand value;
    const Type *type;
    const Type *byval; /* not NULL: value points to an object of this type, of which the callee gets a copy */
    u32 byval_align;
    u16 lanes; /* of a vector, whose elements are arguments one after the other: their number at the first
                            one, 0 at the others; 1 for everything else */
} Argument;

typedef struct {
    const Type *type; /* TYPE_FUNCTION as the call site sees it */
    Argument *args;
    u32 arg_count;
    u32 fixed_count; /* args before the variadic ones (== arg_count if not variadic) */
    u32 dst_count;   /* consecutive result registers from Insn.dst */
} Call;

typedef struct {
    const u64 *values;  /* for widths to 64 bits, zero-extended; wider: limbs one after the other */
    const u32 *targets; /* blocks */
    u32 count;
    u32 default_target;
} Switch;

typedef struct {
    u32 first, count; /* range of Function.insns */
    const char *name; /* NULL if unknown */
} Block;

typedef struct {
    const Type *type; /* int, float or pointer */
    u32 variable;     /* index + 1 into Function.variables if it is a variable's slot or holds its address; else 0 */
} Register;

typedef enum {
    VARIABLE_SLOT,
    VARIABLE_OBJECT,
    VARIABLE_DYNAMIC, /* its register holds the address of an object that is made otherwise: by ALLOCA (an array of
                         variable length), or by the caller (a struct passed or returned by value) */
} VariableKind;

struct Variable {
    const char *name; /* NULL for the compiler's temporaries */
    const Type *type; /* C type if known, else the machine type */
    VariableKind kind;
    bool is_parameter;
    bool has_scope;   /* SCOPE_BEGIN and SCOPE_END instructions mark its life; else it lives as long as the call */
    bool maybe_unset; /* slot: may be read before it is written (see program/unset.c) */
    u32 reg;          /* slot: the register that is the variable; else the one that holds its address */
    u64 size;
    u32 align;
    LocationId location; /* of the declaration */
};

typedef enum { LINK_EXTERNAL, LINK_WEAK, LINK_INTERNAL } Linkage;

struct Function {
    const char *name;
    const char *unit;   /* the C file that was compiled, as its loader names it; NULL: none defines it */
    const Type *type;   /* TYPE_FUNCTION */
    const Type *c_type; /* the signature as the source has it; NULL if unknown */
    u32 number;         /* index in Program.functions */
    Linkage linkage;
    bool is_library;       /* from runtime/: reports speak of the caller in the user's code */
    bool is_foreign;       /* from bitcode that was not compiled by our front end */
    bool is_context;       /* of a file that is there only because others call it */
    bool is_unknown;       /* it is defined nowhere: an engine has made its body */
    bool is_outsider;      /* an engine has made it, in the place of callers that nobody sees */
    bool is_address_taken; /* by the program's own code */
    bool has_body;         /* some module defines it; program_body() gives the body */
    bool is_lowered;       /* the fields below are filled in */
    LocationId location;
    u32 *params; /* registers that receive the arguments, a scalar each */
    u32 param_count;
    u32 result_count; /* scalars returned */
    Register *registers;
    u32 register_count;
    Insn *insns;
    u32 insn_count;
    Block *blocks; /* block 0 is the entry */
    u32 block_count;
    Variable *variables;
    u32 variable_count;
    Call *calls; /* Insn.extra of CALL */
    u32 call_count;
    Switch *switches; /* Insn.extra of SWITCH */
    u32 switch_count;
    Operand *returns; /* RETURN: `extra` is the first, c the number of values */
    u32 return_count;
    char **texts; /* UNSUPPORTED: what it is, for the message; CHECK: "tag: sentence" */
    u32 text_count;
    void *source;   /* the front end's own */
    void *compiled; /* the machine's own: decoded code */
};

typedef struct {
    u64 offset;       /* where in the object the pointer stands */
    u32 constant;     /* index into Program.constants: GLOBAL, FUNCTION or BLOCK */
    u8 size;          /* bytes the number takes (a pointer's size, or less if the program casts it) */
    bool is_relative; /* four bytes that say how far the address is from this object, for LOAD_RELATIVE */
} Relocation;

struct Global {
    const char *name;
    const char *unit; /* as Function.unit */
    const Type *type; /* C type if known, else the layout */
    u32 number;       /* index in Program.globals */
    Linkage linkage;
    bool is_constant;       /* const: writing is an error */
    bool is_string_literal; /* compiler-made: it has no name of the user's */
    bool is_thread_local;
    bool is_library;
    bool is_defined;     /* false: declared extern and defined nowhere */
    bool is_any;         /* it is defined nowhere, and given any value when the program begins */
    bool is_initialised; /* bytes and relocations are filled in (program_initialiser) */
    u64 size;
    u32 align;
    const u8 *bytes;     /* NULL: all zero */
    const u8 *undefined; /* NULL or, a bit mask a byte, which bits of the initialiser are undef (padding is zero) */
    Relocation *relocations;
    u32 relocation_count;
    LocationId location;
    void *source; /* the front end's own */
};

typedef struct {
    Function *function;
    i32 priority; /* smaller runs earlier; as a destructor, later */
} Constructor;

struct Program {
    Arena arena;       /* everything of the program lives here */
    u32 pointer_bytes; /* 4: ILP32, 8: LP64 */
    VEC(Function *) functions;
    VEC(Global *) globals;
    u32 first_functions,
        first_globals; /* so many were there when the program was loaded: their numbers do not depend on
                                           what is looked at later, and in which order */
    VEC(Constant) constants;
    VEC(Location) locations;
    VEC(const char *) files; /* as the compiler names them */
    bool fold_conditions;    /* conditions without effects become values (program/conditions.c) */
    bool starts_threads; /* its own code may: it names a function that does, and whoever loads it asked for threads */
    bool has_stacks;     /* the same, or it makes contexts: it may have several stacks of frames */
    bool tries_locks;    /* and it can see that a lock is held, without waiting for it */
    StringMap function_names; /* external names -> number */
    StringMap global_names;
    VEC(const char *) missing_sources;                  /* sentences: parts of the program that have no code for Loci */
    VEC(Constructor) constructors, destructors;         /* in order of priority; destructors run from the end */
    bool (*lower_body)(Program *, Function *, Error *); /* set by the front end */
    bool (*lower_initialiser)(Program *, Global *, Error *); /* set by the front end */
    void (*close)(Program *);                                /* frees what the front end holds; may be NULL */
    void *frontend;                                          /* the front end's own */
    Map constant_index;                                      /* hash of a constant -> index, for interning */
    Map location_index;
    StringMap file_index;
};

/* Makes sure that the body (initialiser) is there. False, with an error, if it cannot be had. */
bool program_body(Program *program, Function *function, Error *error);
bool program_initialiser(Program *program, Global *global, Error *error);

Function *program_function_named(const Program *program, const char *name); /* NULL if there is none */
/* What the user's code names is known only when its bodies and initialisers are there. One that cannot be had is nothing to
 * stop for: whoever runs into it will say so. */
void program_make_all_known(Program *program);
LocationId program_block_location(const Function *function, u32 block); /* of its first instruction that has one */
void program_free(Program *program);

/* ---- Building (used by the front end) ---- */

u32 program_add_constant(Program *program, Constant constant);                     /* interned; returns the index */
LocationId program_add_location(Program *program, u32 file, u32 line, u32 column); /* interned */
u32 program_add_file(Program *program, const char *name);                          /* interned */
Operand program_int_operand(Program *program, const Type *type, u64 value);

/* Fills in Variable.maybe_unset: which slots may be read before they are written on some path. */
void program_find_unset_slots(Function *function, const Program *program);

/* ---- Reading ---- */

const char *op_name(Op op);
bool op_is_terminator(Op op);
static inline u32 type_limbs(const Type *type) { return type->kind == TYPE_POINTER ? 1 : (type->bits + 63) / 64; }
static inline bool type_is_scalar(const Type *type) {
    return type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_POINTER;
}
static inline const Type *operand_type(const Program *program, const Function *function, Operand operand) {
    return operand_is_constant(operand) ? program->constants.at[operand_index(operand)].type
                                        : function->registers[operand].type;
}

void program_print_type(Text *out, const Type *type); /* as C or LLVM would write it */
void program_print_function(Text *out, const Program *program, const Function *function);
void program_print_global(Text *out, const Program *program, const Global *global);
void program_print_insn(Text *out, const Program *program, const Function *function, const Insn *insn);

/* Verifies the invariants above. False, with an error naming function, instruction and rule. */
bool program_check(const Program *program, const Function *function, Error *error);

#endif
