// A row index too large by one.
int main(void)
{
    int grid[3][4] = {{0}};
    int sum = 0;
    for (int row = 0; row <= 3; row++)
        sum += grid[row][0];
    return sum;
}
/* expect:
7:16: error: read of 4 bytes at offset 48 of 'grid', which has 48 bytes [out-of-bounds]
4:9: note: 'grid' is declared here
*/
