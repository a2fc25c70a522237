// One of two large blocks and a small one, filled in part and freed, as inputs choose. No larger than they must be: natively
// sanitizers keep an eighth of them in memory.
// large: two blocks
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char which = (unsigned char)klee_range(0, 3, "which"), far = (unsigned char)klee_range(0, 3, "far");
    _Bool frees = (_Bool)klee_range(0, 2, "frees");
    char *blocks[3] = {calloc(((size_t)9 << 28) + 100, 1), calloc(((size_t)9 << 28), 1), calloc(100, 1)};
    static const size_t places[3] = {50, ((size_t)2 << 30) - 4, ((size_t)9 << 28) - 20};
    char *chosen = blocks[which], *place = chosen + places[far];
    if (which == 2 && far) place = chosen + 60;
    memset(place, 'a', 12);
    memcpy(place + 4, which == 1 ? blocks[0] + 49 : blocks[1] + places[1] - 1, 3);
    if (place[4] == 'a') puts("not copied");
    if (place[3] == 'a' && !place[5] && place[7] == 'a') puts("copied");
    if (frees) {
        free(chosen);
        blocks[which] = NULL;
    }
    if (which == 1 && far == 2 && !frees) puts(blocks[1][places[2]] ? "kept" : "lost");
    if (!frees && blocks[0][places[far]] == 'a' && which == 0) puts("first");
    free(blocks[0]);
    free(blocks[1]);
    free(blocks[2]);
    return 0;
}
