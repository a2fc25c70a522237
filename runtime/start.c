/* The first function of a program. */
#include <string.h>
#include "loci_machine.h"
#include "loci_process.h"

extern char **__environ, *__progname_full, *__progname;
int main(int argc, char **argv, char **envp);

static void set_program_name(char *path)
{
    __progname_full = path;
    char *slash = strrchr(path, '/');
    __progname = slash != NULL ? slash + 1 : path;
}

int __loci_start(int argc, char **argv, char **envp)
{
    if (__loci_is_run()) __loci_model_start(&argc, &argv, &envp);
    __environ = envp;
    if (argc > 0 && argv[0] != NULL) set_program_name(argv[0]);
    __loci_finish(main(argc, argv, envp));
}
