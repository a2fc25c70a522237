/* C files compiled each by itself: what a build has, before it is known what belongs together. */
#include "frontend/state.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/BitReader.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_COMPILERS = 2 }; /* clang processes at a time */

extern char **environ;

/* ---- What it reads ---- */

/* "x: a.c b.h \<newline> c.h", with spaces and # escaped by \ and $ doubled. */
static void parse_reads(CompiledUnit *unit, const char *list) {
    const char *at = strchr(list, ':');
    Text name = {0};
    for (at = at ? at + 1 : ""; *at; text_clear(&name)) {
        while (*at && (strchr(" \t\n", *at) || (at[0] == '\\' && at[1] == '\n'))) at++;
        while (*at && !strchr(" \t\n", *at) && !(at[0] == '\\' && at[1] == '\n')) {
            bool is_escaped = (at[0] == '\\' && (at[1] == ' ' || at[1] == '#')) || (at[0] == '$' && at[1] == '$');
            at += is_escaped;
            text_add_char(&name, *at++);
        }
        if (name.length) vec_push(&unit->reads, arena_strdup(&unit->arena, name.chars));
    }
    text_free(&name);
}

/* ---- Names ---- */

static bool is_for_linker(LLVMValueRef value) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    bool is_local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    return !is_local && strncmp(link_name(value), "llvm.", 5) != 0;
}

static bool is_only_definition(LLVMValueRef value) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMExternalLinkage || linkage == LLVMDLLExportLinkage;
}

static void note_name(CompiledUnit *unit, LLVMValueRef value, bool is_declaration) {
    if (!is_for_linker(value)) return;
    const char *name = arena_strdup(&unit->arena, link_name(value));
    if (is_declaration) vec_push(&unit->wants, name);
    else if (is_only_definition(value)) vec_push(&unit->defines, name);
}

static void find_names(CompiledUnit *unit) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef copy = LLVMCreateMemoryBufferWithMemoryRangeCopy(unit->bitcode, unit->size, unit->path);
    LLVMModuleRef module = NULL;
    if (!LLVMGetBitcodeModuleInContext2(context, copy, &module)) {
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
            note_name(unit, f, LLVMIsDeclaration(f));
        for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
            note_name(unit, g, LLVMIsDeclaration(g));
        for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a))
            note_name(unit, a, false);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
}

/* ---- All of them ---- */

static void collect(Compilation *job, CompiledUnit *unit) {
    Text reads = {0};
    LLVMMemoryBufferRef bitcode = compile_finish(job, &reads, &unit->error);
    if (bitcode) {
        unit->size = LLVMGetBufferSize(bitcode);
        unit->bitcode = memcpy(xmalloc(unit->size), LLVMGetBufferStart(bitcode), unit->size);
        LLVMDisposeMemoryBuffer(bitcode);
        parse_reads(unit, reads.chars ? reads.chars : "");
        find_names(unit);
    }
    text_free(&reads);
}

void frontend_compile(const FrontendOptions *options, const FrontendUnit *units, u32 count, CompiledUnit *out) {
    Compilation *jobs = xcalloc(count + 1, sizeof *jobs);
    u32 started = 0;
    for (u32 i = 0; i < count; i++) {
        for (; started < count && started < i + MOST_COMPILERS; started++) {
            out[started] = (CompiledUnit){.path = units[started].path};
            if (units[started].folder && units[started].path[0] != '/')
                out[started].path =
                    arena_printf(&out[started].arena, "%s/%s", units[started].folder, units[started].path);
            compile_start(&jobs[started], options, &units[started], true, &out[started].error);
        }
        if (jobs[i].pid) collect(&jobs[i], &out[i]);
    }
    free(jobs);
}

void frontend_unit_free(CompiledUnit *unit) {
    free(unit->bitcode);
    vec_free(&unit->reads);
    vec_free(&unit->defines);
    vec_free(&unit->wants);
    error_free(&unit->error);
    arena_free(&unit->arena);
}

/* ---- Flags that clang does not know ---- */

/* clang's complaints about a file of nothing. */
static void complaints(const char *const *flags, u32 count, Text *out) {
    FlagList arguments = {0};
    int ends[2];
    pid_t child;
    char buffer[4096];
    ssize_t length;
    static const char *const words[] = {"-fsyntax-only", "-w", "-x", "c", "/dev/null", NULL};
    if (pipe2(ends, O_CLOEXEC)) return;
    vec_push(&arguments, compiler_name);
    for (u32 i = 0; i < count; i++) vec_push(&arguments, flags[i]);
    for (u32 i = 0; i < COUNT_OF(words); i++) vec_push(&arguments, words[i]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    int failure = posix_spawnp(&child, compiler_name, &actions, NULL, (char *const *)(uintptr_t)arguments.at, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    while (!failure && (length = read(ends[0], buffer, sizeof buffer)) > 0) text_add_n(out, buffer, (size_t)length);
    close(ends[0]);
    while (!failure && waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    vec_free(&arguments);
}

/* error: unknown argument: '-ffoo'; error: unsupported option '-mfoo' for target ...; error: unsupported argument 'x' to
 * option '-march='; error: unknown target CPU 'x': what stands in quotes is the flag, its beginning or its end. */
static bool is_blamed(const char *line, const char *flag) {
    size_t length = strlen(flag);
    for (const char *at = strchr(line, '\''); at;) {
        const char *end = strpbrk(at + 1, "'\n");
        if (!end || *end == '\n') return false;
        size_t quoted = (size_t)(end - at - 1);
        bool is_whole = quoted == length && !strncmp(at + 1, flag, length);
        bool is_start = quoted > 2 && quoted < length && at[quoted] == '=' && !strncmp(at + 1, flag, quoted);
        bool is_end =
            quoted < length && flag[length - quoted - 1] == '=' && !strncmp(at + 1, flag + length - quoted, quoted);
        if (is_whole || is_start || is_end) return true;
        at = strpbrk(end + 1, "'\n");
        if (at && *at == '\n') return false;
    }
    return false;
}

void frontend_unknown_flags(const char *const *flags, u32 count, FlagNumbers *unknown) {
    Text text = {0};
    if (count) complaints(flags, count, &text);
    for (u32 i = 0; i < count; i++) {
        bool is_unknown = false;
        for (const char *line = text.chars; line && *line && !is_unknown; line = strchr(line, '\n')) {
            if (*line == '\n') line++;
            if (!strncmp(line + strcspn(line, ":"), ": error:", 8)) is_unknown = is_blamed(line, flags[i]);
        }
        if (is_unknown) vec_push(unknown, i);
    }
    text_free(&text);
}
