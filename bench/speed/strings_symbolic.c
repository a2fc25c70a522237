/* A word is looked up in a table by strcmp and strncmp: what is asked is whether it is equal, not where it differs. */
#include <klee/klee.h>
#include <string.h>

static const char *const words[] = {"auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
                                    "enum", "extern", "float", "for", "goto", "if", "int", "long", "register", "return"};

int main(void) {
    char text[10];
    klee_make_symbolic(text, sizeof text, "text");
    text[9] = 0;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i])) return (int)i + 1;
    if (!strncmp(text, "__", 2)) return 100;
    return 0;
}
