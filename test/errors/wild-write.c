// A small integer used as a pointer.
int main(void)
{
    volatile long number = 4096;
    char *p = (char *)number;
    p[4] = 'x';
    return 0;
}
/* expect:
6:10: error: write of 1 byte through 0x1004, which points to no object [wild-pointer]
*/
