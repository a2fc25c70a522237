// cflags: -fsanitize=alignment
// An int at an odd address.
int main(void)
{
    int numbers[2] = {1, 2};
    int *p = (int *)((char *)numbers + 1);
    return *p;
}
/* expect:
7:12: error: load through a pointer that is not aligned for 'int' [misaligned]
*/
