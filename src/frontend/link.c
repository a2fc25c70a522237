/* Linking: which definition a name means, across the modules and the library.
 *
 * Nothing is copied: each module stays as it was read, and a name leads to the Function or Global whose
 * source is the winning definition (Rank). Names that only the library defines are bound to a file
 * number; the file is parsed when a body of it is asked for, or at once for data, whose size is needed. */
#include "frontend/state.h"

#include <string.h>

/* clang marks a name that must not be decorated with a leading byte 1. */
const char *link_name(LLVMValueRef value) {
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    return length && name[0] == 1 ? name + 1 : name;
}

static bool is_local(LLVMValueRef value) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static Rank rank_of(const Module *module, LLVMValueRef value) {
    if (LLVMIsDeclaration(value)) return RANK_NONE;
    if (LLVMGetLinkage(value) == LLVMAvailableExternallyLinkage) return RANK_INLINE;
    if (module->is_library) return RANK_LIBRARY;
    switch (LLVMGetLinkage(value)) {
    case LLVMWeakAnyLinkage:
    case LLVMWeakODRLinkage:
    case LLVMLinkOnceAnyLinkage:
    case LLVMLinkOnceODRLinkage: return RANK_WEAK;
    case LLVMCommonLinkage: return RANK_COMMON;
    default: return RANK_STRONG;
    }
}

static Linkage linkage_of(LLVMValueRef value, Rank rank) {
    if (is_local(value)) return LINK_INTERNAL;
    return rank == RANK_WEAK || LLVMGetLinkage(value) == LLVMExternalWeakLinkage ? LINK_WEAK : LINK_EXTERNAL;
}

/* ---- Functions ---- */

static Function *new_function(Frontend *fe, LLVMValueRef value, const char *name) {
    Program *program = fe->program;
    Function *function = ARENA_NEW(&program->arena, Function);
    Source *source = ARENA_NEW(&program->arena, Source);
    source->value = value;
    function->source = source;
    function->name = arena_strdup(&program->arena, name);
    function->type = type_of(fe, LLVMGlobalGetValueType(value));
    function->linkage = linkage_of(value, RANK_NONE);
    function->number = program->functions.count;
    debug_describe_function(fe, function, value);
    vec_push(&program->functions, function);
    if (!is_local(value)) string_map_put(&program->function_names, function->name, function->number);
    return function;
}

static void bind_function(Frontend *fe, Module *module, Function *function, LLVMValueRef body, LLVMValueRef named,
                          Rank rank) {
    Source *source = function->source;
    source->module = module;
    source->value = body;
    source->rank = rank;
    source->same_as = body != named && !module->is_library ? map_get_ptr(&fe->functions, body) : NULL;
    function->has_body = true;
    function->type = type_of(fe, LLVMGlobalGetValueType(body));
    function->linkage = linkage_of(named, rank);
    function->is_library = module->is_library;
    function->is_foreign = module->is_foreign;
    function->is_context = module->is_context;
    function->unit = module->path;
    debug_describe_function(fe, function, body);
}

static bool report_duplicate(const Source *old, const Module *module, const char *name, Error *error) {
    return error_set(error, "'%s' is defined in '%s' and again in '%s'", name, old->module->path, module->path);
}

static void bind_to_library(Frontend *fe, Function *function) {
    Source *source = function->source;
    u32 file;
    if (!library_is_meant(fe, source->value)) return;
    if (!library_defines(fe, function->name, &file)) return;
    source->module = NULL;
    source->rank = RANK_LIBRARY;
    source->library_file = file;
    function->has_body = function->is_library = true;
}

/* The library has it in another file: in contracts/, of which the index knows. */
static bool is_elsewhere(const Frontend *fe, const Module *module, LLVMValueRef named) {
    u32 file;
    if (!module->is_library || is_local(named) || !library_defines(fe, link_name(named), &file)) return false;
    return fe->library.modules.at[file] != module;
}

/* `body` is the function itself, or what an alias called `named` stands for. */
static bool define_function(Frontend *fe, Module *module, LLVMValueRef named, LLVMValueRef body, Error *error) {
    const char *name = link_name(named);
    Rank rank = is_local(named) ? RANK_STRONG : rank_of(module, named);
    Function *function = is_local(named) ? NULL : program_function_named(fe->program, name);
    if (!function) function = new_function(fe, named, name);
    const Source *old = function->source;
    if (rank == RANK_LIBRARY && old->rank == RANK_NONE && !old->module && !library_is_meant(fe, old->value))
        return true;
    if (is_elsewhere(fe, module, named)) {
        if (old->rank < RANK_LIBRARY) bind_to_library(fe, function);
        map_put_ptr(&fe->functions, named, function);
        return true;
    }
    if (rank == RANK_STRONG && old->rank == RANK_STRONG) return report_duplicate(old, module, name, error);
    bool is_better = rank > old->rank || (rank == RANK_LIBRARY && old->rank == RANK_LIBRARY && !old->module);
    if (is_better && !function->is_lowered) bind_function(fe, module, function, body, named, rank);
    map_put_ptr(&fe->functions, named, function);
    return true;
}

/* An alias has the address of its target, unless that name means a definition elsewhere. The library's aliases are
 * functions of their own: one may have been named before the file that tells about it is read. */
static Function *without_alias(Function *function) {
    const Source *source = function->source; /* NULL: made by others, after the program was loaded */
    if (!source) return function;
    const Source *target = source->same_as ? source->same_as->source : NULL;
    return target && target->value == source->value ? source->same_as : function;
}

Function *link_function(Frontend *fe, LLVMValueRef value) {
    Function *function = fe->aliases.count || fe->entry ? redirect_of(fe, value) : NULL;
    if (function) return without_alias(function);
    function = map_get_ptr(&fe->functions, value);
    if (function) return without_alias(function);
    const char *name = link_name(value);
    function = program_function_named(fe->program, name);
    if (!function) {
        function = new_function(fe, value, name);
        bind_to_library(fe, function);
    }
    map_put_ptr(&fe->functions, value, function);
    return without_alias(function);
}

Function *link_function_named(Frontend *fe, const char *name) {
    Function *function = program_function_named(fe->program, name);
    u32 file;
    if (function || !library_defines(fe, name, &file)) return function;
    Error error = {0};
    library_module(fe, file, &error);
    error_free(&error);
    return program_function_named(fe->program, name);
}

bool link_library_function(Frontend *fe, Function *function, Error *error) {
    Source *source = function->source;
    if (source->module) return true;
    if (!library_module(fe, source->library_file, error)) return false;
    if (source->module) return true;
    return error_set(error, "the C library's index promises '%s', but its file does not define it", function->name);
}

void link_prefer_library(Frontend *fe) {
    for (u32 i = 0; i < fe->program->functions.count; i++) {
        Function *function = fe->program->functions.at[i];
        const Source *source = function->source;
        if (source->rank == RANK_INLINE) bind_to_library(fe, function);
    }
}

/* ---- Globals ---- */

static bool is_string_literal(LLVMValueRef value) {
    return LLVMGetLinkage(value) == LLVMPrivateLinkage && LLVMIsGlobalConstant(value) &&
           !strncmp(link_name(value), ".str", 4);
}

static void bind_global(Frontend *fe, Module *module, Global *global, LLVMValueRef value, Rank rank) {
    Source *source = global->source;
    LLVMTypeRef type = LLVMGlobalGetValueType(value);
    source->module = module;
    source->value = value;
    source->rank = rank;
    global->type = type_of(fe, type);
    global->linkage = linkage_of(value, rank);
    global->is_constant = LLVMIsGlobalConstant(value);
    global->is_string_literal = is_string_literal(value);
    global->is_thread_local = LLVMIsThreadLocal(value);
    global->is_library = module->is_library;
    global->is_defined = rank != RANK_NONE;
    global->unit = module->path;
    global->size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(fe->layout, type) : 0;
    global->align = LLVMGetAlignment(value);
    if (!global->align) global->align = LLVMTypeIsSized(type) ? LLVMPreferredAlignmentOfGlobal(fe->layout, value) : 1;
    debug_describe_global(fe, global, value);
}

static Global *new_global(Frontend *fe, Module *module, LLVMValueRef value) {
    Program *program = fe->program;
    Global *global = ARENA_NEW(&program->arena, Global);
    global->source = ARENA_NEW(&program->arena, Source);
    global->name = arena_strdup(&program->arena, link_name(value));
    global->number = program->globals.count;
    vec_push(&program->globals, global);
    if (!is_local(value)) string_map_put(&program->global_names, global->name, global->number);
    bind_global(fe, module, global, value, is_local(value) ? RANK_STRONG : rank_of(module, value));
    map_put_ptr(&fe->globals, value, global);
    return global;
}

static Global *global_named(const Frontend *fe, const char *name) {
    u64 number;
    return string_map_get(&fe->program->global_names, name, &number) ? fe->program->globals.at[number] : NULL;
}

/* Found by its name, or by that of an alias, which gives way. */
static bool is_called(const Global *global, LLVMValueRef value) { return !strcmp(global->name, link_name(value)); }

Global *link_stronger_global(const Frontend *fe, LLVMValueRef alias) {
    Global *global = is_local(alias) ? NULL : global_named(fe, link_name(alias));
    return global && is_called(global, alias) ? global : NULL;
}

static bool define_global(Frontend *fe, Module *module, LLVMValueRef value, Error *error) {
    Global *global = is_local(value) ? NULL : global_named(fe, link_name(value));
    if (!global || !is_called(global, value)) {
        new_global(fe, module, value);
        return true;
    }
    const Source *old = global->source;
    Rank rank = rank_of(module, value);
    if (rank == RANK_STRONG && old->rank == RANK_STRONG) return report_duplicate(old, module, link_name(value), error);
    u64 size = LLVMABISizeOfType(fe->layout, LLVMGlobalGetValueType(value));
    bool is_larger_common = rank == RANK_COMMON && old->rank == RANK_COMMON && size > global->size;
    if ((rank > old->rank || is_larger_common) && !global->is_initialised) bind_global(fe, module, global, value, rank);
    map_put_ptr(&fe->globals, value, global);
    return true;
}

Global *link_global(Frontend *fe, LLVMValueRef value, i64 *offset) {
    Global *global = map_get_ptr(&fe->globals, value);
    if (global) return global;
    if (!is_local(value)) {
        const char *name = link_name(value);
        global = global_named(fe, name);
        u32 file;
        if (!global && library_defines(fe, name, &file)) {
            Error error = {0};
            library_module(fe, file, &error);
            error_free(&error);
            global = global_named(fe, name);
        }
    }
    if (!global) global = new_global(fe, fe->current, value);
    map_put_ptr(&fe->globals, value, global);
    return global;
}

/* ---- Modules ---- */

static bool define_alias(Frontend *fe, Module *module, LLVMValueRef alias, Error *error) {
    LLVMValueRef target = LLVMAliasGetAliasee(alias);
    while (LLVMIsAGlobalAlias(target)) target = LLVMAliasGetAliasee(target);
    if (LLVMIsAFunction(target)) return define_function(fe, module, alias, target, error);
    if (!LLVMIsAGlobalVariable(target) || is_local(alias)) return true; /* reached through the constant itself */
    i64 offset = 0;
    Global *global = link_global(fe, target, &offset);
    const char *name = arena_strdup(&fe->program->arena, link_name(alias));
    if (!global_named(fe, name)) string_map_put(&fe->program->global_names, name, global->number);
    return true;
}

/* Both lists are in order of priority and, where equal, of appearance; destructors run from the end. */
#define INSERT_BY_PRIORITY(list, entry)                                                                                \
    do {                                                                                                               \
        vec_push(list, entry);                                                                                         \
        for (u32 i_ = (list)->count - 1; i_ && (list)->at[i_ - 1].priority > (entry).priority; i_--) {                 \
            (list)->at[i_] = (list)->at[i_ - 1];                                                                       \
            (list)->at[i_ - 1] = (entry);                                                                              \
        }                                                                                                              \
    } while (0)

static void add_constructor(Program *program, Constructor entry) { INSERT_BY_PRIORITY(&program->constructors, entry); }
static void add_destructor(Program *program, Constructor entry) { INSERT_BY_PRIORITY(&program->destructors, entry); }

static void collect(Frontend *fe, Module *module, const char *list, void (*add)(Program *, Constructor)) {
    LLVMValueRef global = LLVMGetNamedGlobal(module->llvm, list);
    LLVMValueRef entries = global ? LLVMGetInitializer(global) : NULL;
    u32 count = entries ? (u32)LLVMGetNumOperands(entries) : 0;
    for (u32 i = 0; i < count; i++) {
        LLVMValueRef entry = LLVMGetOperand(entries, i);
        if (LLVMGetNumOperands(entry) < 2 || !LLVMIsAFunction(LLVMGetOperand(entry, 1))) continue;
        i32 priority = (i32)LLVMConstIntGetSExtValue(LLVMGetOperand(entry, 0));
        add(fe->program, (Constructor){link_function(fe, LLVMGetOperand(entry, 1)), priority});
    }
}

/* Private globals are made when something mentions them: most belong to sanitizer checks that go. */
static bool define_globals(Frontend *fe, Module *module, Error *error) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(module->llvm); g; g = LLVMGetNextGlobal(g)) {
        if (LLVMIsDeclaration(g) || LLVMGetLinkage(g) == LLVMPrivateLinkage || !strncmp(link_name(g), "llvm.", 5))
            continue;
        if (LLVMGetLinkage(g) == LLVMAvailableExternallyLinkage) continue;
        if (!define_global(fe, module, g, error)) return false;
    }
    return true;
}

bool link_definitions(Frontend *fe, Module *module, Error *error) {
    Module *outer = fe->current;
    fe->current = module;
    bool ok = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); ok && f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) ok = define_function(fe, module, f, f, error);
    ok = ok && define_globals(fe, module, error);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module->llvm); ok && a; a = LLVMGetNextGlobalAlias(a))
        ok = define_alias(fe, module, a, error);
    if (ok) {
        collect(fe, module, "llvm.global_ctors", add_constructor);
        collect(fe, module, "llvm.global_dtors", add_destructor);
    }
    fe->current = outer;
    return ok;
}
