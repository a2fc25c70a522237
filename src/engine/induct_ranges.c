/* Candidates from intervals and congruences (program/ranges.h): what the analysis over the program says of a variable at
 * the head of the loop. As any other candidate they are checked at the entry and after every round. */
#include "engine/induct_inside.h"

static const Ranges *ranges_of_function(Induct *in, const Function *function) {
    bool is_new;
    u64 *cell = map_cell(&in->ranges, (u64)(uintptr_t)function, &is_new);
    Program *program = in->e->m->program;
    if (is_new) *cell = (u64)(uintptr_t)ranges_of(program, program->functions.at[function->number]);
    return (const Ranges *)(uintptr_t)*cell;
}

void induct_free_ranges(Induct *in) {
    for (u32 i = 0; i < in->ranges.count; i++) ranges_free((Ranges *)(uintptr_t)in->ranges.entries[i].value);
    map_free(&in->ranges);
}

static void add_bounds(TermStore *store, LoopRun *run, Term *x, const Range *range) {
    u32 bits = x->width;
    Range any = range_any(bits);
    if (range->low > any.low)
        candidates_add(run, term_sle(store, term_const(store, bits, (u64)range->low & low_mask(bits)), x));
    if (range->high < any.high)
        candidates_add(run, term_sle(store, x, term_const(store, bits, (u64)range->high & low_mask(bits))));
    if (range->ulow) candidates_add(run, term_ule(store, term_const(store, bits, range->ulow), x));
    if (range->uhigh < any.uhigh) candidates_add(run, term_ule(store, x, term_const(store, bits, range->uhigh)));
}

/* Of a number that is not negative, or of its low bits. */
static void add_class(TermStore *store, LoopRun *run, Term *x, const Range *range) {
    u32 bits = x->width;
    u64 m = range->modulus;
    if (m < 2 || m >= (u64)1 << (bits - 1)) return;
    bool is_power = (m & (m - 1)) == 0;
    if (is_power || range->low >= 0)
        candidates_add(run, term_eq(store, term_urem(store, x, term_const(store, bits, m)),
                                    term_const(store, bits, (u64)range->rest)));
}

void candidates_of_ranges(Induct *in, LoopRun *run, u32 index) {
    const Place place = run->places.at[index];
    const Compiled *compiled = run->entry->compiled;
    const Function *function = compiled->function;
    const Ranges *ranges = place.in_memory || place.mode != PLACE_FREE ? NULL : ranges_of_function(in, function);
    for (u32 reg = 0; ranges && reg < function->register_count; reg++) {
        const Type *type = function->registers[reg].type;
        bool is_it = compiled->register_cells[reg] == place.cell && function->registers[reg].variable;
        if (!is_it || type->kind != TYPE_INT || type->bits != place.symbol->width || type->bits < 2) continue;
        Range range = ranges_at(ranges, run->flow->loops.at[run->loop].header, reg);
        if (!range.is_possible) continue;
        add_bounds(in->e->terms, run, place.symbol, &range);
        add_class(in->e->terms, run, place.symbol, &range);
    }
}
