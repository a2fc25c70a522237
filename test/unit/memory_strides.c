/* What a term can be by its stride, against what it is for random values of its symbols. */
#include "check.h"
#include "memory/strides.h"
#include "term/model.h"

#include <stdlib.h>

enum { ROUNDS = 20000, SYMBOLS = 3 };

typedef struct {
    TermStore *store;
    Term *symbols[SYMBOLS];
    u64 seed;
} Maker;

static u64 next(Maker *m) { return m->seed += 0x9e3779b97f4a7c15u, hash_mix(m->seed); }
static u64 below(Maker *m, u64 n) { return next(m) % n; }

/* Offsets as programs make them: narrow numbers widened, multiplied by sizes, added up; some of it wraps. */
static Term *make(Maker *m, u32 levels) {
    TermStore *store = m->store;
    if (!levels) {
        Term *symbol = m->symbols[below(m, SYMBOLS)];
        u32 bits = (u32)below(m, 3) * 4 + 8;
        if (below(m, 4) == 0) return term_const(store, 64, below(m, 2) ? below(m, 200) : 0 - below(m, 200));
        if (below(m, 8) == 0) return symbol;
        Term *narrow = term_extract(store, symbol, 0, bits);
        return below(m, 2) ? term_zext(store, narrow, 64) : term_sext(store, narrow, 64);
    }
    Term *a = make(m, levels - 1);
    switch (below(m, 7)) {
    case 0: return term_mul(store, a, term_const(store, 64, below(m, 3) ? below(m, 40) : 0 - below(m, 40)));
    case 1: return term_add(store, a, make(m, levels - 1));
    case 2: return term_step(store, a, make(m, levels - 1));
    case 3: return term_shl(store, a, term_const(store, 64, below(m, 5)));
    case 4: return term_sub(store, make(m, levels - 1), a);
    case 5: return term_ite(store, term_ult(store, m->symbols[0], m->symbols[1]), a, make(m, levels - 1));
    default: return term_sext(store, term_extract(store, a, 0, 32), 64);
    }
}

int main(void) {
    Maker m = {.store = term_store_new(), .seed = 7};
    u64 said = 0;
    for (u32 i = 0; i < SYMBOLS; i++) m.symbols[i] = term_symbol(m.store, (const char *[]){"a", "b", "c"}[i], 64);
    for (u32 i = 0; i < ROUNDS; i++) {
        Term *term = make(&m, 1 + (u32)below(&m, 4));
        Stride stride = stride_of(term);
        said += stride.stride != 1;
        Model *model = model_new(m.store);
        for (u32 k = 0; k < SYMBOLS; k++) model_set(model, m.symbols[k], term_const(m.store, 64, next(&m)));
        CHECK(stride_may_be(term, stride, model_eval(model, term)->value));
        model_release(model);
    }
    CHECK(said > ROUNDS / 4); /* it tells something */

    Term *index = term_zext(m.store, term_extract(m.store, m.symbols[0], 0, 8), 64);
    Term *member = term_add(m.store, term_mul(m.store, index, term_const(m.store, 64, 12)), term_const(m.store, 64, 4));
    CHECK(stride_may_be(member, stride_of(member), 28) && !stride_may_be(member, stride_of(member), 29));
    Term *wraps = term_mul(m.store, m.symbols[0], term_const(m.store, 64, 12));
    CHECK(stride_may_be(wraps, stride_of(wraps), 4)); /* 2^64 is no multiple of 12 */
    term_store_free(m.store);
    return finish();
}
