/* What functions may do to the memory of their callers, in the words of effects_print. */
#include "program/effects.h"
#include "load.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char source[] =
    "void *malloc(unsigned long);\n"
    "void free(void *);\n"
    "unsigned long strlen(const char *);\n"
    "struct n { struct n *next; int v; char *name; };\n"
    "struct n *head; int table[10]; int counter; static const int k[3] = {1, 2, 3};\n"
    "int nowhere(int *);\n"
    "int number(struct n *p) { p->v = 3; return table[p->v]; }\n"
    "void behind(struct n *p) { p->next->v = 3; counter++; }\n"
    "void all(struct n *p) { while (p) { struct n *q = p->next; free(p->name); free(p); p = q; } }\n"
    "struct n *made(struct n *p) { struct n *q = malloc(sizeof *q); q->next = p; return q; }\n"
    "void kept(struct n *p) { p->next = head; head = p; }\n"
    "int reads(const char *s) { int n = strlen(s); while (*s++) n += k[n & 1]; return n; }\n"
    "int again(struct n *p, int d) { if (!d) return 0; number(p); return again(p->next, d - 1); }\n"
    "void pass(int **to, int *q) { *to = q; }\n"
    "void through(int *q) { int *l; pass(&l, q); *l = 3; }\n"
    "void other(int *a, int *b) { int t[2]; t[0] = *a; *b = t[0]; }\n"
    "int unknown(int *a) { return nowhere(a); }\n"
    "int second(int n); int first(int n) { return n ? second(n - 1) : 0; }\n"
    "int second(int n) { counter = n; return first(n); }\n"
    "void aliased(int **a, int **b, int *c) { *a = c; **b = 1; }\n";

static const struct {
    const char *function, *words;
} expected[] = {
    {"number", "writes *0"},
    {"behind", "writes behind 0 variables, writes counter"},
    {"all", "frees *0 behind 0"},
    {"made", "keeps *0, returns own"},
    {"kept", "writes *0 variables, pointers to *0 variables, keeps *0 behind variables, writes head"},
    {"reads", ""},
    {"again", "writes *0 behind 0, is recursive"},
    {"pass", "writes *0, pointers to *0, keeps *1"},
    {"through", "writes *0, keeps *0"},
    {"other", "writes *1"},
    {"first", "writes variables, writes counter, is recursive"},
    {"second", "writes variables, writes counter, is recursive"},
    {"aliased", "writes *0 *2 behind 1, pointers to *0, keeps *2"}, /* *b may be what *a has become */
};

static bool is_of_machine(const char *name) { return !strcmp(name, "malloc") || !strcmp(name, "free"); }

int main(void) {
    Program *program = load_text(source);
    if (!program) return finish();
    program_make_all_known(program);
    ProgramEffects effects;
    effects_find(&effects, program, is_of_machine);
    for (u32 i = 0; i < COUNT_OF(expected); i++) {
        Text words = {0};
        effects_print(&words, &effects, program_function_named(program, expected[i].function));
        const char *found = words.chars ? words.chars : "";
        if (strcmp(found, expected[i].words)) printf("%s: %s\n", expected[i].function, found);
        CHECK(!strcmp(found, expected[i].words));
        text_free(&words);
    }
    const Effects *unknown = effects_of(&effects, program_function_named(program, "unknown"));
    CHECK(unknown->calls_unknown && unknown->written & SOURCE_PARAM(0) && unknown->freed & SOURCE_PARAM(0));
    effects_free(&effects);
    program_free(program);
    return finish();
}
