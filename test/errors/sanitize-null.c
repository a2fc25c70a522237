// cflags: -fsanitize=null
// The address of a member of nothing.
struct pair {
    int first, second;
};

int main(void)
{
    struct pair *volatile p = 0;
    int *second = &p->second;
    return second == 0;
}
/* expect:
10:23: error: member access through a null pointer to 'struct pair' [null-dereference]
*/
