/* The character classes of the "C" locale, as constant expressions. They are written without && and ||, which are
 * branches: a test of a symbolic character is one value, and forks only where the program decides on it. */
#ifndef LOCI_CTYPE_H
#define LOCI_CTYPE_H

#include <ctype.h>

#define LOCI_IN(c, first, last) (((c) >= (first)) & ((c) <= (last)))
#define LOCI_UPPER(c) LOCI_IN(c, 'A', 'Z')
#define LOCI_LOWER(c) LOCI_IN(c, 'a', 'z')
#define LOCI_ALPHA(c) (LOCI_UPPER(c) | LOCI_LOWER(c))
#define LOCI_DIGIT(c) LOCI_IN(c, '0', '9')
#define LOCI_XDIGIT(c) (LOCI_DIGIT(c) | LOCI_IN(c, 'a', 'f') | LOCI_IN(c, 'A', 'F'))
#define LOCI_ALNUM(c) (LOCI_ALPHA(c) | LOCI_DIGIT(c))
#define LOCI_SPACE(c) (((c) == ' ') | LOCI_IN(c, '\t', '\r'))
#define LOCI_BLANK(c) (((c) == ' ') | ((c) == '\t'))
#define LOCI_GRAPH(c) LOCI_IN(c, '!', '~')
#define LOCI_PRINT(c) LOCI_IN(c, ' ', '~')
#define LOCI_PUNCT(c) (LOCI_GRAPH(c) & !LOCI_ALNUM(c))
#define LOCI_CNTRL(c) (LOCI_IN(c, 0, 31) | ((c) == 127))

#define LOCI_TO_UPPER(c) ((c) - LOCI_LOWER(c) * ('a' - 'A'))
#define LOCI_TO_LOWER(c) ((c) + LOCI_UPPER(c) * ('a' - 'A'))

/* The GNU C library maps the negative half onto the bytes 128 to 255, except EOF. */
#define LOCI_FOLDED(c) ((c) + LOCI_IN(c, -128, -2) * 256)

#endif
