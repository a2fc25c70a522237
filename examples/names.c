// Initials of names; the buffer is on the stack of a function that has returned.
//
//     build/loci exec examples/names.c -- "Ada Lovelace" "Emmy Noether"
//
// initials() returns a pointer to its own array. Compilers warn about the plain case; through another pointer they are
// silent.
#include <stdio.h>

static const char *initials(const char *name)
{
    char letters[8];
    char *to = letters;
    for (const char *from = name; *from && to < letters + 7; from++)
        if (from == name || from[-1] == ' ')
            *to++ = *from;
    *to = 0;
    const char *result = letters;
    return result; // the bug
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *text = initials(argv[i]);
        printf("%s: %s\n", argv[i], text);
    }
    return 0;
}
