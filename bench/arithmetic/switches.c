/* Six switches over eight bytes of one block: the bytes have nothing to do with each other. */
#include <stdlib.h>

void klee_make_symbolic(void *at, unsigned long size, const char *name);

#ifndef SIZE
#define SIZE 8
#endif

int main() {
    unsigned char *text = malloc(SIZE);
    int sum = 0;
    klee_make_symbolic(text, SIZE, "text");
    for (int i = 0; i < 6; i++)
        switch (text[i]) {
        case 'a': sum += 1; break;
        case 'b': sum += 2; break;
        case 'c': sum += 3; break;
        case 'd': sum += 5; break;
        default: break;
        }
    free(text);
    return sum == 30;
}
