// cflags: -fsanitize=unsigned-integer-overflow
// An unsigned sum that wraps, which is an error because the flags say so.
static unsigned sum(unsigned a, unsigned b)
{
    return a + b;
}

int main(void)
{
    return sum(4000000000u, 294967296u) == 0;
}
/* expect:
5:14: error: unsigned overflow: 4000000000 + 294967296 does not fit in 'unsigned int' [unsigned-overflow]
10:12: note: in the call of 'sum' from 'main'
*/
