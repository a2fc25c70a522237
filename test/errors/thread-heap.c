// A thread writes behind a block that main has made.
#include <pthread.h>
#include <stdlib.h>

static void *fill(void *block)
{
    for (int i = 0; i <= 4; i++) ((char *)block)[i] = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char *block = malloc(4);
    pthread_create(&thread, NULL, fill, block);
    pthread_join(thread, NULL);
    free(block);
    return 0;
}
/* expect:
7:53: error: write of 1 byte at offset 4 of a heap block, which has 4 bytes, in thread 1 [out-of-bounds]
14:19: note: the block is allocated here
*/
