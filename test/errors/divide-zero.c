// Division by zero in an average.
static int average(const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}

int main(void)
{
    int v[1] = {4};
    return average(v, 1) + average(v, 0);
}
/* expect:
7:16: error: division by zero [division-by-zero]
13:28: note: in the call of 'average' from 'main'
*/
