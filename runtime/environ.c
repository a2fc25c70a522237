/* The variables that describe how the program was started; start.c sets them. */
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>

char **__environ;
extern char **environ __attribute__((alias("__environ")));
extern char **_environ __attribute__((alias("__environ")));

static char no_name[1];
char *__progname_full = no_name;
char *__progname = no_name;
extern char *program_invocation_name __attribute__((alias("__progname_full")));
extern char *program_invocation_short_name __attribute__((alias("__progname")));
