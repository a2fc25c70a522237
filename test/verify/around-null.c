// expect: unreach-call unknown .*around-null\.c:8
#include <string.h>
extern void reach_error(void);
char byte;
/* The source is around an object, and the target is no place at all: nothing of it is done, and the path is not forgotten. */
int main(void) {
    char *volatile nothing = 0;
    memcpy(nothing, &byte, 16);
    reach_error();
    return 0;
}
