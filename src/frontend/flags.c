/* The flags for clang: the dialect, and what becomes of the user's own.
 *
 * The user's flags decide what is checked: -fsanitize= adds to what Loci has checked by default, -fno-sanitize= takes
 * away, -fwrapv makes overflow no error. Left out is what would put code into the program that the machine cannot
 * execute or has no use for; a note says so, unless it only chooses how a failed check shows itself. */
#include "frontend/frontend.h"

#include <string.h>

/* What clang 19 calls an error by default but accepts when told so (diagtool show-enabled --levels). */
static const char *const lenient_flags[] = {
    "-Wno-error=implicit-int",      "-Wno-error=implicit-function-declaration",
    "-Wno-error=int-conversion",    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",   "-Wno-error=argument-outside-range",
    "-Wno-error=atomic-access",     "-Wno-error=invalid-token-paste",
    "-Wno-error=vec-elem-size",     "-Wno-error=incompatible-ms-struct",
    "-Wno-error=static-float-init", "-Wno-error=signed-unsigned-wchar",
};

/* ---- What is left out ---- */

typedef struct {
    const char *name, *reason;
} LeftOut;

static const LeftOut left_out_sanitizers[] = {
    {"address", "finds errors of memory itself"},
    {"kernel-address", "finds errors of memory itself"},
    {"hwaddress", "finds errors of memory itself"},
    {"kernel-hwaddress", "finds errors of memory itself"},
    {"memtag", "finds errors of memory itself"},
    {"leak", "finds leaks itself"},
    {"memory", "finds uninitialised values itself"},
    {"kernel-memory", "finds uninitialised values itself"},
    {"function", "checks calls itself"},
    {"cfi", "checks calls itself"},
    {"kcfi", "checks calls itself"},
    {"thread", "cannot execute what it inserts"},
    {"dataflow", "cannot execute what it inserts"},
    {"fuzzer", "cannot execute what it inserts"},
    {"fuzzer-no-link", "cannot execute what it inserts"},
    {"numerical", "cannot execute what it inserts"},
    {"safe-stack", "has a stack of its own"},
    {"shadow-call-stack", "has a stack of its own"},
    {"scudo", "has a heap of its own"},
    {"vptr", "knows no C++"},
};

/* Beginnings of flags. Without a reason: they choose how a failed check shows itself, which is Loci's business. */
static const LeftOut left_out_flags[] = {
    {"-fsanitize-coverage", "counts what is covered itself"},
    {"-fprofile-generate", "counts what is covered itself"},
    {"-fprofile-instr-generate", "counts what is covered itself"},
    {"-fcs-profile-generate", "counts what is covered itself"},
    {"-fprofile-arcs", "counts what is covered itself"},
    {"-ftest-coverage", "counts what is covered itself"},
    {"-fcoverage-mapping", "counts what is covered itself"},
    {"-fcoverage-mcdc", "counts what is covered itself"},
    {"--coverage", "counts what is covered itself"},
    {"-coverage", "counts what is covered itself"},
    {"-pg", "counts what is covered itself"},
    {"-fxray-instrument", "cannot execute what it inserts"},
    {"-fsanitize-trap", NULL},
    {"-fno-sanitize-trap", NULL},
    {"-fsanitize-undefined-trap-on-error", NULL},
    {"-fsanitize-minimal-runtime", NULL},
    {"-fsanitize-recover", NULL},
    {"-fno-sanitize-recover", NULL},
};

static const LeftOut *left_out_flag(const char *flag) {
    for (u32 i = 0; i < COUNT_OF(left_out_flags); i++)
        if (!strncmp(flag, left_out_flags[i].name, strlen(left_out_flags[i].name))) return &left_out_flags[i];
    return NULL;
}

/* "address" names itself, and "memtag" also "memtag-stack". */
static const LeftOut *left_out_sanitizer(const char *name, size_t length) {
    for (u32 i = 0; i < COUNT_OF(left_out_sanitizers); i++) {
        const char *other = left_out_sanitizers[i].name;
        size_t shared = strlen(other);
        bool is_family = length > shared && name[shared] == '-' && (!strcmp(other, "memtag") || !strcmp(other, "cfi"));
        if (!strncmp(name, other, MIN(shared, length)) && (length == shared || is_family))
            return &left_out_sanitizers[i];
    }
    return NULL;
}

static const char list_prefix[] = "-fsanitize=";

/* The names in "-fsanitize=a,b", one a call: NULL at the end. */
static const char *next_sanitizer(const char *flag, const char *last, size_t *length) {
    if (!last && strncmp(flag, list_prefix, strlen(list_prefix)) != 0) return NULL;
    const char *name = last ? last + *length : flag + strlen(list_prefix);
    if (last && *name != ',') return NULL;
    name += last != NULL;
    *length = strcspn(name, ",");
    return name;
}

void frontend_flag_notes(const FrontendOptions *options, Text *notes) {
    for (u32 i = 0; i < options->cflag_count; i++) {
        const char *flag = options->cflags[i];
        const LeftOut *left_out = left_out_flag(flag);
        if (left_out && left_out->reason) text_printf(notes, "'%s' is left out: Loci %s\n", flag, left_out->reason);
        size_t length = 0;
        for (const char *name = NULL; (name = next_sanitizer(flag, name, &length));) {
            left_out = left_out_sanitizer(name, length);
            if (left_out)
                text_printf(notes, "'%s%.*s' is left out: Loci %s\n", list_prefix, (int)length, name, left_out->reason);
        }
    }
}

/* ---- Overflow that wraps ---- */

/* 1 or 0 as the last of the two flags says, -1 if neither is given. */
static int last_of(const FrontendOptions *options, const char *yes, const char *no) {
    int answer = -1;
    for (u32 i = 0; i < options->cflag_count; i++) {
        if (!strcmp(options->cflags[i], yes)) answer = 1;
        if (!strcmp(options->cflags[i], no)) answer = 0;
    }
    return answer;
}

static bool asks_for(const FrontendOptions *options, const char *sanitizer) {
    for (u32 i = 0; i < options->cflag_count; i++) {
        size_t length = 0;
        for (const char *name = NULL; (name = next_sanitizer(options->cflags[i], name, &length));)
            if (length == strlen(sanitizer) && !strncmp(name, sanitizer, length)) return true;
    }
    return false;
}

bool frontend_asks_for_bounds(const FrontendOptions *options) {
    return asks_for(options, "array-bounds") || asks_for(options, "bounds") || asks_for(options, "undefined");
}

bool frontend_refuses_bounds(const FrontendOptions *options) {
    return last_of(options, "-fno-sanitize=array-bounds", "-fsanitize=array-bounds") == 1 ||
           last_of(options, "-fno-sanitize=bounds", "-fsanitize=bounds") == 1;
}

/* -ftrapv beats -fwrapv, which beats -fno-strict-overflow, as in clang. */
static bool overflow_wraps(const FrontendOptions *options) {
    for (u32 i = 0; i < options->cflag_count; i++)
        if (!strcmp(options->cflags[i], "-ftrapv")) return false;
    int wraps = last_of(options, "-fwrapv", "-fno-wrapv");
    return wraps >= 0 ? wraps : last_of(options, "-fno-strict-overflow", "-fstrict-overflow") == 1;
}

/* ---- All of them ---- */

static bool gives_standard(const FrontendOptions *options) {
    for (u32 i = 0; i < options->cflag_count; i++)
        if (!strncmp(options->cflags[i], "-std=", 5) || !strcmp(options->cflags[i], "-ansi")) return true;
    return false;
}

/* "-fsanitize=" with the names that stay; NULL if none does. */
static const char *remaining_sanitizers(const char *flag, Arena *arena) {
    const char *rest = NULL;
    size_t length = 0;
    for (const char *name = NULL; (name = next_sanitizer(flag, name, &length));)
        if (!left_out_sanitizer(name, length))
            rest = arena_printf(arena, "%s%s%.*s", rest ? rest : list_prefix, rest ? "," : "", (int)length, name);
    return rest;
}

static void add_user_flags(const FrontendOptions *options, FlagList *flags, Arena *arena) {
    for (u32 i = 0; i < options->cflag_count; i++) {
        const char *flag = options->cflags[i];
        if (left_out_flag(flag)) continue;
        if (!strncmp(flag, list_prefix, strlen(list_prefix))) flag = remaining_sanitizers(flag, arena);
        if (flag) vec_push(flags, flag);
    }
    if (overflow_wraps(options) && !asks_for(options, "signed-integer-overflow"))
        vec_push(flags, "-fno-sanitize=signed-integer-overflow");
}

void frontend_dialect_flags(const FrontendOptions *options, int bits, FlagList *arguments, Arena *arena) {
    for (u32 i = 0; i < COUNT_OF(lenient_flags); i++) vec_push(arguments, lenient_flags[i]);
    if (bits == 32) {
        vec_push(arguments, "-m32");
        vec_push(arguments, "-msse2"); /* floats as 64-bit code has them, not in x87 registers */
        vec_push(arguments, "-mfpmath=sse");
        /* Debian keeps the kernel's asm headers, the same for both, in the folder of the 64-bit model only. */
        vec_push(arguments, "-idirafter");
        vec_push(arguments, "/usr/include/x86_64-linux-gnu");
    } else {
        vec_push(arguments, "-m64");
    }
    if (options->include_dir) {
        vec_push(arguments, "-idirafter");
        vec_push(arguments, options->include_dir);
    }
    if (!gives_standard(options)) vec_push(arguments, "-std=gnu17");
    if (options->quiet_warnings) vec_push(arguments, "-w");
    /* The last array of a struct may go on behind it if it has at most one element. */
    if (options->checks_members) vec_push(arguments, "-fstrict-flex-arrays=1");
    add_user_flags(options, arguments, arena);
}
