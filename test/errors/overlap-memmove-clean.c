// memmove may overlap, memcpy of touching ranges and of a range onto itself by assignment too.
#include <string.h>

struct block { int v[10]; };

int main(void)
{
    char text[20] = "0123456789";
    memmove(text + 2, text, 8);
    memcpy(text + 10, text, 10);
    struct block b = {{1}}, *p = &b;
    b = *p;
    return text[2] == '0' && b.v[0] == 1 ? 0 : 1;
}
/* expect:
*/
