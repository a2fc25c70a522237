/* The rules for undefined bits on numbers, and which rule the operations of any width follow. */
#ifndef CODE_UNDEFINED_H
#define CODE_UNDEFINED_H

#include "code/code.h"

/* The undefined bits of the result of a rule of undefined.def on operands of `bits` bits (1 to 64): x and y, of which
 * ux and uy are undefined. A rule of truth gives 0 or 1. */
u64 undefined_by_rule(UndefinedRule rule, u32 bits, u64 x, u64 y, u64 ux, u64 uy);
/* Whether the result of the rule is one bit. */
bool undefined_rule_is_of_truth(UndefinedRule rule);

/* The rule of an instruction on operands of `bits` bits. Beyond 64 bits carries and comparisons are not followed:
 * everything becomes undefined (RULE_ALL). RULE_MOVE: what it does to the number it does to the mask, where only the first
 * operand has undefined bits; otherwise as RULE_ALL. */
UndefinedRule undefined_rule_of(Op op, u32 bits);
enum { MOST_BITS_TRACKED = 4096 }; /* beyond that, one undefined bit makes everything undefined */

#endif
