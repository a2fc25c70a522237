// A pointer from a table of which only some entries were set; the table may be copied before.
// oracle: uninitialised when n0 // 64 not in (0, n0 % 4)
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    struct node one = {NULL, 1}, two = {&one, 2}, *table[4], *copy[4];
    table[x % 4] = &one;
    table[0] = &two;
    memcpy(copy, table, sizeof table);
    struct node *found = copy[x / 64];
    if (found->value == 2) {
        puts("two");
        return found->next->value;
    }
    if (x == 0xc3)
        abort();
    puts("one");
    return 0;
}
