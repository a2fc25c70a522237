// cflags: -fsanitize=pointer-overflow
// A pointer that wraps around.
int main(void)
{
    char text[4] = "abc";
    volatile unsigned long far = -1ul;
    char *p = text + far;
    return p == text;
}
/* expect:
7:20: error: the pointer leaves the address space, or is made from null [pointer-overflow]
*/
