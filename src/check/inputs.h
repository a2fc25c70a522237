/* What a finding needs of the outside: of the inputs that its path's conditions speak of those that are texts. */
#ifndef CHECK_INPUTS_H
#define CHECK_INPUTS_H

#include "check/describe.h"

/* Inputs of several bytes are told as one text, up to the last byte that counts, or as a number: added to the values of the
 * finding. What is left of `symbols` are the others. */
void inputs_show_texts(const Description *d, Finding *finding, u32 most, TermVec *symbols);

const char *inputs_plain_name(const char *name); /* without the word that says where it comes from */

#endif
