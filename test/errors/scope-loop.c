// A pointer to a variable of the last iteration.
#include <stdio.h>

int main(void)
{
    int *last = 0;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        if (last)
            *last = 7;
        last = &square;
    }
    return 0;
}
/* expect:
10:19: error: write of 4 bytes at offset 0 of 'square' after the end of its scope [use-after-scope]
8:13: note: 'square' is declared here
*/
