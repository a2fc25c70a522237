// cflags: -fsanitize=alignment
// An alignment that is promised and does not hold.
int main(void)
{
    int numbers[4] __attribute__((aligned(16))) = {0};
    int *p = __builtin_assume_aligned(numbers + 1, 16);
    return p == numbers;
}
/* expect:
6:14: error: the pointer is not aligned as it is assumed to be [misaligned]
*/
