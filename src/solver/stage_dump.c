/* Writes every query to a file of its own that any SMT solver reads: DIR/query-000001.smt2. */
#include "solver/stage.h"

#include "term/smtlib.h"

#include <stdio.h>

typedef struct {
    Stage stage;
    char *directory;
    u64 written;
} Dump;

static const char *status_of(Answer answer) {
    return answer == ANSWER_YES ? "sat" : answer == ANSWER_NO ? "unsat" : "unknown";
}

static void write_file(Dump *dump, const Query *query, Answer answer) {
    Text body = {0};
    SmtWriter writer = {.out = &body, .store = dump->stage.store};
    bool ok = smt_write_query(&writer, query->constraints, query->count);
    smt_writer_free(&writer);
    Text path = {0};
    text_printf(&path, "%s/query-%06llu.smt2", dump->directory, (unsigned long long)++dump->written);
    FILE *file = ok ? fopen(path.chars, "w") : NULL;
    if (file) {
        fprintf(file, "(set-logic %s)\n(set-info :status %s)\n%s(check-sat)\n",
                smt_logic_of(query->constraints, query->count), status_of(answer), body.chars ? body.chars : "");
        fclose(file);
    }
    text_free(&path);
    text_free(&body);
}

static void check(Stage *stage, const Query *query, Result *result) {
    stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
    write_file((Dump *)stage, query, result->answer);
}

static void destroy(Stage *stage) {
    free(((Dump *)stage)->directory);
    free(stage);
}

Stage *stage_dump_new(TermStore *store, Stage *next, const char *directory) {
    static const StageApi api = {"dump", check, NULL, NULL, NULL, destroy};
    Dump *dump = xcalloc(1, sizeof *dump);
    dump->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    dump->directory = xstrdup(directory);
    return &dump->stage;
}
