/* Atomic operations on objects of any size, as compilers call them: there is one thread. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The names are builtins of the compiler, so they are defined under others. */
void atomic_load_any(size_t size, const void *from, void *to, int order) __asm__("__atomic_load");
void atomic_store_any(size_t size, void *to, const void *from, int order) __asm__("__atomic_store");
void atomic_exchange_any(size_t size, void *at, const void *from, void *old, int order) __asm__("__atomic_exchange");
bool atomic_compare_exchange_any(size_t size, void *at, void *expected, const void *wanted, int success,
                                 int failure) __asm__("__atomic_compare_exchange");
bool atomic_is_lock_free_any(size_t size, const void *at) __asm__("__atomic_is_lock_free");

void atomic_load_any(size_t size, const void *from, void *to, int order)
{
    (void)order;
    memmove(to, from, size);
}

void atomic_store_any(size_t size, void *to, const void *from, int order)
{
    (void)order;
    memmove(to, from, size);
}

void atomic_exchange_any(size_t size, void *at, const void *from, void *old, int order)
{
    (void)order;
    memmove(old, at, size);
    memmove(at, from, size);
}

bool atomic_compare_exchange_any(size_t size, void *at, void *expected, const void *wanted, int success, int failure)
{
    (void)success;
    (void)failure;
    if (memcmp(at, expected, size) == 0) {
        memmove(at, wanted, size);
        return true;
    }
    memmove(expected, at, size);
    return false;
}

bool atomic_is_lock_free_any(size_t size, const void *at)
{
    (void)at;
    return size <= sizeof(void *) && (size & (size - 1)) == 0;
}
