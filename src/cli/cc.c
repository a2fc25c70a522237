/* loci cc: a C compiler that can stand in the place of another one, as in CC="loci cc" ./configure && make.
 *
 * The native compiler does all that was asked for. Where it makes an object file of a C file, the file is compiled once
 * more for Loci's machine, and the bitcode goes into a section of the object (frontend/containers.h). Archives and linkers
 * carry it along, so that `loci run ./program` finds the whole program in the executable. */
#define _GNU_SOURCE /* mkstemps */
#include "cli/cli.h"
#include "frontend/containers.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char object_copier[] = "llvm-objcopy-19";

typedef VEC(const char *) Words;

/* What a word of the command line is. */
typedef enum {
    WORD_FLAG,    /* for every step */
    WORD_COMPILE, /* for compiling alone, such as -I */
    WORD_LINK,    /* for linking alone; so are objects and libraries */
    WORD_DEPENDENCIES,
    WORD_TUNING, /* -O, -g and others that Loci has its own of */
    WORD_SOURCE,
    WORD_MODE, /* -c */
    WORD_OUTPUT
} WordKind;

typedef struct {
    const char *begin;
    WordKind kind;
    bool has_value; /* in the next word, if nothing is behind it in this one */
} Spelling;

/* The longest beginning that fits counts. */
static const Spelling spellings[] = {
    {"-o", WORD_OUTPUT, true},
    {"-c", WORD_MODE, false},
    {"-I", WORD_COMPILE, true},
    {"-D", WORD_COMPILE, true},
    {"-U", WORD_COMPILE, true},
    {"-include", WORD_COMPILE, true},
    {"-imacros", WORD_COMPILE, true},
    {"-isystem", WORD_COMPILE, true},
    {"-iquote", WORD_COMPILE, true},
    {"-idirafter", WORD_COMPILE, true},
    {"-isysroot", WORD_FLAG, true},
    {"--sysroot=", WORD_FLAG, false},
    {"--param", WORD_TUNING, true},
    {"-x", WORD_COMPILE, true},
    {"-Xpreprocessor", WORD_COMPILE, true},
    {"-Xclang", WORD_COMPILE, true},
    {"-Wp,", WORD_COMPILE, false},
    {"-Wp,-MD", WORD_DEPENDENCIES, false},
    {"-Wp,-MMD", WORD_DEPENDENCIES, false},
    {"-Xassembler", WORD_TUNING, true},
    {"-Wa,", WORD_TUNING, false},
    {"-L", WORD_LINK, true},
    {"-l", WORD_LINK, true},
    {"-Wl,", WORD_LINK, false},
    {"-Xlinker", WORD_LINK, true},
    {"-T", WORD_LINK, true},
    {"-u", WORD_LINK, true},
    {"-z", WORD_LINK, true},
    {"-e", WORD_LINK, true},
    {"-shared", WORD_LINK, false},
    {"-static", WORD_LINK, false},
    {"-rdynamic", WORD_LINK, false},
    {"-nostdlib", WORD_LINK, false},
    {"-nostartfiles", WORD_LINK, false},
    {"-nodefaultlibs", WORD_LINK, false},
    {"-fuse-ld=", WORD_LINK, false},
    {"-pie", WORD_LINK, false},
    {"-no-pie", WORD_LINK, false},
    {"-r", WORD_LINK, false},
    {"-s", WORD_LINK, false},
    {"-std=", WORD_FLAG, false},
    {"-save-temps", WORD_TUNING, false},
    {"-pipe", WORD_TUNING, false},
    {"-O", WORD_TUNING, false},
    {"-g", WORD_TUNING, false},
    {"-flto", WORD_TUNING, false},
    {"-fno-lto", WORD_TUNING, false},
    {"-Werror", WORD_TUNING, false},
    {"-MF", WORD_DEPENDENCIES, true},
    {"-MT", WORD_DEPENDENCIES, true},
    {"-MQ", WORD_DEPENDENCIES, true},
    {"-MJ", WORD_DEPENDENCIES, true},
    {"-MD", WORD_DEPENDENCIES, false},
    {"-MMD", WORD_DEPENDENCIES, false},
    {"-MP", WORD_DEPENDENCIES, false},
    {"-MV", WORD_DEPENDENCIES, false},
    {"-MG", WORD_DEPENDENCIES, false},
};

typedef struct {
    const char *word, *value; /* value: the word behind it, if it has one */
    WordKind kind;
} CcWord;

typedef struct {
    char **argv; /* all of it, NULL at the end */
    VEC(CcWord) words;
    const char *output; /* -o; NULL: none */
    u32 sources;
    bool only_compiles;   /* -c */
    bool is_static;       /* -static: archives are linked with, not shared libraries */
    bool keeps_nothing;   /* no object file is made: -E, -S, -M, --version */
    bool has_lto;         /* -flto: it would put bitcode in the place of the object */
    const char *language; /* -x, for the files behind it; NULL: as their names say */
    char *input;          /* the file that standard input was read into; NULL: it is no source */
    bool writes_dependencies;
    bool names_dependencies; /* -MF */
    int bits;
    Arena arena;
} CcCommand;

/* ---- Reading the command line ---- */

static const Spelling *spelling_of(const char *word) {
    const Spelling *best = NULL;
    for (u32 i = 0; i < COUNT_OF(spellings); i++) {
        size_t length = strlen(spellings[i].begin);
        bool is_whole = spellings[i].kind == WORD_MODE || !strcmp(spellings[i].begin, "-r") ||
                        !strcmp(spellings[i].begin, "-s") || !strcmp(spellings[i].begin, "-e");
        if (strncmp(word, spellings[i].begin, length) != 0 || (is_whole && word[length])) continue;
        if (!best || length > strlen(best->begin)) best = &spellings[i];
    }
    return best;
}

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), wanted = strlen(ending);
    return length > wanted && !strcmp(path + length - wanted, ending);
}

static bool is_c(const char *path) { return has_ending(path, ".c") || has_ending(path, ".i"); }

static bool makes_no_object(const char *word) {
    static const char *const whole[] = {"-E", "-S", "-M", "-MM", "-fsyntax-only", "-###", "--version", "-V"};
    for (u32 i = 0; i < COUNT_OF(whole); i++)
        if (!strcmp(word, whole[i])) return true;
    return !strncmp(word, "-print-", 7) || !strncmp(word, "-dump", 5);
}

static void note_word(CcCommand *command, const CcWord *word) {
    if (word->kind == WORD_OUTPUT) command->output = word->value ? word->value : word->word + 2;
    if (word->kind == WORD_MODE) command->only_compiles = true;
    if (word->kind == WORD_SOURCE) command->sources++;
    if (!strcmp(word->word, "-m32")) command->bits = 32;
    if (!strcmp(word->word, "-static")) command->is_static = true;
    if (!strcmp(word->word, "-MD") || !strcmp(word->word, "-MMD")) command->writes_dependencies = true;
    if (!strncmp(word->word, "-MF", 3)) command->names_dependencies = true;
    if (!strncmp(word->word, "-flto", 5)) command->has_lto = true;
    if (!strncmp(word->word, "-x", 2)) {
        const char *language = word->value ? word->value : word->word + 2;
        command->language = strcmp(language, "none") != 0 ? language : NULL;
    }
    if (makes_no_object(word->word)) command->keeps_nothing = true;
}

static bool is_source(const CcCommand *command, const char *path) {
    const char *language = command->language;
    return language ? !strcmp(language, "c") || !strcmp(language, "cpp-output") : is_c(path);
}

static void read_words(CcCommand *command, int argc, char **argv) {
    command->argv = argv;
    command->bits = 64;
    for (int i = 0; i < argc; i++) {
        CcWord word = {.word = argv[i], .kind = WORD_FLAG};
        bool is_file = argv[i][0] != '-' || !argv[i][1];
        const Spelling *spelling = is_file ? NULL : spelling_of(argv[i]);
        if (is_file) word.kind = is_source(command, argv[i]) ? WORD_SOURCE : WORD_LINK;
        if (spelling) word.kind = spelling->kind;
        if (spelling && spelling->has_value && !argv[i][strlen(spelling->begin)] && i + 1 < argc)
            word.value = argv[++i];
        note_word(command, &word);
        vec_push(&command->words, word);
    }
}

/* ---- Standard input as a source ---- */

static const char *folder_for_files(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

static bool copy_all(int from, int to) {
    char buffer[1 << 16];
    ssize_t count;
    while ((count = read(from, buffer, sizeof buffer)) > 0)
        for (ssize_t done = 0, written; done < count; done += written)
            if ((written = write(to, buffer + done, (size_t)(count - done))) <= 0) return false;
    return count == 0;
}

/* It is compiled twice: a file takes its place. */
static bool keep_input(CcCommand *command, Error *error) {
    CcWord *input = NULL;
    for (u32 i = 0; i < command->words.count; i++) {
        CcWord *word = &command->words.at[i];
        if (word->kind == WORD_SOURCE && !strcmp(word->word, "-")) input = word;
    }
    if (!input) return true;
    char *path = arena_printf(&command->arena, "%s/loci-cc-XXXXXX.c", folder_for_files());
    int fd = mkstemps(path, 2);
    if (fd < 0) return error_set(error, "cannot make a temporary file '%s': %s", path, strerror(errno));
    command->input = path;
    bool ok = copy_all(STDIN_FILENO, fd);
    if (close(fd) || !ok) return error_set(error, "cannot copy standard input to '%s'", path);
    for (char **word = command->argv; *word; word++)
        if (*word == input->word) *word = path;
    input->word = path;
    return true;
}

/* ---- Running others ---- */

static const char *native_compiler(void) {
    const char *chosen = getenv("LOCI_CC");
    return chosen && *chosen ? chosen : "clang-19";
}

/* The status of the program; with an error if it cannot be run. */
static int run_program(Words *words, Error *error) {
    pid_t pid;
    int status = 0;
    vec_push(words, NULL);
    int failure = posix_spawnp(&pid, words->at[0], NULL, NULL, (char *const *)(uintptr_t)words->at, environ);
    if (failure) error_set(error, "cannot run %s: %s", words->at[0], strerror(failure));
    while (!failure && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    vec_free(words);
    if (failure) return STATUS_BAD_INPUT;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void push_word(Words *words, const CcWord *word) {
    vec_push(words, word->word);
    if (word->value) vec_push(words, word->value);
}

/* ---- Archives that a program is linked with ---- */

static bool is_there(Arena *arena, const char *folder, const char *name, const char *ending, char **path) {
    *path = arena_printf(arena, "%s/lib%s.%s", folder, name, ending);
    return !access(*path, R_OK);
}

/* -lNAME, in the folders of -L that stand before it; those of the system have nothing for Loci. NULL: it is no archive. */
static const char *archive_of_library(CcCommand *command, u32 at, const char *name) {
    for (u32 i = 0; i < at; i++) {
        const CcWord *word = &command->words.at[i];
        if (strncmp(word->word, "-L", 2) != 0) continue;
        const char *folder = word->value ? word->value : word->word + 2;
        char *path;
        if (!command->is_static && is_there(&command->arena, folder, name, "so", &path)) return NULL;
        if (is_there(&command->arena, folder, name, "a", &path)) return path;
    }
    return NULL;
}

static void add_archives(CcCommand *command, Text *records) {
    for (u32 i = 0; i < command->words.count; i++) {
        const CcWord *word = &command->words.at[i];
        const char *path = word->word[0] != '-' && has_ending(word->word, ".a") ? word->word : NULL;
        if (!strncmp(word->word, "-l", 2))
            path = archive_of_library(command, i, word->value ? word->value : word->word + 2);
        char *whole = path ? realpath(path, NULL) : NULL;
        if (whole) kept_archive(records, whole);
        free(whole);
    }
}

/* An assembler file that puts their names into the program, for the native compiler to link with the rest. NULL: there are
 * none, or it cannot be written, which costs little. */
static const char *write_archives(CcCommand *command) {
    Text records = {0}, assembler = {0};
    add_archives(command, &records);
    char *path = arena_printf(&command->arena, "%s/loci-cc-XXXXXX.s", folder_for_files());
    int fd = records.length ? mkstemps(path, 2) : -1;
    text_printf(&assembler, ".section %s,\"\",@progbits\n.p2align 3\n", KEPT_SECTION);
    for (size_t i = 0; i < records.length; i++) text_printf(&assembler, ".byte %u\n", (u8)records.chars[i]);
    text_add(&assembler, ".section .note.GNU-stack,\"\",@progbits\n");
    bool ok = fd >= 0 && write(fd, assembler.chars, assembler.length) == (ssize_t)assembler.length;
    if (fd >= 0) close(fd);
    if (fd >= 0 && !ok) unlink(path);
    text_free(&records);
    text_free(&assembler);
    return ok ? path : NULL;
}

static int run_linker(CcCommand *command, Words *words, Error *error) {
    const char *archives = write_archives(command);
    if (archives) vec_push(words, archives);
    int status = run_program(words, error);
    if (archives) unlink(archives);
    return status;
}

static int run_native(CcCommand *command, Error *error) {
    Words words = {0};
    vec_push(&words, native_compiler());
    for (char **word = command->argv; *word; word++) vec_push(&words, *word);
    bool links = !command->keeps_nothing && !command->only_compiles;
    return links ? run_linker(command, &words, error) : run_program(&words, error);
}

/* ---- Keeping ---- */

/* The flags of the user that say what the source means. */
static FrontendOptions frontend_options(CcCommand *command, FlagList *flags) {
    for (u32 i = 0; i < command->words.count; i++) {
        const CcWord *word = &command->words.at[i];
        if (word->kind != WORD_FLAG && word->kind != WORD_COMPILE) continue;
        if (!strcmp(word->word, "-m32") || !strcmp(word->word, "-m64")) continue;
        vec_push(flags, word->word);
        if (word->value) vec_push(flags, word->value);
    }
    vec_push(flags, "-Wno-unknown-warning-option");
    vec_push(flags, "-Wno-ignored-optimization-argument");
    const char *runtime = options_runtime_folder(&command->arena);
    return (FrontendOptions){.cflags = flags->at,
                             .cflag_count = flags->count,
                             .bits = command->bits,
                             .include_dir = runtime ? arena_printf(&command->arena, "%s/include", runtime) : NULL,
                             .quiet_warnings = true,
                             .checks_members = true}; /* who loads it says which of them count */
}

static char *write_record(CcCommand *command, const Text *record, Error *error) {
    char *path = arena_printf(&command->arena, "%s/loci-cc-XXXXXX", folder_for_files());
    int fd = mkstemp(path);
    bool ok = fd >= 0;
    for (size_t done = 0; ok && done < record->length;) {
        ssize_t written = write(fd, record->chars + done, record->length - done);
        ok = written > 0;
        if (ok) done += (size_t)written;
    }
    if (fd >= 0 && close(fd)) ok = false;
    if (ok) return path;
    error_set(error, "cannot write '%s': %s", path, strerror(errno));
    if (fd >= 0) unlink(path);
    return NULL;
}

/* Into the object file that the native compiler has made of the source. */
static int keep(CcCommand *command, const char *source, const char *object, Error *error) {
    FlagList flags = {0};
    Text record = {0};
    FrontendOptions options = frontend_options(command, &flags);
    frontend_keep(&options, source, &record);
    char *path = write_record(command, &record, error);
    text_free(&record);
    vec_free(&flags);
    if (!path) return STATUS_BAD_INPUT;
    Words words = {0};
    vec_push(&words, object_copier);
    vec_push(&words, arena_printf(&command->arena, "--add-section=%s=%s", KEPT_SECTION, path));
    vec_push(&words, object[0] == '-' ? arena_printf(&command->arena, "./%s", object) : object);
    int status = run_program(&words, error);
    unlink(path);
    return status;
}

static const char *base_of(CcCommand *command, const char *source) {
    const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
    return arena_strndup(&command->arena, name, (size_t)(strrchr(name, '.') - name));
}

static const char *object_of(CcCommand *command, const char *source) {
    if (command->output && command->sources == 1) return command->output;
    if (source == command->input) return "-.o"; /* as clang calls it */
    return arena_printf(&command->arena, "%s.o", base_of(command, source));
}

static int compile_only(CcCommand *command, Error *error) {
    Words words = {0};
    vec_push(&words, native_compiler());
    for (char **word = command->argv; *word; word++) vec_push(&words, *word);
    if (command->has_lto) vec_push(&words, "-fno-lto");
    if (command->input && !command->output) vec_push(&words, "-o-.o");
    int status = run_program(&words, error);
    for (u32 i = 0; !status && i < command->words.count; i++) {
        const CcWord *word = &command->words.at[i];
        if (word->kind == WORD_SOURCE) status = keep(command, word->word, object_of(command, word->word), error);
    }
    return status;
}

/* ---- Compiling and linking in one command ---- */

static int compile_one(CcCommand *command, const char *source, const char *object, Error *error) {
    Words words = {0};
    vec_push(&words, native_compiler());
    for (u32 i = 0; i < command->words.count; i++) {
        const CcWord *word = &command->words.at[i];
        if (word->kind != WORD_SOURCE && word->kind != WORD_LINK && word->kind != WORD_OUTPUT) push_word(&words, word);
    }
    if (command->has_lto) vec_push(&words, "-fno-lto");
    vec_push(&words, "-c");
    vec_push(&words, source);
    vec_push(&words, "-o");
    vec_push(&words, object);
    if (command->writes_dependencies && !command->names_dependencies) {
        vec_push(&words, "-MF");
        vec_push(&words, arena_printf(&command->arena, "%s.d", base_of(command, source)));
    }
    int status = run_program(&words, error);
    return status ? status : keep(command, source, object, error);
}

/* Objects stand where the sources did, for the order may matter. */
static int link_all(CcCommand *command, const Words *objects, Error *error) {
    Words words = {0};
    u32 next = 0;
    vec_push(&words, native_compiler());
    for (u32 i = 0; i < command->words.count; i++) {
        const CcWord *word = &command->words.at[i];
        if (word->kind == WORD_SOURCE) vec_push(&words, objects->at[next++]);
        else if (word->kind != WORD_DEPENDENCIES && word->kind != WORD_COMPILE) push_word(&words, word);
    }
    return run_linker(command, &words, error);
}

static int compile_and_link(CcCommand *command, Error *error) {
    char *folder = arena_printf(&command->arena, "%s/loci-cc-XXXXXX", folder_for_files());
    if (!mkdtemp(folder)) {
        error_set(error, "cannot make a temporary folder '%s': %s", folder, strerror(errno));
        return STATUS_BAD_INPUT;
    }
    Words objects = {0};
    int status = 0;
    for (u32 i = 0; !status && i < command->words.count; i++) {
        const CcWord *word = &command->words.at[i];
        if (word->kind != WORD_SOURCE) continue;
        const char *object = arena_printf(&command->arena, "%s/%u-%s.o", folder, i, base_of(command, word->word));
        vec_push(&objects, object);
        status = compile_one(command, word->word, object, error);
    }
    if (!status) status = link_all(command, &objects, error);
    for (u32 i = 0; i < objects.count; i++) unlink(objects.at[i]);
    rmdir(folder);
    vec_free(&objects);
    return status;
}

/* A file of words that cannot be read is the native compiler's to complain about. */
static int run_command(CcCommand *command, int argc, char **argv, Error *error) {
    WordList words = {0};
    Error unread = {0};
    bool has_words = words_expand_files(&command->arena, argc, argv, &words, &unread);
    int count = has_words ? (int)words.count : argc, status = STATUS_BAD_INPUT;
    vec_push(&words, NULL);
    read_words(command, count, has_words ? words.at : argv);
    if (command->keeps_nothing || !command->sources) status = run_native(command, error);
    else if (!keep_input(command, error)) status = STATUS_BAD_INPUT;
    else if (command->only_compiles) status = compile_only(command, error);
    else status = compile_and_link(command, error);
    if (command->input) unlink(command->input);
    vec_free(&words);
    error_free(&unread);
    return status;
}

int cli_cc(int argc, char **argv) {
    CcCommand command = {0};
    Error error = {0};
    int status = run_command(&command, argc, argv, &error);
    if (error_is_set(&error)) status = cli_fail(&error);
    vec_free(&command.words);
    arena_free(&command.arena);
    error_free(&error);
    return status;
}
