#ifndef BASE_RESIDENT_H
#define BASE_RESIDENT_H

#include "base/base.h"

/* Bytes of memory that this process has for itself: without pages of files, which others may use as well. */
u64 resident_bytes(void);

#endif
