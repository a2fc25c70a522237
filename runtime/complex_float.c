/* The complex functions on float. */
#define _GNU_SOURCE
#define REAL float
#define F(name) name##f
#include "loci_complex.h"
