// A variable narrower than its register, where another function left all bits set.
static unsigned long long leave(unsigned long long a)
{
    unsigned long long b = a - 1, c = a - 2, d = a - 3, e = a - 4;
    return b ^ c ^ d ^ e;
}

static int decide(int limit)
{
    unsigned char choice;
    if (choice < limit)
        return 0;
    return 1;
}

int main(void)
{
    return leave(~0ull) == 1 || decide(14);
}
/* expect:
11:9: error: branch depends on an uninitialised value [uninitialised]
10:19: note: the value comes from 'choice', declared here
18:33: note: in the call of 'decide' from 'main'
*/
