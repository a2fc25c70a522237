/* Bytes and wide characters of the "C" locale, which is ASCII: one byte each, up to 127. */
#ifndef LOCI_WIDE_H
#define LOCI_WIDE_H

#include <stddef.h>

/* Both return false if the character has no counterpart. */
static inline _Bool __loci_widen(char byte, wchar_t *wide)
{
    *wide = (unsigned char)byte;
    return (unsigned char)byte < 128;
}

static inline _Bool __loci_narrow(wchar_t wide, char *byte)
{
    *byte = (char)wide;
    return wide >= 0 && wide < 128;
}

#endif
