// expect: points cursor heap:10
// expect: points value heap:11
// expect: disjoint cursor value
#include <stdlib.h>

struct node { struct node *next; int *value; };

int main(int argc, char **argv) {
    struct node *head = NULL;
    for (int i = 0; i < argc; i++) { struct node *n = malloc(sizeof *n);
        n->value = malloc(4);
        n->next = head;
        head = n;
    }
    int total = 0;
    for (struct node *cursor = head; cursor; cursor = cursor->next) {
        int *value = cursor->value;
        total += *value;
    }
    return total;
}
