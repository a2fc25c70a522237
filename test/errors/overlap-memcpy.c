// memcpy between ranges that overlap.
#include <string.h>

int main(void)
{
    char text[16] = "0123456789";
    memcpy(text + 2, text, 8);
    return text[2] != '0';
}
/* expect:
7:5: error: memcpy of 8 bytes between overlapping ranges [overlap]
? 6:10: note: 'text' is declared here
*/
