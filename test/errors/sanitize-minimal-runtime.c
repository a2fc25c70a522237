// cflags: -fsanitize=undefined -fsanitize-minimal-runtime
// The same with the runtime that tells little.
int main(void)
{
    int numbers[4] = {0};
    volatile int i = 4;
    return numbers[i];
}
/* expect:
7:12: error: index 4 is out of the bounds of 'int[4]' [out-of-bounds]
*/
