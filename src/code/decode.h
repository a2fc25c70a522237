/* Decoding: from instructions of the program to the machine's code. Shared by the decode_*.c files.
 *
 * What decoding does beyond translating:
 *   - an address computed for one load or store is folded into it (Address);
 *   - a comparison that only feeds a branch is folded into it;
 *   - constants that code in a loop needs in a cell are loaded once, at entry;
 *   - a jump back to a short block repeats that block instead (loops then jump once a round);
 *   - reads of slots that may be unset are preceded by CHECK_SET of a flag that every write sets. */
#ifndef CODE_DECODE_H
#define CODE_DECODE_H

#include "code/code.h"
/* base + index * scale + offset, not yet computed. */
typedef struct {
    bool is_pending;
    Operand base, index; /* index: OPERAND_NONE if there is none */
    bool index_is_32;
    u32 scale;
    i64 offset;
} Address;

typedef struct {
    u32 code, block;
} Fixup;

typedef struct {
    CodeMaker *maker;
    Program *program;
    Function *function;
    Compiled *compiled;
    VEC(Code) code;
    VEC(u32) origins;
    VEC(Code) prologue;
    VEC(Fixup) fixups; /* jumps to blocks not yet placed */
    VEC(SwitchTable *) tables;
    u32 *uses;          /* instruction -> how many operands read what it writes, in its block */
    bool *is_local;     /* register -> whether no block reads it before writing it */
    u32 *last_write;    /* while counting: register -> instruction + 1 that wrote it in this block */
    bool is_deferred;   /* the instruction being decoded was left to its use */
    Address *addresses; /* register -> pending address */
    Operand *widened;   /* register -> the 32-bit register it is the sign extension of, pending; or NONE */
    u32 *flags;         /* Compiled.set_flags */
    u32 *predecessors;  /* block -> how many jumps lead to it; NULL: not asked for */
    bool *in_loop;      /* block -> whether it is in a loop */
    Map hoisted;        /* constant operand -> cell */
    VEC(ScalarOp *) scalars;
    u32 next_scratch, most_scratch, next_cell;
    u32 block, insn; /* being decoded */
    bool is_32;
    bool is_repeating; /* inside a repeated block */
} Decoder;

/* Cells whose numbers are known only when the function is decoded: scratch cells stand behind the
 * registers and hoisted constants, the callee's cells behind this frame. Until then they are numbered
 * from these marks. */
#define SCRATCH 0x20000000u
#define OUTGOING 0x40000000u

Code *decode_emit(Decoder *dec, CodeOp op, u32 d, u32 a, u32 b, i64 imm);
u32 decode_cell(Decoder *dec, Operand operand); /* a cell that holds the operand */
u32 decode_cell_limbs(Decoder *dec, Operand operand, u32 limbs);
bool decode_is_small_constant(Decoder *dec, Operand operand, u64 *value); /* an integer of up to 64 bits, or null */
bool decode_is_undefined(const Decoder *dec, Operand operand);            /* undef or poison */
u32 decode_scratch(Decoder *dec, u32 cells);
u32 decode_result(Decoder *dec, const Insn *insn);
void decode_wrote(Decoder *dec, u32 reg); /* after a write to the register */
void decode_move(Decoder *dec, u32 to_cell, Operand from, const Type *type);
const u64 *decode_constant_limbs(Decoder *dec, Operand operand); /* of any constant, addresses included */
u32 decode_value_bits(const Decoder *dec, const Type *type);

bool decode_operation(Decoder *dec, const Insn *insn); /* decode_ops.c: false if it is none of its */
bool decode_memory(Decoder *dec, const Insn *insn);    /* decode_memory.c */
bool decode_control(Decoder *dec, const Insn *insn);   /* decode_control.c */
bool decode_fused_compare(Decoder *dec, const Insn *compare, const Insn *branch);
void decode_branch(Decoder *dec, CodeOp op, CodeOp inverse, u32 a, u32 b, i64 imm, u32 then, u32 otherwise);
void decode_scalar(Decoder *dec, const Insn *insn);
bool decode_is_used_once(const Decoder *dec, const Insn *insn); /* and only in its own block */

#endif
