/* <ctype.h> with an explicit locale: there is only "C". */
#define _GNU_SOURCE
#include "loci_ctype.h"

#undef isalnum_l
#undef __isalnum_l
#undef isalpha_l
#undef __isalpha_l
#undef isblank_l
#undef __isblank_l
#undef iscntrl_l
#undef __iscntrl_l
#undef isdigit_l
#undef __isdigit_l
#undef isgraph_l
#undef __isgraph_l
#undef islower_l
#undef __islower_l
#undef isprint_l
#undef __isprint_l
#undef ispunct_l
#undef __ispunct_l
#undef isspace_l
#undef __isspace_l
#undef isupper_l
#undef __isupper_l
#undef isxdigit_l
#undef __isxdigit_l
#undef tolower_l
#undef toupper_l

int isalnum_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_ALNUM(c) * _ISalnum;
}

int isalpha_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_ALPHA(c) * _ISalpha;
}

int isblank_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_BLANK(c) * _ISblank;
}

int iscntrl_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_CNTRL(c) * _IScntrl;
}

int isdigit_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_DIGIT(c) * _ISdigit;
}

int isgraph_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_GRAPH(c) * _ISgraph;
}

int islower_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_LOWER(c) * _ISlower;
}

int isprint_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_PRINT(c) * _ISprint;
}

int ispunct_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_PUNCT(c) * _ISpunct;
}

int isspace_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_SPACE(c) * _ISspace;
}

int isupper_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_UPPER(c) * _ISupper;
}

int isxdigit_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_XDIGIT(c) * _ISxdigit;
}

int toupper_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_FOLDED(LOCI_TO_UPPER(c));
}

int tolower_l(int c, locale_t locale)
{
    (void)locale;
    return LOCI_FOLDED(LOCI_TO_LOWER(c));
}
