/* What trial runs (trials.c) are given: values that mean something to the program, drawn at random.
 *
 * A dictionary is what stands in the user's part of the program: the texts among the bytes of its variables, and the
 * numbers of its code. Numbers are small ones, those of the dictionary and their neighbours, powers of two, a few of any
 * size. Bytes are asked for one by one where a program reads text: they come in records of `stride` bytes, each a word
 * with zeros behind it. A word is a text of the dictionary, an option (a dash and a letter of such a text), a number in
 * digits, or a character.
 *
 * A drawn number is never the address of an object: which object such a number happens to hit says nothing about the
 * program (doc/verify.md). */
#ifndef VERIFY_DRAW_H
#define VERIFY_DRAW_H

#include "base/vec.h"
#include "program/program.h"

enum { DRAW_LONGEST_WORD = 24 };

typedef struct {
    VEC(const char *) texts;
    VEC(u64) numbers;
    Arena arena; /* of the texts */
    bool is_32;
    u64 random; /* the generator's state, never 0 */
    char word[DRAW_LONGEST_WORD + 1];
} Drawing;

void drawing_begin(Drawing *drawing, Program *program);
void drawing_free(Drawing *drawing);

u64 draw_below(Drawing *drawing, u64 limit); /* 0 <= x < limit */
u32 draw_stride(Drawing *drawing);           /* of the records of a run */
u64 draw_number(Drawing *drawing, u32 bytes);
/* The byte at `position` of a record: position 0 begins a new word. */
u8 draw_byte(Drawing *drawing, u32 position);

#endif
