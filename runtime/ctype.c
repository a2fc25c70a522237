/* <ctype.h> as functions. They answer the same bits as the macros, since some programs print them. */
#define _GNU_SOURCE
#include "loci_ctype.h"

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef isascii
#undef toascii
#undef tolower
#undef toupper

int isalnum(int c)
{
    return LOCI_ALNUM(c) * _ISalnum;
}

int isalpha(int c)
{
    return LOCI_ALPHA(c) * _ISalpha;
}

int isblank(int c)
{
    return LOCI_BLANK(c) * _ISblank;
}

int iscntrl(int c)
{
    return LOCI_CNTRL(c) * _IScntrl;
}

int isdigit(int c)
{
    return LOCI_DIGIT(c) * _ISdigit;
}

int isgraph(int c)
{
    return LOCI_GRAPH(c) * _ISgraph;
}

int islower(int c)
{
    return LOCI_LOWER(c) * _ISlower;
}

int isprint(int c)
{
    return LOCI_PRINT(c) * _ISprint;
}

int ispunct(int c)
{
    return LOCI_PUNCT(c) * _ISpunct;
}

int isspace(int c)
{
    return LOCI_SPACE(c) * _ISspace;
}

int isupper(int c)
{
    return LOCI_UPPER(c) * _ISupper;
}

int isxdigit(int c)
{
    return LOCI_XDIGIT(c) * _ISxdigit;
}

int isascii(int c)
{
    return LOCI_IN(c, 0, 127);
}

int toascii(int c)
{
    return c & 127;
}

/* Negative characters are folded onto 128 to 255, as the tables have it. */
int toupper(int c)
{
    return LOCI_FOLDED(LOCI_TO_UPPER(c));
}

int tolower(int c)
{
    return LOCI_FOLDED(LOCI_TO_LOWER(c));
}
