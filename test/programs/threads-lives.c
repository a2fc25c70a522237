/* Threads from their beginning to their end: results, keys, thread-local variables, once, cancelling, cleaning up, <threads.h>. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

static _Thread_local int mine = 5, *place = &(int){0};
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_key(void) { printf("once\n"); }
static void destroy(void *value)
{
    printf("value %s is destroyed\n", (char *)value);
    free(value);
}

static void *live(void *name)
{
    pthread_once(&once, make_key);
    pthread_setspecific(key, strdup(name));
    mine += (int)strlen(name);
    errno = mine;
    sched_yield();
    printf("%s: mine %d, errno %d, key %s, same place %d\n", (char *)name, mine, errno, (char *)pthread_getspecific(key), place == &mine);
    return (void *)(long)mine;
}

static void undo(void *what) { printf("undo %s\n", (char *)what); }

static void leave_early(int depth)
{
    if (depth == 0) pthread_exit("early");
    int local[4] = {depth};
    leave_early(local[0] - 1);
}

static void *clean(void *nothing)
{
    pthread_cleanup_push(undo, "outer");
    pthread_cleanup_push(undo, "inner");
    leave_early(3);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return nothing;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static atomic_int is_waiting;

static void give_free(void *mutex) { printf("given free: %d\n", pthread_mutex_unlock(mutex)); }

static void *wait_for_ever(void *nothing)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(give_free, &lock);
    is_waiting = 1;
    for (;;) pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(1);
    return nothing;
}

static int work(void *sum)
{
    for (int i = 0; i < 1000; i++) atomic_fetch_add((atomic_int *)sum, i);
    thrd_exit(42);
}

static void *detached(void *flag)
{
    atomic_store((atomic_int *)flag, 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    void *result;
    pthread_key_create(&key, destroy);
    char *names[] = {"a", "bcd"};
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, live, names[i]);
        pthread_join(threads[i], &result);
        printf("result %ld, mine %d\n", (long)result, mine);
    }
    pthread_create(&threads[0], NULL, clean, NULL);
    pthread_join(threads[0], &result);
    printf("%s\n", (char *)result);

    pthread_create(&threads[0], NULL, wait_for_ever, NULL);
    while (!is_waiting) sched_yield();
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_cancel(threads[0]);
    pthread_join(threads[0], &result);
    printf("cancelled %d\n", result == PTHREAD_CANCELED);
    printf("itself: %s\n", strerror(pthread_join(pthread_self(), NULL)));

    thrd_t workers[2];
    atomic_int sum = 0, flag = 0;
    int code;
    for (int i = 0; i < 2; i++) thrd_create(&workers[i], work, &sum);
    for (int i = 0; i < 2; i++) thrd_join(workers[i], &code);
    printf("sum %d, code %d\n", sum, code);

    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&threads[0], &attributes, detached, &flag);
    while (!flag) usleep(10);
    printf("detached %d, equal %d\n", flag, pthread_equal(pthread_self(), threads[0]) != 0);
    return 0;
}
