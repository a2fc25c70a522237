// A list built from symbolic data: even numbers are put in, and the list is searched.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
    unsigned char value;
    struct node *next;
};

int main(void) {
    unsigned char data[2];
    for (int i = 0; i < 2; i++)
        data[i] = (unsigned char)klee_range(0, 32, "data");
    struct node *head = NULL;
    for (int i = 0; i < 2; i++)
        if (data[i] % 2 == 0) {
            struct node *node = malloc(sizeof *node);
            node->value = data[i];
            node->next = head;
            head = node;
        }
    int length = 0, found = 0;
    while (head) {
        struct node *next = head->next;
        found |= head->value == 20;
        length++;
        free(head);
        head = next;
    }
    if (found)
        puts("twenty");
    if (length == 2)
        puts("two");
    else if (length == 1)
        puts("one");
    return 0;
}
