// cflags: -fsanitize=unsigned-shift-base
// Bits of an unsigned number are shifted out.
int main(void)
{
    volatile unsigned n = 3;
    return n << 31 == 0;
}
/* expect:
6:14: error: shift of 3, of type 'unsigned int', by 31 [bad-shift]
*/
