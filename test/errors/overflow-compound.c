// Compound assignment.
int main(void)
{
    int product = 1;
    for (int i = 1; i <= 13; i++)
        product *= i;
    return product & 1;
}
/* expect:
6:17: error: signed overflow: 479001600 * 13 does not fit in 'int' [signed-overflow]
*/
