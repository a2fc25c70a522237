// A string built in a local array is returned and printed.
#include <stdio.h>
#include <string.h>

static const char *greeting(void)
{
    char text[16];
    strcpy(text, "hello");
    const char *result = text;
    return result;
}

int main(void)
{
    const char *s = greeting();
    return s[1];
}
/* expect:
16:12: error: read of 1 byte at offset 1 of 'text' after its function returned [use-after-return]
7:10: note: 'text' is declared here
*/
