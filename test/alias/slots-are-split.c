// A variable that is used twice ties nothing together.
// expect: class heap:7 != heap:9
#include <stdlib.h>

int main(void) {
    char *p;
    p = malloc(4);
    *p = 1;
    p = malloc(8);
    *p = 2;
    return *p;
}
