/* Programs for unit tests, from files and from texts. */
#ifndef TEST_LOAD_H
#define TEST_LOAD_H

#include "check.h"
#include "frontend/frontend.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The runtime is beside the folder of the test. A program that is not compiled is said, and NULL. */
static inline Program *load_file(const char *file, bool is_32) {
    char exe[4096], runtime[4200], include[4300];
    ssize_t length = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[MAX(length, 0)] = 0;
    for (u32 i = 0; i < 2; i++) *strrchr(exe, '/') = 0;
    snprintf(runtime, sizeof runtime, "%s/runtime", exe);
    snprintf(include, sizeof include, "%s/include", runtime);
    FrontendOptions options = {.inputs = &file,
                               .input_count = 1,
                               .bits = is_32 ? 32 : 64,
                               .quiet_warnings = true,
                               .runtime_dir = runtime,
                               .include_dir = include,
                               .needs_main = true,
                               .may_be_library = true};
    Error error = {0};
    Program *program = frontend_load(&options, &error);
    if (!program) printf("%s: %s\n", file, error.message.chars);
    CHECK(program != NULL);
    error_free(&error);
    return program;
}

static inline Program *load_text(const char *text) {
    char file[] = "/tmp/loci-unit-XXXXXX.c";
    int handle = mkstemps(file, 2);
    CHECK(handle >= 0 && write(handle, text, strlen(text)) == (ssize_t)strlen(text));
    close(handle);
    Program *program = load_file(file, false);
    unlink(file);
    return program;
}

#endif
