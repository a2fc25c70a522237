#include "cli/check_plan.h"

#include "base/map.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What there is ---- */

static bool has_suffix(const char *path, const char *suffix) {
    size_t length = strlen(path), wanted = strlen(suffix);
    return length > wanted && !strcmp(path + length - wanted, suffix);
}

/* A folder stands for the database in it. */
static const char *database_of(CheckPlan *plan, const char *input) {
    struct stat status;
    if (has_suffix(input, ".json")) return input;
    bool is_folder = !stat(input, &status) && S_ISDIR(status.st_mode);
    return is_folder ? arena_printf(&plan->arena, "%s/compile_commands.json", input) : NULL;
}

static bool collect_inputs(CheckPlan *plan, const Options *options, Error *error) {
    char *here = getcwd(NULL, 0);
    bool has_database = false;
    for (u32 i = 0; i < options->inputs.count && !error_is_set(error); i++) {
        const char *input = options->inputs.at[i], *database = database_of(plan, input);
        bool is_c = has_suffix(input, ".c") || has_suffix(input, ".i") || has_suffix(input, ".h");
        has_database = has_database || database;
        if (database) build_read_database(&plan->build, database, error);
        else if (access(input, R_OK)) error_set(error, "cannot read '%s': %s", input, strerror(errno));
        else if (is_c) build_add_unit(&plan->build, here ? here : "/", input, NULL, &(Words){0});
        else plan->is_whole = true;
    }
    free(here);
    if (plan->is_whole && has_database) error_set(error, "a compilation database and bitcode do not go together");
    plan->frontend.shortens_names = has_database;
    return !error_is_set(error);
}

static bool collect_build(CheckPlan *plan, const Options *options, Error *error) {
    Words command = {0};
    int status = 0;
    const char *recorder = arena_printf(&plan->arena, "%s/record.so", plan->frontend.runtime_dir);
    if (options->inputs.count)
        return error_set(error, "files or a build after --, not both: '%s'", options->inputs.at[0]);
    for (u32 i = 0; i < options->arguments.count; i++) vec_push(&command, options->arguments.at[i]);
    vec_push(&command, NULL);
    plan->frontend.shortens_names = true;
    bool ok = build_record(&plan->build, (char *const *)(uintptr_t)command.at, recorder, &status, error);
    vec_free(&command);
    if (ok && !plan->build.units.count)
        return error_set(error,
                         "'%s' compiled no C file%s: only what is compiled is looked at, so begin with a clean tree",
                         options->arguments.at[0], status ? " and failed" : "");
    if (ok && status)
        fprintf(stderr, "loci: note: '%s' ended with status %d: what it compiled is looked at\n",
                options->arguments.at[0], status);
    return ok;
}

static void say_what_is_left_out(const Build *build) {
    if (build->other_count)
        fprintf(stderr, "loci: note: %u file%s no C and left out\n", build->other_count,
                build->other_count == 1 ? " is" : "s are");
}

/* ---- Flags ---- */

static u64 number_of(StringMap *known, Words *all, const char *flag) {
    u64 number;
    if (string_map_get(known, flag, &number)) return number;
    string_map_put(known, flag, all->count);
    vec_push(all, flag);
    return all->count - 1;
}

static bool may_be_unknown(const char *flag) { return flag[0] == '-' && (flag[1] == 'f' || flag[1] == 'm'); }

/* Builds for other compilers have flags that clang refuses. */
static void leave_out_unknown_flags(CheckPlan *plan) {
    StringMap known = {0};
    Words all = {0};
    FlagNumbers unknown = {0};
    for (u32 i = 0; i < plan->build.units.count; i++)
        for (u32 k = 0; k < plan->build.units.at[i].flags.count; k++)
            if (may_be_unknown(plan->build.units.at[i].flags.at[k]))
                number_of(&known, &all, plan->build.units.at[i].flags.at[k]);
    frontend_unknown_flags(all.at, all.count, &unknown);
    for (u32 i = 0; i < unknown.count; i++) {
        const char *flag = all.at[unknown.at[i]];
        fprintf(stderr, "loci: note: '%s' is left out: clang does not know it\n", flag);
        for (u32 k = 0; k < plan->build.units.count; k++) {
            Words *flags = &plan->build.units.at[k].flags;
            u32 kept = 0;
            for (u32 n = 0; n < flags->count; n++)
                if (strcmp(flags->at[n], flag) != 0) flags->at[kept++] = flags->at[n];
            flags->count = kept;
        }
    }
    string_map_free(&known);
    vec_free(&all);
    vec_free(&unknown);
}

/* ---- Units: from the cache, or compiled ---- */

static void prepare(CheckPlan *plan, const BuildUnit *unit, PlannedUnit *out) {
    *out = (PlannedUnit){.unit = unit};
    out->source = (FrontendUnit){.path = unit->file,
                                 .folder = unit->folder,
                                 .cflags = unit->flags.at,
                                 .cflag_count = unit->flags.count,
                                 .bits = unit->bits            ? unit->bits
                                         : plan->frontend.bits ? plan->frontend.bits
                                                               : 64};
}

static void add_field(Text *content, const char *text) {
    text_add(content, text);
    text_add_char(content, 0);
}

static void unit_key(const CheckPlan *plan, const PlannedUnit *unit, char key[CACHE_KEY]) {
    Text content = {0};
    add_field(&content, "unit");
    add_field(&content, plan->loci);
    add_field(&content, unit->source.folder);
    add_field(&content, unit->source.path);
    text_printf(&content, "%d", unit->source.bits);
    add_field(&content, "");
    for (u32 i = 0; i < plan->flags.count; i++) add_field(&content, plan->flags.at[i]);
    add_field(&content, "");
    for (u32 i = 0; i < unit->source.cflag_count; i++) add_field(&content, unit->source.cflags[i]);
    cache_key(&content, key);
    text_free(&content);
}

/* Hashes of files that were read in this run, each once. */
typedef struct {
    StringMap numbers;
    VEC(const char *) hashes; /* "": it cannot be read */
    Arena *arena;
} FileHashes;

static const char *file_hash(FileHashes *files, const char *folder, const char *path) {
    u64 number;
    const char *whole = build_absolute(files->arena, folder, path);
    if (string_map_get(&files->numbers, whole, &number)) return files->hashes.at[number];
    Text text = {0};
    char hash[CACHE_KEY] = "";
    if (text_read_file(&text, whole)) cache_key(&text, hash);
    text_free(&text);
    string_map_put(&files->numbers, whole, files->hashes.count);
    vec_push(&files->hashes, arena_strdup(files->arena, hash));
    return vec_last(&files->hashes);
}

/* The words of a line after the first: "defines a b c". */
static void add_words(Arena *arena, char *line, Words *words) {
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) vec_push(words, arena_strdup(arena, word));
}

/* What the cache knows of a unit, if none of the files that it read has changed since. */
static bool recall(CheckPlan *plan, PlannedUnit *unit, FileHashes *files) {
    char key[CACHE_KEY];
    Text entry = {0};
    unit_key(plan, unit, key);
    bool is_valid = cache_get(&plan->cache, key, &entry) && entry.length;
    for (char *line = is_valid ? entry.chars : NULL; is_valid && line && *line;) {
        char *end = strchr(line, '\n');
        if (!end) break;
        *end = 0;
        if (!strncmp(line, "reads ", 6) && strlen(line) > 6 + CACHE_KEY) {
            const char *path = line + 6 + CACHE_KEY;
            is_valid = !strncmp(file_hash(files, unit->source.folder, path), line + 6, CACHE_KEY - 1);
        } else if (!strncmp(line, "bitcode ", 8) && strlen(line) == 8 + CACHE_KEY - 1) {
            memcpy(unit->hash, line + 8, CACHE_KEY);
        } else if (!strncmp(line, "defines ", 8)) {
            add_words(&plan->arena, line + 8, &unit->defines);
        } else if (!strncmp(line, "wants ", 6)) {
            add_words(&plan->arena, line + 6, &unit->wants);
        }
        line = end + 1;
    }
    is_valid = is_valid && unit->hash[0];
    if (!is_valid) {
        unit->hash[0] = 0;
        vec_clear(&unit->defines);
        vec_clear(&unit->wants);
    }
    text_free(&entry);
    return is_valid;
}

/* False: a file went while we looked, and nothing can be said. */
static bool describe_reads(const PlannedUnit *unit, FileHashes *files, Text *entry) {
    for (u32 i = 0; i < unit->compiled.reads.count; i++) {
        const char *hash = file_hash(files, unit->source.folder, unit->compiled.reads.at[i]);
        if (!hash[0]) return false;
        text_printf(entry, "reads %s %s\n", hash, unit->compiled.reads.at[i]);
    }
    return unit->compiled.reads.count > 0;
}

static void describe_names(Text *entry, const char *what, const Words *names) {
    text_printf(entry, "%s ", what);
    for (u32 i = 0; i < names->count; i++) text_printf(entry, "%s ", names->at[i]);
    text_add_char(entry, '\n');
}

static void remember(CheckPlan *plan, const PlannedUnit *unit, FileHashes *files) {
    char key[CACHE_KEY];
    Text entry = {0};
    if (describe_reads(unit, files, &entry)) {
        text_printf(&entry, "bitcode %s\n", unit->hash);
        describe_names(&entry, "defines", &unit->defines);
        describe_names(&entry, "wants", &unit->wants);
        unit_key(plan, unit, key);
        cache_put(&plan->cache, key, &entry);
    }
    text_free(&entry);
}

static void compile(CheckPlan *plan, PlannedUnit **units, u32 count) {
    FrontendUnit *sources = xcalloc(count + 1, sizeof *sources);
    CompiledUnit *compiled = xcalloc(count + 1, sizeof *compiled);
    for (u32 i = 0; i < count; i++) sources[i] = units[i]->source;
    frontend_compile(&plan->frontend, sources, count, compiled);
    for (u32 i = 0; i < count; i++) {
        PlannedUnit *unit = units[i];
        unit->compiled = compiled[i];
        Text bitcode = {compiled[i].bitcode, compiled[i].size, compiled[i].size};
        if (compiled[i].bitcode) cache_key(&bitcode, unit->hash);
        vec_clear(&unit->defines);
        vec_clear(&unit->wants);
        for (u32 k = 0; k < compiled[i].defines.count; k++) vec_push(&unit->defines, compiled[i].defines.at[k]);
        for (u32 k = 0; k < compiled[i].wants.count; k++) vec_push(&unit->wants, compiled[i].wants.at[k]);
    }
    free(sources);
    free(compiled);
}

static void free_unit(PlannedUnit *unit) {
    vec_free(&unit->defines);
    vec_free(&unit->wants);
    frontend_unit_free(&unit->compiled);
}

/* A file that does not compile is left out; if there is no other, that is the end. */
static bool leave_out_broken(CheckPlan *plan, Error *error) {
    u32 kept = 0, all = plan->units.count;
    for (u32 i = 0; i < all; i++) {
        PlannedUnit *unit = &plan->units.at[i];
        if (unit->hash[0]) {
            plan->units.at[kept++] = *unit;
            continue;
        }
        const char *message = unit->compiled.error.message.chars;
        if (all == 1) error_set(error, "%s", message);
        else fprintf(stderr, "loci: %s: it is left out\n", message);
        free_unit(unit);
    }
    plan->left_out = all - kept;
    plan->units.count = kept;
    return kept || error_is_set(error) || error_set(error, "none of %u files compiles", all);
}

static bool plan_units(CheckPlan *plan, Error *error) {
    VEC(PlannedUnit *) unknown = {0};
    FileHashes files = {.arena = &plan->arena};
    vec_reserve(&plan->units, plan->build.units.count);
    for (u32 i = 0; i < plan->build.units.count; i++) {
        PlannedUnit *unit = &plan->units.at[plan->units.count++];
        prepare(plan, &plan->build.units.at[i], unit);
        if (!recall(plan, unit, &files)) vec_push(&unknown, unit);
    }
    compile(plan, unknown.at, unknown.count);
    for (u32 i = 0; i < unknown.count; i++)
        if (unknown.at[i]->hash[0]) remember(plan, unknown.at[i], &files);
    vec_free(&unknown);
    string_map_free(&files.numbers);
    vec_free(&files.hashes);
    return leave_out_broken(plan, error);
}

static void plan_programs(CheckPlan *plan) {
    BuildSymbols *symbols = xcalloc(plan->units.count + 1, sizeof *symbols);
    for (u32 i = 0; i < plan->units.count; i++) {
        const PlannedUnit *unit = &plan->units.at[i];
        symbols[i] = (BuildSymbols){unit->unit, unit->defines, unit->wants};
    }
    build_group(&plan->build, symbols, plan->units.count, &plan->programs);
    free(symbols);
}

/* ---- Which Loci ---- */

/* Written when it was built; and what the file system says, for it may have been replaced since. */
static const char *describe_loci(CheckPlan *plan) {
    Text stamp = {0};
    struct stat status = {0};
    const char *path = arena_printf(&plan->arena, "%s/stamp", plan->frontend.runtime_dir);
    bool has_stamp = text_read_file(&stamp, path) && !stat("/proc/self/exe", &status);
    const char *result =
        has_stamp ? arena_printf(&plan->arena, "%s %s %lld %lld.%ld", LOCI_VERSION, stamp.chars,
                                 (long long)status.st_size, (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
                  : NULL;
    text_free(&stamp);
    return result;
}

/* ---- All of it ---- */

bool check_plan_make(CheckPlan *plan, const Options *options, const FlagList *further_flags, Error *error) {
    plan->frontend = options_frontend(options, &plan->arena);
    for (u32 i = 0; i < options->cflags.count; i++) vec_push(&plan->flags, options->cflags.at[i]);
    for (u32 i = 0; i < further_flags->count; i++) vec_push(&plan->flags, further_flags->at[i]);
    plan->frontend.cflags = plan->flags.at;
    plan->frontend.cflag_count = plan->flags.count;
    plan->frontend.needs_main = plan->frontend.makes_main = plan->frontend.contracts = true;
    plan->frontend.converts_results = true;
    plan->loci = describe_loci(plan);
    const char *cache = options->cache ? options->cache : getenv("LOCI_CACHE");
    if (plan->loci && !(cache && !strcmp(cache, "none"))) cache_open(&plan->cache, cache);
    bool ok = options->arguments.count ? collect_build(plan, options, error) : collect_inputs(plan, options, error);
    if (!ok || plan->is_whole) return ok;
    if (!plan->build.units.count) return error_set(error, "there is no C file to look at");
    say_what_is_left_out(&plan->build);
    leave_out_unknown_flags(plan);
    if (!plan_units(plan, error)) return false;
    plan_programs(plan);
    return true;
}

u32 check_plan_program_count(const CheckPlan *plan) { return plan->is_whole ? 1 : plan->programs.count; }

void check_plan_key(CheckPlan *plan, u32 program, const char *settings, char key[CACHE_KEY]) {
    key[0] = 0;
    if (plan->is_whole || !plan->cache.folder) return;
    Text content = {0};
    char *here = getcwd(NULL, 0);
    add_field(&content, "program");
    add_field(&content, plan->loci);
    add_field(&content, settings);
    add_field(&content, here ? here : "");
    add_field(&content, plan->frontend.shortens_names ? "short" : "");
    for (u32 i = 0; i < plan->programs.at[program].count; i++) {
        BuildMember member = plan->programs.at[program].at[i];
        add_field(&content, plan->units.at[member.unit].hash);
        add_field(&content, member.is_context ? "context" : "");
    }
    cache_key(&content, key);
    text_free(&content);
    free(here);
}

static void compile_members(CheckPlan *plan, const BuildMembers *members) {
    VEC(PlannedUnit *) missing = {0};
    for (u32 i = 0; i < members->count; i++) {
        PlannedUnit *unit = &plan->units.at[members->at[i].unit];
        if (!unit->compiled.bitcode) vec_push(&missing, unit);
    }
    compile(plan, missing.at, missing.count);
    vec_free(&missing);
}

Program *check_plan_load(CheckPlan *plan, u32 number, Error *error) {
    if (plan->is_whole) return frontend_load(&plan->frontend, error);
    const BuildMembers *members = &plan->programs.at[number];
    compile_members(plan, members);
    FrontendOptions options = plan->frontend;
    const CompiledUnit **compiled = xcalloc(members->count + 1, sizeof *compiled);
    bool *is_context = xcalloc(members->count + 1, sizeof *is_context), is_whole = true;
    for (u32 i = 0; i < members->count; i++) {
        const PlannedUnit *unit = &plan->units.at[members->at[i].unit];
        compiled[i] = &unit->compiled;
        is_context[i] = members->at[i].is_context;
        is_whole = is_whole && unit->compiled.bitcode;
        options.bits = unit->source.bits;
    }
    options.input_count = 0;
    options.compiled = compiled;
    options.is_context = is_context;
    options.compiled_count = members->count;
    Program *program = NULL;
    if (is_whole) program = frontend_load(&options, error);
    else error_set(error, "a file changed while it was looked at");
    free(compiled);
    free(is_context);
    return program;
}

void check_plan_free(CheckPlan *plan) {
    for (u32 i = 0; i < plan->units.count; i++) free_unit(&plan->units.at[i]);
    vec_free(&plan->units);
    vec_free(&plan->flags);
    build_groups_free(&plan->programs);
    build_free(&plan->build);
    cache_close(&plan->cache);
    arena_free(&plan->arena);
}
