#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

int cli_fail(const Error *error) {
    fflush(stdout);
    fprintf(stderr, "loci: %s\n", error->message.chars);
    return STATUS_BAD_INPUT;
}

bool cli_write_file(const char *path, const Text *text, Error *error) {
    FILE *file = fopen(path, "w");
    bool ok = file && fwrite(text->chars, 1, text->length, file) == text->length;
    if (file && fclose(file)) ok = false;
    return ok ? true : error_set(error, "cannot write '%s': %s", path, strerror(errno));
}

/* Of several answers the last one that has something to write stays. */
static void memory_exhausted(size_t wanted) {
    static const char message[] = "loci: the machine has no memory left\n";
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(STATUS_BAD_INPUT);
}

/* LLVM goes down types and metadata by recursion, as deep as the program under test nests them. A stack takes only what
 * it uses; beyond some 128 MiB it would meet what else is mapped, whatever the limit says. */
static void raise_stack_limit(void) {
    static const rlim_t wanted = (rlim_t)256 << 20;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = MIN(wanted, limit.rlim_max);
    setrlimit(RLIMIT_STACK, &limit);
}

static int command_ir(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status;
    if (!options_parse(&options, COMMAND_IR, argc, argv, &help, &error)) {
        status = cli_fail(&error);
    } else if (help) {
        options_print_help(COMMAND_IR, "loci ir FILE... [options]", "Prints the program as Loci's engines see it.");
        status = STATUS_OK;
    } else {
        FrontendOptions frontend = options_frontend(&options, &options.arena);
        frontend.checks_members = true;
        status = cli_ir(&frontend);
    }
    options_free(&options);
    error_free(&error);
    return status;
}

static int command_index(int argc, char **argv) {
    Error error = {0};
    if (argc != 1) error_set(&error, "internal-index takes the folder of the C library's bitcode");
    else frontend_write_index(argv[0], &error);
    int status = error_is_set(&error) ? cli_fail(&error) : STATUS_OK;
    error_free(&error);
    return status;
}

typedef struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help; /* NULL: for the build, not for users */
} Command;

static const Command commands[] = {
    {"exec", cli_exec, "run a program in Loci's machine; memory errors are found and reported"},
    {"run", cli_run, "symbolic execution of a program: tests, bugs, coverage"},
    {"cc", cli_cc, "a C compiler that keeps the program for Loci beside the native code: CC=\"loci cc\""},
    {"check", cli_check, "find bugs in every function, without a harness"},
    {"verify", cli_verify, "prove or refute a property of SV-COMP: true, false or unknown"},
    {"replay", cli_replay, "run a test natively"},
    {"ktest", cli_ktest, "print a test"},
    {"alias", cli_alias, "print which objects of a program one pointer may point to"},
    {"solve", cli_solve, "answer an SMT-LIB script with Loci's solver"},
    {"ir", command_ir, "print a program as Loci's engines see it"},
    {"internal-index", command_index, NULL},
};

static int print_help(void) {
    printf("usage: loci COMMAND FILE... [options]\n\ncommands:\n");
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].help) printf("  %-10s %s\n", commands[i].name, commands[i].help);
    printf("\n'loci COMMAND --help' lists the options of a command.\n");
    return STATUS_OK;
}

int main(int argc, char **argv) {
    set_memory_exhausted_handler(memory_exhausted);
    raise_stack_limit();
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h")) return print_help();
    if (!strcmp(name, "--version")) return printf("loci %s\n", LOCI_VERSION) < 0;
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        if (!strcmp(commands[i].name, name)) return commands[i].run(argc - 2, argv + 2);
    Error error = {0};
    if (argc < 2) error_set(&error, "no command; 'loci help' lists them");
    else error_set(&error, "unknown command '%s'; 'loci help' lists them", name);
    int status = cli_fail(&error);
    error_free(&error);
    return status;
}
