/* Questions about texts and blocks whose bytes are terms, answered as one term each: a loop over them would fork at every
 * byte. For the table of builtins_symbolic.c; what they mean stands in runtime/include/loci_machine.h.
 *
 * They answer only what the library's own loop would come to without an error: all bytes looked at lie in one object that
 * lives, at places that are numbers, and have no undefined bits. Where only some inputs lead to an answer within that, the
 * path is split once; the loop has the others, and reports what is wrong with them. */
#ifndef SEMANTICS_TEXTS_H
#define SEMANTICS_TEXTS_H

#include "code/code.h"

BuiltinFunction texts_index_before, texts_equal, texts_difference;

#endif
