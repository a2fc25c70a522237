/* The character classes of the "C" locale, as constant expressions. */
#ifndef LOCI_CTYPE_H
#define LOCI_CTYPE_H

#include <ctype.h>

#define LOCI_UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define LOCI_LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define LOCI_ALPHA(c) (LOCI_UPPER(c) || LOCI_LOWER(c))
#define LOCI_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define LOCI_XDIGIT(c) (LOCI_DIGIT(c) || ((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F'))
#define LOCI_ALNUM(c) (LOCI_ALPHA(c) || LOCI_DIGIT(c))
#define LOCI_SPACE(c) ((c) == ' ' || ((c) >= '\t' && (c) <= '\r'))
#define LOCI_BLANK(c) ((c) == ' ' || (c) == '\t')
#define LOCI_GRAPH(c) ((c) > ' ' && (c) <= '~')
#define LOCI_PRINT(c) ((c) >= ' ' && (c) <= '~')
#define LOCI_PUNCT(c) (LOCI_GRAPH(c) && !LOCI_ALNUM(c))
#define LOCI_CNTRL(c) (((c) >= 0 && (c) < ' ') || (c) == 127)

#define LOCI_TO_UPPER(c) (LOCI_LOWER(c) ? (c) - 'a' + 'A' : (c))
#define LOCI_TO_LOWER(c) (LOCI_UPPER(c) ? (c) - 'A' + 'a' : (c))

#endif
