// cflags: -fsanitize=bool
// A bool that is neither true nor false.
#include <stdbool.h>

int main(void)
{
    unsigned char byte = 2;
    bool *flag = (bool *)&byte;
    return *flag;
}
/* expect:
9:12: error: 2 is no value of '_Bool' [invalid-value]
*/
