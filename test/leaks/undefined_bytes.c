// What an uninitialised variable has left of an older one is no pointer.
// paths: 1
// found: leak:8
#include <stdlib.h>

static void __attribute__((noinline)) first(void) {
    char *volatile blocks[4];
    blocks[1] = malloc(3);
}

static void __attribute__((noinline)) second(void) {
    char *volatile others[4];
    others[0] = NULL;
    exit(0);
}

int main(void) {
    first();
    second();
}
