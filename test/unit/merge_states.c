/* Merging: small programs with one input, run with paths that meet again becoming one. Whatever is merged, each of the 256
 * inputs is on just one path and has the result there that it has in C; and what must stay apart does. */
#include "load.h"
#include "engine/explore.h"
#include "memory/bytes/contents.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *name;
    const char *body; /* of a function: reads `input`, an unsigned char, sets `result` */
    int (*expected)(int input);
    u32 paths[2]; /* LP64, ILP32 */
} Case;

/* ---- Cases ---- */

static int three_or_five(int x) { return x > 100 ? 3 : 5; }
static int local_bytes(int x) { return x > 100 ? x + 1 : 7; }
static int one_or_two(int x) { return x > 100 ? 1 : 2; }
static int tables(int x) { return x > 100 ? 31 : 24; }

static const Case cases[] = {
    {"a cell", "int a; if (input > 100) a = 3; else a = 5; result = a;", three_or_five, {1, 1}},
    {"a global", "if (input > 100) result = 3; else result = 5;", three_or_five, {1, 1}},
    {"a term and a number", "volatile int a = 7; if (input > 100) a = input + 1; result = a;", local_bytes, {1, 1}},
    {"bytes of a block",
     "char *p = malloc(2); p[0] = 1; p[1] = 2; if (input > 100) p[1] = 1; result = p[1]; free(p);",
     one_or_two,
     {1, 1}},
    {"a pointer in memory",
     "int a = 1, b = 2, *volatile p; if (input > 100) p = &a; else p = &b; result = *p;",
     one_or_two,
     {1, 1}},
    {"several places",
     "if (input > 100) { table[1] = 3; table[2] = 1; } else { table[1] = 2; table[2] = 4; } "
     "result = table[1] * 10 + table[2];",
     tables,
     {1, 1}},
    {"output of one",
     "if (input > 100) { write(1, \"more\", 4); result = 3; } else result = 5;",
     three_or_five,
     {2, 2}},
    {"a block of one",
     "static char *p; if (input > 100) { p = malloc(4); result = 3; } else result = 5;",
     three_or_five,
     {2, 2}},
    {"an input of one",
     "char more; if (input > 100) { klee_make_symbolic(&more, 1, \"more\"); result = 3; } else result = 5;",
     three_or_five,
     {2, 2}},
    {"different outputs",
     "if (input > 100) { write(1, \"more\", 4); result = 3; } else { write(1, \"less\", 4); result = 5; }",
     three_or_five,
     {2, 2}},
    {"different inputs",
     "char more; if (input > 100) { klee_make_symbolic(&more, 1, \"more\"); result = 3; } "
     "else { klee_make_symbolic(&more, 1, \"less\"); result = 5; }",
     three_or_five,
     {2, 2}},
    {"a block freed by one", /* its life becomes a term; in ILP32 its address may be another's */
     "char *p = malloc(4); if (input > 100) { free(p); result = 3; } else result = 5;",
     three_or_five,
     {1, 2}},
};

typedef struct {
    Explorer *e;
    const Case *of;
    u32 paths, seen[256];
    bool is_plain; /* the result of every path so far is a number */
} Listener;

/* ---- What a path has ---- */

static u32 result_object(const Objects *objects) {
    for (u32 number = 1; number < objects->statics->next; number++) {
        const ObjectInfo *info = object_info(objects, number);
        if (info->kind == OBJECT_GLOBAL && info->global->name && !strcmp(info->global->name, "result")) return number;
    }
    return 0;
}

static bool takes(const Path *path, Model *model) {
    for (u32 i = 0; i < path->constraints.count; i++)
        if (!model_satisfies(model, path->constraints.at[i])) return false;
    return true;
}

static void path_ended(void *self, const PathEnd *end) {
    Listener *listener = self;
    Symbolic *now = &listener->e->now;
    u32 number = result_object(&now->m->objects);
    CHECK(end->end == RUN_EXITED && number && now->path.inputs.count);
    listener->paths++;
    if (!number || !now->path.inputs.count) return;
    listener->is_plain &= contents_are_plain(&now->m->objects, number, 0, 4);
    Term *result = contents_load(&now->memory, number, 0, 4), *input = now->path.inputs.at[0].bytes[0];
    for (u32 x = 0; x < 256; x++) {
        Model *model = model_new(now->terms);
        model_set(model, input, term_const(now->terms, 8, x));
        if (takes(&now->path, model)) {
            listener->seen[x]++;
            CHECK((int)model_eval(model, result)->value == listener->of->expected((int)x));
        }
        model_release(model);
    }
}

/* ---- Runs ---- */

/* One program with all cases: the first argument says which. */
static void write_program(FILE *out) {
    fprintf(out, "#include <klee/klee.h>\n#include <stdlib.h>\n#include <unistd.h>\nint result;\nint table[8];\n");
    for (u32 i = 0; i < COUNT_OF(cases); i++)
        fprintf(out, "static void case%u(unsigned char input) {\n%s\n}\n", i, cases[i].body);
    fprintf(out, "int main(int argc, char **argv) {\nunsigned char input;\nklee_make_symbolic(&input, 1, \"input\");\n"
                 "switch (argv[1][0]) {\n");
    for (u32 i = 0; i < COUNT_OF(cases); i++) fprintf(out, "case '%c': case%u(input); break;\n", 'a' + (int)i, i);
    fprintf(out, "}\nreturn 0;\n}\n");
}

static Program *compile(int bits) {
    char file[] = "/tmp/merge_states_XXXXXX.c";
    FILE *out = fdopen(mkstemps(file, 2), "w");
    write_program(out);
    fclose(out);
    Program *program = load_file(file, bits == 32);
    unlink(file);
    return program;
}

static void check_run(const Listener *listener, const char *memory) {
    u32 expected = listener->of->paths[listener->e->m->objects.placement != NULL];
    u64 merged = listener->e->statistics.merged;
    bool is_partition = true, is_right = expected == 1 ? !listener->is_plain && merged : listener->is_plain && !merged;
    for (u32 x = 0; x < 256; x++) is_partition &= listener->seen[x] == 1;
    CHECK(explore_is_complete(listener->e));
    CHECK(listener->paths == expected);
    CHECK(is_partition);
    CHECK(is_right);
    if (listener->paths != expected || !is_partition || !is_right)
        printf("%s, %s: %u paths, %llu merged\n", listener->of->name, memory, listener->paths,
               (unsigned long long)merged);
}

static void run(Program *program, u32 which, const char *memory) {
    MachineOptions of_machine = {
        .forks = true, .count_blocks = true, .marks_joins = true, .max_memory = 1 << 30, .max_stack = 1 << 20};
    ExploreOptions options = {.memory = memory_model_named(memory),
                              .search = &search_joins,
                              .segment_threshold = 4096,
                              .query_seconds = 20,
                              .max_symbolic_size = 4096,
                              .merge_joins = true};
    Machine m;
    Explorer e;
    MachineInputs inputs = {0};
    char name[] = "program", letter[] = {(char)('a' + which), 0}, *argv[] = {name, letter, NULL}, *envp[] = {NULL};
    Error error = {0};
    machine_init(&m, program, &of_machine);
    m.inputs = &inputs;
    explore_init(&e, &m, &options);
    Listener listener = {.e = &e, .of = &cases[which], .is_plain = true};
    e.listener = &listener;
    e.path_ended = path_ended;
    CHECK(explore_run(&e, 2, argv, envp, &error));
    check_run(&listener, memory);
    explore_free(&e);
    machine_free(&m);
    machine_forget_code(program); /* it names objects of the machine */
    inputs_free(&inputs);
    error_free(&error);
}

int main(void) {
    static const char *const memories[] = {"forking", "merging", "flat"};
    for (int bits = 32; bits <= 64; bits += 32) {
        Program *program = compile(bits);
        CHECK(program != NULL);
        for (u32 i = 0; program && i < COUNT_OF(cases) * COUNT_OF(memories); i++)
            run(program, i / COUNT_OF(memories), memories[i % COUNT_OF(memories)]);
        if (program) program_free(program);
    }
    return finish();
}
