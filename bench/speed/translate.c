/* Characters are replaced by others (tr): a table that inputs are written to, at places that are inputs. */
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

struct range {
    unsigned char first, last;
    unsigned long state;
};

static unsigned char table[256];

int main(void) {
    struct range *from = malloc(sizeof *from);
    unsigned char to, text[6];
    klee_make_symbolic(&from->first, 2, "from");
    klee_make_symbolic(&to, sizeof to, "to");
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(from->first <= from->last);
    for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
    for (from->state = from->first; from->state <= from->last; from->state++) {
        if (from->state - from->first > 20) return 1;
        table[from->state] = to;
    }
    for (int i = 0; i < 6; i++) text[i] = table[text[i]];
    fwrite(text, 1, sizeof text, stdout);
    return 0;
}
