/* An error behind thirty conditions, beside each of which a loop forks without end: only who looks for new code finds it. */
#include <stddef.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

static int count_large(const unsigned char *bytes, int size) {
    int count = 0;
    for (int i = 0; i < size; i++)
        if (bytes[i] > 100)
            count++;
    return count;
}

int main(void) {
    unsigned char text[100], *end = NULL;
    klee_make_symbolic(text, sizeof text, "text");
    if (text[99] == 0)
        return count_large(text, 0); /* the way out is no new code */
    for (int i = 0; i < 30; i++)
        if (text[i] != i)
            return count_large(text + 30, 70);
    *end = 1;
    return 0;
}
