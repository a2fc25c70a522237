// getenv, setenv, putenv, unsetenv, environ, clearenv.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;
static const char *get(const char *name) { const char *v = getenv(name); return v ? v : "(unset)"; }

int main(void)
{
    printf("%s %s\n", get("LOCI_TEST"), get("SURELY_NOT_SET_ANYWHERE"));
    printf("%d ", setenv("ALPHA", "1", 0));
    printf("%s\n", get("ALPHA"));
    setenv("ALPHA", "2", 0);
    printf("%s ", get("ALPHA"));
    setenv("ALPHA", "3", 1);
    printf("%s\n", get("ALPHA"));
    unsetenv("ALPHA");
    printf("%s\n", get("ALPHA"));
    static char entry[] = "BETA=four";
    putenv(entry);
    printf("%s ", get("BETA"));
    entry[5] = 'F';
    printf("%s\n", get("BETA"));
    printf("%d %d\n", setenv("", "x", 1), setenv("A=B", "x", 1));
    setenv("EMPTY", "", 1);
    printf("[%s]\n", get("EMPTY"));
    int found = 0;
    for (char **e = environ; *e; e++)
        found += strncmp(*e, "BETA=", 5) == 0;
    printf("%d\n", found);
    clearenv();
    printf("%s %d\n", get("BETA"), environ == NULL || *environ == NULL);
    setenv("GAMMA", "last", 1);
    printf("%s\n", get("GAMMA"));
    return 0;
}
