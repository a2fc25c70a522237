/* Libraries that are loaded while the program runs: none is followed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include "loci_machine.h"
#include "loci_os.h"

static char *message;

void *dlopen(const char *file, int mode)
{
    (void)file, (void)mode;
    __loci_unmodelled("'dlopen' loads no library: it fails");
    message = "no library is loaded";
    return NULL;
}

void *dlsym(void *restrict handle, const char *restrict name)
{
    (void)handle, (void)name;
    __loci_unmodelled("'dlsym' finds no symbol");
    message = "no symbol is found";
    return NULL;
}

char *dlerror(void)
{
    char *last = message;
    message = NULL;
    return last;
}

int dlclose(void *handle)
{
    LOCI_ASKS_OUTSIDE("dlclose");
    (void)handle;
    return -1;
}
