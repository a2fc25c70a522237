// cflags: -fsanitize=implicit-conversion
// A conversion that nobody wrote loses bits.
int main(void)
{
    int n = 300;
    signed char c = n;
    return c;
}
/* expect:
6:21: error: 300 of 'int' becomes 44 as 'signed char' [implicit-conversion]
*/
