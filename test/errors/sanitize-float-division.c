// cflags: -fsanitize=float-divide-by-zero
// A double divided by zero.
int main(void)
{
    volatile double zero = 0;
    return 1 / zero > 2;
}
/* expect:
6:14: error: division of 'double' by zero [division-by-zero]
*/
