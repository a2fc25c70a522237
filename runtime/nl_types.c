/* Catalogues of messages: there are none for the locale "C", and a program then uses its own texts. */
#include <errno.h>
#include <nl_types.h>
#include <stdlib.h>
#include <string.h>
#include "loci_os.h"

/* A name with a slash is a file's; others are looked for along NLSPATH. */
nl_catd catopen(const char *name, int flag)
{
    (void)flag;
    _Bool is_there = strchr(name, '/') != NULL ? __loci_os_access(name, 0) == 0 : getenv("NLSPATH") != NULL;
    if (is_there) __loci_unmodelled("'catopen' reads no catalogue: it fails");
    errno = ENOENT;
    return (nl_catd)-1;
}

char *catgets(nl_catd catalogue, int set, int number, const char *otherwise)
{
    (void)set, (void)number;
    if (catalogue == (nl_catd)-1) errno = EBADF;
    return (char *)otherwise;
}

int catclose(nl_catd catalogue)
{
    (void)catalogue;
    errno = EBADF;
    return -1;
}
