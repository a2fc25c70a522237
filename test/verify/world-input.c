// What is read from outside may be anything: nothing is proved about it.
// expect: unreach-call unknown what 'read' finds outside of the program is not known
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    if (getchar() == 'a') reach_error();
    return 0;
}
