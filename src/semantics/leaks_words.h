/* Words that are terms and may point to heap blocks: for the decision whether a block is lost (leaks_decide.c). */
#ifndef SEMANTICS_LEAKS_WORDS_H
#define SEMANTICS_LEAKS_WORDS_H

#include "machine/leaks.h"
#include "semantics/lift.h"

typedef struct {
    Term *object;  /* 32 bits: the number of the object the pointer is based on; ILP32: 0 if the address decides */
    Term *address; /* ILP32: 32 bits; else NULL */
    Term *exists;  /* one bit: it lives, reaches as far as the word, and the word is defined; NULL: all is so */
    bool is_guess; /* made of input alone: a pointer only for inputs that happen to be one */
} LeakWord;

/* Each word of an object, or of the registers of live frames, that is not made of numbers alone and is defined. Of objects
 * whose size or life is a term, those that are numbers too. */
typedef void LeakWordVisit(void *self, const LeakWord *word);
/* `thorough`: also words that lie across the elements of an array, which are many and hardly ever pointers. */
void leak_visit_words(Machine *m, u32 object, bool thorough, LeakWordVisit *visit, void *self);
void leak_visit_registers(Machine *m, const Code *ip, u64 *r, LeakWordVisit *visit, void *self);

bool leak_sparse_may_hold_pointer(Machine *m, const Contents *contents); /* of a sparse object */
/* Of an object that never gets bytes: its words can be visited, those in leaves as words whether they are numbers or not. */
bool leak_can_visit_pieces(Machine *m, const Contents *contents);

bool leak_word_is_number(const LeakWord *word);
/* Objects or terms have changed since words were visited. */
void leak_forget_arrays(Machine *m);

/* The condition that the word points into the block, or one past its end. It says of terms what leak_blocks_at says of
 * numbers. */
Term *leak_points_to(Machine *m, const LeakWord *word, u32 block);
/* The live blocks that the word can point to, several times perhaps; false if it is not known which they are. */
typedef VEC(u32) LeakBlocks;
bool leak_possible_blocks(Machine *m, const LeakWord *word, LeakBlocks *blocks);

#endif
