// Binary search as it stood in textbooks for decades.
//
//     build/loci exec examples/search.c
//
// The middle of two large indices is computed as (low + high) / 2, whose sum does not fit in an int once the array has
// more than a billion elements; natively this search never ends. The array here is imagined: element i holds 2 * i, so
// that no memory is needed.
#include <stdio.h>

static long long element(int index)
{
    return 2LL * index;
}

static int find(long long wanted, int length)
{
    int low = 0, high = length - 1;
    while (low <= high) {
        int middle = (low + high) / 2; // the bug
        if (element(middle) < wanted)
            low = middle + 1;
        else if (element(middle) > wanted)
            high = middle - 1;
        else
            return middle;
    }
    return -1;
}

int main(void)
{
    printf("%d\n", find(1000, 1000000));
    printf("%d\n", find(3000000000LL, 2000000000));
    return 0;
}
