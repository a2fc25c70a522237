// FILE: writing, reading, seeking, appending, updating, ungetc, eof and error flags, removal.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void dump(const char *name)
{
    FILE *f = fopen(name, "rb");
    int c;
    while ((c = getc(f)) != EOF)
        putchar(c == '\n' ? '/' : c);
    printf(" eof %d error %d\n", feof(f) != 0, ferror(f) != 0);
    fclose(f);
}

int main(void)
{
    const char *name = "files.tmp";
    FILE *f = fopen(name, "w");
    printf("%d\n", fprintf(f, "line %d\n%s\n", 1, "second"));
    fputs("third\n", f), fputc('4', f), putc('\n', f);
    printf("%d ", (int)fwrite("abc\ndef", 1, 7, f));
    printf("%ld\n", ftell(f));
    printf("%d\n", fclose(f));
    dump(name);
    f = fopen(name, "a");
    fprintf(f, "+appended");
    fclose(f);
    dump(name);
    f = fopen(name, "r+");
    char line[32];
    printf("%s", fgets(line, sizeof line, f));
    printf("%s", fgets(line, 4, f));
    printf("|%s", fgets(line, sizeof line, f));
    printf("%ld\n", ftell(f));
    fseek(f, 2, SEEK_SET);
    fputs("##", f);
    fseek(f, -3, SEEK_END);
    printf("%c", getc(f));
    fseek(f, 1, SEEK_CUR);
    printf("%c\n", getc(f));
    printf("%d ", getc(f));
    printf("%d\n", feof(f) != 0);
    rewind(f);
    printf("%d\n", feof(f) != 0);
    printf("%d ", ungetc('!', f));
    printf("%d ", getc(f));
    printf("%c\n", getc(f));
    fclose(f);
    dump(name);
    f = fopen(name, "w+b");
    int numbers[10];
    for (int i = 0; i < 10; i++)
        numbers[i] = i * i;
    printf("%d\n", (int)fwrite(numbers, sizeof *numbers, 10, f));
    fseek(f, 4 * (long)sizeof(int), SEEK_SET);
    int back[8];
    printf("%d ", (int)fread(back, sizeof(int), 8, f));
    printf("%d %d %d\n", back[0], back[5], feof(f) != 0);
    fpos_t position;
    rewind(f);
    fgetpos(f, &position);
    fread(back, sizeof(int), 1, f);
    fsetpos(f, &position);
    fread(back, sizeof(int), 2, f);
    printf("%d\n", back[1]);
    fclose(f);
    printf("%d ", rename(name, "other.tmp"));
    printf("%d ", fopen(name, "r") == NULL);
    printf("%s\n", strerror(errno));
    printf("%d ", remove("other.tmp"));
    printf("%d\n", remove("other.tmp"));
    f = fopen("x.tmp", "wx");
    FILE *again = fopen("x.tmp", "wx");
    printf("%d %d\n", f != 0, again == 0);
    char big[5000];
    memset(big, 'b', sizeof big);
    for (int i = 0; i < 20; i++)
        fwrite(big, 1, sizeof big, f);
    fflush(f);
    printf("%ld\n", ftell(f));
    fclose(f);
    f = freopen("x.tmp", "r", fopen("x.tmp", "r"));
    long total = 0;
    size_t got;
    while ((got = fread(big, 1, 4096, f)) > 0)
        total += (long)got;
    printf("%ld\n", total);
    fclose(f);
    remove("x.tmp");
    f = tmpfile();
    setvbuf(f, NULL, _IOFBF, 100);
    for (int i = 0; i < 100; i++)
        fprintf(f, "%d ", i);
    rewind(f);
    int sum = 0, v;
    while (fscanf(f, "%d", &v) == 1)
        sum += v;
    printf("%d\n", sum);
    fclose(f);
    return 0;
}
