/* Reading bitcode and LLVM assembly, and telling what kind of file an input is. LLVM never prints or
 * ends the process: its complaints become our one sentence. */
#include "frontend/state.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    Frontend *fe = context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || fe->diagnostic.length) return;
    char *text = LLVMGetDiagInfoDescription(info);
    text_add(&fe->diagnostic, text);
    LLVMDisposeMessage(text);
}

void frontend_watch_diagnostics(Frontend *fe) { LLVMContextSetDiagnosticHandler(fe->context, note_diagnostic, fe); }

static bool has_suffix(const char *path, const char *suffix) {
    size_t length = strlen(path), wanted = strlen(suffix);
    return length >= wanted && !strcmp(path + length - wanted, suffix);
}

static bool is_bitcode(const u8 *magic) {
    static const u8 raw[] = {'B', 'C', 0xc0, 0xde}, wrapped[] = {0xde, 0xc0, 0x17, 0x0b};
    return !memcmp(magic, raw, sizeof raw) || !memcmp(magic, wrapped, sizeof wrapped);
}

static bool kind_by_name(const char *path, InputKind *kind, Error *error) {
    if (has_suffix(path, ".c") || has_suffix(path, ".i") || has_suffix(path, ".h")) *kind = INPUT_C;
    else if (has_suffix(path, ".ll")) *kind = INPUT_ASSEMBLY;
    else if (has_suffix(path, ".bc")) return error_set(error, "'%s' is not LLVM bitcode", path);
    else
        return error_set(error,
                         "cannot tell what '%s' is: expected C (.c, .i), LLVM bitcode or assembly (.ll), an archive "
                         "of bitcode, or what \"loci cc\" has made",
                         path);
    return true;
}

bool input_kind(const char *path, InputKind *kind, Error *error) {
    struct stat status;
    if (stat(path, &status)) return error_set(error, "cannot read '%s': %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode)) return error_set(error, "'%s' is a directory", path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return error_set(error, "cannot read '%s': %s", path, strerror(errno));
    u8 magic[4] = {0};
    ssize_t got = read(file, magic, sizeof magic);
    close(file);
    if (got < 0) return error_set(error, "cannot read '%s': %s", path, strerror(errno));
    if (got == 0 && has_suffix(path, ".bc")) return error_set(error, "'%s' is empty", path);
    static const u8 elf[] = {0x7f, 'E', 'L', 'F'}, archive[] = {'!', '<', 'a', 'r'}, thin[] = {'!', '<', 't', 'h'};
    bool is_archive = !memcmp(magic, archive, sizeof magic) || !memcmp(magic, thin, sizeof magic);
    bool is_native = !memcmp(magic, elf, sizeof magic);
    if (is_bitcode(magic) || is_archive || is_native) {
        *kind = is_archive ? INPUT_ARCHIVE : is_native ? INPUT_NATIVE : INPUT_BITCODE;
        return true;
    }
    if (magic[0] == '#' && magic[1] == '!')
        return error_set(error, "'%s' is a script; of a program that libtool makes, the executable is in .libs", path);
    return kind_by_name(path, kind, error);
}

/* The first line of what LLVM says, without the file name that our sentence has already. */
static bool report(Frontend *fe, const char *path, const char *message, Error *error) {
    const char *text = message && *message ? message : fe->diagnostic.length ? fe->diagnostic.chars : "unknown error";
    size_t prefix = strlen(path);
    const char *place = "";
    if (!strncmp(text, path, prefix) && text[prefix] == ':') {
        text += prefix + 1;
        place = "line ";
    }
    return error_set(error, "cannot read '%s': %s%.*s", path, place, (int)strcspn(text, "\n"), text);
}

static Module *add_module(Frontend *fe, const char *path, LLVMModuleRef llvm) {
    Module *module = ARENA_NEW(&fe->program->arena, Module);
    module->llvm = llvm;
    module->path = arena_strdup(&fe->program->arena, path);
    vec_push(&fe->modules, module);
    return module;
}

/* The C API of LLVM 19 can read variables' debug info only in the older form, as intrinsic calls. */
static void use_readable_debug_info(LLVMModuleRef llvm) { LLVMSetIsNewDbgInfoFormat(llvm, false); }

Module *module_parse(Frontend *fe, const char *path, LLVMMemoryBufferRef bitcode, Error *error) {
    LLVMModuleRef llvm;
    text_clear(&fe->diagnostic);
    bool failed = LLVMParseBitcodeInContext2(fe->context, bitcode, &llvm);
    LLVMDisposeMemoryBuffer(bitcode);
    if (failed) {
        error_set(error, "cannot read '%s': it is damaged, or bitcode that LLVM 19 does not know (%s)", path,
                  fe->diagnostic.length ? fe->diagnostic.chars : "no more is known");
        return NULL;
    }
    use_readable_debug_info(llvm);
    return add_module(fe, path, llvm);
}

static Module *parse_assembly(Frontend *fe, const char *path, LLVMMemoryBufferRef text, Error *error) {
    LLVMModuleRef llvm;
    char *message = NULL;
    text_clear(&fe->diagnostic);
    if (LLVMParseIRInContext(fe->context, text, &llvm, &message)) {
        report(fe, path, message, error);
        LLVMDisposeMessage(message);
        return NULL;
    }
    use_readable_debug_info(llvm);
    return add_module(fe, path, llvm);
}

Module *module_read(Frontend *fe, const char *path, InputKind kind, Error *error) {
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        report(fe, path, message, error);
        LLVMDisposeMessage(message);
        return NULL;
    }
    Module *module =
        kind == INPUT_ASSEMBLY ? parse_assembly(fe, path, buffer, error) : module_parse(fe, path, buffer, error);
    if (!module) return NULL;
    module->is_foreign = true;
    return module;
}

/* Bitcode from elsewhere may break LLVM's own rules, on which lowering relies. */
bool module_is_valid(Frontend *fe, const Module *module, Error *error) {
    char *message = NULL;
    bool is_broken = LLVMVerifyModule(module->llvm, LLVMReturnStatusAction, &message);
    if (is_broken) report(fe, module->path, message, error);
    LLVMDisposeMessage(message);
    return !is_broken;
}

int module_bits(const Module *module, Error *error) {
    const char *triple = LLVMGetTarget(module->llvm);
    const char *layout = LLVMGetDataLayoutStr(module->llvm);
    bool is_x86 = !strncmp(triple, "x86_64", 6) || (triple[0] == 'i' && strstr(triple, "86") == triple + 2) ||
                  !strncmp(triple, "amd64", 5);
    if (triple[0] && !is_x86) {
        error_set(error, "'%s' was compiled for '%s'; Loci knows x86, 32 and 64 bit", module->path, triple);
        return 0;
    }
    if (!layout[0]) return triple[0] == 'i' ? 32 : 64;
    LLVMTargetDataRef data = LLVMGetModuleDataLayout(module->llvm);
    return LLVMPointerSize(data) == 4 ? 32 : 64;
}

void module_free(Module *module) {
    string_map_free(&module->composites);
    vec_free(&module->composite_list);
    vec_free(&module->composite_next);
    vec_free(&module->constant_tests);
    if (module->llvm) LLVMDisposeModule(module->llvm);
}
