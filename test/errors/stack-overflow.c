// Endless recursion.
static int depth(int n) { return n < 0 ? 0 : 1 + depth(n + 1); }

int main(void)
{
    return depth(0);
}
/* expect:
2: error: the stack of 8 MiB is exhausted [stack-overflow]
...
*/
