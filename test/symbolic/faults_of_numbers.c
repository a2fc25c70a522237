// A pointer that is null or a number from nowhere: as an address of data, and of a function.
// oracle: null-dereference when i == 0
// oracle: wild-pointer when i != 0
#include "harness.h"

static int data;

int main(void) {
    char *table[3] = {0, (char *)0x12345678, (char *)0x77};
    void (*functions[3])(void) = {0, (void (*)(void))0x12345678, (void (*)(void))&data};
    int i = klee_range(0, 3, "i"), calls = klee_range(0, 2, "calls");
    if (calls)
        functions[i]();
    return *table[i];
}
