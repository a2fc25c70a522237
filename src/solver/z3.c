#include "solver/z3.h"

#include "solver/process.h"
#include "term/smtlib.h"

#include <string.h>

struct Z3 {
    TermStore *store;
    char *program;
    Process process;
    size_t memory_bytes; /* the limit the process was started with */
    u64 starts;
    /* The question in progress: */
    Text script;
    SmtWriter writer;
    bool is_open;
};

#define END_MARK "loci-end"

static bool ensure_running(Z3 *z3, size_t memory_bytes) {
    if (z3->process.pid && z3->memory_bytes == memory_bytes) return true;
    process_kill(&z3->process);
    z3->memory_bytes = memory_bytes;
    z3->starts++;
    return process_start(&z3->process, (const char *[]){z3->program, "-in", "-smt2", NULL}, memory_bytes);
}

/* Sends a piece of a script. */
static bool say(Z3 *z3, Text *script, Deadline *deadline) {
    text_add(script, "(echo \"" END_MARK "\")\n");
    return process_send(&z3->process, script->chars, script->length, deadline);
}

/* Sends a piece of a script and receives all it prints. */
static bool converse(Z3 *z3, Text *script, Text *answer, Deadline *deadline) {
    text_clear(answer);
    return say(z3, script, deadline) && process_receive(&z3->process, END_MARK, answer, deadline);
}

static void ask_values(const SmtWriter *writer, Term *const *terms, u32 count, Text *out) {
    SmtWriter spell = *writer;
    spell.out = out;
    text_add(out, "(get-value (");
    for (u32 i = 0; i < count; i++) {
        text_add_char(out, ' ');
        smt_write_reference(&spell, terms[i]);
    }
    text_add(out, "))\n");
}

/* The values in the answer to get-value: ((spelling value) ...). */
static bool read_values(Z3 *z3, const Text *answer, Term **values, u32 count) {
    Error error = {0};
    SexpReader *reader = sexp_reader_new(answer->chars ? answer->chars : "", answer->length);
    SmtScope *scope = smt_scope_new(z3->store);
    Sexp *list = sexp_read(reader, &error);
    bool ok = list && list->kind == SEXP_LIST && list->count == count;
    for (u32 i = 0; i < count && ok; i++) {
        const Sexp *pair = list->items[i];
        SmtValue value = {0};
        ok = pair->kind == SEXP_LIST && pair->count == 2 && smt_read_value(scope, pair->items[1], &value, &error);
        values[i] = value.term;
    }
    smt_scope_free(scope);
    sexp_reader_free(reader);
    error_free(&error);
    return ok;
}

/* Enters the value of an array symbol: constants stored over one that is the same everywhere. */
static bool set_array(Model *model, TermStore *store, Term *symbol, const Term *value) {
    for (; value->op == TERM_STORE; value = value->arg[0]) {
        if (!term_is_const(value->arg[1]) || !term_is_const(value->arg[2])) return false;
        Term *cell = term_select(store, symbol, value->arg[1]);
        if (!model_get(model, cell)) model_set(model, cell, value->arg[2]);
    }
    if (value->op != TERM_FILLED || !term_is_const(value->arg[0])) return false;
    model_set(model, symbol, value->arg[0]);
    return true;
}

/* Enters the value of a leaf, which is followed by those of its arguments. Returns how many they are, 0 when they do not
 * fit. */
static u32 set_leaf(Model *model, TermStore *store, Term *leaf, Term *const *values) {
    Term *args[255];
    u32 used = 1;
    if (leaf->width != values[0]->width || leaf->index_width != values[0]->index_width) return 0;
    if (term_is_array(leaf)) return set_array(model, store, leaf, values[0]);
    args[0] = leaf->arity ? leaf->arg[0] : NULL;
    for (u32 i = leaf->op == TERM_SELECT; i < leaf->arity; i++) args[i] = values[used++];
    for (u32 i = 0; i < used; i++)
        if (!term_is_const(values[i])) return 0;
    model_set(model, leaf->arity ? term_rebuild(store, leaf, args) : leaf, values[0]);
    return used;
}

/* Asks for the leaves of the query, and for the arguments of reads and applications among them. */
static Model *fetch_model(Z3 *z3, const SmtWriter *writer, Deadline *deadline) {
    TermVec wanted = {0};
    for (u32 i = 0; i < writer->leaves.count; i++) {
        Term *leaf = writer->leaves.at[i];
        vec_push(&wanted, leaf);
        for (u32 j = leaf->op == TERM_SELECT; j < leaf->arity; j++) vec_push(&wanted, leaf->arg[j]);
    }
    Model *model = model_new(z3->store);
    Term **values = xcalloc(wanted.count + 1, sizeof *values);
    Text script = {0}, answer = {0};
    bool ok = wanted.count == 0;
    if (!ok) {
        ask_values(writer, wanted.at, wanted.count, &script);
        ok = converse(z3, &script, &answer, deadline) && read_values(z3, &answer, values, wanted.count);
    }
    for (u32 i = 0, at = 0, used; i < writer->leaves.count && ok; i++, at += used) {
        used = set_leaf(model, z3->store, writer->leaves.at[i], values + at);
        ok = used > 0;
    }
    text_free(&script);
    text_free(&answer);
    free(values);
    vec_free(&wanted);
    if (ok) return model;
    model_release(model);
    return NULL;
}

static void close_question(Z3 *z3) {
    smt_writer_free(&z3->writer);
    text_free(&z3->script);
    z3->is_open = false;
}

void z3_abandon(Z3 *z3) {
    if (!z3->is_open) return;
    process_kill(&z3->process);
    close_question(z3);
}

static void give_yes(Z3 *z3, const Query *query, Result *result) {
    Model *model = fetch_model(z3, &z3->writer, query->deadline);
    if (model) {
        result_yes(result, query, model, "Z3's model could not be verified");
    } else {
        result_unknown(result, query->deadline->expired ? query->deadline->expired : "Z3's model could not be read");
    }
}

static void give_answer(Z3 *z3, const Text *answer, const Query *query, Result *result) {
    if (answer->chars && !strcmp(answer->chars, "sat\n")) {
        give_yes(z3, query, result);
    } else if (answer->chars && !strcmp(answer->chars, "unsat\n")) {
        result_no(result, query->constraints, query->count);
    } else {
        result_unknown(result, "Z3 does not know");
    }
    close_question(z3);
}

static void give_up(Z3 *z3, const Query *query, Result *result) {
    z3_abandon(z3);
    result_unknown(result, query->deadline->expired ? query->deadline->expired : "Z3 did not answer");
}

/* Writes the question down; `script` holds it with what goes before and behind. */
static bool write_question(Z3 *z3, const Query *query, Text *whole) {
    double left = deadline_left(query->deadline);
    z3->script = (Text){0};
    z3->writer = (SmtWriter){.out = &z3->script, .store = z3->store};
    z3->is_open = true;
    if (!smt_write_query(&z3->writer, query->constraints, query->count)) return false;
    text_add(whole, "(reset)\n(set-option :pp.bv_literals true)\n");
    if (left < 1e6) text_printf(whole, "(set-option :timeout %u)\n", (u32)(left * 1000) + 1);
    text_add_n(whole, z3->script.chars, z3->script.length);
    text_add(whole, "(check-sat)\n");
    return true;
}

bool z3_begin(Z3 *z3, const Query *query, size_t most_bytes, Result *result) {
    Text whole = {0};
    bool begun = false;
    assert(!z3->is_open);
    if (!write_question(z3, query, &whole)) {
        result_unknown(result, "comparison of arrays that were copied or filled");
        close_question(z3);
    } else if (most_bytes && whole.length > most_bytes) {
        result_unknown(result, "the question is too long");
        close_question(z3);
    } else if (!ensure_running(z3, query->deadline->memory_bytes)) {
        result_unknown(result, "Z3 could not be started");
        close_question(z3);
    } else if (!say(z3, &whole, query->deadline)) {
        give_up(z3, query, result);
    } else {
        begun = true;
    }
    text_free(&whole);
    return begun;
}

void z3_wait(Z3 *z3, const Query *query, Result *result) {
    Text answer = {0};
    if (process_receive(&z3->process, END_MARK, &answer, query->deadline)) {
        give_answer(z3, &answer, query, result);
    } else {
        give_up(z3, query, result);
    }
    text_free(&answer);
}

bool z3_has_answered(Z3 *z3) { return z3->is_open && process_has_line(&z3->process, END_MARK); }

Z3 *z3_new(TermStore *store, const char *program) {
    Z3 *z3 = xcalloc(1, sizeof *z3);
    z3->store = store;
    z3->program = xstrdup(program ? program : "z3");
    return z3;
}

void z3_free(Z3 *z3) {
    if (!z3) return;
    z3_abandon(z3);
    process_kill(&z3->process);
    free(z3->program);
    free(z3);
}

u64 z3_starts(const Z3 *z3) { return z3->starts; }
