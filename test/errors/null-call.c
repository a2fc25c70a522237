// A call through a null function pointer.
struct operations { int (*open)(int), (*close)(int); };
static struct operations none;

int main(void)
{
    return none.close(3);
}
/* expect:
7:12: error: call through a null pointer [null-dereference]
*/
