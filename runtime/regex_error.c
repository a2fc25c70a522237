/* The texts of regcomp's and regexec's errors. */
#define _GNU_SOURCE
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include "loci_regex.h"

const char *__loci_regex_error(int error)
{
    static const char *const texts[] = {"Success",
                                        "No match",
                                        "Invalid regular expression",
                                        "Invalid collation character",
                                        "Invalid character class name",
                                        "Trailing backslash",
                                        "Invalid back reference",
                                        "Unmatched [, [^, [:, [., or [=",
                                        "Unmatched ( or \\(",
                                        "Unmatched \\{",
                                        "Invalid content of \\{\\}",
                                        "Invalid range end",
                                        "Memory exhausted",
                                        "Invalid preceding regular expression",
                                        "Premature end of regular expression",
                                        "Regular expression too big",
                                        "Unmatched ) or \\)"};
    if (error < 0 || (size_t)error >= sizeof texts / sizeof *texts) abort();
    return texts[error];
}

size_t regerror(int error, const regex_t *restrict compiled, char *restrict buffer, size_t size)
{
    (void)compiled;
    const char *text = __loci_regex_error(error);
    size_t length = strlen(text);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(buffer, text, copied);
        buffer[copied] = '\0';
    }
    return length + 1;
}
