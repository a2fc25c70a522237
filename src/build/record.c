/* A build that runs with the recorder (runtime/native/record.c) loaded into each of its processes. */
#include "build/build.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- Running it ---- */

static bool is_set_to(const char *entry, const char *name) {
    size_t length = strlen(name);
    return !strncmp(entry, name, length) && entry[length] == '=';
}

static void make_environment(Arena *arena, const char *recorder, const char *notes, Words *out) {
    const char *preload = getenv("LD_PRELOAD");
    for (char **entry = environ; *entry; entry++)
        if (!is_set_to(*entry, "LD_PRELOAD") && !is_set_to(*entry, "LOCI_RECORD")) vec_push(out, *entry);
    vec_push(out, arena_printf(arena, "LD_PRELOAD=%s%s%s", recorder, preload ? ":" : "", preload ? preload : ""));
    vec_push(out, arena_printf(arena, "LOCI_RECORD=%s", notes));
    vec_push(out, NULL);
}

/* What the build prints goes to standard error: standard output is for reports. */
static bool run(char *const *command, const char *recorder, const char *notes, int *status, Error *error) {
    Arena arena = {0};
    Words environment = {0};
    posix_spawn_file_actions_t actions;
    pid_t child;
    make_environment(&arena, recorder, notes, &environment);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    int failure = posix_spawnp(&child, command[0], &actions, NULL, command, (char *const *)(uintptr_t)environment.at);
    posix_spawn_file_actions_destroy(&actions);
    vec_free(&environment);
    arena_free(&arena);
    if (failure) return error_set(error, "cannot run '%s': %s", command[0], strerror(failure));
    while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
    *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
    return true;
}

/* ---- Its notes ---- */

static void expand_response_file(Arena *arena, const char *folder, const char *word, Words *words) {
    Text text = {0};
    if (text_read_file(&text, build_absolute(arena, folder, word + 1)) && text.chars)
        build_split_command(text.chars, arena, words);
    text_free(&text);
}

static void add_record(Build *build, const char *at, u32 count) {
    const char *folder = at;
    Words words = {0};
    for (u32 i = 1; i < count; i++) {
        at += strlen(at) + 1;
        if (at[0] == '@' && at[1]) expand_response_file(&build->arena, folder, at, &words);
        else vec_push(&words, at);
    }
    build_add_command(build, folder, &words);
    vec_free(&words);
}

static bool is_whole(const char *at, u32 size, u32 count) {
    u32 ends = 0;
    for (u32 i = 0; i < size; i++) ends += !at[i];
    return size && !at[size - 1] && ends == count;
}

static void read_notes(Build *build, const Text *notes) {
    const char *at = notes->chars, *end = at ? at + notes->length : NULL;
    while (end - at > 8) {
        u32 head[2];
        memcpy(head, at, sizeof head);
        at += sizeof head;
        if (head[0] > (size_t)(end - at) || !is_whole(at, head[0], head[1])) return; /* somebody else wrote there */
        add_record(build, at, head[1]);
        at += head[0];
    }
}

/* ---- What it says of programs that builds make for themselves ---- */

static bool is_of_tool(const char *path) { return strstr(path, "/CMakeFiles/") || strstr(path, "/meson-private"); }

/* Files that a configuration step made to find out about the system: gone by now, or in a folder of its own. */
static bool is_probe(Build *build, const BuildUnit *unit) {
    const char *path = build_absolute(&build->arena, unit->folder, unit->file);
    return is_of_tool(path) || is_of_tool(unit->folder) || access(path, R_OK) != 0 || access(unit->folder, X_OK) != 0;
}

static void leave_out_probes(Build *build) {
    u32 kept = 0;
    for (u32 i = 0; i < build->units.count; i++) {
        BuildUnit unit = build->units.at[i];
        if (is_probe(build, &unit)) {
            build->gone_count++;
            vec_free(&unit.flags);
            vec_free(&unit.objects);
        } else {
            build->units.at[kept++] = unit;
        }
    }
    build->units.count = kept;
}

bool build_record(Build *build, char *const *command, const char *recorder, int *status, Error *error) {
    char path[] = "/tmp/loci-record-XXXXXX";
    Text notes = {0};
    if (access(recorder, R_OK)) return error_set(error, "cannot read '%s', which watches builds", recorder);
    int file = mkstemp(path);
    if (file < 0) return error_set(error, "cannot make a file in /tmp: %s", strerror(errno));
    close(file);
    bool ok = run(command, recorder, path, status, error);
    if (ok && !text_read_file(&notes, path)) ok = error_set(error, "cannot read '%s': %s", path, strerror(errno));
    unlink(path);
    if (ok) read_notes(build, &notes);
    leave_out_probes(build);
    text_free(&notes);
    return ok;
}
