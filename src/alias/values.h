/* The values of a function: what its registers hold, told apart by where it was written.
 *
 * Registers are shared by temporaries and written many times; an analysis that does not follow the order of
 * instructions would mix up all that ever stood in one. So each write makes a value of its own, and where
 * several writes may reach a read through different blocks, a value that joins them, as the phis of SSA form
 * do. They are found on demand from the reads (Braun et al., CC 2013), without dominance frontiers. */
#ifndef ALIAS_VALUES_H
#define ALIAS_VALUES_H

#include "base/map.h"
#include "base/vec.h"
#include "program/program.h"

enum { VALUE_NONE = 0xffffffff };

typedef struct {
    u32 joined, from; /* value `joined` may be value `from` */
} Join;

typedef struct {
    const Function *function;
    u32 count;
    VEC(u32) registers; /* value -> its register */
    VEC(Join) joins;
    u32 *reads;      /* values of the operands, see values_read; VALUE_NONE: a constant, or none */
    u32 *first_read; /* instruction -> where its operands begin in `reads` */
    u32 *writes;     /* instruction -> value of its first result; further ones follow */
    u32 *writers;    /* value -> instruction + 1 that writes it; 0: none, or several */
    bool is_merged;  /* a register is one value, whatever writes it */
} Values;

enum { READ_A = 0, READ_B = 1, READ_C = 2, READ_MORE = 3 }; /* MORE: arguments of a call, values of a return */

Values *values_of(const Program *program, const Function *function);
void values_free(Values *values);

/* A register that is never written but by the machine (parameter, address of a variable) is the value with the
 * register's own number. */
static inline u32 values_read(const Values *values, u32 insn, u32 operand) {
    return values->reads[values->first_read[insn] + operand];
}
static inline u32 values_written(const Values *values, u32 insn) { return values->writes[insn]; }
static inline const Insn *values_writer(const Values *values, u32 value) {
    u32 writer = value == VALUE_NONE ? 0 : values->writers[value];
    return writer ? &values->function->insns[writer - 1] : NULL;
}
/* Is the value written by an instruction that is no call, or a join: by what can be seen in the function? */
bool values_is_closed(const Values *values, u32 value);

#endif
