// A function pointer table with a symbolic index that can leave it, and types that do not fit.
// long: 65536 inputs
#include "harness.h"
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int pick(int a, int b) { return a > b ? a : b; }

typedef int operation(int, int);
struct entry {
    char name;
    operation *run;
};

int main(void) {
    static const struct entry entries[] = {{'+', add}, {'-', subtract}, {'m', pick}};
    char name = __VERIFIER_nondet_char();
    signed char x = (signed char)__VERIFIER_nondet_char();
    for (int i = 0; i < 3; i++)
        if (entries[i].name == name) {
            int result = entries[i].run(x, 100);
            if (result == 200)
                puts("200");
            return result < 0;
        }
    int index = (unsigned char)x % 3;
    return entries[index].run(3, 4);
}
