// cflags: -fsanitize=bounds
// An index outside of its array, inside of the object.
struct table {
    int cells[4];
    int more[4];
};

int main(void)
{
    struct table table = {{0}, {0}};
    volatile int i = 5;
    return table.cells[i];
}
/* expect:
12:12: error: index 5 is out of the bounds of 'int[4]' [out-of-bounds]
*/
