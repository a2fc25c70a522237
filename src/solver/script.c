#include "solver/script.h"

#include "solver/deadline.h"
#include "term/smtlib.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    Term *term;
    const char *name;    /* :named, or NULL */
    const Sexp *literal; /* of an assumption: as it was given */
} Assertion;

typedef struct {
    TermStore *store;
    Solver *solver;
    SmtScope *scope;
    ScriptOptions *options;
    VEC(Assertion) assertions;
    VEC(u32) levels;
    Answer answer;              /* of the last check; the assertions have not changed since */
    Model *model;               /* with YES */
    TermVec core;               /* with NO */
    VEC(Assertion) assumptions; /* of the last check */
    Text out;                   /* of the command being executed */
    bool exited;
} Script;

static void forget_answer(Script *s) {
    model_release(s->model);
    s->model = NULL;
    s->answer = ANSWER_UNKNOWN;
    vec_clear(&s->core);
}

static bool set_logic(const Sexp *command, Error *error) {
    static const char *const known[] = {"QF_BV", "QF_ABV",  "QF_AUFBV", "QF_UFBV",    "QF_AX",     "QF_UF", "QF_BVFP",
                                        "QF_FP", "QF_FPBV", "QF_ABVFP", "QF_AUFBVFP", "QF_UFBVFP", "ALL"};
    if (command->count != 2 || command->items[1]->kind != SEXP_SYMBOL)
        return sexp_error(error, command, "expected (set-logic name)");
    for (u32 i = 0; i < COUNT_OF(known); i++)
        if (sexp_is(command->items[1], known[i])) return true;
    return sexp_error(error, command->items[1],
                      "unsupported logic %s: Loci reads QF_BV, QF_ABV, QF_UFBV, QF_AUFBV and QF_BVFP",
                      command->items[1]->text);
}

/* The name in (! term ... :named name ...), or NULL. */
static const Sexp *name_of(const Sexp *sexp) {
    if (!sexp_is_list_of(sexp, "!")) return NULL;
    for (u32 i = 2; i + 1 < sexp->count; i++)
        if (sexp->items[i]->kind == SEXP_KEYWORD && !strcmp(sexp->items[i]->text, ":named")) return sexp->items[i + 1];
    return NULL;
}

static bool assert_term(Script *s, const Sexp *command, Error *error) {
    Assertion assertion = {0};
    if (command->count != 2) return sexp_error(error, command, "expected (assert term)");
    if (!smt_read_bool(s->scope, command->items[1], &assertion.term, error)) return false;
    const Sexp *name = name_of(command->items[1]);
    if (name) {
        if (name->kind != SEXP_SYMBOL) return sexp_error(error, name, "expected a name");
        assertion.name = name->text;
        if (!smt_bind_name(s->scope, name, assertion.term, error)) return false;
    }
    forget_answer(s);
    vec_push(&s->assertions, assertion);
    return true;
}

/* Each stage has evaluated its models; this is the one that is printed, on what was asserted. */
static bool is_verified(Script *s, const TermVec *all) {
    for (u32 i = 0; i < all->count; i++)
        if (!s->model || !model_satisfies(s->model, all->at[i])) return false;
    return true;
}

static void check(Script *s) {
    static const char *const words[] = {
        [ANSWER_UNKNOWN] = "unknown\n", [ANSWER_NO] = "unsat\n", [ANSWER_YES] = "sat\n"};
    TermVec all = {0};
    forget_answer(s);
    for (u32 i = 0; i < s->assertions.count; i++) vec_push(&all, s->assertions.at[i].term);
    for (u32 i = 0; i < s->assumptions.count; i++) vec_push(&all, s->assumptions.at[i].term);
    s->answer = solver_check(s->solver, all.at, all.count, s->options->limits, &s->model, &s->core);
    if (s->answer == ANSWER_YES && !is_verified(s, &all)) forget_answer(s);
    s->options->unknown += s->answer == ANSWER_UNKNOWN;
    text_add(&s->out, words[s->answer]);
    vec_free(&all);
}

static bool check_sat(Script *s, const Sexp *command, Error *error) {
    vec_clear(&s->assumptions);
    check(s);
    return true;
}

static bool check_sat_assuming(Script *s, const Sexp *command, Error *error) {
    if (command->count != 2 || command->items[1]->kind != SEXP_LIST)
        return sexp_error(error, command, "expected (check-sat-assuming (literals))");
    vec_clear(&s->assumptions);
    for (u32 i = 0; i < command->items[1]->count; i++) {
        const Sexp *literal = command->items[1]->items[i];
        Assertion assumption = {.literal = literal};
        if (!smt_read_bool(s->scope, literal, &assumption.term, error)) return false;
        vec_push(&s->assumptions, assumption);
    }
    check(s);
    return true;
}

static bool wants_model(Script *s, const Sexp *command, Error *error) {
    if (s->answer != ANSWER_YES)
        return sexp_error(error, command, "there is no model: the last check was not answered sat");
    return true;
}

/* An array symbol's value: the cells the model has, over what it has elsewhere. */
static void write_array(Script *s, Term *array, const SmtSort *sort) {
    SmtSort index = {.kind = SORT_BITS, .width = sort->index_width},
            element = {.kind = SORT_BITS, .width = sort->width};
    if (sort->bool_elements) element = (SmtSort){.kind = SORT_BOOL, .width = 1};
    Term *elsewhere = model_get(s->model, array);
    Text cells = {0};
    for (u32 i = 0; i < s->model->values.count; i++) {
        const Term *cell = (Term *)(uintptr_t)s->model->values.entries[i].key;
        if (cell->op != TERM_SELECT || cell->arg[0] != array) continue;
        text_add(&s->out, "(store ");
        text_add_char(&cells, ' ');
        smt_write_value(&cells, cell->arg[1], &index);
        text_add_char(&cells, ' ');
        smt_write_value(&cells, (Term *)(uintptr_t)s->model->values.entries[i].value, &element);
        text_add_char(&cells, ')');
    }
    text_add(&s->out, "((as const ");
    smt_write_sort(&s->out, sort);
    text_add(&s->out, ") ");
    smt_write_value(&s->out, elsewhere ? elsewhere : term_const(s->store, sort->width, 0), &element);
    text_add_char(&s->out, ')');
    text_add_n(&s->out, cells.chars ? cells.chars : "", cells.length);
    text_free(&cells);
}

static void write_function(Script *s, const SmtDeclaration *d) {
    u32 count = 0, parameters = d->function->parameter_count;
    for (u32 i = 0; i < s->model->values.count; i++) {
        const Term *call = (Term *)(uintptr_t)s->model->values.entries[i].key;
        if (call->op != TERM_APPLY || call->symbol != d->function) continue;
        text_add(&s->out, "(ite (and");
        for (u32 j = 0; j < parameters; j++) {
            text_printf(&s->out, " (= x!%u ", j);
            smt_write_value(&s->out, call->arg[j], &d->parameters[j]);
            text_add_char(&s->out, ')');
        }
        text_add(&s->out, ") ");
        smt_write_value(&s->out, (Term *)(uintptr_t)s->model->values.entries[i].value, &d->sort);
        text_add_char(&s->out, ' ');
        count++;
    }
    smt_write_value(&s->out, term_const(s->store, d->sort.width, 0), &d->sort);
    text_fill(&s->out, ')', count);
}

static bool get_model(Script *s, const Sexp *command, Error *error) {
    if (!wants_model(s, command, error)) return false;
    text_add(&s->out, "(\n");
    for (u32 i = 0; i < smt_declaration_count(s->scope); i++) {
        const SmtDeclaration *d = smt_declaration(s->scope, i);
        text_add(&s->out, "  (define-fun ");
        smt_write_name(&s->out, d->name);
        text_add(&s->out, " (");
        for (u32 j = 0; d->function && j < d->function->parameter_count; j++) {
            text_printf(&s->out, "%s(x!%u ", j ? " " : "", j);
            smt_write_sort(&s->out, &d->parameters[j]);
            text_add_char(&s->out, ')');
        }
        text_add(&s->out, ") ");
        smt_write_sort(&s->out, &d->sort);
        text_add_char(&s->out, ' ');
        if (d->function) {
            write_function(s, d);
        } else if (d->sort.kind == SORT_ARRAY) {
            write_array(s, d->term, &d->sort);
        } else {
            smt_write_value(&s->out, model_eval(s->model, d->term), &d->sort);
        }
        text_add(&s->out, ")\n");
    }
    text_add(&s->out, ")\n");
    return true;
}

static void write_atom(Text *out, const Sexp *sexp) {
    switch (sexp->kind) {
    case SEXP_SYMBOL: smt_write_name(out, sexp->text); break;
    case SEXP_BITS: text_printf(out, "#%s", sexp->text); break;
    case SEXP_STRING:
        text_add_char(out, '"');
        for (const char *c = sexp->text; *c; c++) text_fill(out, *c, *c == '"' ? 2 : 1);
        text_add_char(out, '"');
        break;
    default: text_add(out, sexp->text);
    }
}

/* As it was given but for blanks. */
static void write_sexp(Text *out, const Sexp *sexp) {
    VEC(struct {
        const Sexp *list;
        u32 written;
    })
    open = {0};
    for (;;) {
        if (sexp->kind == SEXP_LIST) {
            text_add_char(out, '(');
            vec_reserve(&open, open.count + 1);
            open.at[open.count].list = sexp;
            open.at[open.count++].written = 0;
        } else {
            write_atom(out, sexp);
        }
        while (open.count && vec_last(&open).written == vec_last(&open).list->count) {
            text_add_char(out, ')');
            open.count--;
        }
        if (!open.count) break;
        if (vec_last(&open).written) text_add_char(out, ' ');
        sexp = vec_last(&open).list->items[vec_last(&open).written++];
    }
    vec_free(&open);
}

static bool write_pair(Script *s, const Sexp *sexp, Error *error) {
    SmtValue value;
    if (!smt_read_value(s->scope, sexp, &value, error)) return false;
    text_add_char(&s->out, '(');
    write_sexp(&s->out, sexp);
    text_add_char(&s->out, ' ');
    if (term_is_array(value.term)) {
        if (value.term->op != TERM_SYMBOL)
            return sexp_error(error, sexp, "unsupported: the value of an array that is not declared");
        write_array(s, value.term, &value.sort);
    } else {
        Term *constant = model_eval(s->model, value.term);
        if (!constant) return sexp_error(error, sexp, "unsupported: the value of a comparison of arrays");
        smt_write_value(&s->out, constant, &value.sort);
    }
    text_add_char(&s->out, ')');
    return true;
}

static bool get_value(Script *s, const Sexp *command, Error *error) {
    if (command->count != 2 || command->items[1]->kind != SEXP_LIST)
        return sexp_error(error, command, "expected (get-value (terms))");
    if (!wants_model(s, command, error)) return false;
    text_add_char(&s->out, '(');
    for (u32 i = 0; i < command->items[1]->count; i++) {
        if (i) text_add(&s->out, "\n ");
        if (!write_pair(s, command->items[1]->items[i], error)) return false;
    }
    text_add(&s->out, ")\n");
    return true;
}

static bool in_core(const Script *s, const Term *term) {
    for (u32 i = 0; i < s->core.count; i++)
        if (s->core.at[i] == term) return true;
    return false;
}

static bool write_core(Script *s, const Sexp *command, const Assertion *from, u32 count, Error *error) {
    if (s->answer != ANSWER_NO)
        return sexp_error(error, command, "there is no core: the last check was not answered unsat");
    text_add_char(&s->out, '(');
    bool first = true;
    for (u32 i = 0; i < count; i++) {
        if (!(from[i].name || from[i].literal) || !in_core(s, from[i].term)) continue;
        if (!first) text_add_char(&s->out, ' ');
        first = false;
        if (from[i].literal) write_sexp(&s->out, from[i].literal);
        else smt_write_name(&s->out, from[i].name);
    }
    text_add(&s->out, ")\n");
    return true;
}

static bool get_unsat_core(Script *s, const Sexp *command, Error *error) {
    return write_core(s, command, s->assertions.at, s->assertions.count, error);
}
static bool get_unsat_assumptions(Script *s, const Sexp *command, Error *error) {
    return write_core(s, command, s->assumptions.at, s->assumptions.count, error);
}

static bool read_levels(const Sexp *command, u32 *levels, Error *error) {
    *levels = 1;
    if (command->count == 1) return true;
    const Sexp *number = command->items[1];
    if (command->count != 2 || number->kind != SEXP_NUMBER || strlen(number->text) > 6)
        return sexp_error(error, command, "expected a number of levels");
    *levels = (u32)atoi(number->text);
    return true;
}

static bool push(Script *s, const Sexp *command, Error *error) {
    u32 levels;
    if (!read_levels(command, &levels, error)) return false;
    for (u32 i = 0; i < levels; i++) {
        smt_scope_push(s->scope);
        vec_push(&s->levels, s->assertions.count);
    }
    return true;
}

static bool pop(Script *s, const Sexp *command, Error *error) {
    u32 levels;
    if (!read_levels(command, &levels, error)) return false;
    if (levels > s->levels.count)
        return sexp_error(error, command, "expected at most %u levels: so many are open", s->levels.count);
    forget_answer(s);
    for (u32 i = 0; i < levels; i++) {
        smt_scope_pop(s->scope);
        s->assertions.count = vec_pop(&s->levels);
    }
    return true;
}

static bool reset(Script *s, const Sexp *command, Error *error) {
    forget_answer(s);
    vec_clear(&s->assertions);
    vec_clear(&s->levels);
    smt_scope_free(s->scope);
    s->scope = smt_scope_new(s->store);
    return true;
}

static bool reset_assertions(Script *s, const Sexp *command, Error *error) {
    return reset(s, command, error); /* declarations go too, as :global-declarations is false */
}

static bool echo(Script *s, const Sexp *command, Error *error) {
    if (command->count != 2 || command->items[1]->kind != SEXP_STRING)
        return sexp_error(error, command, "expected (echo \"text\")");
    text_printf(&s->out, "%s\n", command->items[1]->text);
    return true;
}

static bool declare(Script *s, const Sexp *command, Error *error) { return smt_declare(s->scope, command, error); }
static bool logic(Script *s, const Sexp *command, Error *error) { return set_logic(command, error); }
static bool ignore(Script *s, const Sexp *command, Error *error) { return true; }
static bool get_info(Script *s, const Sexp *command, Error *error) {
    const char *reason = solver_reason(s->solver);
    if (command->count == 2 && command->items[1]->kind == SEXP_KEYWORD && reason &&
        !strcmp(command->items[1]->text, ":reason-unknown")) {
        text_printf(&s->out, "(:reason-unknown \"%s\")\n", reason);
        return true;
    }
    text_add(&s->out, "unsupported\n");
    return true;
}
static bool unsupported(Script *s, const Sexp *command, Error *error) {
    text_add(&s->out, "unsupported\n");
    return true;
}
static bool leave(Script *s, const Sexp *command, Error *error) {
    s->exited = true;
    return true;
}

static const struct {
    const char *name;
    bool (*run)(Script *, const Sexp *, Error *);
} commands[] = {
    {"set-logic", logic},
    {"set-option", ignore},
    {"set-info", ignore},
    {"get-info", get_info},
    {"get-option", unsupported},
    {"declare-fun", declare},
    {"declare-const", declare},
    {"define-fun", declare},
    {"define-const", declare},
    {"define-sort", declare},
    {"assert", assert_term},
    {"check-sat", check_sat},
    {"check-sat-assuming", check_sat_assuming},
    {"get-model", get_model},
    {"get-value", get_value},
    {"get-unsat-core", get_unsat_core},
    {"get-unsat-assumptions", get_unsat_assumptions},
    {"push", push},
    {"pop", pop},
    {"reset", reset},
    {"reset-assertions", reset_assertions},
    {"echo", echo},
    {"exit", leave},
};

static bool execute(Script *s, const Sexp *command, Error *error) {
    if (command->kind != SEXP_LIST || !command->count || command->items[0]->kind != SEXP_SYMBOL)
        return sexp_error(error, command, "expected a command: (name ...)");
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        if (sexp_is(command->items[0], commands[i].name)) return commands[i].run(s, command, error);
    return sexp_error(error, command->items[0], "unsupported command %s", command->items[0]->text);
}

static void mark(void *self, TermStore *store) {
    Script *s = self;
    smt_scope_mark(s->scope, store);
    for (u32 i = 0; i < s->assertions.count; i++) term_mark(store, s->assertions.at[i].term);
    for (u32 i = 0; i < s->assumptions.count; i++) term_mark(store, s->assumptions.at[i].term);
    for (u32 i = 0; i < s->core.count; i++) term_mark(store, s->core.at[i]);
    if (s->model) model_mark(s->model, store);
}

bool script_run(TermStore *store, Solver *solver, const char *text, size_t length, ScriptOptions *options,
                void (*print)(void *to, const char *chars), void *to, Error *error) {
    Script s = {.store = store, .solver = solver, .scope = smt_scope_new(store), .options = options};
    SexpReader *reader = sexp_reader_new(text, length);
    term_holder_add(store, (TermHolder){&s, mark, NULL});
    bool ok = true;
    for (Sexp *command; ok && !s.exited && (command = sexp_read(reader, error));) {
        text_clear(&s.out);
        ok = execute(&s, command, error);
        if (ok && s.out.length) print(to, s.out.chars);
        if (term_collect_is_due(store)) term_collect(store);
    }
    term_holder_remove(store, &s);
    forget_answer(&s);
    vec_free(&s.core);
    vec_free(&s.assertions);
    vec_free(&s.assumptions);
    vec_free(&s.levels);
    text_free(&s.out);
    smt_scope_free(s.scope);
    sexp_reader_free(reader);
    return !error_is_set(error);
}
