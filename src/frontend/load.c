/* From input files to a Program: which kinds they are, compiling the C ones, reading, linking. */
#define _GNU_SOURCE /* get_current_dir_name */
#include "frontend/guard.h"
#include "frontend/state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_COMPILERS = 2 }; /* clang processes at a time */

typedef struct {
    Frontend *fe;
    const FrontendOptions *options;
    InputKind *kinds;
    Module **modules;  /* an entry an input */
    Members members;   /* of archives and native files among them */
    FlagList archives; /* that native files were linked with */
    Compilation *jobs;
    u32 started; /* inputs before this one are being compiled, were compiled or need not be */
    int bits;
    Error *error;
} Loading;

static void close_frontend(Program *program) {
    Frontend *fe = program->frontend;
    for (u32 i = 0; i < fe->modules.count; i++) module_free(fe->modules.at[i]);
    vec_free(&fe->modules);
    LLVMDisposeBuilder(fe->folder);
    LLVMContextDispose(fe->context);
    text_free(&fe->library.index_text);
    text_free(&fe->library.contracts_text);
    string_map_free(&fe->library.symbols);
    vec_free(&fe->library.files);
    vec_free(&fe->library.kinds);
    vec_free(&fe->library.file_of);
    vec_free(&fe->library.modules);
    vec_free(&fe->library.is_linked);
    Map *const maps[] = {&fe->types, &fe->scalars,  &fe->c_types,   &fe->access_types, &fe->locations,
                         &fe->files, &fe->operands, &fe->functions, &fe->globals,      &fe->block_numbers};
    for (u32 i = 0; i < COUNT_OF(maps); i++) map_free(maps[i]);
    string_map_free(&fe->named_structs);
    string_map_free(&fe->basic_types);
    vec_free(&fe->struct_list);
    vec_free(&fe->struct_next);
    text_free(&fe->diagnostic);
    redirect_free(fe);
    free(fe->working_directory);
}

static unsigned metadata_kind(Frontend *fe, const char *name) {
    return LLVMGetMDKindIDInContext(fe->context, name, (unsigned)strlen(name));
}

static unsigned attribute_kind(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

static Frontend *new_frontend(void) {
    Arena arena = {0};
    Program *program = ARENA_NEW(&arena, Program);
    Frontend *fe = ARENA_NEW(&arena, Frontend);
    program->arena = arena;
    program->frontend = fe;
    program->lower_body = lower_body;
    program->lower_initialiser = lower_initialiser;
    program->close = close_frontend;
    vec_push(&program->locations, (Location){0});
    fe->program = program;
    fe->context = LLVMContextCreate();
    fe->folder = LLVMCreateBuilderInContext(fe->context);
    fe->tbaa_kind = metadata_kind(fe, "tbaa");
    fe->debug_kind = metadata_kind(fe, "dbg");
    fe->byval_kind = attribute_kind("byval");
    fe->noreturn_kind = attribute_kind("noreturn");
    char *directory = get_current_dir_name();
    fe->working_directory = directory ? directory : xstrdup("");
    frontend_watch_diagnostics(fe);
    return fe;
}

static bool classify(Loading *load) {
    if (!load->options->input_count && !load->options->compiled_count) return error_set(load->error, "no input file");
    for (u32 i = 0; i < load->options->input_count; i++)
        if (!input_kind(load->options->inputs[i], &load->kinds[i], load->error)) return false;
    return true;
}

/* ---- C files ---- */

static bool start_compilers(Loading *load, u32 up_to) {
    for (; load->started < load->options->input_count; load->started++) {
        if (load->kinds[load->started] != INPUT_C) continue;
        if (load->started >= up_to) break;
        FrontendUnit unit = {.path = load->options->inputs[load->started], .bits = load->bits};
        if (!compile_start(&load->jobs[load->started], load->options, &unit, false, load->error)) return false;
    }
    return true;
}

static bool collect(Loading *load, u32 input) {
    LLVMMemoryBufferRef bitcode = compile_finish(&load->jobs[input], NULL, load->error);
    load->jobs[input].pid = 0;
    if (!bitcode) return false;
    load->modules[input] = module_parse(load->fe, load->options->inputs[input], bitcode, load->error);
    return load->modules[input] != NULL;
}

static bool compile_rest(Loading *load) {
    for (u32 i = 0; i < load->options->input_count; i++)
        if (load->kinds[i] == INPUT_C && (!start_compilers(load, i + MOST_COMPILERS) || !collect(load, i)))
            return false;
    return true;
}

static void leave_no_child_behind(Loading *load) {
    for (u32 i = 0; i < load->options->input_count; i++) {
        Error ignored = {0};
        LLVMMemoryBufferRef bitcode = load->jobs[i].pid ? compile_finish(&load->jobs[i], NULL, &ignored) : NULL;
        if (bitcode) LLVMDisposeMemoryBuffer(bitcode);
        error_free(&ignored);
    }
}

static int first_compiler(const Loading *load) {
    for (u32 i = 0; i < load->options->input_count; i++)
        if (load->jobs[i].pid) return load->jobs[i].pid;
    return 0;
}

/* The library is read while the first compiler runs. */
static bool compile_all(Loading *load) {
    bool ok = start_compilers(load, MOST_COMPILERS) &&
              library_open(load->fe, load->options->runtime_dir, load->options->contracts, load->error);
    int compiler = first_compiler(load);
    if (ok && compiler) prefetch_library(load->fe, load->options->inputs, load->options->input_count, compiler);
    ok = ok && compile_rest(load);
    leave_no_child_behind(load);
    return ok;
}

/* ---- Bitcode ---- */

static bool note_bits(Loading *load, const Module *module) {
    int bits = module_bits(module, load->error);
    if (!bits) return false;
    if (!load->bits) load->bits = bits;
    return bits == load->bits ||
           error_set(load->error, "'%s' is %d-bit code, but the program is %d-bit", module->path, bits, load->bits);
}

/* Code of a sanitizer that has its own memory beside the program's: the machine cannot execute it. */
static bool check_instrumentation(const Module *module, Error *error) {
    static const struct {
        const char *function, *flag;
    } marks[] = {{"__asan_init", "-fsanitize=address"},
                 {"__hwasan_init", "-fsanitize=hwaddress"},
                 {"__tsan_init", "-fsanitize=thread"},
                 {"__msan_init", "-fsanitize=memory"},
                 {"__dfsan_load_label_and_origin", "-fsanitize=dataflow"},
                 {"__sanitizer_cov_trace_pc_guard_init", "-fsanitize-coverage"},
                 {"__sanitizer_cov_8bit_counters_init", "-fsanitize-coverage"}};
    for (u32 i = 0; i < COUNT_OF(marks); i++)
        if (LLVMGetNamedFunction(module->llvm, marks[i].function))
            return error_set(error, "'%s' was compiled with %s, which Loci cannot execute: compile it without",
                             module->path, marks[i].flag);
    return true;
}

static bool are_usable(Loading *load, u32 first) {
    for (u32 i = first; i < load->members.count; i++) {
        const Module *module = load->members.at[i].module;
        if (!check_instrumentation(module, load->error) || !note_bits(load, module)) return false;
    }
    return true;
}

static bool read_members(Loading *load, u32 input) {
    u32 first = load->members.count;
    bool is_archive = load->kinds[input] == INPUT_ARCHIVE;
    return members_read(load->fe, load->options->inputs[input], is_archive, &load->members, &load->archives,
                        load->error) &&
           are_usable(load, first);
}

static bool read_bitcode(Loading *load) {
    for (u32 i = 0; i < load->options->input_count; i++) {
        if (load->kinds[i] == INPUT_C) continue;
        if (load->kinds[i] == INPUT_ARCHIVE || load->kinds[i] == INPUT_NATIVE) {
            if (!read_members(load, i)) return false;
            continue;
        }
        guard_begin(load->options->inputs[i]);
        Module *module = module_read(load->fe, load->options->inputs[i], load->kinds[i], load->error);
        bool is_valid = module && module_is_valid(load->fe, module, load->error);
        guard_end();
        if (!is_valid || !check_instrumentation(module, load->error) || !note_bits(load, module)) return false;
        load->modules[i] = module;
    }
    if (!load->bits) load->bits = 64;
    return true;
}

/* ---- What was compiled before ---- */

static bool add_compiled(Loading *load) {
    u32 first = load->options->input_count;
    for (u32 i = 0; i < load->options->compiled_count; i++) {
        const CompiledUnit *unit = load->options->compiled[i];
        LLVMMemoryBufferRef copy = LLVMCreateMemoryBufferWithMemoryRangeCopy(unit->bitcode, unit->size, unit->path);
        Module *module = module_parse(load->fe, unit->path, copy, load->error);
        if (!module) return false;
        module->is_context = load->options->is_context && load->options->is_context[i];
        load->modules[first + i] = module;
    }
    return true;
}

/* ---- All together ---- */

static LLVMModuleRef first_module(const Loading *load) {
    for (u32 i = 0; i < load->options->input_count + load->options->compiled_count; i++)
        if (load->modules[i]) return load->modules[i]->llvm;
    return load->members.count ? load->members.at[0].module->llvm : NULL;
}

static bool choose_layout(Loading *load) {
    LLVMModuleRef first = first_module(load);
    if (!first) return error_set(load->error, "there is no code in the program");
    if (!LLVMGetDataLayoutStr(first)[0])
        LLVMSetDataLayout(first,
                          load->bits == 32
                              ? "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
                              : "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
    load->fe->layout = LLVMGetModuleDataLayout(first);
    return true;
}

static bool check_main(Loading *load) {
    if (!load->options->needs_main) return true;
    const Function *function = program_function_named(load->fe->program, "main");
    bool has_main = (function && function->has_body) || load->fe->entry;
    if (!has_main && load->options->may_be_library) return true;
    if (!has_main && !load->options->makes_main) return error_set(load->error, "the program has no function 'main'");
    if (load->fe->library.folder && !link_function_named(load->fe, "__loci_start"))
        return error_set(load->error, "the C library in '%s' has no '__loci_start'", load->fe->library.folder);
    return true;
}

/* Leaves those that were not asked for before. */
static void ask_once(StringMap *asked, FlagList *names) {
    u32 count = names->count;
    names->count = 0;
    for (u32 i = 0; i < count; i++) {
        if (string_map_get(asked, names->at[i], NULL)) continue;
        string_map_put(asked, names->at[i], 1);
        names->at[names->count++] = names->at[i];
    }
}

/* What is missing is looked for in the archives that the program was linked with, and so on with what was found. */
static bool choose_members(Loading *load, u32 module_count) {
    const char *first = load->options->entry ? load->options->entry : "main";
    StringMap asked = {0};
    bool ok = true;
    for (bool is_over = false; ok && !is_over;) {
        FlagList missing = {0};
        u32 before = load->members.count;
        members_choose(load->fe, &load->members, load->modules, module_count, first, &missing);
        ask_once(&asked, &missing);
        for (u32 i = 0; ok && missing.count && i < load->archives.count; i++)
            ok = members_read_defining(load->fe, load->archives.at[i], &missing, &load->members, load->error);
        vec_free(&missing);
        ok = ok && are_usable(load, before);
        is_over = load->members.count == before;
    }
    string_map_free(&asked);
    return ok;
}

static bool link_all(Loading *load) {
    const FrontendOptions *options = load->options;
    u32 count = options->input_count + options->compiled_count;
    for (u32 i = 0; i < count; i++)
        if (load->modules[i] && !link_definitions(load->fe, load->modules[i], load->error)) return false;
    if (!choose_members(load, count)) return false;
    for (u32 i = 0; i < load->members.count; i++)
        if (load->members.at[i].is_taken && !link_definitions(load->fe, load->members.at[i].module, load->error))
            return false;
    return true;
}

/* ---- Threads ---- */

static bool names_any(const Frontend *fe, const char *const *names, u32 count) {
    for (u32 i = 0; i < fe->modules.count; i++)
        for (u32 k = 0; k < count && !fe->modules.at[i]->is_library && !fe->modules.at[i]->is_left_out; k++)
            if (LLVMGetNamedFunction(fe->modules.at[i]->llvm, names[k])) return true;
    return false;
}

/* Whether the program's own code starts threads, and whether it looks at locks without waiting for them. */
static void look_for_threads(Loading *load) {
    static const char *const starting[] = {"pthread_create", "thrd_create"};
    static const char *const trying[] = {"pthread_mutex_trylock",
                                         "pthread_mutex_timedlock",
                                         "pthread_mutex_clocklock",
                                         "pthread_rwlock_tryrdlock",
                                         "pthread_rwlock_trywrlock",
                                         "pthread_spin_trylock",
                                         "pthread_rwlock_timedrdlock",
                                         "mtx_trylock",
                                         "pthread_rwlock_timedwrlock",
                                         "mtx_timedlock",
                                         "sem_trywait",
                                         "sem_timedwait",
                                         "sem_getvalue"};
    static const char *const stacks[] = {"getcontext", "makecontext", "setcontext", "swapcontext"};
    Frontend *fe = load->fe;
    if (!load->options->threads) return;
    bool starts_threads = names_any(fe, starting, COUNT_OF(starting));
    fe->program->has_stacks = starts_threads || names_any(fe, stacks, COUNT_OF(stacks));
    if (!starts_threads) return;
    fe->threads = load->options->threads;
    fe->program->starts_threads = true;
    fe->program->tries_locks = names_any(fe, trying, COUNT_OF(trying));
}

static bool load_all(Loading *load) {
    if (!classify(load) || !read_bitcode(load)) return false;
    load->fe->program->pointer_bytes = (u32)load->bits / 8;
    if (!compile_all(load) || !add_compiled(load) || !choose_layout(load) || !link_all(load)) return false;
    link_prefer_library(load->fe);
    look_for_threads(load);
    find_taken_functions(load->fe);
    load->fe->program->first_functions = load->fe->program->functions.count;
    load->fe->program->first_globals = load->fe->program->globals.count;
    return redirect_read(load->fe, load->options->function_aliases, load->error) &&
           redirect_check(load->fe, load->options->entry, load->error) && check_main(load);
}

Program *frontend_load(const FrontendOptions *options, Error *error) {
    Loading load = {.options = options, .error = error, .bits = options->bits};
    load.fe = new_frontend();
    load.fe->program->fold_conditions = options->fold_conditions;
    load.fe->shortens_names = options->shortens_names;
    bool checks_members = options->checks_members && !frontend_refuses_bounds(options);
    load.fe->tells_rooms = checks_members;
    load.fe->converts_results = options->converts_results;
    load.fe->index_checks = frontend_asks_for_bounds(options) ? INDEX_CHECKS_ALL
                            : checks_members                  ? INDEX_CHECKS_MEMBERS
                                                              : INDEX_CHECKS_NONE;
    load.kinds = xcalloc(options->input_count + 1, sizeof *load.kinds);
    load.modules = xcalloc(options->input_count + options->compiled_count + 1, sizeof *load.modules);
    load.jobs = xcalloc(options->input_count + 1, sizeof *load.jobs);
    bool ok = load_all(&load);
    free(load.kinds);
    free(load.modules);
    vec_free(&load.members);
    vec_free(&load.archives);
    free(load.jobs);
    if (ok) return load.fe->program;
    program_free(load.fe->program);
    return NULL;
}
