/* Words that every layer uses: fixed-width integers, branch hints, checked allocation. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef unsigned __int128 u128;
typedef __int128 i128;

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* Memory for Loci itself. These never return NULL: running out ends the process through the one
 * handler set by memory_exhausted_handler (the command line installs one that says so and exits 2). */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *block, size_t size);
char *xstrdup(const char *text);
void set_memory_exhausted_handler(void (*handler)(size_t wanted));

static inline u64 align_up(u64 value, u64 alignment) { return (value + alignment - 1) & ~(alignment - 1); }

/* The lowest `bits` bits set; bits may be 0 to 64. */
static inline u64 low_mask(unsigned bits) { return bits >= 64 ? ~(u64)0 : ((u64)1 << bits) - 1; }

/* `value`, a two's complement number of `bits` bits (1 to 64), as a signed 64-bit one. */
static inline i64 sign_extend(u64 value, unsigned bits) {
    unsigned unused = 64 - bits;
    return (i64)(value << unused) >> unused;
}

/* A good mixing step for hash tables (the finaliser of splitmix64). */
static inline u64 hash_mix(u64 x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
static inline u64 hash_combine(u64 seed, u64 value) { return hash_mix(seed * 0x9e3779b97f4a7c15u + value + 1); }
u64 hash_bytes(const void *bytes, size_t length);

#endif
