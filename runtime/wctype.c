/* <wctype.h>: the classes of the "C" locale. */
#define _GNU_SOURCE
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include "loci_ctype.h"

/* WEOF and everything beyond ASCII is in no class. */
static int as_int(wint_t c)
{
    return c < 128 ? (int)c : -1;
}

int iswalnum(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_ALNUM(c);
}

int iswalpha(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_ALPHA(c);
}

int iswblank(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_BLANK(c);
}

int iswcntrl(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_CNTRL(c);
}

int iswdigit(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_DIGIT(c);
}

int iswgraph(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_GRAPH(c);
}

int iswlower(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_LOWER(c);
}

int iswprint(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_PRINT(c);
}

int iswpunct(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_PUNCT(c);
}

int iswspace(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_SPACE(c);
}

int iswupper(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_UPPER(c);
}

int iswxdigit(wint_t wide)
{
    int c = as_int(wide);
    return LOCI_XDIGIT(c);
}

wint_t towupper(wint_t c)
{
    return LOCI_TO_UPPER(c);
}

wint_t towlower(wint_t c)
{
    return LOCI_TO_LOWER(c);
}

/* A wctype_t is one more than the place of the name here. */
static const char *const names[] = {
    "alnum",
    "alpha",
    "blank",
    "cntrl",
    "digit",
    "graph",
    "lower",
    "print",
    "punct",
    "space",
    "upper",
    "xdigit",
};

wctype_t wctype(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return i + 1;
    return 0;
}

int iswctype(wint_t c, wctype_t type)
{
    switch (type) {
    case 1: return iswalnum(c);
    case 2: return iswalpha(c);
    case 3: return iswblank(c);
    case 4: return iswcntrl(c);
    case 5: return iswdigit(c);
    case 6: return iswgraph(c);
    case 7: return iswlower(c);
    case 8: return iswprint(c);
    case 9: return iswpunct(c);
    case 10: return iswspace(c);
    case 11: return iswupper(c);
    case 12: return iswxdigit(c);
    default: return 0;
    }
}

static const __int32_t to_upper = 1, to_lower = 2;

wctrans_t wctrans(const char *name)
{
    if (strcmp(name, "toupper") == 0) return &to_upper;
    return strcmp(name, "tolower") == 0 ? &to_lower : NULL;
}

wint_t towctrans(wint_t c, wctrans_t mapping)
{
    if (mapping == NULL) return c;
    return mapping == &to_upper ? towupper(c) : towlower(c);
}

int wcwidth(wchar_t c)
{
    if (c == L'\0') return 0;
    return LOCI_PRINT(c) ? 1 : -1;
}

int wcswidth(const wchar_t *text, size_t count)
{
    int width = 0;
    for (size_t i = 0; i < count && text[i] != L'\0'; i++) {
        if (!LOCI_PRINT(text[i])) return -1;
        width++;
    }
    return width;
}
