// A variable length array indexed by its length.
static int last(int n)
{
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    return v[n];
}

int main(void)
{
    return last(5);
}
/* expect:
7:12: error: read of 4 bytes at offset 20 of 'v', which has 20 bytes [out-of-bounds]
4:9: note: 'v' is declared here
12:12: note: in the call of 'last' from 'main'
*/
