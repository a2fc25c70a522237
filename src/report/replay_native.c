#include "report/replay_native.h"
#include "base/clock.h"
#include "machine/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char compiler[] = "clang-19";
static const char symbolizer[] = "/usr/lib/llvm-19/bin/llvm-symbolizer";

typedef NativeWords Words;

/* ---- Temporary folders ---- */

static char *make_folder(Arena *arena, Error *error) {
    const char *parent = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/loci-replay-XXXXXX", parent && *parent ? parent : "/tmp");
    if (mkdtemp(folder)) return folder;
    error_set(error, "cannot make a temporary folder '%s': %s", folder, strerror(errno));
    return NULL;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    return remove(path);
}

static void remove_folder(const char *folder) {
    if (folder) nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- Building ---- */

/* Our own environment, with temporary files in the folder of `file`: what is stopped leaves none elsewhere. */
static void compiler_environment(const char *file, Arena *arena, Words *variables) {
    static const char name[] = "TMPDIR=";
    const char *slash = strrchr(file, '/');
    for (char **variable = environ; *variable; variable++)
        if (!slash || strncmp(*variable, name, strlen(name)) != 0) vec_push(variables, *variable);
    if (slash) vec_push(variables, arena_printf(arena, "%s%.*s", name, (int)(slash - file), file));
    vec_push(variables, NULL);
}

/* Starts clang, in a group of its own, so that what it starts can be stopped with it. Its words are all there but for `file`,
 * which it makes. */
static bool start_compiler(Words *words, const char *file, Arena *arena, pid_t *pid, Error *error) {
    Words variables = {0};
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    compiler_environment(file, arena, &variables);
    vec_push(words, "-o");
    vec_push(words, file);
    vec_push(words, NULL);
    int failure = posix_spawnp(pid, compiler, NULL, &attributes, (char *const *)(uintptr_t)words->at,
                               (char *const *)(uintptr_t)variables.at);
    posix_spawnattr_destroy(&attributes);
    vec_free(&variables);
    if (!failure) return true;
    return error_set(error, "cannot run %s, which compiles the program: %s", compiler, strerror(failure));
}

static bool is_compiled(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

static void add_sanitizers(Words *words, const NativeProgram *program, Arena *arena) {
    if (!program->sanitizers) return;
    vec_push(words, arena_printf(arena, "-fsanitize=%s", program->sanitizers));
    vec_push(words, "-fno-sanitize-recover=all");
    vec_push(words, "-fno-omit-frame-pointer");
}

/* Made when Loci was built, for the sanitizers that are asked for most; NULL: there is none. */
static const char *ready_library(const NativeProgram *program, Arena *arena) {
    const char *sanitizers = program->sanitizers ? program->sanitizers : "none";
    char *object = arena_printf(arena, "%s/replay-%d-%s.o", program->native_dir, program->bits, sanitizers);
    for (char *comma = object; (comma = strchr(comma, ','));) *comma = '-';
    return access(object, R_OK) ? NULL : object;
}

static bool build_library(const NativeProgram *program, const char *object, Arena *arena, Error *error) {
    Words words = {0};
    const char *const flags[] = {compiler, program->bits == 32 ? "-m32" : "-m64", "-std=gnu17", "-O1", "-w", "-c"};
    for (u32 i = 0; i < COUNT_OF(flags); i++) vec_push(&words, flags[i]);
    vec_push(&words, arena_printf(arena, "-I%s", program->native_dir));
    vec_push(&words, arena_printf(arena, "-I%s/include", program->native_dir));
    vec_push(&words, "-idirafter");
    vec_push(&words, "/usr/include/x86_64-linux-gnu");
    add_sanitizers(&words, program, arena);
    vec_push(&words, arena_printf(arena, "%s/replay.c", program->native_dir));
    pid_t pid;
    bool ok = start_compiler(&words, object, arena, &pid, error);
    if (ok && !is_compiled(pid)) ok = error_set(error, "cannot compile the replay library natively");
    vec_free(&words);
    return ok;
}

static bool start_program(const NativeProgram *program, const char *object, const char *executable, Arena *arena,
                          pid_t *pid, Error *error) {
    Words words = {0};
    vec_push(&words, compiler);
    vec_push(&words, "-g");
    vec_push(&words, "-Wno-unused-command-line-argument");
    vec_push(&words, "-Wno-override-module");
    add_sanitizers(&words, program, arena); /* before the user's flags, which may switch some off */
    for (u32 i = 0; i < program->cflag_count; i++) vec_push(&words, program->cflags[i]);
    for (u32 i = 0; i < program->input_count; i++) vec_push(&words, program->inputs[i]);
    vec_push(&words, object);
    vec_push(&words, "-lm");
    bool ok = start_compiler(&words, executable, arena, pid, error);
    vec_free(&words);
    return ok;
}

/* What loci cc has made is run as it is. */
static bool is_executable(const char *path) {
    u8 magic[4] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is_elf = fd >= 0 && read(fd, magic, sizeof magic) == sizeof magic && !memcmp(magic, "\177ELF", sizeof magic);
    if (fd >= 0) close(fd);
    return is_elf && access(path, X_OK) == 0;
}

static bool use_executable(const char *path, const char *executable, Error *error) {
    char *whole = realpath(path, NULL);
    bool ok = whole && !symlink(whole, executable);
    free(whole);
    return ok || error_set(error, "cannot use '%s': %s", path, strerror(errno));
}

bool native_build_start(const NativeProgram *program, const char *executable, NativeBuild *build, Error *error) {
    *build = (NativeBuild){0};
    if (program->input_count == 1 && is_executable(program->inputs[0]))
        return build->is_ready = use_executable(program->inputs[0], executable, error);
    const char *object = ready_library(program, &build->arena);
    if (!object) {
        object = build->own_library = arena_printf(&build->arena, "%s.replay.o", executable);
        if (!build_library(program, object, &build->arena, error)) return false;
    }
    return start_program(program, object, executable, &build->arena, &build->compiler, error);
}

static bool has_ended(pid_t pid) {
    siginfo_t ended = {0};
    return !waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT | WNOHANG) && ended.si_pid == pid;
}

bool native_build_is_over(const NativeBuild *build) { return !build->compiler || has_ended(build->compiler); }

bool native_build_end(NativeBuild *build, bool waits, Error *error) {
    bool is_compiling = build->compiler > 0, ok = is_compiling || build->is_ready;
    if (is_compiling && !waits) kill(-build->compiler, SIGKILL);
    if (is_compiling && !is_compiled(build->compiler)) ok = error_set(error, "cannot compile the program natively");
    if (build->own_library) unlink(build->own_library);
    arena_free(&build->arena);
    *build = (NativeBuild){0};
    return ok;
}

bool native_build(const NativeProgram *program, const char *executable, Error *error) {
    NativeBuild build;
    bool started = native_build_start(program, executable, &build, error);
    return native_build_end(&build, true, error) && started;
}

/* ---- What the program is started with ---- */

/* Relative and inside the folder: a replay makes nothing elsewhere. */
static bool stays_inside(const char *path) {
    for (const char *part = path; *part; part += strspn(part, "/")) {
        size_t length = strcspn(part, "/");
        if (length == 2 && !strncmp(part, "..", 2)) return false;
        part += length;
    }
    return *path && *path != '/';
}

static bool write_whole(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    size_t written = file ? fwrite(bytes, 1, size, file) : 0;
    return file && !fclose(file) && written == size;
}

static bool make_file(NativeJob *start, const KTestObject *object, Error *error) {
    char *name = input_subject(&start->arena, object->name);
    if (!stays_inside(name))
        return error_set(error, "the test has a file '%s'; only files inside the working folder can be made", name);
    char *path = arena_printf(&start->arena, "%s/%s", start->folder, name);
    for (char *slash = path + strlen(start->folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0777); /* if it fails, so does the file, with a better sentence */
        *slash = '/';
    }
    if (write_whole(path, object->bytes, object->size)) return true;
    return error_set(error, "cannot make the test's file '%s': %s", path, strerror(errno));
}

/* A file without a name, to be read only: the program may seek in it, as in the model. */
static int input_file(const void *bytes, size_t size) {
    int fd = memfd_create("loci-replay", MFD_CLOEXEC);
    if (fd < 0) return fd;
    bool ok = !size || write(fd, bytes, size) == (ssize_t)size;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int reader = ok ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    close(fd);
    return reader;
}

/* The end of a pipe that has been written to and closed: what is written must find room in it. */
static int input_pipe(const void *bytes, size_t size) {
    enum { READER, WRITER };
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return -1;
    if (size) fcntl(ends[WRITER], F_SETPIPE_SZ, (int)size);
    bool ok = !size || write(ends[WRITER], bytes, size) == (ssize_t)size;
    close(ends[WRITER]);
    if (ok && !fcntl(ends[READER], F_SETFL, 0)) return ends[READER];
    close(ends[READER]);
    return -1;
}

static bool open_input(NativeJob *start, Error *error) {
    const KTestObject *object = start->standard_input;
    const void *bytes = object ? object->bytes : (const u8 *)"";
    u32 size = object ? object->size : 0;
    start->input = start->reads_pipe ? input_pipe(bytes, size) : input_file(bytes, size);
    return start->input >= 0 || error_set(error, "cannot make a %s with %u bytes of standard input: %s",
                                          start->reads_pipe ? "pipe" : "file in memory", size, strerror(errno));
}

/* Of its bytes up to the first 0, which is what the program sees of them. */
static char *text_of(Arena *arena, const KTestObject *object) {
    return arena_strndup(arena, (const char *)object->bytes, strnlen((const char *)object->bytes, object->size));
}

/* The options are the same for all sanitizers that know them. */
static void add_sanitizer_options(NativeJob *start) {
    static const char *const variables[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS", "LSAN_OPTIONS"};
    for (u32 i = 0; i < COUNT_OF(variables); i++)
        vec_push(&start->environment,
                 arena_printf(&start->arena, "%s=exitcode=99:symbolize=%d:external_symbolizer_path=%s%s", variables[i],
                              start->run.shows_output || start->run.names_places, symbolizer,
                              start->run.names_places ? ":handle_abort=1:handle_sigill=1:handle_sigtrap=1" : ""));
}

/* The fixed variables are those of runtime/model_arguments.c. */
static void add_fixed_words(NativeJob *start) {
    static const char *const variables[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/", "LC_ALL=C"};
    for (u32 i = 0; i < COUNT_OF(variables); i++) vec_push(&start->environment, variables[i]);
    vec_push(&start->environment, arena_printf(&start->arena, "LOCI_TEST=%s/test.ktest", start->scratch));
    add_sanitizer_options(start);
    vec_push(&start->arguments, start->run.program_name);
    for (u32 i = 0; i < start->run.argument_count; i++) vec_push(&start->arguments, start->run.arguments[i]);
}

/* The layout is that of struct stat in LP64 (runtime/model_status.c). Owners and times are not made natively. */
static bool has_usual_status(const KTestObject *object) {
    enum { INODE_AT = 8, MODE_AT = 24, REGULAR = 0100000, TYPES = 0170000, USABLE = 0600 };
    u32 mode, number;
    if (object->size < MODE_AT + sizeof mode) return true;
    memcpy(&number, object->bytes + INODE_AT, sizeof number);
    if (!number) return true; /* it says nothing */
    memcpy(&mode, object->bytes + MODE_AT, sizeof mode);
    return (mode & TYPES) == REGULAR && (mode & USABLE) == USABLE;
}

static bool realise(NativeJob *start, const KTestObject *object, Error *error) {
    switch (input_role(object->name)) {
    case INPUT_ARGUMENT: vec_push(&start->arguments, text_of(&start->arena, object)); return true;
    case INPUT_VARIABLE:
        vec_push(&start->environment, arena_printf(&start->arena, "%s=%s", input_subject(&start->arena, object->name),
                                                   text_of(&start->arena, object)));
        return true;
    case INPUT_STDIN: start->standard_input = object; return true;
    case INPUT_STDIN_KIND: start->reads_pipe = object->size && object->bytes[0]; return true;
    case INPUT_FILE: return make_file(start, object, error);
    case INPUT_FAILURE:
        for (u32 i = 0; i < object->size; i++)
            if (object->bytes[i])
                return error_set(error, "the test makes calls fail (--max-fail), which natively do not: only "
                                        "'loci exec --test' can run it");
        return true;
    case INPUT_STATUS:
        return has_usual_status(object) ||
               error_set(error,
                         "'%s' says that a file is no regular one that can be read and written (--sym-stat), which "
                         "natively it is: only 'loci exec --test' can run the test",
                         object->name);
    default: return true;
    }
}

static bool prepare(NativeJob *start, Error *error) {
    start->scratch = make_folder(&start->arena, error);
    if (!start->scratch) return false;
    const NativeRun *run = &start->run;
    start->folder = run->folder ? run->folder : arena_printf(&start->arena, "%s/folder", start->scratch);
    if (!run->folder && mkdir(start->folder, 0777))
        return error_set(error, "cannot make the folder '%s': %s", start->folder, strerror(errno));
    if (!ktest_write(run->test, arena_printf(&start->arena, "%s/test.ktest", start->scratch), error)) return false;
    add_fixed_words(start);
    for (u32 i = 0; i < run->test->objects.count; i++)
        if (!realise(start, &run->test->objects.at[i], error)) return false;
    vec_push(&start->arguments, NULL);
    vec_push(&start->environment, NULL);
    if (!open_input(start, error)) return false;
    start->output = run->shows_output ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    start->errors = memfd_create("loci-replay", MFD_CLOEXEC);
    return start->errors >= 0 ? true : error_set(error, "cannot make a file in memory: %s", strerror(errno));
}

static void clean_up(NativeJob *start) {
    const int fds[] = {start->input, start->output, start->errors};
    for (u32 i = 0; i < COUNT_OF(fds); i++)
        if (fds[i] >= 0) close(fds[i]);
    remove_folder(start->scratch);
    vec_free(&start->arguments);
    vec_free(&start->environment);
    arena_free(&start->arena);
}

/* ---- Running ---- */

/* In a group of its own, so that its children can be ended with it. */
static int spawn(const NativeJob *start, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, start->input, STDIN_FILENO);
    if (start->output >= 0) posix_spawn_file_actions_adddup2(&actions, start->output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, start->errors, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, start->folder);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int failure =
        posix_spawn(pid, start->run.executable, &actions, &attributes, (char *const *)(uintptr_t)start->arguments.at,
                    (char *const *)(uintptr_t)start->environment.at);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

/* No core files, and no endless output into our memory. */
static void limit(pid_t pid) {
    enum { MOST_OUTPUT = 64 << 20 };
    struct rlimit stack; /* Loci's own is larger than what programs usually have */
    getrlimit(RLIMIT_STACK, &stack);
    stack.rlim_cur = MIN(stack.rlim_cur, (rlim_t)8 << 20);
    prlimit(pid, RLIMIT_STACK, &stack, NULL);
    prlimit(pid, RLIMIT_CORE, &(struct rlimit){0, 0}, NULL);
    prlimit(pid, RLIMIT_FSIZE, &(struct rlimit){MOST_OUTPUT, MOST_OUTPUT}, NULL);
}

/* Waits for the end; true if the time was over before it. Its group is killed before the process is reaped, while the
 * number is still its own: children it left behind end too. */
static bool wait_for_end(pid_t pid, double seconds, int *status) {
    int handle = (int)syscall(SYS_pidfd_open, pid, 0);
    struct pollfd end = {.fd = handle, .events = POLLIN};
    int milliseconds = seconds < 0 ? -1 : (int)(MIN(seconds, INT32_MAX / 2000.0) * 1000);
    bool is_over = handle >= 0 && poll(&end, 1, milliseconds) == 0;
    if (handle >= 0) close(handle);
    siginfo_t ended;
    while (!is_over && waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT) && errno == EINTR) continue;
    kill(-pid, SIGKILL);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR) continue;
    return is_over;
}

/* ---- What came of it ---- */

static const char unfit_mark[] = "loci-replay: ";

/* What a line of a sanitizer's report begins with, and the kind if it is not the next word. */
static const struct {
    const char *mark, *kind;
} reports[] = {
    {"ERROR: AddressSanitizer: ", NULL},
    {"WARNING: MemorySanitizer: ", NULL},
    {"ERROR: MemorySanitizer: ", NULL},
    {"ERROR: LeakSanitizer: ", "leak"},
    {"ERROR: UndefinedBehaviorSanitizer: ", NULL},
    {": runtime error: ", "undefined-behaviour"},
};

static bool read_line(NativeResult *result, const char *line, size_t length) {
    char *copy = strndup(line, length);
    bool found = !strncmp(copy, unfit_mark, strlen(unfit_mark));
    result->is_unfit = found;
    if (found) text_add(&result->report, copy + strlen(unfit_mark));
    for (u32 i = 0; i < COUNT_OF(reports) && !found; i++) {
        const char *at = strstr(copy, reports[i].mark);
        if (!at) continue;
        found = true;
        const char *kind = at + strlen(reports[i].mark);
        if (reports[i].kind) snprintf(result->kind, sizeof result->kind, "%s", reports[i].kind);
        else snprintf(result->kind, sizeof result->kind, "%.*s", (int)strcspn(kind, " "), kind);
        text_add(&result->report, copy);
    }
    free(copy);
    return found;
}

static void read_errors(NativeResult *result, const NativeJob *start) {
    Text *text = &result->errors;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", start->errors);
    if (!text_read_file(text, path) || !text->length) return;
    bool found = false;
    for (const char *line = text->chars; *line && !found; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        found = read_line(result, line, length);
        line += length;
    }
}

bool native_start(const NativeRun *run, NativeJob *job, Error *error) {
    *job = (NativeJob){.run = *run, .input = -1, .output = -1, .errors = -1, .started = clock_seconds()};
    int failure = 0;
    bool ok = prepare(job, error);
    if (ok && (failure = spawn(job, &job->process)))
        ok = error_set(error, "cannot run '%s': %s", run->executable, strerror(failure));
    if (ok) limit(job->process);
    else clean_up(job);
    return ok;
}

/* Seconds that it may still take; negative: any. */
static double seconds_left(const NativeJob *job) {
    if (!job->run.max_seconds) return -1;
    return MAX(0.0, job->started + (double)job->run.max_seconds - clock_seconds());
}

bool native_is_over(const NativeJob *job) { return seconds_left(job) == 0 || has_ended(job->process); }

void native_finish(NativeJob *job, NativeResult *result) {
    *result = (NativeResult){.status = -1};
    int status = 0;
    result->is_timed_out = wait_for_end(job->process, seconds_left(job), &status);
    if (WIFSIGNALED(status)) result->signal = WTERMSIG(status);
    else result->status = WEXITSTATUS(status);
    read_errors(result, job);
    clean_up(job);
}

bool native_run(const NativeRun *run, NativeResult *result, Error *error) {
    NativeJob job;
    *result = (NativeResult){.status = -1};
    if (!native_start(run, &job, error)) return false;
    native_finish(&job, result);
    return true;
}

void native_result_free(NativeResult *result) {
    text_free(&result->report);
    text_free(&result->errors);
}

bool native_replay(const NativeReplay *request, NativeResult *result, Error *error) {
    Arena arena = {0};
    char *folder = make_folder(&arena, error);
    *result = (NativeResult){.status = -1};
    NativeRun run = request->run;
    run.executable = folder ? arena_printf(&arena, "%s/program", folder) : NULL;
    bool ok = folder && native_build(&request->program, run.executable, error) && native_run(&run, result, error);
    remove_folder(folder);
    arena_free(&arena);
    return ok;
}
