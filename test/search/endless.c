/* Twelve ways into a loop that never ends, before what the program is there for: 4096 paths. */
#include <klee/klee.h>

int main(void) {
    unsigned char way, text[6];
    klee_make_symbolic(&way, sizeof way, "way");
    klee_make_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 12; i++)
        if (way == i)
            for (volatile int turns = 0;; turns = turns % 100 + i) continue;
    int sum = 0;
    for (int i = 0; i < 6; i++) switch (text[i]) {
        case 'a': sum += 1; break;
        case 'b': sum += 2; break;
        case 'c': sum += 3; break;
        }
    return sum;
}
