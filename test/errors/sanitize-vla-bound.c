// cflags: -fsanitize=vla-bound
// An array of negative length.
int main(void)
{
    volatile int n = -3;
    int numbers[n];
    numbers[0] = 1;
    return numbers[0];
}
/* expect:
6:5: error: the length of an array is -3 [array-size]
*/
