// cflags: -fsanitize=unsigned-integer-overflow
// A negated unsigned number.
int main(void)
{
    volatile unsigned n = 7;
    return -n == 0;
}
/* expect:
6:12: error: unsigned overflow: -(7) does not fit in 'unsigned int' [unsigned-overflow]
*/
