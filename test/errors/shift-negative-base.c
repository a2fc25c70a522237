// A left shift of a negative value.
int main(void)
{
    int x = -1, n = 3;
    return (x << n) != 0;
}
/* expect:
5:15: error: left shift of negative value -1 [bad-shift]
*/
