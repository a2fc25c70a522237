// A const global is written through a cast.
static const int limit = 10;

static void set(int *p, int value)
{
    *p = value;
}

int main(void)
{
    set((int *)&limit, 20);
    return limit;
}
/* expect:
6:8: error: write of 4 bytes to constant 'limit' [write-to-constant]
? 2: note: 'limit' is declared here
11:5: note: in the call of 'set' from 'main'
*/
