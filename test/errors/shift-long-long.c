// A shift of 64 bits by 64.
int main(void)
{
    unsigned long long x = 1;
    unsigned n = 64;
    return (int)(x << n);
}
/* expect:
6:20: error: shift of 'unsigned long long' by 64 [bad-shift]
*/
