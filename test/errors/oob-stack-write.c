// A write one past the end of an array on the stack.
int main(void)
{
    char text[8];
    for (int i = 0; i < 9; i++)
        text[i] = 'x';
    return text[0] - 'x';
}
/* expect:
6:17: error: write of 1 byte at offset 8 of 'text', which has 8 bytes [out-of-bounds]
4:10: note: 'text' is declared here
*/
