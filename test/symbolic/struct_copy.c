// Structures are copied between symbolic places.
#include "harness.h"
#include <stdio.h>

struct record {
    char tag;
    int value;
    char text[6];
};

int main(void) {
    struct record records[3] = {{'a', 1, "one"}, {'b', 2, "two"}, {'c', 3, "three"}}, spare = {'z', 26, "none"};
    struct record *places[4] = {&records[0], &records[1], &records[2], &spare};
    int i = klee_range(0, 4, "i"), j = klee_range(0, 4, "j");
    *places[i] = *places[j];
    if (records[1].value == 26)
        puts("spare to second");
    else if (spare.text[0] == 't')
        puts("a t in spare");
    else
        puts("other");
    if (records[0].tag == records[2].tag)
        return 1;
    return 0;
}
