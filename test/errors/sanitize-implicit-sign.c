// cflags: -fsanitize=implicit-integer-sign-change
// A conversion that nobody wrote changes the sign.
int main(void)
{
    int n = -1;
    unsigned u = n;
    return u == 0;
}
/* expect:
6:18: error: -1 of 'int' becomes 4294967295 as 'unsigned int' [implicit-conversion]
*/
