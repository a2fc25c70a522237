/* Words of random versions of memory, all at once, are what reads one by one give. */
#include "abstract/words.h"
#include "check.h"

enum { BITS = 64, SYMBOLS = 3, ADDRESSES = 6 };

static u64 seed;
static u32 found, missed; /* words that a read knows to be constants */
static u32 below(u32 n) {
    seed += 0x9e3779b97f4a7c15u;
    return (u32)(hash_mix(seed) % n);
}

typedef struct {
    TermStore *terms;
    Term *conditions[SYMBOLS];
    Term *numbers[SYMBOLS];
    Term *memory;
} Bench;

static Term *constant(Bench *b) { return term_const(b->terms, BITS, below(ADDRESSES)); }

static Term *number(Bench *b) { return below(8) ? constant(b) : b->numbers[below(SYMBOLS)]; }

static Term *random_memory(Bench *b, u32 depth) {
    if (!depth) return b->memory;
    Term *before = random_memory(b, depth - 1), *at = number(b), *value = number(b);
    Term *other = below(3) ? before : random_memory(b, depth - 1);
    switch (below(8)) {
    case 0:
    case 1: return term_ite(b->terms, b->conditions[below(SYMBOLS)], term_store(b->terms, before, at, value), other);
    case 2: return term_fill(b->terms, before, at, value, number(b));
    case 3: return term_copy(b->terms, before, at, other, constant(b), number(b));
    default: return term_store(b->terms, before, at, value);
    }
}

static void draw_values(Bench *b, Map *out) {
    for (u32 i = 0; i < SYMBOLS; i++) {
        map_put_ptr(out, b->conditions[i], term_const(b->terms, 1, below(2)));
        map_put_ptr(out, b->numbers[i], constant(b));
    }
}

static void test_memory(Bench *b) {
    Term *memory = random_memory(b, 2 + below(12));
    Map words = {0};
    for (u32 i = 0; i < ADDRESSES; i++) map_put(&words, i, 0);
    memory_words(b->terms, memory, &words);
    for (u32 i = 0; i < ADDRESSES; i++) {
        Term *word = (Term *)(uintptr_t)words.entries[i].value;
        Term *read = term_select(b->terms, memory, term_const(b->terms, BITS, words.entries[i].key));
        if (term_is_const(read)) *(word ? &found : &missed) += 1;
        for (u32 round = 0; word && round < 8; round++) {
            Map values = {0};
            Term *both[] = {word, read};
            draw_values(b, &values);
            term_substitute(b->terms, both, 2, &values);
            CHECK(both[0] == both[1]);
            map_free(&values);
        }
    }
    map_free(&words);
}

int main(void) {
    Bench b = {.terms = term_store_new()};
    b.memory = term_symbol_array(b.terms, "m", BITS, BITS);
    for (u32 i = 0; i < SYMBOLS; i++) {
        char name[] = {'c', (char)('0' + i), 0};
        b.conditions[i] = term_symbol(b.terms, name, 1);
        name[0] = 'n';
        b.numbers[i] = term_symbol(b.terms, name, BITS);
    }
    for (seed = 1; seed < 2000; seed++) {
        u64 round = seed;
        test_memory(&b);
        seed = round;
    }
    CHECK(missed * 100 < found);
    term_store_free(b.terms);
    return finish();
}
