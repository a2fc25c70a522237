// An integer loop: arithmetic and branches on locals.
#include <stdio.h>

int main(void)
{
    unsigned sum = 0, x = 1;
    for (unsigned i = 0; i < 5000000; i++) {
        x = x * 1664525u + 1013904223u;
        if (x & 0x10000)
            sum += x >> 16;
        else
            sum ^= i;
    }
    printf("%u\n", sum);
    return 0;
}
