// A read one before the start of an array.
int main(void)
{
    int a[4] = {4, 3, 2, 1};
    int i = 3;
    while (a[i] != 5)
        i--;
    return i;
}
/* expect:
6:12: error: read of 4 bytes at offset -4 of 'a', which has 16 bytes [out-of-bounds]
4:9: note: 'a' is declared here
*/
