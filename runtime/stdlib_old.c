/* Conversions that C has outgrown: radix 64, and floats as bare digits. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char radix_digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

char *l64a(long number)
{
    static char text[7];
    unsigned value = (unsigned)number;
    int length = 0;
    for (; value != 0; value >>= 6) text[length++] = radix_digits[value & 63];
    text[length] = '\0';
    return text;
}

long a64l(const char *text)
{
    unsigned value = 0;
    for (int i = 0; i < 6 && text[i] != '\0'; i++) {
        const char *digit = strchr(radix_digits, text[i]);
        if (digit == NULL) break;
        value |= (unsigned)(digit - radix_digits) << (6 * i);
    }
    return (int)value;
}

/* The digits of a number in %e form, without its point; the exponent tells where the point was. */
static char *digits_of(double value, int digits, int *point, int *negative)
{
    static char text[350], rendered[370];
    snprintf(rendered, sizeof rendered, "%.*e", digits > 0 ? digits - 1 : 0, value);
    char *from = rendered, *to = text;
    *negative = *from == '-';
    if (*negative) from++;
    for (; *from != 'e' && *from != '\0'; from++)
        if (*from != '.') *to++ = *from;
    *to = '\0';
    *point = *from == 'e' && value != 0 ? atoi(from + 1) + 1 : 0;
    if (digits <= 0) text[0] = '\0';
    return text;
}

char *ecvt(double value, int digits, int *restrict point, int *restrict negative)
{
    return digits_of(value, digits, point, negative);
}

char *fcvt(double value, int decimals, int *restrict point, int *restrict negative)
{
    static char text[400];
    char rendered[400];
    snprintf(rendered, sizeof rendered, "%.*f", decimals > 0 ? decimals : 0, value);
    char *from = rendered, *to = text;
    *negative = *from == '-';
    if (*negative) from++;
    char *dot = strchr(from, '.');
    *point = (int)(dot != NULL ? dot - from : (long)strlen(from));
    for (; *from != '\0'; from++)
        if (*from != '.') *to++ = *from;
    *to = '\0';
    return text;
}

char *gcvt(double value, int digits, char *text)
{
    sprintf(text, "%.*g", digits, value);
    return text;
}
