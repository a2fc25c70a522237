/* The complex functions on long double. */
#define _GNU_SOURCE
#define REAL long double
#define F(name) name##l
#include "loci_complex.h"
