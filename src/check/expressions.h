/* Operands of instructions in the words of the source: `p->next`, `i`, without spaces. */
#ifndef CHECK_EXPRESSIONS_H
#define CHECK_EXPRESSIONS_H

#include "base/text.h"
#include "base/vec.h"
#include "program/program.h"

typedef struct {
    VEC(char *) texts;
    VEC(u32) parameters; /* of the function, by number: of which something is among them */
} Expressions;

/* What the instruction's operand is made of: variables, and members and elements that are read. Of an address that is stepped to: what the
 * steps begin at, and the indices. */
void expressions_of(const Program *program, const Function *function, const Insn *insn, Operand operand,
                    Expressions *out);
/* What the instruction works on has been read from a member that is no array, as far as its block shows. */
bool expressions_read_member(const Program *program, const Function *function, const Insn *insn);
void expressions_free(Expressions *expressions);

#endif
