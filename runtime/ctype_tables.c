/* The tables behind the macros of <ctype.h>. They are indexed from -128 to 255, so that a char of
 * either sign and EOF are valid. */
#include <stdlib.h>
#include "loci_ctype.h"

#define CLASSES(c)                                                                                     \
    (unsigned short)((LOCI_UPPER(c) ? _ISupper : 0) | (LOCI_LOWER(c) ? _ISlower : 0) |                 \
                     (LOCI_ALPHA(c) ? _ISalpha : 0) | (LOCI_DIGIT(c) ? _ISdigit : 0) |                 \
                     (LOCI_XDIGIT(c) ? _ISxdigit : 0) | (LOCI_SPACE(c) ? _ISspace : 0) |               \
                     (LOCI_PRINT(c) ? _ISprint : 0) | (LOCI_GRAPH(c) ? _ISgraph : 0) |                 \
                     (LOCI_BLANK(c) ? _ISblank : 0) | (LOCI_CNTRL(c) ? _IScntrl : 0) |                 \
                     (LOCI_PUNCT(c) ? _ISpunct : 0) | (LOCI_ALNUM(c) ? _ISalnum : 0))

#define UPPER(c) LOCI_FOLDED(LOCI_TO_UPPER(c))
#define LOWER(c) LOCI_FOLDED(LOCI_TO_LOWER(c))

#define FOUR(of, c) of(c), of((c) + 1), of((c) + 2), of((c) + 3)
#define SIXTEEN(of, c) FOUR(of, c), FOUR(of, (c) + 4), FOUR(of, (c) + 8), FOUR(of, (c) + 12)
#define SIXTY_FOUR(of, c) SIXTEEN(of, c), SIXTEEN(of, (c) + 16), SIXTEEN(of, (c) + 32), SIXTEEN(of, (c) + 48)
#define ALL(of)                                                                                        \
    SIXTY_FOUR(of, -128), SIXTY_FOUR(of, -64), SIXTY_FOUR(of, 0), SIXTY_FOUR(of, 64),                  \
        SIXTY_FOUR(of, 128), SIXTY_FOUR(of, 192)

static const unsigned short classes[384] = {ALL(CLASSES)};
static const int upper[384] = {ALL(UPPER)};
static const int lower[384] = {ALL(LOWER)};

static const unsigned short *classes_from_zero = classes + 128;
static const int *upper_from_zero = upper + 128;
static const int *lower_from_zero = lower + 128;

const unsigned short **__ctype_b_loc(void)
{
    return &classes_from_zero;
}

const int **__ctype_toupper_loc(void)
{
    return &upper_from_zero;
}

const int **__ctype_tolower_loc(void)
{
    return &lower_from_zero;
}

size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}
