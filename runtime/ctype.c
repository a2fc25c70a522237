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
    return LOCI_ALNUM(c) ? _ISalnum : 0;
}

int isalpha(int c)
{
    return LOCI_ALPHA(c) ? _ISalpha : 0;
}

int isblank(int c)
{
    return LOCI_BLANK(c) ? _ISblank : 0;
}

int iscntrl(int c)
{
    return LOCI_CNTRL(c) ? _IScntrl : 0;
}

int isdigit(int c)
{
    return LOCI_DIGIT(c) ? _ISdigit : 0;
}

int isgraph(int c)
{
    return LOCI_GRAPH(c) ? _ISgraph : 0;
}

int islower(int c)
{
    return LOCI_LOWER(c) ? _ISlower : 0;
}

int isprint(int c)
{
    return LOCI_PRINT(c) ? _ISprint : 0;
}

int ispunct(int c)
{
    return LOCI_PUNCT(c) ? _ISpunct : 0;
}

int isspace(int c)
{
    return LOCI_SPACE(c) ? _ISspace : 0;
}

int isupper(int c)
{
    return LOCI_UPPER(c) ? _ISupper : 0;
}

int isxdigit(int c)
{
    return LOCI_XDIGIT(c) ? _ISxdigit : 0;
}

int isascii(int c)
{
    return c >= 0 && c <= 127;
}

int toascii(int c)
{
    return c & 127;
}

/* Negative characters are folded onto 128 to 255, as the tables have it. */
int toupper(int c)
{
    return c >= -128 && c < -1 ? c + 256 : LOCI_TO_UPPER(c);
}

int tolower(int c)
{
    return c >= -128 && c < -1 ? c + 256 : LOCI_TO_LOWER(c);
}
