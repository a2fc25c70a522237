/* Files of several pieces: all of a native file belongs to the program; of an archive what the program, or a member taken
 * before, asks for, as linkers do it. */
#include "frontend/containers.h"
#include "frontend/guard.h"
#include "frontend/state.h"

#include <string.h>

static Module *parse_piece(Frontend *fe, const Piece *piece, Error *error) {
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)piece->bytes, piece->size, piece->name);
    guard_begin(piece->name);
    Module *module = module_parse(fe, piece->name, buffer, error);
    bool is_valid = module && module_is_valid(fe, module, error);
    guard_end();
    if (!is_valid) return NULL;
    module->is_foreign = !piece->is_ours;
    return module;
}

static bool add_members(Frontend *fe, const Pieces *pieces, bool are_optional, Members *members, Error *error) {
    u32 first = members->count ? vec_last(members).number + 1 : 0;
    for (u32 i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        if (!piece->size) {
            const char *sentence = arena_strdup(&fe->program->arena, piece->name);
            vec_push(&fe->program->missing_sources, sentence);
            continue;
        }
        Member member = {.module = parse_piece(fe, piece, error), .number = first + piece->member};
        member.is_optional = are_optional;
        if (!member.module) return false;
        vec_push(members, member);
    }
    return true;
}

bool members_read(Frontend *fe, const char *path, bool is_archive, Members *members, FlagList *archives, Error *error) {
    Arena arena = {0};
    Pieces pieces = {0};
    PathList linked = {0};
    bool ok = is_archive ? pieces_of_archive(path, &arena, &pieces, error)
                         : pieces_of_native(path, &arena, &pieces, &linked, error);
    ok = ok && add_members(fe, &pieces, is_archive, members, error);
    for (u32 i = 0; ok && i < linked.count; i++) vec_push(archives, arena_strdup(&fe->program->arena, linked.at[i]));
    vec_free(&linked);
    vec_free(&pieces);
    arena_free(&arena);
    return ok;
}

bool members_read_defining(Frontend *fe, const char *path, const FlagList *names, Members *members, Error *error) {
    Arena arena = {0};
    Pieces pieces = {0};
    pieces_defining(path, names, &arena, &pieces);
    bool ok = add_members(fe, &pieces, true, members, error);
    vec_free(&pieces);
    arena_free(&arena);
    return ok;
}

static bool is_question(LLVMValueRef value) {
    return LLVMIsDeclaration(value) && LLVMGetLinkage(value) != LLVMExternalWeakLinkage;
}

static void add_name(FlagList *names, const char *name) {
    for (u32 i = 0; i < names->count; i++)
        if (!strcmp(names->at[i], name)) return;
    vec_push(names, name);
}

static void add_undefined_variables(Frontend *fe, const Module *module, FlagList *names) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(module->llvm); g; g = LLVMGetNextGlobal(g)) {
        i64 offset;
        if (!is_question(g) || !LLVMGetFirstUse(g) || !strncmp(link_name(g), "llvm.", 5)) continue;
        const Global *global = link_global(fe, g, &offset);
        if (!global->is_defined) add_name(names, global->name);
    }
}

void frontend_undefined(Program *program, FlagList *names, FlagList *variables) {
    Frontend *fe = program->frontend;
    Module *before = fe->current;
    u32 count = fe->modules.count; /* looking may add some of the library */
    for (u32 i = 0; i < count; i++) {
        Module *module = fe->modules.at[i];
        if (module->is_library || module->is_left_out) continue;
        fe->current = module;
        for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
            bool is_wanted = is_question(f) && LLVMGetFirstUse(f) && strncmp(link_name(f), "llvm.", 5) != 0 &&
                             strncmp(link_name(f), "__ubsan_", 8) != 0;
            const Function *function = is_wanted ? link_function(fe, f) : NULL;
            if (function && !function->has_body) add_name(names, function->name);
        }
        add_undefined_variables(fe, module, variables);
    }
    fe->current = before;
}

/* ---- What is asked for ---- */

enum { IS_WANTED = 1, IS_DEFINED = 2 };

typedef struct {
    StringMap names; /* -> IS_WANTED, IS_DEFINED */
    FlagList wanted; /* those that were, at some time */
    bool has_more;   /* something is wanted that was not */
} Symbols;

static void note(Symbols *symbols, const char *name, u64 what) {
    u64 known = 0;
    string_map_get(&symbols->names, name, &known);
    if ((known | what) == known) return;
    string_map_put(&symbols->names, name, known | what);
    if (what == IS_WANTED) vec_push(&symbols->wanted, name);
    symbols->has_more = true;
}

static bool is_definition(LLVMValueRef value) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return !LLVMIsDeclaration(value) && linkage != LLVMAvailableExternallyLinkage && linkage != LLVMInternalLinkage &&
           linkage != LLVMPrivateLinkage;
}

static void note_value(Symbols *symbols, LLVMValueRef value) {
    if (is_question(value)) note(symbols, link_name(value), IS_WANTED);
    else if (is_definition(value)) note(symbols, link_name(value), IS_DEFINED);
}

static void note_module(Symbols *symbols, const Module *module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) note_value(symbols, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module->llvm); g; g = LLVMGetNextGlobal(g)) note_value(symbols, g);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module->llvm); a; a = LLVMGetNextGlobalAlias(a))
        note(symbols, link_name(a), IS_DEFINED);
}

static bool answers(const Symbols *symbols, LLVMValueRef value) {
    u64 known = 0;
    return is_definition(value) && string_map_get(&symbols->names, link_name(value), &known) && known == IS_WANTED;
}

static bool is_asked_for(const Symbols *symbols, const Module *module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
        if (answers(symbols, f)) return true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module->llvm); g; g = LLVMGetNextGlobal(g))
        if (answers(symbols, g)) return true;
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module->llvm); a; a = LLVMGetNextGlobalAlias(a)) {
        u64 known = 0;
        if (string_map_get(&symbols->names, link_name(a), &known) && known == IS_WANTED) return true;
    }
    return false;
}

/* All pieces of a member come with it. */
static void take(Symbols *symbols, Members *members, u32 number) {
    for (u32 i = 0; i < members->count; i++) {
        Member *member = &members->at[i];
        if (member->number != number || member->is_taken) continue;
        member->is_taken = true;
        note_module(symbols, member->module);
    }
}

static void add_missing(const Frontend *fe, const Symbols *symbols, FlagList *missing) {
    for (u32 i = 0; i < symbols->wanted.count; i++) {
        const char *name = symbols->wanted.at[i];
        u64 known = 0;
        u32 file;
        string_map_get(&symbols->names, name, &known);
        if (known == IS_WANTED && strncmp(name, "llvm.", 5) != 0 && !library_defines(fe, name, &file))
            vec_push(missing, name);
    }
}

void members_choose(const Frontend *fe, Members *members, Module *const *modules, u32 count, const char *first,
                    FlagList *missing) {
    Symbols symbols = {0};
    for (u32 i = 0; i < members->count; i++) members->at[i].is_taken = false;
    note(&symbols, first, IS_WANTED);
    for (u32 i = 0; i < count; i++)
        if (modules[i]) note_module(&symbols, modules[i]);
    for (u32 i = 0; i < members->count; i++)
        if (!members->at[i].is_optional) take(&symbols, members, members->at[i].number);
    do {
        symbols.has_more = false;
        for (u32 i = 0; i < members->count; i++)
            if (!members->at[i].is_taken && is_asked_for(&symbols, members->at[i].module))
                take(&symbols, members, members->at[i].number);
    } while (symbols.has_more);
    for (u32 i = 0; i < members->count; i++) members->at[i].module->is_left_out = !members->at[i].is_taken;
    add_missing(fe, &symbols, missing);
    vec_free(&symbols.wanted);
    string_map_free(&symbols.names);
}
