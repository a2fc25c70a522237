// expect: valid-memcleanup false(valid-memcleanup) line 6
#include <stdio.h>
#include <stdlib.h>
static char *kept;
int main(void) {
    kept = malloc(BUFSIZ); /* the program's own, whoever uses it */
    setvbuf(stdout, kept, _IOFBF, BUFSIZ);
    printf("a line\n");
    return 0;
}
