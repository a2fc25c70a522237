// args: one "two words" "" --flag=1 *
// The arguments of main; the name of the program is not compared.
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[])
{
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++)
        printf("%d [%s] %d\n", i, argv[i], (int)strlen(argv[i]));
    printf("%d %d\n", argv[argc] == NULL, argv[0] != NULL && argv[0][0] != 0);
    argv[1][0] = 'O';
    char *swap = argv[1];
    argv[1] = argv[2], argv[2] = swap;
    printf("%s %s\n", argv[1], argv[2]);
    return argc;
}
