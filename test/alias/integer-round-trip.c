// expect: points q x
#include <stdint.h>

static int x;

int main(void) {
    uintptr_t number = (uintptr_t)&x;
    number ^= 0x5a5a5a5aul;
    number ^= 0x5a5a5a5aul;
    int *q = (int *)number;
    return *q;
}
