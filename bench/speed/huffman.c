/* A table of codes is made from symbolic lengths (canonical Huffman), and two symbols are read with it. */
#include <klee/klee.h>

int main(void) {
    unsigned char length[5], count[4] = {0}, first[5] = {0}, bits;
    klee_make_symbolic(length, sizeof length, "length");
    klee_make_symbolic(&bits, sizeof bits, "bits");
    for (int i = 0; i < 5; i++) {
        klee_assume(length[i] <= 3);
        count[length[i]]++;
    }
    count[0] = 0;
    int left = 1;
    for (int i = 1; i <= 3; i++) {
        left = left * 2 - count[i];
        if (left < 0) return 1;
        first[i + 1] = (unsigned char)((first[i] + count[i]) * 2);
    }
    int read = 0;
    for (int symbol = 0; symbol < 2; symbol++) {
        int code = 0;
        for (int i = 1; i <= 3; i++) {
            code = code * 2 + (bits & 1);
            bits >>= 1;
            if (code - first[i] >= 0 && code - first[i] < count[i]) {
                read += i;
                break;
            }
        }
    }
    return read;
}
