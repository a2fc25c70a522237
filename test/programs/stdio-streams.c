// Streams: pushing back, character and line functions on files, fscanf, getdelim, freopen of stdout, wide orientation.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
    FILE *f = fopen("s.tmp", "w+");
    fputs("name: Ada; age: 36\nname: Emmy; age: 53\n\nx:y:z", f);
    rewind(f);
    char name[16], *field = NULL;
    int age;
    while (fscanf(f, "name: %15[^;]; age: %d\n", name, &age) == 2)
        printf("%s %d\n", name, age);
    size_t size = 0;
    while (getdelim(&field, &size, ':', f) > 0)
        printf("[%s]", field);
    free(field);
    printf("%d\n", feof(f) != 0);
    clearerr(f);
    fseek(f, 0, SEEK_SET);
    int c = fgetc(f);
    ungetc(c - 32, f);
    printf("%c ", getc(f));
    printf("%ld ", ftell(f));
    printf("%c\n", fgetc(f));
    fseek(f, -1, SEEK_END);
    fprintf(f, "%s", "END");
    fflush(f);
    fseeko(f, -5, SEEK_END);
    char tail[8] = "";
    printf("%s\n", fgets(tail, sizeof tail, f));
    fclose(f);
    f = fopen("s.tmp", "r");
    printf("%d ", fputc('x', f));
    printf("%d\n", ferror(f) != 0);
    fclose(f);
    f = fopen("w.tmp", "w");
    fwprintf(f, L"%ls %d\n", L"wide", 5);
    fputwc(L'!', f);
    printf("%d\n", fwide(f, 0) > 0);
    fclose(f);
    f = fopen("w.tmp", "r");
    wchar_t line[16];
    printf("%ls", fgetws(line, 16, f));
    printf("%lc\n", fgetwc(f));
    fclose(f);
    remove("s.tmp"), remove("w.tmp");
    printf("%d %d\n", fopen("missing/file", "w") == NULL, fopen("w.tmp", "r") == NULL);
    fflush(stdout);
    if (!freopen("out.tmp", "w", stdout))
        return 1;
    printf("into the file\n");
    fflush(stdout);
    f = fopen("out.tmp", "r");
    char copy[32] = "";
    fgets(copy, sizeof copy, f);
    fclose(f);
    remove("out.tmp");
    fprintf(stderr, "%s", copy);
    return 0;
}
