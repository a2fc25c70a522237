/* Interpolants over integers: bit-vectors read as signed or unsigned numbers, arrays as arrays of them.
 *
 * Without wrapping, sums, products with constants and casts to narrower types are what they are for small numbers; that is
 * wrong for large ones, and gives the interpolants that generalise. With wrapping they are exact: a result out of range is
 * brought back by one if-then-else where it can be out by one round only, and by an unknown number of rounds else.
 * Quotients and remainders by constants are local variables, bounded from both sides. What has no linear reading at all
 * becomes a variable, the same wherever the same term occurs, with the bounds that are known of it. */
#include "solver/interpolate_inside.h"

#include <stdio.h>

typedef struct {
    HornPath *path;
    HornStep *step;
    Readings *readings;
    TermStore *store;
    Map spelling; /* term -> number << 1 | is a variable */
    Text expression;
    bool wrapping;
} IntegersWriter;

typedef struct {
    i128 low, high;
} Range;

static void write_sort(Text *out, const HornVariable *variable) {
    static const char *const names[] = {"Bool", "Int", "(Array Int Int)"};
    text_add(out, names[variable->kind]);
}

/* Numbers. */

static void put_integer(Text *out, i128 value) {
    char digits[48];
    u32 at = sizeof digits - 1;
    u128 rest = value < 0 ? -(u128)value : (u128)value;
    digits[at] = 0;
    do digits[--at] = (char)('0' + (int)(rest % 10));
    while (rest /= 10);
    text_printf(out, value < 0 ? "(- %s)" : "%s", digits + at);
}

static i128 power(u32 exponent) { return (i128)1 << exponent; }

static i128 const_value(const Term *c, bool is_signed) {
    return is_signed ? (i128)sign_extend(c->value, c->width) : (i128)c->value;
}

static Range range_of_width(u32 width, bool is_signed) {
    return is_signed ? (Range){-power(width - 1), power(width - 1) - 1} : (Range){0, power(width) - 1};
}

/* Of what a term reads as. */
static Range range_of(const Term *t, bool is_signed) {
    if (t->width > 64) return range_of_width(64, is_signed);
    return is_signed ? (Range){t->facts.smin, t->facts.smax} : (Range){t->facts.umin, t->facts.umax};
}

static bool is_inside(Range inner, Range outer) { return inner.low >= outer.low && inner.high <= outer.high; }

static bool is_bool(const Term *t) { return t->width == 1 && !term_is_array(t); }

static HornKind kind_of(const Term *t) { return term_is_array(t) ? HORN_ARRAY : is_bool(t) ? HORN_BOOL : HORN_NUMBER; }

/* What has a linear reading. */

static bool is_power_of_c_type(u32 width) { return width == 8 || width == 16 || width == 32 || width == 64; }

static bool is_linear_extract(const Term *t) {
    u32 whole = t->arg[0]->width, low = (u32)t->low;
    return low == 0 || low + t->width == whole;
}

static bool has_wide_part(const Term *t) {
    if (t->width > 64) return true;
    for (u32 i = 0; i < t->arity; i++)
        if (t->arg[i]->width > 64) return true;
    return false;
}

static bool is_operation(const Term *t) {
    if (has_wide_part(t)) return t->op == TERM_EQ || t->op == TERM_ULT || t->op == TERM_SLT;
    switch (t->op) {
    case TERM_NOT:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_SLT:
    case TERM_CONCAT:
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_ITE:
    case TERM_SELECT:
    case TERM_FILLED:
    case TERM_STORE: return true;
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return t->width == 1;
    case TERM_NEG:
    case TERM_ADD:
    case TERM_STEP: return t->width > 1;
    case TERM_MUL: return t->width > 1 && term_is_const(t->arg[1]);
    case TERM_UDIV:
    case TERM_UREM: return t->width > 1 && term_is_const(t->arg[1]) && t->arg[1]->value > 1;
    case TERM_SDIV:
    case TERM_SREM: return t->width > 1 && term_is_const(t->arg[1]) && term_signed_value(t->arg[1]) > 1;
    case TERM_EXTRACT: return is_linear_extract(t);
    default: return false;
    }
}

/* Spelling operands. */

static bool is_signed(const IntegersWriter *w, const Term *t) { return readings_is_signed(w->readings, t); }

static void put_name(const IntegersWriter *w, const Term *t, Text *out) {
    u64 spelled = 0;
    map_get(&w->spelling, (u64)(uintptr_t)t, &spelled);
    text_printf(out, "%c%u", spelled & 1 ? 'v' : 'n', (u32)(spelled >> 1));
}

static void put_bool(const IntegersWriter *w, const Term *t, Text *out) {
    if (term_is_const(t)) text_add(out, t->value ? "true" : "false");
    else put_name(w, t, out);
}

/* The number `name` of `width` bits, read the other way than it is. */
static void put_converted(const char *name, u32 width, bool to_signed, Text *out) {
    text_printf(out, "(ite (%s %s ", to_signed ? ">=" : "<", name);
    put_integer(out, to_signed ? power(width - 1) : 0);
    text_printf(out, ") (%s %s ", to_signed ? "-" : "+", name);
    put_integer(out, power(width));
    text_printf(out, ") %s)", name);
}

/* An operand as a number of the wanted reading. */
static void put_number(const IntegersWriter *w, const Term *t, bool want_signed, Text *out) {
    if (term_is_const(t) && t->width <= 64) {
        put_integer(out, const_value(t, want_signed));
    } else if (is_bool(t)) {
        text_add(out, "(ite ");
        put_bool(w, t, out);
        text_printf(out, " %s 0)", want_signed ? "(- 1)" : "1");
    } else if (is_signed(w, t) == want_signed || t->width > 64 || t->facts.smin >= 0) {
        put_name(w, t, out);
    } else {
        Text name = {0};
        put_name(w, t, &name);
        put_converted(name.chars, t->width, want_signed, out);
        text_free(&name);
    }
}

static void put_two(const IntegersWriter *w, const char *operation, const Term *a, const Term *b, bool want_signed,
                    Text *out) {
    text_printf(out, "(%s ", operation);
    put_number(w, a, want_signed, out);
    text_add_char(out, ' ');
    put_number(w, b, want_signed, out);
    text_add_char(out, ')');
}

/* Variables. */

static void bound(const char *name, Range range, bool also_above, Text *out) {
    text_printf(out, "(>= %s ", name);
    put_integer(out, range.low);
    text_add(out, ") ");
    if (!also_above) return;
    text_printf(out, "(<= %s ", name);
    put_integer(out, range.high);
    text_add(out, ") ");
}

/* What is known of a variable or an element: not negative if it is unsigned, and all its bounds with wrapping. */
static void bound_leaf(IntegersWriter *w, const Term *t, const char *name) {
    if (t->width > 64) return;
    Range range = range_of(t, is_signed(w, t)), any = range_of_width(t->width, is_signed(w, t));
    bool is_small = !is_inside(any, range);
    if (w->wrapping || is_small) bound(name, range, true, &w->step->conditions);
    else if (range.low == 0) bound(name, range, false, &w->step->conditions);
}

static void take_as_variable(IntegersWriter *w, Term *t) {
    HornVariable variable = {.term = t, .kind = kind_of(t), .is_signed = is_signed(w, t)};
    bool is_new;
    u32 number = horn_variable(w->path, w->step, variable, &is_new);
    map_put(&w->spelling, (u64)(uintptr_t)t, (u64)number << 1 | 1);
    if (!is_new || variable.kind != HORN_NUMBER) return;
    char name[16];
    snprintf(name, sizeof name, "v%u", number);
    bound_leaf(w, t, name);
}

/* Results. */

/* Gives the expression a name, of `size` characters. */
static void name_expression(IntegersWriter *w, char *name, size_t size) {
    snprintf(name, size, "n%u", horn_let(w->path, w->step, &w->expression));
}

static void new_local(IntegersWriter *w, char *name, size_t size) {
    snprintf(name, size, "n%u", horn_local(w->path, w->step, "Int"));
}

static void wrap_once(const char *name, u32 width, Range wanted, Text *out) {
    text_printf(out, "(ite (> %s ", name);
    put_integer(out, wanted.high);
    text_printf(out, ") (- %s ", name);
    put_integer(out, power(width));
    text_printf(out, ") (ite (< %s ", name);
    put_integer(out, wanted.low);
    text_printf(out, ") (+ %s ", name);
    put_integer(out, power(width));
    text_printf(out, ") %s))", name);
}

/* The expression, a number in `range`, brought into the range of the term's reading. */
static void wrap(IntegersWriter *w, const Term *t, Range range) {
    Range wanted = range_of_width(t->width, is_signed(w, t));
    char raw[16], rounds[16];
    if (is_inside(range, wanted)) return;
    name_expression(w, raw, sizeof raw);
    if (range.low >= wanted.low - power(t->width) && range.high <= wanted.high + power(t->width)) {
        wrap_once(raw, t->width, wanted, &w->expression);
        return;
    }
    new_local(w, rounds, sizeof rounds);
    text_printf(&w->expression, "(- %s (* ", raw);
    put_integer(&w->expression, power(t->width));
    text_printf(&w->expression, " %s))", rounds);
    char result[16];
    name_expression(w, result, sizeof result);
    bound(result, wanted, true, &w->step->conditions);
    text_add(&w->expression, result);
}

/* The expression is a number read as signed or not; it becomes one of the term's reading. */
static void convert(IntegersWriter *w, const Term *t, bool it_is_signed) {
    char name[16];
    if (it_is_signed == is_signed(w, t) || t->facts.smin >= 0) return;
    name_expression(w, name, sizeof name);
    put_converted(name, t->width, !it_is_signed, &w->expression);
}

/* Operations that give numbers. */

static Range sum_of(Range a, Range b) { return (Range){a.low + b.low, a.high + b.high}; }

static Range scaled(Range a, i128 factor) {
    i128 x = a.low * factor, y = a.high * factor;
    return (Range){MIN(x, y), MAX(x, y)};
}

/* Constants are added as what is nearest to zero. */
static void put_addend(IntegersWriter *w, const Term *sum, const Term *t, Range *range) {
    bool read_signed = term_is_const(t) || is_signed(w, sum);
    put_number(w, t, read_signed, &w->expression);
    *range = sum_of(*range, range_of(t, read_signed));
}

static void put_sum(IntegersWriter *w, const Term *t) {
    Range range = {0, 0};
    text_add(&w->expression, "(+ ");
    put_addend(w, t, t->arg[0], &range);
    text_add_char(&w->expression, ' ');
    put_addend(w, t, t->arg[1], &range);
    text_add_char(&w->expression, ')');
    if (w->wrapping) wrap(w, t, range);
}

static void put_product(IntegersWriter *w, const Term *t, const Term *a, i128 factor) {
    text_add(&w->expression, "(* ");
    put_integer(&w->expression, factor);
    text_add_char(&w->expression, ' ');
    put_number(w, a, is_signed(w, t), &w->expression);
    text_add_char(&w->expression, ')');
    if (w->wrapping) wrap(w, t, scaled(range_of(a, is_signed(w, t)), factor));
}

/* A local variable q with divisor * q <= name < divisor * (q + 1). */
static void put_floor(IntegersWriter *w, const char *name, i128 divisor, char *q, size_t size) {
    Text *out = &w->step->conditions;
    new_local(w, q, size);
    text_add(out, "(<= (* ");
    put_integer(out, divisor);
    text_printf(out, " %s) %s) (< %s (* ", q, name, name);
    put_integer(out, divisor);
    text_printf(out, " (+ %s 1))) ", q);
}

/* Likewise, but rounded towards zero. */
static void put_truncated(IntegersWriter *w, const char *name, i128 divisor, char *q, size_t size) {
    Text *out = &w->step->conditions, factor = {0};
    new_local(w, q, size);
    put_integer(&factor, divisor);
    const char *c = factor.chars;
    text_printf(
        out,
        "(ite (>= %s 0) (and (<= (* %s %s) %s) (< %s (* %s (+ %s 1)))) (and (>= (* %s %s) %s) (> %s (* %s (- %s "
        "1))))) ",
        name, c, q, name, name, c, q, c, q, name, name, c, q);
    text_free(&factor);
}

static void put_division(IntegersWriter *w, const Term *t) {
    bool is_signed_division = t->op == TERM_SDIV || t->op == TERM_SREM;
    i128 divisor = const_value(t->arg[1], is_signed_division);
    char dividend[16], q[16];
    put_number(w, t->arg[0], is_signed_division, &w->expression);
    name_expression(w, dividend, sizeof dividend);
    if (is_signed_division) put_truncated(w, dividend, divisor, q, sizeof q);
    else put_floor(w, dividend, divisor, q, sizeof q);
    if (t->op == TERM_UDIV || t->op == TERM_SDIV) {
        text_add(&w->expression, q);
    } else {
        text_printf(&w->expression, "(- %s (* ", dividend);
        put_integer(&w->expression, divisor);
        text_printf(&w->expression, " %s))", q);
    }
    convert(w, t, is_signed_division);
}

static void put_extract(IntegersWriter *w, const Term *t) {
    const Term *whole = t->arg[0];
    bool whole_is_signed = t->low ? is_signed(w, t) : is_signed(w, whole);
    put_number(w, whole, whole_is_signed, &w->expression);
    if (t->low) { /* the upper bits: a quotient */
        char name[16], q[16];
        name_expression(w, name, sizeof name);
        put_floor(w, name, power((u32)t->low), q, sizeof q);
        text_add(&w->expression, q);
    } else if (w->wrapping || !is_power_of_c_type(t->width)) {
        wrap(w, t, range_of(whole, whole_is_signed));
    }
}

/* x << d is the concatenation of x's lower bits and zeros. */
static const Term *shifted(const Term *t) {
    const Term *high = t->arg[0], *low = t->arg[1];
    bool is_shift = high->op == TERM_EXTRACT && high->low == 0 && high->arg[0]->width == t->width &&
                    term_is_const(low) && term_const_is_zero(low);
    return is_shift ? high->arg[0] : NULL;
}

static void put_concat(IntegersWriter *w, const Term *t) {
    const Term *low = t->arg[1], *whole = shifted(t);
    if (whole) {
        put_product(w, t, whole, power(low->width));
        return;
    }
    text_add(&w->expression, "(+ (* ");
    put_integer(&w->expression, power(low->width));
    text_add_char(&w->expression, ' ');
    put_number(w, t->arg[0], is_signed(w, t), &w->expression);
    text_add(&w->expression, ") ");
    put_number(w, low, false, &w->expression);
    text_add_char(&w->expression, ')');
}

static void put_complement(IntegersWriter *w, const Term *t) {
    text_add(&w->expression, "(- ");
    put_integer(&w->expression, is_signed(w, t) ? -1 : power(t->width) - 1);
    text_add_char(&w->expression, ' ');
    put_number(w, t->arg[0], is_signed(w, t), &w->expression);
    text_add_char(&w->expression, ')');
}

static void put_select(IntegersWriter *w, const Term *t) {
    text_add(&w->expression, is_bool(t) ? "(= 1 (select " : "(select ");
    put_name(w, t->arg[0], &w->expression);
    text_add_char(&w->expression, ' ');
    put_number(w, t->arg[1], readings_is_index_signed(w->readings, t->arg[0]), &w->expression);
    text_add(&w->expression, is_bool(t) ? "))" : ")");
    if (is_bool(t)) return;
    char name[16];
    name_expression(w, name, sizeof name);
    bound_leaf(w, t, name);
    text_add(&w->expression, name);
}

static void put_number_operation(IntegersWriter *w, const Term *t) {
    switch (t->op) {
    case TERM_ADD:
    case TERM_STEP: put_sum(w, t); break;
    case TERM_NEG: put_product(w, t, t->arg[0], -1); break;
    case TERM_MUL: put_product(w, t, t->arg[0], term_signed_value(t->arg[1])); break;
    case TERM_NOT: put_complement(w, t); break;
    case TERM_CONCAT: put_concat(w, t); break;
    case TERM_EXTRACT: put_extract(w, t); break;
    case TERM_SELECT: put_select(w, t); break;
    case TERM_ZEXT: put_number(w, t->arg[0], false, &w->expression); break;
    case TERM_SEXT:
        put_number(w, t->arg[0], true, &w->expression);
        convert(w, t, true);
        break;
    case TERM_ITE:
        text_add(&w->expression, "(ite ");
        put_bool(w, t->arg[0], &w->expression);
        for (u32 i = 1; i < 3; i++) {
            text_add_char(&w->expression, ' ');
            put_number(w, t->arg[i], is_signed(w, t), &w->expression);
        }
        text_add_char(&w->expression, ')');
        break;
    default: put_division(w, t); break;
    }
}

/* Operations that give arrays. */

static void put_array_operation(IntegersWriter *w, const Term *t) {
    Text *out = &w->expression;
    if (t->op == TERM_ITE) {
        text_add(out, "(ite ");
        put_bool(w, t->arg[0], out);
        for (u32 i = 1; i < 3; i++) {
            text_add_char(out, ' ');
            put_name(w, t->arg[i], out);
        }
    } else if (t->op == TERM_FILLED) {
        text_add(out, "((as const (Array Int Int)) ");
        put_number(w, t->arg[0], t->width > 1 && is_signed(w, t), out);
    } else {
        text_add(out, "(store ");
        put_name(w, t->arg[0], out);
        text_add_char(out, ' ');
        put_number(w, t->arg[1], readings_is_index_signed(w->readings, t), out);
        text_add_char(out, ' ');
        put_number(w, t->arg[2], t->width > 1 && is_signed(w, t), out);
    }
    text_add_char(out, ')');
}

/* Operations that give truth values. */

/* a < b without signs where a, read as signed, is compared with a constant that is the same either way. */
static bool put_bounds_check(IntegersWriter *w, const Term *t) {
    const Term *a = t->arg[0], *b = t->arg[1];
    const Term *constant = term_is_const(b) ? b : a, *other = term_is_const(b) ? a : b;
    if (!term_is_const(constant) || t->op != TERM_ULT || !is_signed(w, other)) return false;
    if (term_const_bit(constant, constant->width - 1)) return false;
    Text name = {0};
    put_name(w, other, &name);
    bool above = constant == a; /* constant < other: negative numbers are large ones */
    text_printf(&w->expression, above ? "(or (< %s 0) (> %s " : "(and (>= %s 0) (< %s ", name.chars, name.chars);
    put_integer(&w->expression, const_value(constant, false));
    text_add(&w->expression, "))");
    text_free(&name);
    return true;
}

static void put_comparison(IntegersWriter *w, const Term *t) {
    const Term *a = t->arg[0], *b = t->arg[1];
    if (term_is_array(a)) {
        text_add(&w->expression, "(= ");
        put_name(w, a, &w->expression);
        text_add_char(&w->expression, ' ');
        put_name(w, b, &w->expression);
        text_add_char(&w->expression, ')');
    } else if (t->op == TERM_EQ) {
        put_two(w, "=", a, b, is_signed(w, term_is_const(a) ? b : a), &w->expression);
    } else if (a->width > 64 || !put_bounds_check(w, t)) {
        put_two(w, "<", a, b, t->op == TERM_SLT, &w->expression);
    }
}

/* The uppermost bit is the sign, the lowest one a remainder. */
static void put_bit(IntegersWriter *w, const Term *t) {
    char name[16], q[16];
    put_number(w, t->arg[0], true, &w->expression);
    name_expression(w, name, sizeof name);
    if (t->low) {
        text_printf(&w->expression, "(< %s 0)", name);
        return;
    }
    put_floor(w, name, 2, q, sizeof q);
    text_printf(&w->expression, "(= 1 (- %s (* 2 %s)))", name, q);
}

static void put_bool_operation(IntegersWriter *w, const Term *t) {
    static const char *const names[TERM_OP_COUNT] = {
        [TERM_NOT] = "not", [TERM_AND] = "and", [TERM_OR] = "or", [TERM_XOR] = "xor", [TERM_ITE] = "ite"};
    switch (t->op) {
    case TERM_EQ:
    case TERM_ULT:
    case TERM_SLT: put_comparison(w, t); return;
    case TERM_EXTRACT: put_bit(w, t); return;
    case TERM_SELECT: put_select(w, t); return;
    default: break;
    }
    text_printf(&w->expression, "(%s", names[t->op]);
    for (u32 i = 0; i < t->arity; i++) {
        text_add_char(&w->expression, ' ');
        put_bool(w, t->arg[i], &w->expression);
    }
    text_add_char(&w->expression, ')');
}

/* The path. */

static void write_term(IntegersWriter *w, Term *t) {
    if (t->op == TERM_CONST && t->width <= 64) return;
    if (!is_operation(t)) {
        take_as_variable(w, t);
        return;
    }
    if (term_is_array(t)) put_array_operation(w, t);
    else if (is_bool(t)) put_bool_operation(w, t);
    else put_number_operation(w, t);
    map_put(&w->spelling, (u64)(uintptr_t)t, (u64)horn_let(w->path, w->step, &w->expression) << 1);
}

static void write_path(const Interpolation *task, Readings *readings, bool wrapping, HornPath *path) {
    IntegersWriter w = {.path = path, .readings = readings, .store = task->store, .wrapping = wrapping};
    for (u32 i = 0; i < task->count; i++) {
        TermVec order = {0};
        w.step = horn_step_add(path);
        map_clear(&w.spelling);
        interpolation_order(task->store, task->formulas[i], is_operation, &order);
        for (u32 j = 0; j < order.count; j++) write_term(&w, order.at[j]);
        put_bool(&w, task->formulas[i], &w.step->formula);
        vec_free(&order);
    }
    map_free(&w.spelling);
    text_free(&w.expression);
}

const char *interpolate_integers(const Interpolation *task, bool wrapping) {
    HornPath path = {.write_sort = write_sort};
    HornSolution solution = {0};
    Readings readings = {0};
    readings_find(&readings, task->store, task->formulas, task->count);
    write_path(task, &readings, wrapping, &path);
    const char *why_not = horn_solve(&path, task->solver->z3, task->deadline, &solution);
    for (u32 i = 0; i + 1 < task->count && !why_not; i++)
        if (solution.predicates.at[i].body)
            task->interpolants[i] = linear_read_predicate(task->store, &path, &solution.predicates.at[i]);
    horn_solution_free(&solution);
    horn_path_free(&path);
    readings_free(&readings);
    return why_not;
}
