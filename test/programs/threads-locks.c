/* Mutexes of every type, condition variables, read-write locks, barriers, semaphores. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int queue[2], length;

static void *produce(void *count)
{
    for (int i = 1; i <= *(int *)count; i++) {
        pthread_mutex_lock(&lock);
        while (length == 2) pthread_cond_wait(&emptied, &lock);
        queue[length++] = i;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consume(void *sum)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (length == 0) pthread_cond_wait(&filled, &lock);
        int next = queue[0];
        queue[0] = queue[1];
        length--;
        pthread_cond_broadcast(&emptied);
        pthread_mutex_unlock(&lock);
        *(long *)sum += next;
        if (next == 10) return sum;
    }
}

static void queues(void)
{
    pthread_t producer, consumer;
    int count = 10;
    long sum = 0;
    void *result;
    pthread_create(&producer, NULL, produce, &count);
    pthread_create(&consumer, NULL, consume, &sum);
    pthread_join(producer, NULL);
    pthread_join(consumer, &result);
    printf("sum %ld, result %d\n", sum, result == &sum);
}

static void *try_it(void *mutex)
{
    int busy = pthread_mutex_trylock(mutex), other = pthread_mutex_unlock(mutex);
    printf("from outside: try %s, unlock %s\n", strerror(busy), strerror(other));
    return NULL;
}

static void types(void)
{
    static const int kinds[] = {PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK};
    for (int i = 0; i < 2; i++) {
        pthread_mutexattr_t attributes;
        pthread_mutex_t mutex;
        pthread_t thread;
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_settype(&attributes, kinds[i]);
        pthread_mutex_init(&mutex, &attributes);
        int first = pthread_mutex_lock(&mutex), second = pthread_mutex_lock(&mutex);
        printf("locked: %d, %s\n", first, strerror(second));
        pthread_create(&thread, NULL, try_it, &mutex);
        pthread_join(thread, NULL);
        int once = pthread_mutex_unlock(&mutex), twice = pthread_mutex_unlock(&mutex);
        printf("unlocked: %d %d\n", once, twice);
        pthread_mutex_destroy(&mutex);
    }
}

static void times(void)
{
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    struct timespec until = {0, 0};
    sem_t semaphore;
    int value;
    pthread_mutex_lock(&lock);
    printf("condition: %s\n", strerror(pthread_cond_timedwait(&never, &lock, &until)));
    printf("mutex: %s\n", strerror(pthread_mutex_timedlock(&lock, &until)));
    pthread_mutex_unlock(&lock);
    sem_init(&semaphore, 0, 1);
    int first = sem_timedwait(&semaphore, &until), second = sem_timedwait(&semaphore, &until);
    printf("semaphore: %d %d %s\n", first, second, strerror(errno));
    errno = 0;
    printf("%d %s\n", sem_trywait(&semaphore), strerror(errno));
    sem_post(&semaphore);
    sem_getvalue(&semaphore, &value);
    printf("value %d\n", value);
    sem_destroy(&semaphore);
}

static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static int written, serial;

static void *share(void *number)
{
    pthread_rwlock_wrlock(&shared);
    written += *(int *)number;
    pthread_rwlock_unlock(&shared);
    int is_serial = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    pthread_rwlock_rdlock(&shared);
    int all = written;
    pthread_rwlock_unlock(&shared);
    __atomic_fetch_add(&serial, is_serial, __ATOMIC_SEQ_CST);
    return (void *)(long)all;
}

static void barriers(void)
{
    pthread_t threads[3];
    int numbers[3] = {1, 10, 100};
    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, share, &numbers[i]);
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        printf("%ld ", (long)result);
    }
    printf("serial %d\n", serial);
    pthread_barrier_destroy(&barrier);
    int read = pthread_rwlock_tryrdlock(&shared), write = pthread_rwlock_trywrlock(&shared);
    printf("%d %s\n", read, strerror(write));
    pthread_rwlock_unlock(&shared);
}

int main(void)
{
    queues();
    types();
    times();
    barriers();
    return 0;
}
