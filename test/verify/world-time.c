// So are the clock, random numbers and the environment.
// expect: unreach-call unknown .* not known
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);

int main(void) {
    if (time(NULL) == 77 || rand() == 78 || getenv("SOMETHING") != NULL) reach_error();
    return 0;
}
