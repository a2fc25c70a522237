// cflags: -fsanitize=unsigned-integer-overflow
// Zero minus one.
int main(void)
{
    unsigned long long n = 0;
    n--;
    return n == 0;
}
/* expect:
6:6: error: unsigned overflow: 0 - 1 does not fit in 'unsigned long long' [unsigned-overflow]
*/
