// One of two large blocks and a small one, moved, filled in part and freed, as inputs choose.
// large: two blocks
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char which = (unsigned char)klee_range(0, 3, "which"), far = (unsigned char)klee_range(0, 3, "far");
    _Bool frees = (_Bool)klee_range(0, 2, "frees");
    char *blocks[3] = {calloc((size_t)6 << 30, 1), calloc((size_t)5 << 30, 1), calloc(100, 1)};
    static const size_t places[3] = {50, ((size_t)3 << 30) - 4, ((size_t)5 << 30) - 20};
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
    chosen = realloc(blocks[0], (size_t)7 << 30);
    if (!frees && chosen[places[far]] == 'a' && which == 0) puts("moved");
    free(chosen);
    free(blocks[1]);
    free(blocks[2]);
    return 0;
}
