/* The harness functions with one input, which the environment variable INPUTS holds: all its bytes in hexadecimal. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void take(void *address, size_t size) {
    static const char *place;
    if (!place)
        place = getenv("INPUTS");
    for (size_t i = 0; i < size; i++, place += 2) {
        unsigned byte = 0;
        if (!place || sscanf(place, "%2x", &byte) != 1)
            exit(76); /* the program asks for more than the test has */
        ((unsigned char *)address)[i] = (unsigned char)byte;
    }
}

void klee_make_symbolic(void *address, size_t size, const char *name) { take(address, size); }

int klee_range(int begin, int end, const char *name) {
    int value;
    take(&value, sizeof value);
    return value;
}

#define NONDET(type, name)                                                                                             \
    type __VERIFIER_nondet_##name(void) {                                                                              \
        type value;                                                                                                    \
        take(&value, sizeof value);                                                                                    \
        return value;                                                                                                  \
    }
NONDET(_Bool, bool)
NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)

void klee_assume(uintptr_t condition) {
    if (!condition)
        exit(77);
}

void __VERIFIER_assume(int condition) { klee_assume((uintptr_t)condition); }
void reach_error(void) { exit(78); }
