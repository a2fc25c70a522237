/* Three letters hashed into a table of 64 slots, which is then looked through: hashes do not run backwards. */
#include <klee/klee.h>
#include <stdint.h>

static const char *table[64];

static uint64_t rotated(uint64_t x, unsigned by) { return x << by | x >> (64 - by); }

static uint64_t hash(const char *text, unsigned length) {
    uint64_t a = 0x736f6d6570736575, b = 0x646f72616e646f6d, word = length;
    for (unsigned i = 0; i < length; i++) word = word << 8 | (unsigned char)text[i];
    for (unsigned round = 0; round < 8; round++) {
        a += b ^ word;
        b = rotated(b, 13) ^ a;
        word += rotated(a, 32);
    }
    return a ^ b;
}

int main(void) {
    char name[4];
    klee_make_symbolic(name, sizeof name, "name");
    name[3] = 0;
    for (int i = 0; i < 3; i++) klee_assume(name[i] >= 'a' & name[i] <= 'z');
    table[hash(name, 3) & 63] = name;
    int slot = 0;
    while (!table[slot]) slot++;
    return slot;
}
