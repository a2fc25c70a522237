// Bytes that were never set go out through write.
#include <string.h>
#include <unistd.h>

int main(void)
{
    char buffer[8];
    memcpy(buffer, "abc", 3);
    return write(1, buffer, 4) != 4;
}
/* expect:
9:12: error: output depends on an uninitialised value, in 'write' [uninitialised]
7:10: note: the value comes from 'buffer', declared here
*/
