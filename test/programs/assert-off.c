// With NDEBUG an assertion is not evaluated.
#define NDEBUG
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 0;
    assert(n++ > 0);
    printf("%d\n", n);
    return 0;
}
