// A global array indexed past its end.
static int table[5] = {1, 2, 3, 4, 5};

static int get(int i)
{
    return table[i];
}

int main(void)
{
    return get(4) + get(5);
}
/* expect:
6:12: error: read of 4 bytes at offset 20 of 'table', which has 20 bytes [out-of-bounds]
2: note: 'table' is declared here
11:21: note: in the call of 'get' from 'main'
*/
