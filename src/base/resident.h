#ifndef BASE_RESIDENT_H
#define BASE_RESIDENT_H

#include "base/base.h"

/* Bytes of memory that this process has for itself: without pages of files, which others may use as well. */
u64 resident_bytes(void);
u64 resident_heap_bytes(void); /* of the heap, not freed */
/* What was freed goes back to the system. */
void resident_give_back(void);

#endif
