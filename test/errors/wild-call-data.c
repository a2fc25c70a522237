// A pointer to data is called.
typedef int (*function)(void);
static int x = 5;

int main(void)
{
    function f = (function)&x;
    return f();
}
/* expect:
8:12: error: call through a pointer to 'x', which is not a function [wild-pointer]
*/
