// cflags: -fsanitize=float-cast-overflow
// A double that is too large for an int.
int main(void)
{
    volatile double large = 1e10;
    return (int)large;
}
/* expect:
6:12: error: the value of 'double' does not fit in 'int' [float-cast]
*/
