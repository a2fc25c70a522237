#include "engine/account.h"

#include "base/clock.h"

const char *const phase_names[PHASE_COUNT] = {
#define X(NAME, name) [PHASE_##NAME] = name,
    RUN_PHASES(X)
#undef X
};

const char *account_kind_name(u32 kind) { return kind < CHOICE_KIND_COUNT ? choice_names[kind] : "value"; }

void account_begin(Account *account, RunPhase phase) {
    account->phase = phase;
    account->since = clock_seconds();
    account->asking = CHOICE_NONE;
}

void account_free(Account *account) {
    map_free(&account->places);
    vec_free(&account->place_list);
    map_free(&account->cuts);
    vec_free(&account->cut_list);
    map_free(&account->code_places);
}

RunPhase account_phase(Account *account, RunPhase next) {
    RunPhase before = account->phase;
    if (before == next) return before;
    double now = clock_seconds();
    account->seconds[before] += now - account->since;
    account->since = now;
    account->phase = next;
    return before;
}

ChoicePlace *account_place(Account *account, LocationId location, u32 kind) {
    bool inserted;
    u64 *index = map_cell(&account->places, (u64)kind << 32 | location, &inserted);
    if (inserted) {
        *index = account->place_list.count;
        vec_push(&account->place_list, (ChoicePlace){.location = location, .kind = kind});
    }
    return &account->place_list.at[*index];
}

void account_cut(Account *account, LocationId location, CutKind kind) {
    bool inserted;
    u64 *index = map_cell(&account->cuts, (u64)kind << 32 | location, &inserted);
    if (inserted) {
        *index = account->cut_list.count;
        vec_push(&account->cut_list, (CutPlace){.location = location, .kind = kind});
    }
    account->cut_list.at[*index].count++;
}

static LocationId find_code(const Program *program, const Code *ip) {
    for (u32 i = 0; i < program->functions.count; i++) {
        const Function *function = program->functions.at[i];
        const Compiled *compiled = function->compiled;
        if (!compiled || ip < compiled->code || ip >= compiled->code + compiled->code_count) continue;
        return function->is_library ? 0 : function->insns[compiled->origins[ip - compiled->code]].location;
    }
    return 0;
}

LocationId account_place_of_code(Account *account, const Program *program, const Code *ip) {
    if (!ip) return 0;
    bool inserted;
    u64 *place = map_cell(&account->code_places, (u64)(uintptr_t)ip, &inserted);
    if (inserted) *place = find_code(program, ip);
    return (LocationId)*place;
}
