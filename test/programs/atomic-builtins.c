// The __atomic and __sync builtins of every size.
#include <stdint.h>
#include <stdio.h>

#define TEST(type)                                                                                                     \
    do {                                                                                                               \
        _Alignas(8) type v = 10, r, e = 3;                                                                             \
        printf("%d:", (int)sizeof v);                                                                                  \
        r = __atomic_fetch_add(&v, 5, __ATOMIC_SEQ_CST), printf(" %lld", (long long)r);                                \
        r = __atomic_sub_fetch(&v, 1, __ATOMIC_RELAXED), printf(" %lld", (long long)r);                                \
        r = __atomic_fetch_nand(&v, 6, __ATOMIC_SEQ_CST), printf(" %lld", (long long)r);                               \
        r = __atomic_or_fetch(&v, 9, __ATOMIC_ACQUIRE), printf(" %lld", (long long)r);                                 \
        __atomic_store_n(&v, 77, __ATOMIC_RELEASE);                                                                    \
        r = __atomic_exchange_n(&v, 3, __ATOMIC_ACQ_REL), printf(" %lld", (long long)r);                               \
        printf(" %d", __atomic_compare_exchange_n(&v, &e, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));                  \
        printf(" %d", __atomic_compare_exchange_n(&v, &e, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));                  \
        printf(" %lld %lld |", (long long)e, (long long)__atomic_load_n(&v, __ATOMIC_CONSUME));                        \
        r = __sync_fetch_and_add(&v, 2), printf(" %lld", (long long)r);                                                \
        r = __sync_add_and_fetch(&v, 2), printf(" %lld", (long long)r);                                                \
        r = __sync_fetch_and_xor(&v, 15), printf(" %lld", (long long)r);                                               \
        r = __sync_val_compare_and_swap(&v, 3, 4), printf(" %lld", (long long)r);                                      \
        printf(" %d", __sync_bool_compare_and_swap(&v, 4, 5));                                                         \
        r = __sync_lock_test_and_set(&v, 1), printf(" %lld", (long long)r);                                            \
        __sync_lock_release(&v);                                                                                       \
        printf(" %lld\n", (long long)v);                                                                               \
    } while (0)

int main(void)
{
    TEST(int8_t);
    TEST(uint8_t);
    TEST(int16_t);
    TEST(uint16_t);
    TEST(int32_t);
    TEST(uint32_t);
    TEST(int64_t);
    TEST(uint64_t);
    __sync_synchronize();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    char flag = 0;
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf("%d\n", flag);
    int x = 1, y = 2, z;
    __atomic_exchange(&x, &y, &z, __ATOMIC_SEQ_CST);
    printf("%d %d %d\n", x, y, z);
    int a = -5, r = __atomic_fetch_max(&a, 3, __ATOMIC_SEQ_CST);
    printf("%d %d ", r, a);
    r = __atomic_fetch_min(&a, -9, __ATOMIC_SEQ_CST);
    printf("%d %d\n", r, a);
    int *p = &x, **q = &p;
    printf("%d\n", *__atomic_exchange_n(q, &y, __ATOMIC_SEQ_CST) + *p * 10);
    return 0;
}
