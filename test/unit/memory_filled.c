/* Storage that was filled: copies hold what the original holds, whatever was written to either, in children of the process too. */
#include "memory/store/storage.h"

#include "check.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, BLOCKS = 8, ROUNDS = 2000 };
/* Blocks of the smaller size wait for the next one when nobody has them any more. */
static const u32 SMALLER = 60 * PAGE - 100, LARGER = 700 * PAGE - 100;
static u32 size;

static u64 state = 88172645463325252u;
static u32 below(u32 limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (u32)(state % limit);
}

typedef struct {
    u8 *block; /* storage */
    u8 *truth; /* the same in plain memory */
} Pair;

static Pair new_pair(Fill fill) {
    Pair pair = {storage_try_filled(size, fill), malloc(size)};
    memset(pair.truth, fill == FILLED_ONES ? 0xff : 0, size);
    return pair;
}

static void write_somewhere(Pair *pair) {
    u32 length = 1 + below(below(10) ? 16 : 3 * PAGE), at = below(size - length);
    u8 byte = (u8)below(3) * 0x7f; /* often what the block was filled with */
    memset(pair->block + at, byte, length);
    memset(pair->truth + at, byte, length);
}

static void drop_pair(Pair *pair) {
    storage_drop(pair->block);
    free(pair->truth);
}

/* In the place of `to`: a block that shares with `from`, made its own. */
static void copy_pair(Pair *to, const Pair *from) {
    storage_drop(to->block);
    storage_keep(from->block);
    to->block = storage_unshare(from->block);
    memcpy(to->truth, from->truth, size);
}

static void use(Pair *pairs, Fill fill, u32 rounds) {
    for (u32 i = 0; i < rounds; i++) {
        u32 a = below(BLOCKS), b = below(BLOCKS);
        if (below(4)) write_somewhere(&pairs[a]);
        else if (a != b) copy_pair(&pairs[a], &pairs[b]);
        if (below(20)) continue;
        drop_pair(&pairs[b]);
        pairs[b] = new_pair(fill);
    }
    for (u32 i = 0; i < BLOCKS; i++) CHECK(!memcmp(pairs[i].block, pairs[i].truth, size));
}

static void test_copies(Fill fill, u32 bytes) {
    size = bytes;
    Pair pairs[BLOCKS];
    for (u32 i = 0; i < BLOCKS; i++) pairs[i] = new_pair(fill);
    CHECK(storage_header(pairs[0].block)->fill == fill);
    use(pairs, fill, ROUNDS);
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        use(pairs, fill, ROUNDS);
        _exit(checks_failed != 0);
    }
    int status = 1;
    use(pairs, fill, ROUNDS);
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    for (u32 i = 0; i < BLOCKS; i++) drop_pair(&pairs[i]);
}

static void test_small(void) {
    u8 *block = storage_try_filled(100, FILLED_ONES);
    CHECK(storage_header(block)->fill == FILLED_NOT && block[99] == 0xff);
    storage_drop(block);
}

/* Blocks use up no more than half of the mappings: other memory is there still. */
static void test_mappings_are_left(void) {
    enum { MANY = (1 << 20) + 1 };
    void **blocks = calloc(MANY, sizeof *blocks);
    u32 count = 0;
    while (count < MANY && (blocks[count] = filled_new(PAGE, FILLED_ZEROS))) count++;
    CHECK(count > 0 && count < MANY);
    void *others[100];
    for (u32 i = 0; i < COUNT_OF(others); i++) {
        others[i] = mmap(NULL, PAGE, i % 2 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(others[i] != MAP_FAILED);
    }
    for (u32 i = 0; i < COUNT_OF(others); i++) munmap(others[i], PAGE);
    for (u32 i = 0; i < count; i++) filled_free(blocks[i], PAGE, FILLED_ZEROS);
    void *again = filled_new(PAGE, FILLED_ZEROS);
    CHECK(again);
    filled_free(again, PAGE, FILLED_ZEROS);
    free(blocks);
}

/* What was written to a block that is larger than the host's memory, and only that, is found. */
static void test_written(Fill fill) {
    const u64 large = ((u64)1 << 40) + 100, places[] = {0, 3 * PAGE, (u64)3 << 30, large - 1};
    u8 *block = storage_try_filled(large, fill);
    u64 from = 0, to;
    u8 other = fill == FILLED_ONES ? 0 : 1;
    CHECK(block && block[large / 2] == (fill == FILLED_ONES ? 0xff : 0));
    for (u32 i = 0; i < COUNT_OF(places); i++) block[places[i]] = other;
    for (u32 i = 0; i < COUNT_OF(places); i++) {
        bool is_found = false; /* a page that was only read may count as written */
        while (!is_found && storage_next_written(block, &from, &to)) {
            is_found = from <= places[i] && places[i] < to;
            CHECK(to - from <= PAGE || fill == FILLED_ONES);
            from = to;
        }
        CHECK(is_found && to <= large);
    }
    CHECK(!storage_next_written(block, &from, &to));
    storage_keep(block);
    u8 *copy = storage_unshare(block);
    for (u32 i = 0; i < COUNT_OF(places); i++) CHECK(copy[places[i]] == other);
    CHECK(copy[5 * PAGE] == (fill == FILLED_ONES ? 0xff : 0));
    storage_drop(copy);
    storage_drop(block);
}

int main(void) {
    for (Fill fill = FILLED_ZEROS; fill <= FILLED_ONES; fill++) {
        test_copies(fill, SMALLER);
        test_copies(fill, LARGER);
    }
    test_small();
    test_mappings_are_left();
    test_written(FILLED_ZEROS);
    test_written(FILLED_ONES);
    return finish();
}
