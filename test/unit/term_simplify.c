/* The simplifier, the facts and the evaluator against Z3. Each random term t is built as a term and as text e:
 *   t = r and e != r has no solution, t != r and e = r has none (simplification is right);
 *   under random values of the symbols, e has the value that the evaluator gives t.
 * Usage: term_simplify [how many terms, 200 unless told] [seed]. */
#include "term/model.h"
#include "term_random.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    VEC(char *) notes; /* one a check; each must be unsat */
    FILE *script;
} Batch;

/* Declares a symbol of the text that simplification removed from the term. */
static void declare_if_missing(Text *script, const char *name, const char *sort) {
    Text declaration = {0};
    text_printf(&declaration, "(declare-fun %s () %s)\n", name, sort);
    if (!strstr(script->chars, declaration.chars)) text_add(script, declaration.chars);
    text_free(&declaration);
}

static void declare_symbols_of(Text *script, const char *text) {
    for (const char *p = text; *p; p++) {
        u32 length = strchr("xyz", *p) && (p == text || strchr(" (", p[-1])) ? (u32)strspn(p + 1, "0123456789") : 0;
        if (!length) continue;
        char name[16], sort[32];
        snprintf(name, sizeof name, "%.*s", (int)length + 1, p);
        snprintf(sort, sizeof sort, "(_ BitVec %s)", name + 1);
        declare_if_missing(script, name, sort);
    }
    if (strstr(text, "(select a ")) declare_if_missing(script, "a", "(Array (_ BitVec 4) (_ BitVec 8))");
}

static void write_check(Batch *batch, TermStore *store, Term *constraint, const char *assertion, const char *note) {
    Text out = {0};
    SmtWriter writer = {.out = &out, .store = store};
    if (!smt_write_query(&writer, &constraint, 1)) abort();
    declare_symbols_of(&out, assertion);
    fprintf(batch->script, "(reset)\n(set-option :timeout 400)\n%s(assert %s)\n(check-sat)\n", out.chars, assertion);
    vec_push(&batch->notes, xstrdup(note));
    smt_writer_free(&writer);
    text_free(&out);
}

static void write_equivalence(Batch *batch, TermStore *store, Pair pair) {
    char name[16];
    snprintf(name, sizeof name, "r%u", pair.term->width);
    Term *same = term_eq(store, pair.term, term_symbol(store, name, pair.term->width));
    Text assertion = {0}, note = {0};
    smt_write_term(&note, pair.term, 6);
    text_printf(&note, "\n   is not %s", pair.text);
    for (int side = 0; side < 2; side++) {
        text_clear(&assertion);
        text_printf(&assertion, side ? "(= %s %s)" : "(not (= %s %s))", pair.text, name);
        write_check(batch, store, side ? term_not(store, same) : same, assertion.chars, note.chars);
    }
    text_free(&assertion);
    text_free(&note);
}

static void write_evaluation(Batch *batch, Random *r, Pair pair) {
    Model *model = model_new(r->store);
    Text assertion = {0}, note = {0};
    text_add(&assertion, "(and");
    for (const char *letter = "xyz"; *letter; letter++)
        for (u32 width = 1; width <= r->widest * 2 + 1; width++) {
            char name[16];
            snprintf(name, sizeof name, "%c%u", *letter, width);
            if (!strstr(pair.text, name)) continue;
            Pair value = random_const(r, width);
            model_set(model, term_symbol(r->store, name, width), value.term);
            text_printf(&assertion, " (= %s %s)", name, value.text);
        }
    for (u32 i = 0; i < 16; i++) {
        Pair value = random_const(r, 8);
        Term *cell = term_select(r->store, term_symbol_array(r->store, "a", 4, 8), term_const(r->store, 4, i));
        model_set(model, cell, value.term);
        if (strstr(pair.text, "(select a ")) text_printf(&assertion, " (= (select a #x%x) %s)", i, value.text);
    }
    Term *value = model_eval(model, pair.term);
    text_printf(&assertion, " (not (= %s ", pair.text);
    smt_write_const(&assertion, value);
    text_add(&assertion, ")))");
    text_printf(&note, "evaluated to ");
    smt_write_const(&note, value);
    text_printf(&note, ": %s", assertion.chars);
    write_check(batch, r->store, term_true(r->store), assertion.chars, note.chars);
    text_free(&assertion);
    text_free(&note);
    model_release(model);
}

static u32 passed, failed, undecided;

static void run_batch(Batch *batch, const char *path) {
    fclose(batch->script);
    char command[256], line[4096];
    snprintf(command, sizeof command, "z3 %s", path);
    FILE *answers = popen(command, "r");
    for (u32 i = 0; i < batch->notes.count; i++) {
        if (!fgets(line, sizeof line, answers)) strcpy(line, "nothing\n");
        if (!strncmp(line, "unsat", 5)) {
            passed++;
        } else if (!strncmp(line, "unknown", 7) || !strncmp(line, "timeout", 7)) {
            undecided++;
        } else {
            failed++;
            printf("FAILED (%.*s): %s\n", (int)strcspn(line, "\n"), line, batch->notes.at[i]);
        }
        free(batch->notes.at[i]);
    }
    pclose(answers);
    vec_clear(&batch->notes);
}

int main(int argc, char **argv) {
    u32 terms = argc > 1 ? (u32)atoi(argv[1]) : 200;
    u64 seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    char path[] = "/tmp/term_simplify_XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0) return 2;
    Batch batch = {0};
    for (u32 i = 0; i < terms;) {
        TermStore *store = term_store_new();
        batch.script = fopen(path, "w");
        for (u32 j = 0; j < 200 && i < terms; j++, i++) {
            bool wide = random_below(&(Random){.seed = seed * 1000003 + i}, 5) == 0;
            Random r = {.store = store,
                        .seed = hash_mix(seed) + i * 7919,
                        .widest = wide ? 150 : 12,
                        .arrays = true,
                        .divisions = i % 3 == 0,
                        .budget = 3 + i % 12};
            Pair pair = random_term(&r, 1 + random_below(&r, r.widest));
            if (!(wide && r.divisions)) write_equivalence(&batch, store, pair);
            write_evaluation(&batch, &r, pair);
            arena_free(&r.arena);
        }
        run_batch(&batch, path);
        term_store_free(store);
    }
    remove(path);
    vec_free(&batch.notes);
    printf("%u undecided\n%u passed, %u failed\n", undecided, passed, failed);
    return failed || !passed;
}
