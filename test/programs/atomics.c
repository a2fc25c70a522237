// C11 atomics on one thread: all operations, all sizes.
#include <stdatomic.h>
#include <stdio.h>

#define TEST(type, format)                                                                                             \
    do {                                                                                                               \
        _Atomic type a = 5;                                                                                            \
        printf(#type ":");                                                                                             \
        printf(" " format, atomic_load(&a));                                                                           \
        atomic_store(&a, 100);                                                                                         \
        printf(" " format, atomic_exchange(&a, 50));                                                                   \
        printf(" " format, atomic_fetch_add(&a, 7));                                                                   \
        printf(" " format, atomic_fetch_sub(&a, 3));                                                                   \
        printf(" " format, atomic_fetch_or(&a, 64));                                                                   \
        printf(" " format, atomic_fetch_and(&a, 0x5e));                                                                \
        printf(" " format, atomic_fetch_xor(&a, 0x11));                                                                \
        type expected = 1;                                                                                             \
        printf(" %d", atomic_compare_exchange_strong(&a, &expected, 9));                                               \
        printf(" " format, expected);                                                                                  \
        printf(" %d", atomic_compare_exchange_strong_explicit(&a, &expected, 9, memory_order_acq_rel,                  \
                                                              memory_order_relaxed));                                  \
        a++, ++a, a += 10, a -= 1, a |= 32, a &= 0x3f, a ^= 1;                                                         \
        printf(" " format " " format "\n", a--, expected);                                                             \
    } while (0)

struct pair { int a, b; };

int main(void)
{
    TEST(signed char, "%d");
    TEST(unsigned char, "%d");
    TEST(short, "%d");
    TEST(unsigned short, "%d");
    TEST(int, "%d");
    TEST(unsigned, "%u");
    TEST(long, "%ld");
    TEST(unsigned long long, "%llu");
    TEST(long long, "%lld");
    atomic_flag flag = ATOMIC_FLAG_INIT;
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d ", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set(&flag));
    int array[4] = {1, 2, 3, 4};
    _Atomic(int *) p = array;
    p++, ++p, p++;
    printf("%d ", *p);
    int *old = atomic_exchange(&p, array);
    printf("%d %d\n", *old, *atomic_load(&p));
    atomic_bool b = 1;
    printf("%d ", atomic_exchange(&b, 0));
    printf("%d\n", b);
    _Atomic struct pair s = (struct pair){1, 2};
    struct pair t = atomic_load(&s);
    t.a = 7;
    atomic_store(&s, t);
    t = atomic_exchange(&s, ((struct pair){8, 9}));
    printf("%d %d ", t.a, t.b);
    t = s;
    printf("%d %d\n", t.a, t.b);
    _Atomic double d = 1.5;
    d = d + 1;
    printf("%g\n", d);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    printf("%d\n", atomic_is_lock_free(&b));
    return 0;
}
