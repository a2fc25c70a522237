// open_memstream and fmemopen, fdopen, fileno, dprintf.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    fprintf(f, "%d %s", 42, "first");
    fflush(f);
    printf("%d [%s]\n", (int)size, text);
    for (int i = 0; i < 300; i++)
        fprintf(f, "%d,", i);
    fclose(f);
    printf("%d %s\n", (int)size, text + size - 8);
    free(text);
    char buffer[] = "10 20 thirty\nnext line\n";
    f = fmemopen(buffer, strlen(buffer), "r");
    int a, b;
    char word[16];
    printf("%d ", fscanf(f, "%d %d %15s", &a, &b, word));
    printf("%d %d %s ", a, b, word);
    printf("%c", getc(f));
    printf("%s", fgets(word, sizeof word, f));
    printf("%d\n", getc(f));
    fclose(f);
    char target[32] = "";
    f = fmemopen(target, sizeof target, "w");
    fputs("written", f);
    fclose(f);
    printf("%s\n", target);
    fflush(stdout);
    dprintf(1, "%s %d\n", "dprintf", 7);
    printf("%d %d\n", fileno(stdin), fileno(stdout));
    f = fdopen(dup(1), "w");
    fprintf(f, "through a copy\n");
    fclose(f);
    printf("end\n");
    return 0;
}
