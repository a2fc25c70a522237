// A read behind the terminating zero of a string literal.
int main(void)
{
    const char *s = "hello";
    int i = 0, sum = 0;
    while (i <= 6)
        sum += s[i++];
    return sum;
}
/* expect:
7:16: error: read of 1 byte at offset 6 of a string literal, which has 6 bytes [out-of-bounds]
*/
