// An array written at a symbolic place by bytes, read by words, written by words and read by bytes.
#include "harness.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned words[4] = {0x01010101, 0x02020202, 0x03030303, 0x04040404};
    unsigned char *bytes = (unsigned char *)words;
    int i = klee_range(0, 16, "i"), j = klee_range(0, 4, "j"), k = klee_range(0, 14, "k");
    bytes[i] = 0xff;
    if (words[j] == 0x02ff0202)
        puts("third byte of the second");
    words[j] ^= 0x80808080;
    unsigned short half;
    memcpy(&half, bytes + k, 2);
    if (half == 0x7f81)
        puts("seven f");
    else if (half == 0x0184)
        puts("across");
    unsigned long long both;
    memcpy(&both, bytes + (k & 8), 8);
    if (both == 0x0404040403038383ull)
        puts("never");
    if (both >> 32 == 0x84848484)
        puts("last");
    if (bytes[i] == 0x7f)
        puts("changed twice");
    return 0;
}
