/* What inputs are in the words of the source: `p->next->length` for bytes behind a pointer that was given.
 *
 * C types say it: of the root's parameters, of variables, of results, and of what these lead to. */
#ifndef CHECK_PLACES_H
#define CHECK_PLACES_H

#include "base/text.h"
#include "engine/explore.h"

typedef struct {
    const Explorer *e;
    const Function *root; /* whose arguments the inputs are; NULL: not known */
} Places;

typedef struct {
    const Type *type; /* of the scalar that the symbol is, or is a byte of; NULL: not known */
    u32 at;           /* the first byte of the symbol in it */
    bool is_member;   /* a struct has a name for it: it is no element of an array or text */
} Place;

/* False: its place is not known, or it is of a bit-field (a member). `name`: it is added to it, NULL: nobody wants it. */
bool place_of_symbol(const Places *places, const Term *symbol, Place *out, Text *name);

#endif
