// expect: points q x
#include <stdint.h>

static int x;

int main(void) {
    union { int *pointer; uintptr_t number; } u;
    u.pointer = &x;
    uintptr_t number = u.number;
    int *q = (int *)number;
    return *q;
}
