// A ring buffer with symbolic operations: put or take, four times.
#include "harness.h"
#include <stdio.h>

struct ring {
    char slots[2];
    int first, count;
};

int main(void) {
    struct ring ring = {{0}, 0, 0};
    int refused = 0;
    for (int i = 0; i < 4; i++) {
        if (__VERIFIER_nondet_bool()) {
            if (ring.count == 2)
                refused++;
            else
                ring.slots[(ring.first + ring.count++) % 2] = (char)('a' + i);
        } else {
            if (ring.count == 0)
                refused++;
            else {
                ring.first = (ring.first + 1) % 2;
                ring.count--;
            }
        }
    }
    if (refused)
        puts("refused");
    if (ring.count == 2 && ring.slots[ring.first] == 'c')
        puts("c first");
    return ring.count;
}
