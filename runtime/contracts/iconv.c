/* Conversions of text: any part of the input is taken, and any bytes fill any part of the room. */
#include <iconv.h>
#include <stdlib.h>
#include "loci_contract.h"

iconv_t iconv_open(const char *to, const char *from)
{
    __loci_touch_text(to);
    __loci_touch_text(from);
    void *conversion = __loci_any_int("iconv_open()") ? malloc(1) : NULL;
    return conversion ? conversion : (iconv_t)-1;
}
int iconv_close(iconv_t conversion)
{
    free(conversion);
    return 0;
}
size_t iconv(iconv_t conversion, char **restrict input, size_t *restrict input_left, char **restrict output, size_t *restrict output_left)
{
    __loci_touch(conversion);
    if (input == NULL || *input == NULL) return 0;
    size_t taken = (size_t)__loci_any_between("bytes taken by iconv()", 0, (long)*input_left);
    size_t given = (size_t)__loci_any_between("bytes given by iconv()", 0, (long)*output_left);
    if (given > 0) __loci_fill_any(*output, given, "converted text");
    *input += taken;
    *input_left -= taken;
    *output += given;
    *output_left -= given;
    return *input_left > 0 ? (size_t)-1 : (size_t)__loci_any_between("iconv()", -1, 0);
}
