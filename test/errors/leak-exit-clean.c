// exit keeps the frames: what a local of main points to is not lost.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(50);
    p[0] = 0;
    exit(p[0]);
}
/* expect:
*/
