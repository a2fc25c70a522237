// A buffer without contents is compared.
#include <string.h>

int main(void)
{
    char name[16];
    return strcmp(name, "root") == 0;
}
/* expect:
7:12: error: branch depends on an uninitialised value, in 'strcmp' [uninitialised]
6:10: note: the value comes from 'name', declared here
*/
