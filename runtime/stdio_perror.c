/* perror. */
#include "loci_file.h"
#include "loci_library.h"

void perror(const char *prefix)
{
    char unknown[32];
    const char *text = __loci_error_text(errno, unknown);
    /* The GNU C library first tries to write through a second stream, "w+" on the same descriptor, if this one is
     * unused; on a descriptor that cannot be read that fails, and errno shows it. */
    _Bool unused = __loci_file(stderr)->state == LOCI_IDLE;
    if (prefix != NULL && *prefix != '\0') fprintf(stderr, "%s: %s\n", prefix, text);
    else fprintf(stderr, "%s\n", text);
    if (unused) errno = EINVAL;
}
