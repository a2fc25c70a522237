// A right shift by a negative amount.
int main(void)
{
    unsigned x = 8;
    int n = -1;
    return (x >> n) != 0;
}
/* expect:
6:15: error: shift of 'unsigned int' by -1 [bad-shift]
*/
