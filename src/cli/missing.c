#include "cli/missing.h"

#include "frontend/frontend.h"
#include "machine/builtins.h"
#include "verify/verify.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 12 };

typedef struct {
    Text text;
    u32 count;
} Names;

static void add_name(Names *names, const char *name) {
    if (names->count++ < MOST_NAMES) text_printf(&names->text, "%s'%s'", names->count > 1 ? ", " : "", name);
}

static void print_names(Names *names, const char *what, const char *consequence) {
    if (names->count)
        fprintf(stderr, "loci: note: %s%s %s%s defined nowhere (%s)\n", what, names->count > 1 ? "s" : "",
                names->text.chars,
                names->count > MOST_NAMES ? " and others are"
                : names->count > 1        ? " are"
                                          : " is",
                consequence);
    text_free(&names->text);
}

void missing_tell(Program *program, const char *external) {
    FlagList functions = {0}, variables = {0};
    Names of_functions = {0}, of_variables = {0};
    Text wanted = {0};
    frontend_undefined(program, &functions, &variables);
    for (u32 i = 0; i < functions.count; i++)
        if (!builtin_is_known(functions.at[i])) add_name(&of_functions, functions.at[i]);
    for (u32 i = 0; i < variables.count; i++) add_name(&of_variables, variables.at[i]);
    text_printf(&wanted, "--external=%s", external ? external : "stop");
    print_names(&of_functions, "the function", wanted.chars);
    bool is_any = external && !strcmp(external, "any");
    print_names(&of_variables, "the variable", is_any ? "--external=any" : "a path that accesses it ends there");
    for (u32 i = 0; i < program->missing_sources.count; i++)
        fprintf(stderr, "loci: note: %s\n", program->missing_sources.at[i]);
    text_free(&wanted);
    vec_free(&functions);
    vec_free(&variables);
}

void missing_hold_anything(Program *program, Explorer *e) {
    Text lines = {0};
    program_make_all_known(program);
    convention_define_variables(program, &lines);
    for (const char *line = lines.chars; line && *line; line += strcspn(line, "\n") + 1) {
        Text sentence = {0};
        text_add_n(&sentence, line, strcspn(line, "\n"));
        vec_push(&e->m->unmodelled, sentence.chars);
        explore_cut(e, CUT_UNMODELLED);
    }
    text_free(&lines);
}
