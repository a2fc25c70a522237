// expect: unreach-call unknown .*around-function\.c:10
#include <string.h>
extern void reach_error(void);
static void f(void) {}
char byte;
/* What a function's bytes are is not known: nothing of the copy is done, and the path is not forgotten. */
int main(void) {
    char copy[16] = {0};
    memcpy(copy, &byte, 16);
    memcpy(&byte, (const char *)f, 16);
    if (copy[0] != 0) reach_error();
    reach_error();
    return 0;
}
