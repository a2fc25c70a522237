/* Interpolants over bit-vectors: the terms as they are. Terms of one bit are Bool; floats, tables and ranges copied or filled
 * become variables, each the same wherever the same term occurs. */
#include "solver/interpolate_inside.h"

typedef struct {
    HornPath *path;
    HornStep *step;
    Map spelling; /* term -> number << 1 | is a variable */
    Text expression;
} BitsWriter;

static void write_width(Text *out, u32 width) {
    if (width == 1) text_add(out, "Bool");
    else text_printf(out, "(_ BitVec %u)", width);
}

static void write_sort(Text *out, const HornVariable *variable) {
    const Term *t = variable->term;
    if (!term_is_array(t)) {
        write_width(out, t->width);
        return;
    }
    text_printf(out, "(Array (_ BitVec %u) (_ BitVec %u))", t->index_width, t->width);
}

static HornKind kind_of(const Term *t) {
    return term_is_array(t) ? HORN_ARRAY : t->width == 1 ? HORN_BOOL : HORN_NUMBER;
}

static bool is_bool(const Term *t) { return t->width == 1 && !term_is_array(t); }

static void put(const BitsWriter *w, const Term *t, Text *out) {
    u64 spelled = 0;
    if (t->op == TERM_CONST) {
        if (t->width == 1) text_add(out, t->value ? "true" : "false");
        else smt_write_const(out, t);
        return;
    }
    map_get(&w->spelling, (u64)(uintptr_t)t, &spelled);
    text_printf(out, "%c%u", spelled & 1 ? 'v' : 'n', (u32)(spelled >> 1));
}

/* An operand where bit-vectors are wanted. */
static void put_as_bits(const BitsWriter *w, const Term *t, Text *out) {
    if (!is_bool(t)) {
        put(w, t, out);
        return;
    }
    text_add(out, "(ite ");
    put(w, t, out);
    text_add(out, " #b1 #b0)");
}

static void take_as_variable(BitsWriter *w, Term *t) {
    bool is_new;
    u32 number = horn_variable(w->path, w->step, (HornVariable){.term = t, .kind = kind_of(t)}, &is_new);
    map_put(&w->spelling, (u64)(uintptr_t)t, (u64)number << 1 | 1);
}

static const char *bool_operation(const Term *t) {
    switch (t->op) {
    case TERM_NOT: return "not";
    case TERM_AND: return "and";
    case TERM_OR: return "or";
    case TERM_XOR: return "xor";
    case TERM_ITE: return "ite";
    default: return NULL;
    }
}

static bool is_operation(const Term *t) {
    switch (t->op) {
    case TERM_SYMBOL:
    case TERM_DATA:
    case TERM_COPY:
    case TERM_FILL:
    case TERM_APPLY: return false;
    default: return t->op < TERM_FADD;
    }
}

static void put_operator(const Term *t, Text *out) {
    switch (t->op) {
    case TERM_FILLED:
        text_printf(out, "(as const (Array (_ BitVec %u) (_ BitVec %u)))", t->index_width, t->width);
        break;
    case TERM_EXTRACT: text_printf(out, "(_ extract %u %u)", (u32)t->low + t->width - 1, (u32)t->low); break;
    case TERM_ZEXT:
    case TERM_SEXT: text_printf(out, "(_ %s %u)", term_op_name((TermOp)t->op), t->width - t->arg[0]->width); break;
    default: text_add(out, term_op_name((TermOp)t->op));
    }
}

/* Whether SMT-LIB's operation gives Bool itself. */
static bool gives_bool(const Term *t) { return t->op == TERM_EQ || t->op == TERM_ULT || t->op == TERM_SLT; }

static void put_operation(BitsWriter *w, const Term *t) {
    Text *out = &w->expression;
    const char *logic = is_bool(t) ? bool_operation(t) : NULL;
    bool wraps = is_bool(t) && !logic && !gives_bool(t);
    text_add(out, wraps ? "(= #b1 (" : "(");
    if (logic) text_add(out, logic);
    else put_operator(t, out);
    for (u32 i = 0; i < t->arity; i++) {
        text_add_char(out, ' ');
        if (logic || (t->op == TERM_ITE && i == 0)) put(w, t->arg[i], out);
        else put_as_bits(w, t->arg[i], out);
    }
    text_add(out, wraps ? "))" : ")");
}

static void write_step(BitsWriter *w, TermStore *store, Term *formula) {
    TermVec order = {0};
    map_clear(&w->spelling);
    interpolation_order(store, formula, is_operation, &order);
    for (u32 i = 0; i < order.count; i++) {
        Term *t = order.at[i];
        if (t->op == TERM_CONST) continue;
        if (!is_operation(t)) {
            take_as_variable(w, t);
            continue;
        }
        put_operation(w, t);
        map_put(&w->spelling, (u64)(uintptr_t)t, (u64)horn_let(w->path, w->step, &w->expression) << 1);
    }
    put(w, formula, &w->step->formula);
    vec_free(&order);
}

static void write_path(const Interpolation *task, HornPath *path) {
    BitsWriter w = {.path = path};
    for (u32 i = 0; i < task->count; i++) {
        w.step = horn_step_add(path);
        write_step(&w, task->store, task->formulas[i]);
    }
    map_free(&w.spelling);
    text_free(&w.expression);
}

/* A predicate's parameters are declared, its body is read, and what they stand for is put in. */
static bool read_predicate(TermStore *store, const HornPath *path, const HornPredicate *predicate, Term **out) {
    SmtScope *scope = smt_scope_new(store);
    Map meaning = {0};
    Error error = {0};
    bool ok = true;
    for (u32 i = 0; i < predicate->parameters->count && ok; i++) {
        const Sexp *parameter = predicate->parameters->items[i];
        Sexp word = {.kind = SEXP_SYMBOL, .text = "declare-const"};
        ok = parameter->kind == SEXP_LIST && parameter->count == 2;
        if (!ok) break;
        Sexp *items[] = {&word, parameter->items[0], parameter->items[1]};
        Sexp command = {.kind = SEXP_LIST, .items = items, .count = 3};
        ok = smt_declare(scope, &command, &error);
        if (!ok) break;
        Term *variable = path->variables.at[predicate->variables.at[i]].term;
        map_put_ptr(&meaning, smt_declaration(scope, i)->term, variable);
    }
    ok = ok && smt_read_bool(scope, predicate->body, out, &error);
    if (ok) term_substitute(store, out, 1, &meaning);
    smt_scope_free(scope);
    map_free(&meaning);
    error_free(&error);
    return ok;
}

const char *interpolate_bits(const Interpolation *task) {
    HornPath path = {.write_sort = write_sort};
    HornSolution solution = {0};
    write_path(task, &path);
    const char *why_not = horn_solve(&path, task->solver->z3, task->deadline, &solution);
    for (u32 i = 0; i + 1 < task->count && !why_not; i++) {
        const HornPredicate *predicate = &solution.predicates.at[i];
        if (predicate->body && !read_predicate(task->store, &path, predicate, &task->interpolants[i]))
            why_not = "Z3's answer could not be read";
    }
    horn_solution_free(&solution);
    horn_path_free(&path);
    return why_not;
}
