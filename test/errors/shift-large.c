// A shift by the width of the type.
int main(void)
{
    int x = 1, n = 32;
    return (x << n) != 0;
}
/* expect:
5:15: error: shift of 'int' by 32 [bad-shift]
*/
