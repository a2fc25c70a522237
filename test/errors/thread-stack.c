// A thread's variable is used after the thread has ended.
#include <pthread.h>

static int *left;

static void *leave(void *given)
{
    int local = 5;
    left = &local;
    return given;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
    return *left;
}
/* expect:
18:12: error: read of 4 bytes at offset 0 of 'local' after its function returned [use-after-return]
8:9: note: 'local' is declared here
*/
