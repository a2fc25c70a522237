/* The C library as bitcode: an index from names to files, read at the start; files parsed when needed.
 *
 * symbols.index has a line a symbol: "name file.bc kind", kind D (data) or F (function), which is followed by a letter a
 * parameter: p for a pointer, n for anything else. */
#include "frontend/state.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PARAMETERS = 32 };

static const char index_name[] = "symbols.index";

/* `folder`: of the files, in that of the library. */
static bool parse_index(Library *library, Text *text, const char *folder, const char *path, Arena *arena,
                        Error *error) {
    const char *last_file = "";
    for (char *line = text->chars; line && *line;) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        char *file = strchr(line, ' ');
        char *kind = file ? strchr(file + 1, ' ') : NULL;
        if (!kind) return error_set(error, "the C library's index '%s' is damaged", path);
        *file++ = *kind++ = 0;
        if (strcmp(file, last_file) != 0) { /* lines of a file stand together */
            vec_push(&library->files, arena_printf(arena, "%s%s", folder, file));
            vec_push(&library->modules, NULL);
            vec_push(&library->is_linked, false);
            last_file = file;
        }
        vec_push(&library->kinds, kind);
        vec_push(&library->file_of, library->files.count - 1);
        string_map_put(&library->symbols, line, library->kinds.count - 1);
        line = end ? end + 1 : NULL;
    }
    return true;
}

static bool read_index(Frontend *fe, Text *text, const char *folder, Error *error) {
    Arena *arena = &fe->program->arena;
    const char *path = arena_printf(arena, "%s/%s%s", fe->library.folder, folder, index_name);
    if (!text_read_file(text, path))
        return error_set(error, "cannot read the C library's index '%s': %s", path, strerror(errno));
    return parse_index(&fe->library, text, folder, path, arena, error);
}

/* What stands in a later index takes the place of what stood in an earlier one. */
bool library_open(Frontend *fe, const char *runtime_dir, bool with_contracts, Error *error) {
    Library *library = &fe->library;
    if (!runtime_dir) return true;
    library->folder = arena_printf(&fe->program->arena, "%s/%u", runtime_dir, fe->program->pointer_bytes * 8);
    if (!read_index(fe, &library->index_text, "", error)) return false;
    return !with_contracts || read_index(fe, &library->contracts_text, "contracts/", error);
}

bool library_defines(const Frontend *fe, const char *name, u32 *file) {
    u64 number;
    if (!string_map_get(&fe->library.symbols, name, &number)) return false;
    *file = fe->library.file_of.at[number];
    return true;
}

/* ---- Parameters ---- */

static void add_parameters(Text *out, LLVMValueRef function) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function), params[MOST_PARAMETERS];
    if (LLVMGetTypeKind(type) != LLVMFunctionTypeKind || LLVMCountParamTypes(type) > MOST_PARAMETERS) return;
    LLVMGetParamTypes(type, params);
    for (u32 i = 0; i < LLVMCountParamTypes(type); i++)
        text_add_char(out, LLVMGetTypeKind(params[i]) == LLVMPointerTypeKind ? 'p' : 'n');
}

/* Where functions are looked at one by one, what starts a thread is a function from outside. */
static bool is_hidden(const Frontend *fe, const char *name) {
    return fe->library.contracts_text.length && (!strcmp(name, "pthread_create") || !strcmp(name, "thrd_create"));
}

/* A program that declares a function with a pointer where the library's has a number, or the other way round, means another
 * function of that name. How many there are says nothing: declarations are often wrong in that. */
bool library_is_meant(const Frontend *fe, LLVMValueRef declared) {
    u64 number;
    if (!string_map_get(&fe->library.symbols, link_name(declared), &number)) return false;
    if (is_hidden(fe, link_name(declared))) return false;
    const char *kind = fe->library.kinds.at[number];
    if (*kind != 'F' || !LLVMIsAFunction(declared)) return true;
    Text here = {0};
    add_parameters(&here, declared);
    bool is_same = true;
    for (u32 i = 0; i < here.length && kind[i + 1]; i++) is_same = is_same && here.chars[i] == kind[i + 1];
    text_free(&here);
    return is_same;
}

Module *library_read(Frontend *fe, u32 file, Error *error) {
    Library *library = &fe->library;
    if (library->modules.at[file]) return library->modules.at[file];
    const char *path = arena_printf(&fe->program->arena, "%s/%s", library->folder, library->files.at[file]);
    Module *module = module_read(fe, path, INPUT_BITCODE, error);
    if (!module) return NULL;
    module->is_library = true;
    module->is_foreign = false;
    library->modules.at[file] = module;
    return module;
}

Module *library_module(Frontend *fe, u32 file, Error *error) {
    Module *module = library_read(fe, file, error);
    if (!module || fe->library.is_linked.at[file]) return module;
    fe->library.is_linked.at[file] = true;
    return link_definitions(fe, module, error) ? module : NULL;
}

/* ---- Writing the index ---- */

static bool is_exported(LLVMValueRef value) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return !LLVMIsDeclaration(value) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
           linkage != LLVMAvailableExternallyLinkage && strncmp(link_name(value), "llvm.", 5) != 0;
}

static void list_symbols(Text *out, LLVMModuleRef llvm, const char *file) {
    for (LLVMValueRef f = LLVMGetFirstFunction(llvm); f; f = LLVMGetNextFunction(f))
        if (is_exported(f)) {
            text_printf(out, "%s %s F", link_name(f), file);
            add_parameters(out, f);
            text_add(out, "\n");
        }
    for (LLVMValueRef g = LLVMGetFirstGlobal(llvm); g; g = LLVMGetNextGlobal(g))
        if (is_exported(g)) text_printf(out, "%s %s D\n", link_name(g), file);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(llvm); a; a = LLVMGetNextGlobalAlias(a))
        if (is_exported(a))
            text_printf(out, "%s %s %c\n", link_name(a), file, LLVMIsAFunction(LLVMAliasGetAliasee(a)) ? 'F' : 'D');
}

static int is_bitcode_name(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 3 && !strcmp(entry->d_name + length - 3, ".bc");
}

static bool list_folder(Frontend *fe, Text *out, const char *folder, Error *error) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_bitcode_name, alphasort);
    if (count < 0) return error_set(error, "cannot read the folder '%s': %s", folder, strerror(errno));
    bool ok = true;
    for (int i = 0; i < count; i++) {
        Text path = {0};
        text_printf(&path, "%s/%s", folder, entries[i]->d_name);
        Module *module = ok ? module_read(fe, path.chars, INPUT_BITCODE, error) : NULL;
        ok = module != NULL;
        if (ok) list_symbols(out, module->llvm, entries[i]->d_name);
        text_free(&path);
        free(entries[i]);
    }
    free(entries);
    return ok;
}

static bool write_file(const char *path, const Text *text, Error *error) {
    FILE *file = fopen(path, "wb");
    if (!file) return error_set(error, "cannot write '%s': %s", path, strerror(errno));
    size_t written = text->length ? fwrite(text->chars, 1, text->length, file) : 0;
    bool failed = fclose(file) != 0 || written != text->length;
    return !failed || error_set(error, "cannot write '%s': %s", path, strerror(errno));
}

bool frontend_write_index(const char *folder, Error *error) {
    Program program = {0};
    Frontend fe = {.program = &program, .context = LLVMContextCreate()};
    frontend_watch_diagnostics(&fe);
    Text out = {0}, path = {0};
    text_printf(&path, "%s/%s", folder, index_name);
    bool ok = list_folder(&fe, &out, folder, error) && write_file(path.chars, &out, error);
    for (u32 i = 0; i < fe.modules.count; i++) module_free(fe.modules.at[i]);
    vec_free(&fe.modules);
    LLVMContextDispose(fe.context);
    text_free(&fe.diagnostic);
    text_free(&out);
    text_free(&path);
    arena_free(&program.arena);
    return ok;
}
