/* The complex functions on double. */
#define _GNU_SOURCE
#define REAL double
#define F(name) name
#include "loci_complex.h"
