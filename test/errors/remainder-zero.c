// Remainder by an unsigned zero.
int main(void)
{
    unsigned buckets = 0, hash = 77;
    return (int)(hash % buckets);
}
/* expect:
5:23: error: remainder by zero [division-by-zero]
*/
