/* Operations that no term says, such as sin and pow, on few bits of input: computed once for all values of these bits, and
 * a table that terms read.
 *
 * The index is the symbols of the arguments side by side, so the table is exact whatever the path assumes of them. What
 * the host's function does to errno is a way of its own: a path for each of its values that are possible. */
#include "semantics/lift.h"

#include <errno.h>
#include <fenv.h>
#include <stdlib.h>

#include "term/model.h"

enum { MOST_BITS = 12 }; /* of input: a table takes microseconds a value, and is made wherever a path comes by */

typedef struct {
    TermVec symbols;
    Term *index;
    u32 bits;
} TableInput;

/* False: the arguments depend on more than is worth a table. */
static bool find_input(TermStore *store, const Tabulated *what, TableInput *input) {
    term_symbols(store, what->args, what->count, &input->symbols);
    for (u32 i = 0; i < input->symbols.count; i++) {
        Term *symbol = input->symbols.at[i];
        if (term_is_array(symbol) || symbol->width > MOST_BITS - input->bits) return false;
        input->bits += symbol->width;
        input->index = input->index ? term_concat(store, input->index, symbol) : symbol;
    }
    return input->bits > 0;
}

/* What the arguments are for one value of the index; false: an argument is not a number then. */
static bool arguments_at(TermStore *store, const Tabulated *what, const TableInput *input, u64 index, u64 *args) {
    Model *model = model_new(store);
    u32 below = input->bits;
    for (u32 i = 0; i < input->symbols.count; i++) {
        Term *symbol = input->symbols.at[i];
        below -= symbol->width;
        model_set(model, symbol, term_const(store, symbol->width, index >> below & low_mask(symbol->width)));
    }
    bool are_numbers = true;
    for (u32 i = 0; i < what->count && are_numbers; i++) {
        const Term *value = model_eval(model, what->args[i]);
        are_numbers = value != NULL;
        if (value) args[i] = value->value;
    }
    model_release(model);
    return are_numbers;
}

/* `cells`: a column of 2^bits numbers for each result, and one for errno. */
static bool fill_table(Machine *m, const Tabulated *what, const TableInput *input, u64 *cells) {
    u64 count = (u64)1 << input->bits, *args = xmalloc((what->count + what->results) * sizeof *args);
    u64 *results = args + what->count;
    bool is_whole = true;
    for (u64 index = 0; index < count && is_whole; index++) {
        is_whole = arguments_at(m->symbolic->terms, what, input, index, args);
        errno = 0;
        is_whole = is_whole && what->compute(m, what, args, results);
        for (u32 i = 0; i < what->results; i++) cells[i * count + index] = results[i];
        cells[what->results * count + index] = (u64)errno;
    }
    free(args);
    return is_whole;
}

static Term *read_table(TermStore *store, const TableInput *input, const u64 *column) {
    u64 count = (u64)1 << input->bits, first = column[0], index = 1;
    while (index < count && column[index] == first) index++;
    if (index == count) return term_const(store, 64, first);
    return term_select(store, term_data(store, input->bits, 64, column, count), input->index);
}

/* A path for each value of errno; false: the state is paused. */
static bool choose_errno(Machine *m, const Code *ip, u64 *r, const TableInput *input, const u64 *column) {
    TermStore *store = m->symbolic->terms;
    Term *error = read_table(store, input, column);
    TermVec values = {0}, guards = {0};
    for (u64 index = 0; index < (u64)1 << input->bits; index++) {
        bool is_known = false;
        for (u32 i = 0; i < values.count && !is_known; i++) is_known = values.at[i]->value == column[index];
        if (is_known) continue;
        vec_push(&values, term_const(store, 64, column[index]));
        vec_push(&guards, term_eq(store, error, vec_last(&values)));
    }
    int way = strategy_choose(m, ip, r, CHOICE_CALL, guards.at, guards.count);
    if (way >= 0) {
        strategy_before_change(m, ip, r);
        if (values.at[way]->value) machine_set_errno(m, (i32)values.at[way]->value);
    }
    vec_free(&values);
    vec_free(&guards);
    return way >= 0;
}

int lift_tabulate(Machine *m, const Code *ip, u64 *r, const Tabulated *what, Term **out) {
    TableInput input = {0};
    int outcome = 0;
    if (find_input(m->symbolic->terms, what, &input)) {
        u64 count = (u64)1 << input.bits, *cells = xmalloc((what->results + 1) * count * sizeof *cells);
        fenv_t environment; /* flags of values that are not those of this path */
        feholdexcept(&environment);
        bool is_whole = fill_table(m, what, &input, cells);
        fesetenv(&environment);
        if (is_whole) outcome = choose_errno(m, ip, r, &input, cells + what->results * count) ? 1 : -1;
        for (u32 i = 0; outcome == 1 && i < what->results; i++)
            out[i] = read_table(m->symbolic->terms, &input, cells + i * count);
        free(cells);
    }
    vec_free(&input.symbols);
    return outcome;
}
