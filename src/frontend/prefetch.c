/* While clang compiles, another processor is idle: time to parse the parts of the C library that the
 * program will probably need. A guess from the words of the sources is enough, for what is read in vain
 * costs nothing but that idle time; nothing is linked yet. */
#include "frontend/state.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_NAME = 64 };

typedef struct {
    Frontend *fe;
    VEC(u32) queue; /* files, in the order in which they were first wanted */
    bool *is_wanted;
} Prefetch;

static void want(Prefetch *prefetch, const char *name) {
    u32 file;
    if (!library_defines(prefetch->fe, name, &file) || prefetch->is_wanted[file]) return;
    prefetch->is_wanted[file] = true;
    vec_push(&prefetch->queue, file);
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void want_words(Prefetch *prefetch, const char *text) {
    char name[LONGEST_NAME];
    while (*text) {
        size_t length = 0;
        while (is_word(text[length])) length++;
        if (length && length < sizeof name) {
            memcpy(name, text, length);
            name[length] = 0;
            want(prefetch, name);
        }
        text += length ? length : 1;
    }
}

static void want_declarations(Prefetch *prefetch, const Module *module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f)) want(prefetch, link_name(f));
    for (LLVMValueRef g = LLVMGetFirstGlobal(module->llvm); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsDeclaration(g)) want(prefetch, link_name(g));
}

static void read_wanted(Prefetch *prefetch, int compiler) {
    for (u32 i = 0; i < prefetch->queue.count && !compile_is_done(compiler); i++) {
        Error ignored = {0}; /* it comes again if the file is really needed */
        const Module *module = library_read(prefetch->fe, prefetch->queue.at[i], &ignored);
        if (module) want_declarations(prefetch, module);
        error_free(&ignored);
    }
}

void prefetch_library(Frontend *fe, const char *const *sources, u32 count, int compiler) {
    if (!fe->library.folder || sysconf(_SC_NPROCESSORS_ONLN) < 2) return;
    Prefetch prefetch = {.fe = fe, .is_wanted = xcalloc(fe->library.files.count + 1, sizeof(bool))};
    want(&prefetch, "__loci_start");
    for (u32 i = 0; i < count; i++) {
        Text text = {0};
        if (text_read_file(&text, sources[i]) && text.chars) want_words(&prefetch, text.chars);
        text_free(&text);
    }
    read_wanted(&prefetch, compiler);
    free(prefetch.is_wanted);
    vec_free(&prefetch.queue);
}
