/* Writing queries. Shared subterms become nullary definitions, so that text stays linear in the graph and no expression
 * is deep. One-bit terms made by comparisons and logic are written as Bool, the others as (_ BitVec 1); put_bool and
 * put_bits write either as the other where it is needed. */
#include "term/smtlib.h"

#include "term/internal.h"
#include "term/reads.h"
#include "term/smt_floats.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void smt_write_const(Text *out, const Term *c) {
    bool hex = c->width % 4 == 0;
    text_add(out, hex ? "#x" : "#b");
    u32 step = hex ? 4 : 1;
    for (u32 low = c->width; low > 0;) {
        low -= step;
        u64 digit = term_limbs(c)[low / 64] >> (low % 64) & (hex ? 15 : 1);
        text_add_char(out, "0123456789abcdef"[digit]);
    }
}

void smt_write_name(Text *out, const char *name) {
    bool simple = *name && !isdigit((unsigned char)*name);
    for (const char *p = name; *p && simple; p++)
        simple = isalnum((unsigned char)*p) || strchr("~!@$%^&*_-+=<>.?/", *p);
    if (simple) {
        text_add(out, name);
    } else {
        text_printf(out, "|%s|", name);
    }
}

static void put_indexed(Text *out, const Term *t) {
    switch (t->op) {
    case TERM_EXTRACT: text_printf(out, "(_ extract %u %u)", (u32)t->low + t->width - 1, (u32)t->low); break;
    case TERM_ZEXT:
    case TERM_SEXT: text_printf(out, "(_ %s %u)", term_op_name((TermOp)t->op), t->width - t->arg[0]->width); break;
    case TERM_APPLY: smt_write_name(out, t->symbol->name); break;
    default: text_add(out, term_op_name((TermOp)t->op));
    }
}

void smt_write_term(Text *out, const Term *t, u32 depth) {
    if (t->op == TERM_CONST) {
        smt_write_const(out, t);
    } else if (t->op == TERM_SYMBOL) {
        smt_write_name(out, t->symbol->name);
    } else if (t->op == TERM_DATA) {
        text_printf(out, "data!%llu", (unsigned long long)t->data->count);
    } else if (depth == 0) {
        text_add(out, "...");
    } else {
        text_add_char(out, '(');
        put_indexed(out, t);
        for (u32 i = 0; i < t->arity; i++) {
            text_add_char(out, ' ');
            smt_write_term(out, t->arg[i], depth - 1);
        }
        text_add_char(out, ')');
    }
}

/* Queries. */

struct SmtNames {
    Arena arena;
    Map of_term;     /* term -> name (char *) of what has one */
    StringMap taken; /* names in use */
    Map parents;     /* term -> how often it is used */
    Map depth;       /* term without a name -> how deep its spelling is nested */
    u32 fresh;
};

static bool is_bool_shaped(const Term *t) {
    if (t->width != 1 || term_is_array(t)) return false;
    switch (t->op) {
    case TERM_EQ:
    case TERM_ULT:
    case TERM_SLT:
    case TERM_NOT:
    case TERM_AND:
    case TERM_XOR:
    case TERM_ITE:
    case TERM_FEQ:
    case TERM_FLT:
    case TERM_FLE: return true;
    default: return false;
    }
}

static void put_bits(SmtWriter *w, Term *t);
static void put_bool(SmtWriter *w, Term *t);

static const char *name_of(SmtWriter *w, const Term *t) { return map_get_ptr(&w->names->of_term, t); }

/* Remembers a name that nothing else in the query has; `wanted` with a number behind it if it must be. */
static const char *give_name(SmtWriter *w, const Term *t, const char *wanted) {
    char *name = arena_strdup(&w->names->arena, wanted);
    while (string_map_get(&w->names->taken, name, NULL))
        name = arena_printf(&w->names->arena, "%s!%u", wanted, ++w->names->fresh);
    string_map_put(&w->names->taken, name, 1);
    map_put_ptr(&w->names->of_term, t, name);
    return name;
}

static void put_sort(Text *out, u32 width, u32 index_width) {
    if (index_width) {
        text_printf(out, "(Array (_ BitVec %u) (_ BitVec %u))", index_width, width);
    } else {
        text_printf(out, "(_ BitVec %u)", width);
    }
}

static const char *bool_name(const Term *t) {
    switch (t->op) {
    case TERM_NOT: return "not";
    case TERM_AND: return "and";
    case TERM_XOR: return "xor";
    default: return term_op_name((TermOp)t->op);
    }
}

/* Reads of a table: cells behind its end are zero. */
static void put_table_read(SmtWriter *w, Term *t) {
    const TermData *data = t->arg[0]->data;
    bool bounded = t->arg[1]->width >= 64 || data->count < (u64)1 << t->arg[1]->width;
    if (bounded) {
        text_add(w->out, "(ite (bvult ");
        put_bits(w, t->arg[1]);
        text_add_char(w->out, ' ');
        smt_write_const(w->out, term_const(w->store, t->arg[1]->width, data->count));
        text_add(w->out, ") ");
    }
    text_printf(w->out, "(select %s ", name_of(w, t->arg[0]));
    put_bits(w, t->arg[1]);
    text_add_char(w->out, ')');
    if (bounded) {
        text_add_char(w->out, ' ');
        smt_write_const(w->out, term_const(w->store, t->width, 0));
        text_add_char(w->out, ')');
    }
}

/* The body of a term that is neither constant nor named. */
static void put_body(SmtWriter *w, Term *t) {
    if (t->op == TERM_SELECT && t->arg[0]->op == TERM_DATA) {
        put_table_read(w, t);
        return;
    }
    text_add_char(w->out, '(');
    bool logic = is_bool_shaped(t) && t->op != TERM_EQ && t->op != TERM_ULT && t->op != TERM_SLT;
    if (t->op == TERM_FILLED) {
        text_add(w->out, "(as const ");
        put_sort(w->out, t->width, t->index_width);
        text_add_char(w->out, ')');
    } else if (logic) {
        text_add(w->out, bool_name(t));
    } else {
        put_indexed(w->out, t);
    }
    for (u32 i = 0; i < t->arity; i++) {
        text_add_char(w->out, ' ');
        if (logic || (t->op == TERM_ITE && i == 0)) {
            put_bool(w, t->arg[i]);
        } else {
            put_bits(w, t->arg[i]);
        }
    }
    text_add_char(w->out, ')');
}

static void put_as_it_is(SmtWriter *w, Term *t) {
    const char *name = name_of(w, t);
    if (name) {
        smt_write_name(w->out, name);
    } else {
        put_body(w, t);
    }
}

static void put_bits(SmtWriter *w, Term *t) {
    if (t->op == TERM_CONST) {
        smt_write_const(w->out, t);
    } else if (is_bool_shaped(t)) {
        text_add(w->out, "(ite ");
        put_as_it_is(w, t);
        text_add(w->out, " #b1 #b0)");
    } else {
        put_as_it_is(w, t);
    }
}

static void put_bool(SmtWriter *w, Term *t) {
    if (t->op == TERM_CONST) {
        text_add(w->out, t->value ? "true" : "false");
    } else if (is_bool_shaped(t)) {
        put_as_it_is(w, t);
    } else {
        text_add(w->out, "(= ");
        put_as_it_is(w, t);
        text_add(w->out, " #b1)");
    }
}

static void declare(SmtWriter *w, const char *name, u32 width, u32 index_width) {
    text_add(w->out, "(declare-fun ");
    smt_write_name(w->out, name);
    text_add(w->out, " () ");
    put_sort(w->out, width, index_width);
    text_add(w->out, ")\n");
}

static void declare_table(SmtWriter *w, Term *t) {
    const char *name = give_name(w, t, "table");
    declare(w, name, t->width, t->index_width);
    for (u64 i = 0; i < t->data->count && i <= low_mask(t->index_width); i++) {
        text_printf(w->out, "(assert (= (select %s ", name);
        smt_write_const(w->out, term_const(w->store, t->index_width, i));
        text_add(w->out, ") ");
        smt_write_const(w->out, term_const(w->store, t->width, term_data_at(t->data, i)));
        text_add(w->out, "))\n");
    }
}

static void declare_function(SmtWriter *w, const Term *t) {
    const TermSymbol *f = t->symbol;
    if (string_map_get(&w->names->taken, f->name, NULL)) return;
    string_map_put(&w->names->taken, f->name, 1);
    text_add(w->out, "(declare-fun ");
    smt_write_name(w->out, f->name);
    text_add(w->out, " (");
    for (u32 i = 0; i < f->parameter_count; i++) {
        if (i) text_add_char(w->out, ' ');
        put_sort(w->out, f->parameter_widths[i], 0);
    }
    text_add(w->out, ") ");
    put_sort(w->out, f->width, 0);
    text_add(w->out, ")\n");
}

/* A float operation: its result is a fresh name that smt_floats.c ties to the operands. */
static void define_float(SmtWriter *w, Term *t) {
    Text operands[3] = {{0}, {0}, {0}};
    Text *out = w->out;
    for (u32 i = 0; i < t->arity; i++) {
        w->out = &operands[i];
        put_bits(w, t->arg[i]);
    }
    w->out = out;
    const char *names[3] = {operands[0].chars, operands[1].chars, operands[2].chars};
    smt_write_float(out, w->store, t, give_name(w, t, "float"), names);
    for (u32 i = 0; i < 3; i++) text_free(&operands[i]);
}

static void define(SmtWriter *w, Term *t) {
    char name[16];
    snprintf(name, sizeof name, "t%u", ++w->names->fresh);
    Text body = {0}, *out = w->out;
    w->out = &body;
    put_body(w, t);
    w->out = out;
    text_printf(out, "(define-fun %s () ", give_name(w, t, name));
    if (is_bool_shaped(t)) {
        text_add(out, "Bool");
    } else {
        put_sort(out, t->width, t->index_width);
    }
    text_add_char(out, ' ');
    text_add_n(out, body.chars, body.length);
    text_add(out, ")\n");
    text_free(&body);
}

enum { EXPANSION_BUDGET = 1 << 20, DEPTH_PER_LINE = 12 };

static void count_parents(SmtWriter *w, const TermVec *order) {
    for (u32 i = 0; i < order->count; i++)
        for (u32 j = 0; j < order->at[i]->arity; j++)
            ++*map_cell(&w->names->parents, (u64)(uintptr_t)order->at[i]->arg[j], NULL);
}

static bool writable(const TermVec *order) {
    for (u32 i = 0; i < order->count; i++)
        if (order->at[i]->op == TERM_COPY || order->at[i]->op == TERM_FILL || order->at[i]->op == TERM_DATA)
            return false;
    return true;
}

/* What a model of the query consists of; arrays as a whole only if some are compared. */
static bool is_leaf(const Term *t, bool whole_arrays) {
    return (t->op == TERM_SYMBOL && (whole_arrays || !term_is_array(t))) || t->op == TERM_APPLY ||
           (t->op == TERM_SELECT && t->arg[0]->op == TERM_SYMBOL);
}

static bool compares_arrays(const TermVec *order) {
    for (u32 i = 0; i < order->count; i++)
        if (order->at[i]->op == TERM_EQ && term_is_array(order->at[i]->arg[0])) return true;
    return false;
}

/* How deep the spelling of a term is nested whose arguments have theirs. */
static u64 spelling_depth(const SmtWriter *w, const Term *t) {
    u64 deepest = 0;
    for (u32 i = 0; i < t->arity; i++) {
        u64 depth = 0;
        map_get(&w->names->depth, (u64)(uintptr_t)t->arg[i], &depth);
        deepest = MAX(deepest, depth);
    }
    return deepest + 1;
}

static void write_parts(SmtWriter *w, const TermVec *order) {
    bool whole_arrays = compares_arrays(order);
    for (u32 i = 0; i < order->count; i++) {
        Term *t = order->at[i];
        if (is_leaf(t, whole_arrays)) vec_push(&w->leaves, t);
        u64 uses = 0;
        map_get(&w->names->parents, (u64)(uintptr_t)t, &uses);
        if (t->op == TERM_SYMBOL) {
            declare(w, give_name(w, t, t->symbol->name), t->width, t->index_width);
        } else if (t->op == TERM_DATA) {
            declare_table(w, t);
        } else if (t->op >= TERM_FADD) {
            define_float(w, t);
        } else {
            if (t->op == TERM_APPLY) declare_function(w, t);
            u64 depth = spelling_depth(w, t);
            if (t->arity && (uses > 1 || depth >= DEPTH_PER_LINE)) define(w, t);
            else map_put(&w->names->depth, (u64)(uintptr_t)t, depth);
        }
    }
}

bool smt_write_query(SmtWriter *w, Term *const *constraints, u32 count) {
    w->names = xcalloc(1, sizeof *w->names);
    Term **written = xmalloc((count + 1) * sizeof *written);
    bool expanded = term_expand_reads(w->store, constraints, count, EXPANSION_BUDGET, written);
    if (!expanded)
        for (u32 i = 0; i < count; i++) written[i] = constraints[i];
    TermVec order = {0};
    term_postorder(w->store, written, count, &order);
    bool ok = expanded || writable(&order);
    if (ok) {
        count_parents(w, &order);
        write_parts(w, &order);
        for (u32 i = 0; i < count; i++) {
            text_add(w->out, "(assert ");
            put_bool(w, written[i]);
            text_add(w->out, ")\n");
        }
    }
    vec_free(&order);
    free(written);
    return ok;
}

void smt_write_reference(SmtWriter *w, Term *t) { put_bits(w, t); }

void smt_writer_free(SmtWriter *w) {
    if (!w->names) return;
    arena_free(&w->names->arena);
    map_free(&w->names->of_term);
    map_free(&w->names->parents);
    map_free(&w->names->depth);
    vec_free(&w->leaves);
    string_map_free(&w->names->taken);
    free(w->names);
    w->names = NULL;
}

const char *smt_logic_of(Term *const *constraints, u32 count) {
    u32 flags = 0;
    for (u32 i = 0; i < count; i++) flags |= constraints[i]->flags;
    if (flags & TERM_HAS_FLOAT) return "ALL";
    if (flags & TERM_HAS_FUNCTION) return flags & TERM_HAS_ARRAY ? "QF_AUFBV" : "QF_UFBV";
    return flags & TERM_HAS_ARRAY ? "QF_ABV" : "QF_BV";
}
