#include "solver/cores.h"

enum {
    LARGEST_CORE = 48, /* larger ones are seldom met again */
    MOST_LITERALS = 1 << 20,
    MOST_TRIED = 32 /* cores of one literal, the newest first */
};

void cores_free(Cores *cores) {
    vec_free(&cores->at);
    vec_free(&cores->lits);
    vec_free(&cores->stamps);
    map_free(&cores->newest);
}

static void forget(Cores *cores) {
    vec_clear(&cores->at);
    vec_clear(&cores->lits);
    map_clear(&cores->newest);
}

void cores_add(Cores *cores, const Lit *lits, u32 count) {
    if (count == 0 || count > LARGEST_CORE) return;
    if (cores->lits.count > MOST_LITERALS) forget(cores);
    Lit greatest = lits[0];
    for (u32 i = 1; i < count; i++) greatest = MAX(greatest, lits[i]);
    u64 *newest = map_cell(&cores->newest, greatest, NULL);
    vec_push(&cores->at, (Core){cores->lits.count, count, (u32)*newest});
    *newest = cores->at.count;
    for (u32 i = 0; i < count; i++) vec_push(&cores->lits, lits[i]);
}

static bool is_assumed(const Cores *cores, Lit lit) {
    return lit < cores->stamps.count && cores->stamps.at[lit] == cores->stamp;
}

static bool are_assumed(const Cores *cores, const Core *core) {
    for (u32 i = 0; i < core->count; i++)
        if (!is_assumed(cores, cores->lits.at[core->begin + i])) return false;
    return true;
}

static void assume(Cores *cores, Lit lit) {
    while (cores->stamps.count <= lit) vec_push(&cores->stamps, 0);
    cores->stamps.at[lit] = cores->stamp;
}

const Lit *cores_find(Cores *cores, const Lit *lits, u32 count, u32 *core_count) {
    cores->stamp++;
    for (u32 i = 0; i < count; i++) assume(cores, lits[i]);
    for (u32 i = count; i-- > 0;) { /* the newest constraint is the last one */
        u64 next = 0;
        map_get(&cores->newest, lits[i], &next);
        for (u32 tried = 0; next && tried < MOST_TRIED; tried++) {
            const Core *core = &cores->at.at[next - 1];
            if (are_assumed(cores, core)) {
                cores->hits++;
                *core_count = core->count;
                return cores->lits.at + core->begin;
            }
            next = core->older;
        }
    }
    return NULL;
}
