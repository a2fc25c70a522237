// args: --verbose --level=5 --output out.txt -n 3 --un file --col
// stderr: any
// getopt_long: flags, values, abbreviations, ambiguity.
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static int verbose;
    int c, index = 0;
    static struct option options[] = {{"verbose", no_argument, &verbose, 1}, {"level", required_argument, 0, 'l'},
                                      {"output", required_argument, 0, 'o'}, {"number", required_argument, 0, 'n'},
                                      {"unique", no_argument, 0, 'u'},       {"color", optional_argument, 0, 'c'},
                                      {0, 0, 0, 0}};
    while ((c = getopt_long(argc, argv, "l:o:n:uc::", options, &index)) != -1)
        if (c == 0)
            printf("flag %s %d\n", options[index].name, verbose);
        else
            printf("%c %s\n", c, optarg ? optarg : "(none)");
    while (optind < argc)
        printf("rest %s\n", argv[optind++]);
    optind = 1;
    opterr = 0;
    char *bad[] = {"program", "--unknown", "--level", NULL};
    while ((c = getopt_long(3, bad, "", options, NULL)) != -1)
        printf("%c ", c);
    printf("%d\n", optind);
    return 0;
}
