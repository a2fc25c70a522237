/* Paths that end while much lives that they have not written to, after many blocks came and went: the leak check follows what
 * lives and what changed. */
#include <klee/klee.h>
#include <stdlib.h>

struct Node {
    struct Node *next;
    char *text;
    long values[30];
};

static char *kept, large[1000000];
static struct Node *list;

int main(void) {
    unsigned char in[10];
    char *last = NULL;
    kept = malloc(4);
    for (int i = 0; i < 100000; i++) {
        free(last);
        last = malloc(8);
    }
    free(last);
    for (int i = 0; i < 3000; i++) {
        struct Node *node = calloc(1, sizeof *node);
        node->next = list;
        node->text = malloc(3);
        list = node;
    }
    for (unsigned i = 0; i < sizeof large; i++) large[i] = (char)i;
    klee_make_symbolic(in, sizeof in, "in");
    for (unsigned i = 0; i < sizeof in; i++)
        if (in[i] > 100) kept[i % 4] = 1;
    return 0;
}
