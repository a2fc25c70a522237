/* What a program tells the engine about the way to search, and what it wants to see of it: klee_prefer_cex,
 * klee_set_forking, klee_open_merge, klee_print_expr and the like (runtime/harness_klee.c). */
#include "semantics/builtins_hints.h"

#include "semantics/lift.h"
#include "term/smtlib.h"

#include <inttypes.h>
#include <stdlib.h>

static Term *argument(Machine *m, const BuiltinCall *call, u32 index) {
    return lift_cell(m, call->r, (u32)(call->args - call->r) + index);
}

static Term *is_not_zero(Machine *m, Term *term) {
    return term_ne(m->symbolic->terms, term, term_const(m->symbolic->terms, term->width, 0));
}

bool hint_prefer(Machine *m, const BuiltinCall *call) {
    Term *condition = is_not_zero(m, argument(m, call, 0));
    if (!term_is_const(condition)) vec_push(&m->symbolic->path.preferences, condition);
    return true;
}

bool hint_set_forking(Machine *m, const BuiltinCall *call) {
    u64 enabled;
    if (!strategy_split(m, call->ip, call->r, is_not_zero(m, argument(m, call, 0)), &enabled)) return false;
    m->symbolic->path.does_not_fork = !enabled;
    return true;
}

/* ---- Regions whose paths become one at their end ---- */

/* Its name is the same however often the path is run again. */
bool hint_open_merge(Machine *m, const BuiltinCall *call) {
    Path *path = &m->symbolic->path;
    u64 place = hash_combine((u64)(uintptr_t)frame_of(call->r)->return_to, path->open_merges.count + 1);
    u64 region = hash_combine(path_log_hash(&path->log), place);
    vec_push(&path->open_merges, region ? region : 1);
    return true;
}

/* The state goes on behind the call, whether it waits or not. */
bool hint_close_merge(Machine *m, const BuiltinCall *call) {
    Path *path = &m->symbolic->path;
    if (!path->open_merges.count) return true;
    path->closed_merge = vec_pop(&path->open_merges);
    return !m->symbolic->strategy->waits_at_join(m, call->ip + 1, call->r);
}

/* ---- What the user wants to see ---- */

enum { DEPTH = 12 };

/* How wide the n-th argument is; variadic ones have types too. */
static u32 bits_of_argument(const BuiltinCall *call, u32 index) {
    const Type *type = call->site->call->args[index].type;
    return type->kind == TYPE_POINTER ? 64 : MIN(64u, type->bits);
}

static bool says_value(const BuiltinCall *call) { return call->site->call->arg_count > 1; }

static Term *shown_argument(Machine *m, const BuiltinCall *call) {
    return term_extract(m->symbolic->terms, argument(m, call, 1), 0, bits_of_argument(call, 1));
}

static void say(Machine *m, const BuiltinCall *call, Text *text, bool once) {
    m->symbolic->strategy->say(m, call->ip, call->r, text->chars, once);
    text_free(text);
}

bool hint_say(Machine *m, const BuiltinCall *call) {
    char *message = memory_string(m, call->ip, call->r, strategy_concretise(m, argument(m, call, 0)));
    if (!message) return false;
    Text text = {0};
    text_add(&text, message);
    free(message);
    if (call->args[1] & SAY_WITH_CALLS) machine_add_calls(m, call->ip, call->r, &text);
    say(m, call, &text, call->args[1] & SAY_ONCE);
    return true;
}

static void add_term(Text *out, const Term *term) {
    if (term_is_const(term))
        text_printf(out, "%" PRId64, (i64)(term->value << (64 - term->width)) >> (64 - term->width));
    else smt_write_term(out, term, DEPTH);
}

bool hint_print_expression(Machine *m, const BuiltinCall *call) {
    char *message = memory_string(m, call->ip, call->r, strategy_concretise(m, argument(m, call, 0)));
    if (!message) return false;
    Text text = {0};
    text_printf(&text, "%s:", message);
    if (says_value(call)) {
        text_add_char(&text, ' ');
        add_term(&text, shown_argument(m, call));
    }
    free(message);
    say(m, call, &text, false);
    return true;
}

/* The least value that the term can have, in the order that the offset makes unsigned: halving what is possible. */
static u64 least_value(Machine *m, Term *term, bool is_greatest) {
    TermStore *store = m->symbolic->terms;
    u64 low = 0, high = low_mask(term->width);
    while (low < high) {
        u64 middle = low + (high - low) / 2 + (is_greatest ? 1 : 0);
        Term *bound = term_const(store, term->width, middle);
        bool is_beyond = is_greatest ? strategy_must_be(m, term_ult(store, term, bound))
                                     : strategy_must_be(m, term_ult(store, bound, term));
        if (is_greatest && is_beyond) high = middle - 1;
        else if (is_greatest) low = middle;
        else if (is_beyond) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool hint_print_range(Machine *m, const BuiltinCall *call) {
    char *name = memory_string(m, call->ip, call->r, strategy_concretise(m, argument(m, call, 0)));
    if (!name) return false;
    TermStore *store = m->symbolic->terms;
    Term *value = shown_argument(m, call);
    u64 sign = (u64)1 << (value->width - 1);
    Term *moved = term_add(store, value, term_const(store, value->width, sign)); /* signed order becomes unsigned */
    i64 least = (i64)(least_value(m, moved, false) - sign), most = (i64)(least_value(m, moved, true) - sign);
    Text text = {0};
    text_printf(&text, "%s: ", name);
    add_term(&text, value);
    if (!term_is_const(value)) text_printf(&text, " (in [%" PRId64 ", %" PRId64 "])", least, most);
    free(name);
    say(m, call, &text, false);
    return true;
}
