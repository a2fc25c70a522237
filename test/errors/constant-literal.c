// A string literal is written.
int main(void)
{
    char *s = "constant";
    s[0] = 'C';
    return 0;
}
/* expect:
5:10: error: write of 1 byte to a string literal [write-to-constant]
*/
