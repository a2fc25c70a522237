/* perror. */
#include <stdio.h>
#include "loci_library.h"

void perror(const char *prefix)
{
    char unknown[32];
    const char *text = __loci_error_text(errno, unknown);
    if (prefix != NULL && *prefix != '\0') fprintf(stderr, "%s: %s\n", prefix, text);
    else fprintf(stderr, "%s\n", text);
}
