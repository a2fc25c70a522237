/* Length modifiers of conversions, the same for printing and scanning: hh h l ll q L j z t. */
#ifndef LOCI_LENGTH_H
#define LOCI_LENGTH_H

enum length { INT, CHAR, SHORT, LONG, LONG_LONG, INTMAX, SIZE, PTRDIFF };

/* Takes the modifier at *at, if there is one. */
static inline enum length parse_length(const char **at)
{
    switch (**at) {
    case 'h':
        if (*++*at != 'h') return SHORT;
        ++*at;
        return CHAR;
    case 'l':
        if (*++*at != 'l') return LONG;
        ++*at;
        return LONG_LONG;
    case 'q': case 'L': ++*at; return LONG_LONG;
    case 'j': ++*at; return INTMAX;
    case 'z': case 'Z': ++*at; return SIZE;
    case 't': ++*at; return PTRDIFF;
    default: return INT;
    }
}

#endif
