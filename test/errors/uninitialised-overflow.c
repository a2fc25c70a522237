// An undefined value has no number in which an overflow could be found; deciding by it is the error.
static int leaves_large_numbers(int count)
{
    int a = count | 0x7fffff00, b = a ^ 1, c = b | 0x7fffff00, d = c | 2;
    return a & b & c & d & 1;
}

static int adds(int is_set)
{
    int y;
    if (is_set)
        y = 1;
    int sum = y + 2147483000;
    if (sum == 7)
        return 1;
    return 0;
}

int main(void)
{
    return leaves_large_numbers(8) + adds(0);
}
/* expect:
14:9: error: branch depends on an uninitialised value [uninitialised]
10:9: note: the value comes from 'y', declared here
21:38: note: in the call of 'adds' from 'main'
*/
