/* What a command line means. Of the flags of a compilation those stay that decide what the source means; how it is
 * optimised, what is warned of and where the results go is of no matter here. */
#include "build/build.h"

#include "base/path.h"

#include <string.h>

void build_free(Build *build) {
    for (u32 i = 0; i < build->units.count; i++) {
        vec_free(&build->units.at[i].flags);
        vec_free(&build->units.at[i].objects);
    }
    for (u32 i = 0; i < build->links.count; i++) vec_free(&build->links.at[i].inputs);
    vec_free(&build->units);
    vec_free(&build->links);
    arena_free(&build->arena);
}

/* ---- Names ---- */

static bool has_prefix(const char *text, const char *prefix) { return !strncmp(text, prefix, strlen(prefix)); }

static bool has_suffix(const char *text, const char *suffix) {
    size_t length = strlen(text), wanted = strlen(suffix);
    return length > wanted && !strcmp(text + length - wanted, suffix);
}

static bool has_one_suffix(const char *text, const char *const *suffixes) {
    for (; *suffixes; suffixes++)
        if (has_suffix(text, *suffixes)) return true;
    return false;
}

const char *build_absolute(Arena *arena, const char *folder, const char *path) {
    return path_without_dots(arena, path[0] == '/' ? path : arena_printf(arena, "%s/%s", folder, path));
}

/* ---- Programs ---- */

/* "x86_64-linux-gnu-gcc-12" is a gcc: without a version behind it and a machine before it. */
static bool is_tool(const char *program, const char *const *names) {
    const char *name = path_base(program);
    size_t length = strlen(name);
    while (length && strchr("0123456789.", name[length - 1])) length--;
    if (length && length < strlen(name) && name[length - 1] == '-') length--;
    else if (length < strlen(name)) length = strlen(name); /* c99 */
    for (; *names; names++) {
        size_t wanted = strlen(*names);
        if (length < wanted || strncmp(name + length - wanted, *names, wanted) != 0) continue;
        if (length == wanted || name[length - wanted - 1] == '-') return true;
    }
    return false;
}

static bool is_compiler(const char *program) {
    static const char *const names[] = {"cc", "gcc", "clang", "c89", "c99", "tcc", "icc", "icx", NULL};
    return is_tool(program, names);
}

static bool is_archiver(const char *program) {
    static const char *const names[] = {"ar", "gcc-ar", "llvm-ar", NULL};
    return is_tool(program, names);
}

static bool is_launcher(const char *program) {
    static const char *const names[] = {"ccache", "sccache", "distcc", NULL};
    return is_tool(program, names);
}

/* ---- Flags ---- */

typedef enum { FLAG_KEPT, FLAG_DROPPED, FLAG_STOPS } FlagUse; /* STOPS: nothing is compiled by such a command */

typedef struct {
    const char *name;
    FlagUse use;
    bool has_value;  /* the next word, if nothing follows the name in its own */
    bool is_a_start; /* of the word */
} FlagInfo;

/* The first that fits counts. */
static const FlagInfo flag_infos[] = {
    {"-E", FLAG_STOPS, false, false},
    {"-M", FLAG_STOPS, false, false},
    {"-MM", FLAG_STOPS, false, false},
    {"-fsyntax-only", FLAG_STOPS, false, false},
    {"--version", FLAG_STOPS, false, false},
    {"-dump", FLAG_STOPS, false, true},
    {"-print", FLAG_STOPS, false, true},
    {"--print", FLAG_STOPS, false, true},
    {"-###", FLAG_STOPS, false, false},
    {"-include", FLAG_KEPT, true, false},
    {"-imacros", FLAG_KEPT, true, false},
    {"-isystem", FLAG_KEPT, true, true},
    {"-iquote", FLAG_KEPT, true, true},
    {"-idirafter", FLAG_KEPT, true, true},
    {"-iprefix", FLAG_KEPT, true, false},
    {"-iwithprefixbefore", FLAG_KEPT, true, false},
    {"-iwithprefix", FLAG_KEPT, true, false},
    {"-isysroot", FLAG_KEPT, true, true},
    {"--sysroot=", FLAG_KEPT, false, true},
    {"--sysroot", FLAG_KEPT, true, false},
    {"-I", FLAG_KEPT, true, true},
    {"-D", FLAG_KEPT, true, true},
    {"-U", FLAG_KEPT, true, true},
    {"-std=", FLAG_KEPT, false, true},
    {"-ansi", FLAG_KEPT, false, false},
    {"-nostdinc", FLAG_KEPT, false, false},
    {"-undef", FLAG_KEPT, false, false},
    {"-trigraphs", FLAG_KEPT, false, false},
    {"-pthread", FLAG_KEPT, false, false},
    {"-Wp,-D", FLAG_KEPT, false, true},
    {"-Wp,-U", FLAG_KEPT, false, true},
    {"-MF", FLAG_DROPPED, true, false},
    {"-MT", FLAG_DROPPED, true, false},
    {"-MQ", FLAG_DROPPED, true, false},
    {"-MJ", FLAG_DROPPED, true, false},
    {"-Xclang", FLAG_DROPPED, true, false},
    {"-Xlinker", FLAG_DROPPED, true, false},
    {"-Xassembler", FLAG_DROPPED, true, false},
    {"-Xpreprocessor", FLAG_DROPPED, true, false},
    {"-mllvm", FLAG_DROPPED, true, false},
    {"--param", FLAG_DROPPED, true, false},
    {"-target", FLAG_DROPPED, true, false},
    {"-arch", FLAG_DROPPED, true, false},
    {"-aux-info", FLAG_DROPPED, true, false},
    {"-wrapper", FLAG_DROPPED, true, false},
    {"-framework", FLAG_DROPPED, true, false},
    {"-L", FLAG_DROPPED, true, true},
    {"-l", FLAG_DROPPED, true, true},
    {"-B", FLAG_DROPPED, true, true},
    {"-T", FLAG_DROPPED, true, false},
    {"-u", FLAG_DROPPED, true, false},
    {"-z", FLAG_DROPPED, true, false},
    {"-e", FLAG_DROPPED, true, false},
    {"-mtune", FLAG_DROPPED, false, true},
    /* how the code is made, not what it means */
    {"-fPIC", FLAG_DROPPED, false, false},
    {"-fpic", FLAG_DROPPED, false, false},
    {"-fPIE", FLAG_DROPPED, false, false},
    {"-fpie", FLAG_DROPPED, false, false},
    {"-fno-p", FLAG_DROPPED, false, true},
    {"-fplugin", FLAG_DROPPED, false, true},
    {"-fvisibility", FLAG_DROPPED, false, true},
    {"-fstack-", FLAG_DROPPED, false, true},
    {"-fno-stack-", FLAG_DROPPED, false, true},
    {"-fcf-protection", FLAG_DROPPED, false, true},
    {"-fhardened", FLAG_DROPPED, false, false},
    {"-fzero-", FLAG_DROPPED, false, true},
    {"-ftrivial-auto-var-init", FLAG_DROPPED, false, true}, /* else nothing is uninitialised */
    {"-fdiagnostics", FLAG_DROPPED, false, true},
    {"-fcolor", FLAG_DROPPED, false, true},
    {"-fmessage", FLAG_DROPPED, false, true},
    {"-ffile-prefix-map", FLAG_DROPPED, false, true}, /* else the source is not found */
    {"-fdebug-prefix-map", FLAG_DROPPED, false, true},
    {"-fmacro-prefix-map", FLAG_DROPPED, false, true},
    {"-fdebug", FLAG_DROPPED, false, true},
    {"-fdata-sections", FLAG_DROPPED, false, false},
    {"-ffunction-sections", FLAG_DROPPED, false, false},
    {"-flto", FLAG_DROPPED, false, true},
    {"-fno-lto", FLAG_DROPPED, false, false},
    {"-ffat-lto", FLAG_DROPPED, false, true},
    {"-fuse-ld", FLAG_DROPPED, false, true},
    {"-fsanitize", FLAG_DROPPED, false, true},
    {"-fno-sanitize", FLAG_DROPPED, false, true},
    {"-fprofile", FLAG_DROPPED, false, true},
    {"-ftest-coverage", FLAG_DROPPED, false, true},
    {"-fomit-frame", FLAG_DROPPED, false, true},
    {"-fno-omit-frame", FLAG_DROPPED, false, true},
    {"-funroll", FLAG_DROPPED, false, true},
    {"-finline", FLAG_DROPPED, false, true},
    {"-fno-inline", FLAG_DROPPED, false, true},
    {"-f", FLAG_KEPT, false, true},
    {"-m", FLAG_KEPT, false, true},
};

static const FlagInfo *flag_info(const char *word) {
    for (u32 i = 0; i < COUNT_OF(flag_infos); i++) {
        const FlagInfo *info = &flag_infos[i];
        if (info->is_a_start ? has_prefix(word, info->name) : !strcmp(word, info->name)) return info;
    }
    return NULL;
}

/* ---- A compiler's command ---- */

typedef struct {
    Words flags, sources, links; /* links: what is handed to the linker */
    const char *output;
    u32 other_count;
    int bits;
    bool only_compiles, stops, makes_library;
} Command;

static void read_file_name(Command *command, const char *word) {
    static const char *const c_suffixes[] = {".c", ".i", NULL};
    static const char *const other_suffixes[] = {".cc", ".cpp", ".cxx", ".C",  ".c++", ".m",
                                                 ".mm", ".s",   ".S",   ".sx", NULL};
    if (has_one_suffix(word, c_suffixes)) {
        vec_push(&command->sources, word);
        vec_push(&command->links, word);
    } else if (has_one_suffix(word, other_suffixes)) {
        command->other_count++;
    } else {
        vec_push(&command->links, word); /* objects and archives, whatever their names end in */
    }
}

/* Takes the word, and the one behind it if that is its value. */
static void read_word(Command *command, const Words *words, u32 *at) {
    const char *word = words->at[*at], *next = *at + 1 < words->count ? words->at[*at + 1] : NULL;
    if (word[0] != '-' || !word[1]) {
        if (word[0] != '-') read_file_name(command, word);
        return;
    }
    if (!strcmp(word, "-c") || !strcmp(word, "-S")) command->only_compiles = true;
    if (!strcmp(word, "-shared")) command->makes_library = true;
    if (!strcmp(word, "-m32")) command->bits = 32;
    if (!strcmp(word, "-m64")) command->bits = 64;
    if (!strcmp(word, "-m32") || !strcmp(word, "-m64")) return;
    if (!strcmp(word, "-o") || !strcmp(word, "-x")) {
        if (word[1] == 'o') command->output = next;
        *at += next != NULL;
        return;
    }
    if (has_prefix(word, "-o")) command->output = word + 2;
    const FlagInfo *info = flag_info(word);
    if (!info) return;
    bool has_next = info->has_value && !word[strlen(info->name)] && next;
    if (info->use == FLAG_STOPS) command->stops = true;
    if (info->use == FLAG_KEPT) vec_push(&command->flags, word);
    if (info->use == FLAG_KEPT && has_next) vec_push(&command->flags, next);
    *at += has_next;
}

static void read_command(Command *command, const Words *words) {
    u32 first = words->count > 1 && is_launcher(words->at[0]) ? 2 : 1;
    for (u32 i = first; i < words->count; i++) read_word(command, words, &i);
}

static void free_command(Command *command) {
    vec_free(&command->flags);
    vec_free(&command->sources);
    vec_free(&command->links);
}

/* ---- Units ---- */

/* libtool compiles everything twice; the second time it says so. */
static bool is_about_position(const char *flag) { return !strcmp(flag, "-DPIC"); }

static bool are_same(const Words *a, const Words *b) {
    u32 i = 0, k = 0;
    for (;;) {
        while (i < a->count && is_about_position(a->at[i])) i++;
        while (k < b->count && is_about_position(b->at[k])) k++;
        if (i == a->count || k == b->count) return i == a->count && k == b->count;
        if (strcmp(a->at[i++], b->at[k++]) != 0) return false;
    }
}

static BuildUnit *unit_like(Build *build, const BuildUnit *wanted) {
    for (u32 i = 0; i < build->units.count; i++) {
        BuildUnit *unit = &build->units.at[i];
        if (unit->bits == wanted->bits && !strcmp(unit->folder, wanted->folder) && !strcmp(unit->file, wanted->file) &&
            are_same(&unit->flags, &wanted->flags))
            return unit;
    }
    return NULL;
}

static const char *default_object(Arena *arena, const char *folder, const char *source) {
    const char *name = path_base(source);
    return build_absolute(arena, folder, arena_printf(arena, "%.*s.o", (int)(strlen(name) - 2), name));
}

static void add_unit(Build *build, const char *folder, const char *file, const char *object, const Command *command) {
    Arena *arena = &build->arena;
    BuildUnit unit = {.folder = arena_strdup(arena, folder), .file = arena_strdup(arena, file), .bits = command->bits};
    for (u32 i = 0; i < command->flags.count; i++) vec_push(&unit.flags, arena_strdup(arena, command->flags.at[i]));
    BuildUnit *known = unit_like(build, &unit);
    if (known) vec_free(&unit.flags);
    else vec_push(&build->units, unit);
    if (object) vec_push(&(known ? known : &vec_last(&build->units))->objects, object);
}

void build_add_unit(Build *build, const char *folder, const char *file, const char *output, const Words *words) {
    Command command = {0};
    read_command(&command, words);
    const char *object = output ? output : command.output;
    add_unit(build, folder, file, object ? build_absolute(&build->arena, folder, object) : NULL, &command);
    free_command(&command);
}

static void add_link(Build *build, const char *folder, const char *output, const Words *inputs, bool is_library) {
    BuildLink link = {.output = build_absolute(&build->arena, folder, output), .is_library = is_library};
    for (u32 i = 0; i < inputs->count; i++)
        vec_push(&link.inputs, build_absolute(&build->arena, folder, inputs->at[i]));
    vec_push(&build->links, link);
}

static void add_compilation(Build *build, const char *folder, const Words *words) {
    Command command = {0};
    read_command(&command, words);
    if (!command.stops) {
        build->other_count += command.other_count;
        for (u32 i = 0; i < command.sources.count; i++) {
            const char *source = command.sources.at[i], *object = NULL;
            bool has_own = command.only_compiles && command.output && command.sources.count == 1;
            if (has_own) object = build_absolute(&build->arena, folder, command.output);
            else if (command.only_compiles) object = default_object(&build->arena, folder, source);
            else object = build_absolute(&build->arena, folder, source);
            add_unit(build, folder, source, object, &command);
        }
        if (!command.only_compiles && command.links.count)
            add_link(build, folder, command.output ? command.output : "a.out", &command.links, command.makes_library);
    }
    free_command(&command);
}

/* ar rcs libx.a a.o b.o */
static void add_archive(Build *build, const char *folder, const Words *words) {
    Words inputs = {0};
    const char *output = NULL;
    for (u32 i = 2; i < words->count; i++) {
        const char *word = words->at[i];
        if (has_suffix(word, ".a") && !output) output = word;
        else if (has_suffix(word, ".o") || has_suffix(word, ".lo")) vec_push(&inputs, word);
    }
    if (output && inputs.count) add_link(build, folder, output, &inputs, true);
    vec_free(&inputs);
}

void build_add_command(Build *build, const char *folder, const Words *words) {
    if (!words->count) return;
    bool is_launched = is_launcher(words->at[0]) && words->count > 1 && is_compiler(words->at[1]);
    if (is_compiler(words->at[0]) || is_launched) add_compilation(build, folder, words);
    else if (is_archiver(words->at[0])) add_archive(build, folder, words);
}
