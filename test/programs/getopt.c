// args: -a -b value -cATTACHED file1 -x -d file2 -- -a rest
// stderr: any
// getopt: options with and without values, permutation, unknown options, the end mark.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int c;
    while ((c = getopt(argc, argv, "ab:c:d")) != -1)
        switch (c) {
        case 'a': case 'd': printf("-%c\n", c); break;
        case 'b': case 'c': printf("-%c %s\n", c, optarg); break;
        case '?': printf("unknown -%c\n", optopt); break;
        }
    for (int i = optind; i < argc; i++)
        printf("%s ", argv[i]);
    printf("\n");
    optind = 1;
    opterr = 0;
    char *again[] = {"program", "-xyz", "-o", NULL};
    while ((c = getopt(3, again, ":xyo:")) != -1)
        printf("%c%c ", c, c == '?' || c == ':' ? optopt : '.');
    printf("%d\n", optind);
    optind = 1;
    char *plus[] = {"program", "-x", "stop", "-y", NULL};
    while ((c = getopt(4, plus, "+xy")) != -1)
        printf("%c ", c);
    printf("%s\n", plus[optind]);
    return 0;
}
