// What the library keeps for files that stay open is not lost.
// run: --sym-stdin=1 --sym-file=f=3
// found:
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int c = getchar(), ends[2];
    char bytes[4];
    static char buffer[100];
    FILE *file = fopen("f", "r+");
    switch (c) {
    case 'a': fread(bytes, 1, 3, file); break;
    case 'b': fprintf(file, "%d", 5); break;
    case 'c': fclose(stdin); break;
    case 'd': setvbuf(stdin, NULL, _IONBF, 0); break;
    case 'e': close(dup(open("f", O_RDONLY))); break;
    case 'f':
        remove("f");
        freopen("f", "w", file);
        break;
    case 'g': tmpfile(); break;
    case 'h':
        if (pipe(ends) == 0)
            write(ends[1], "x", 1);
        break;
    case 'i': chdir("/"); break;
    case 'j':
        setvbuf(file, buffer, _IOFBF, sizeof buffer);
        fputc('a', file);
        break;
    case 'k': ungetc('c', file); break;
    }
    return 0;
}
