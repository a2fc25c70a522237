// Multiplication of long long.
int main(void)
{
    long long big = 4000000000, factor = 3000000000;
    return big * factor > 0;
}
/* expect:
5:16: error: signed overflow: 4000000000 * 3000000000 does not fit in 'long long' [signed-overflow]
*/
