// A write through a null pointer.
int main(void)
{
    char *p = 0;
    *p = 1;
    return 0;
}
/* expect:
5:8: error: write of 1 byte through a null pointer [null-dereference]
*/
