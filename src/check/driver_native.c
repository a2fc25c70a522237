#include "check/driver_native.h"

#include "check/check.h"

#include <inttypes.h>
#include <string.h>

/* ---- Names of inputs ---- */

/* Without the number that tells those of one name apart: "rand()_1". */
static size_t name_length(const char *name) {
    size_t length = strlen(name), end = length;
    while (end && name[end - 1] >= '0' && name[end - 1] <= '9') end--;
    return end < length && end > 1 && name[end - 1] == '_' ? end - 1 : length;
}

static bool is_called(const NativeInput *input, const char *name) {
    return name_length(input->name) == strlen(name) && !strncmp(input->name, name, strlen(name));
}

/* ---- Functions that are defined nowhere ---- */

static bool is_result_of(const NativeInput *input, const char *function) {
    static const char *const prefixes[] = {INPUT_OF_RESULT, INPUT_OF_ANSWER};
    size_t length = strlen(function), whole = name_length(input->name);
    for (u32 i = 0; i < COUNT_OF(prefixes); i++) {
        size_t before = strlen(prefixes[i]);
        const char *rest = input->name + before;
        if (whole == before + length + 2 && !strncmp(input->name, prefixes[i], before) &&
            !strncmp(rest, function, length) && !strncmp(rest + length, "()", 2))
            return true;
    }
    return false;
}

static const char *type_of_result(const Type *type) {
    if (!type || type->kind == TYPE_VOID) return "void";
    if (type->kind == TYPE_FLOAT) return type->bits == 32 ? "float" : type->bits == 64 ? "double" : NULL;
    if (type->kind == TYPE_INT) return type->bits <= 64 ? "long long" : NULL;
    return type->kind == TYPE_POINTER ? "void *" : NULL;
}

static void add_value(Text *out, const NativeInput *input, const char *type) {
    u64 value = 0;
    memcpy(&value, input->bytes, MIN(input->size, 8u));
    if (input->block) text_printf(out, "return block_%u + %u;", input->block, input->offset);
    else if (!strcmp(type, "void *")) text_printf(out, "return (void *)0x%" PRIx64 ";", value);
    else if (!strcmp(type, "float") || !strcmp(type, "double"))
        text_printf(out, "{ union { unsigned long long bits; %s value; } word = {0x%" PRIx64 "}; return word.value; }",
                    type, value);
    else text_printf(out, "return %" PRId64 ";", sign_extend(value, MIN(input->size, 8u) * 8));
}

static bool has_results(const NativeInputs *inputs, const char *function) {
    for (u32 i = 0; i < inputs->count; i++)
        if (is_result_of(&inputs->at[i], function)) return true;
    return false;
}

/* Weak: the real one, if there is one, is not what was looked at, but it does no harm. The parameter is of a type that no
 * call has: clang drops the arguments of calls to what is then defined with fewer. */
static const char nothing_macro[] = "/* functions that are defined nowhere */\n"
                                    "#define NOWHERE(TYPE, NAME) TYPE given_##NAME(long double) __asm__(#NAME); \\\n"
                                    "    __attribute__((weak)) TYPE given_##NAME(long double unused)\n";

static void define_unknown(Text *out, const Function *function, const NativeInputs *inputs) {
    const char *type = type_of_result(function->type->element);
    if (!type) return;
    text_printf(out, "NOWHERE(%s, %s)", type, function->name);
    if (!has_results(inputs, function->name)) {
        text_add(out, !strcmp(type, "void") ? " {}\n" : " { return 0; }\n");
        return;
    }
    text_add(out, "\n{\n    static int calls;\n    switch (calls++) {\n");
    u32 number = 0;
    for (u32 i = 0; i < inputs->count; i++) {
        if (!is_result_of(&inputs->at[i], function->name)) continue;
        text_printf(out, "    case %u: ", number++);
        add_value(out, &inputs->at[i], type);
        text_add_char(out, '\n');
    }
    text_add(out, "    default: return 0;\n    }\n}\n");
}

/* ---- Functions of the library ---- */

/* By the first of the inputs that they ask for (runtime/contracts). GIVEN(name, type) is the next input of a name. */
static const struct {
    const char *input, *code;
} library_functions[] = {
    {"rand()",
     "int given_rand(void) __asm__(\"rand\");\nint given_rand(void) { return (int)given_number(\"rand()\"); }\n"},
    {"random()",
     "long given_random(void) __asm__(\"random\");\nlong given_random(void) { return given_number(\"random()\"); }\n"},
    {"lrand48()", "long given_lrand48(void) __asm__(\"lrand48\");\nlong given_lrand48(void) { return "
                  "given_number(\"lrand48()\"); }\n"},
    {"mrand48()", "long given_mrand48(void) __asm__(\"mrand48\");\nlong given_mrand48(void) { return "
                  "given_number(\"mrand48()\"); }\n"},
    {"rand_r()", "int given_rand_r(unsigned *seed) __asm__(\"rand_r\");\n"
                 "int given_rand_r(unsigned *seed) { (void)seed; return (int)given_number(\"rand_r()\"); }\n"},
    {"atoi()", "int given_atoi(const char *text) __asm__(\"atoi\");\n"
               "int given_atoi(const char *text) { (void)text; return (int)given_number(\"atoi()\"); }\n"},
    {"atol()", "long given_atol(const char *text) __asm__(\"atol\");\n"
               "long given_atol(const char *text) { (void)text; return given_number(\"atol()\"); }\n"},
    {"atoll()", "long long given_atoll(const char *text) __asm__(\"atoll\");\n"
                "long long given_atoll(const char *text) { (void)text; return given_number(\"atoll()\"); }\n"},
    {"strtol()", "long given_strtol(const char *text, char **end, int base) __asm__(\"strtol\");\n"
                 "long given_strtol(const char *text, char **end, int base)\n"
                 "{ (void)text, (void)end, (void)base; return given_number(\"strtol()\"); }\n"},
    {"strtoul()", "unsigned long given_strtoul(const char *text, char **end, int base) __asm__(\"strtoul\");\n"
                  "unsigned long given_strtoul(const char *text, char **end, int base)\n"
                  "{ (void)text, (void)end, (void)base; return (unsigned long)given_number(\"strtoul()\"); }\n"},
    {"atof()", "double given_atof(const char *text) __asm__(\"atof\");\n"
               "double given_atof(const char *text)\n{\n"
               "    long bits = given_number(\"atof()\");\n"
               "    double value;\n"
               "    (void)text;\n"
               "    __builtin_memcpy(&value, &bits, sizeof value);\n"
               "    return value;\n}\n"},
    {"getchar()", "int given_getchar(void) __asm__(\"getchar\");\nint given_getchar(void) { return "
                  "(int)given_number(\"getchar()\"); }\n"},
    {"fgetc()", "int given_fgetc(void *stream) __asm__(\"fgetc\");\n"
                "int given_fgetc(void *stream) { (void)stream; return (int)given_number(\"fgetc()\"); }\n"},
    {"getc()", "int given_getc(void *stream) __asm__(\"getc\");\n"
               "int given_getc(void *stream) { (void)stream; return (int)given_number(\"getc()\"); }\n"},
    {"fgets()", "char *given_fgets(char *target, int size, void *stream) __asm__(\"fgets\");\n"
                "char *given_fgets(char *target, int size, void *stream)\n{\n"
                "    (void)stream;\n"
                "    if (!given_number(\"fgets()\") || size <= 1) return 0;\n"
                "    target[given_bytes_or(\"line\", target, size - 1)] = 0;\n"
                "    return target;\n}\n"},
    {"gets()", "char *given_gets(char *target) __asm__(\"gets\");\n"
               "char *given_gets(char *target)\n{\n"
               "    if (!given_number(\"gets()\")) return 0;\n"
               "    target[given_bytes_or(\"line\", target, 1024)] = 0;\n"
               "    return target;\n}\n"},
    {"getenv()", "char *given_getenv(const char *name) __asm__(\"getenv\");\n"
                 "char *given_getenv(const char *name)\n{\n"
                 "    static char value[300];\n"
                 "    (void)name;\n"
                 "    if (!given_number(\"getenv()\")) return 0;\n"
                 "    value[given_bytes(\"value of a variable of the environment\", value)] = 0;\n"
                 "    return value;\n}\n"},
    {"read()", "long given_read(int file, void *target, unsigned long size) __asm__(\"read\");\n"
               "long given_read(int file, void *target, unsigned long size)\n{\n"
               "    (void)file;\n"
               "    long count = given_number(\"read()\");\n"
               "    if (count > 0) given_bytes_or(\"received data\", target, size);\n"
               "    return count;\n}\n"},
    {"recv()", "long given_recv(int file, void *target, unsigned long size, int flags) __asm__(\"recv\");\n"
               "long given_recv(int file, void *target, unsigned long size, int flags)\n{\n"
               "    (void)file, (void)flags;\n"
               "    long count = given_number(\"recv()\");\n"
               "    if (count > 0) given_bytes_or(\"received data\", target, size);\n"
               "    return count;\n}\n"},
    {"fread()", "unsigned long given_fread(void *target, unsigned long size, unsigned long count, void *stream) "
                "__asm__(\"fread\");\n"
                "unsigned long given_fread(void *target, unsigned long size, unsigned long count, void *stream)\n{\n"
                "    (void)stream;\n"
                "    given_bytes_or(\"data\", target, size * count);\n"
                "    return (unsigned long)given_number(\"fread()\");\n}\n"},
    {"fopen()", "extern void *given_stream(void) __asm__(\"tmpfile\");\n"
                "void *given_fopen(const char *path, const char *mode) __asm__(\"fopen\");\n"
                "void *given_fopen(const char *path, const char *mode)\n{\n"
                "    (void)path, (void)mode;\n"
                "    return given_number(\"fopen()\") ? given_stream() : 0;\n}\n"},
    {"open()", "extern int given_descriptor(int) __asm__(\"dup\");\n"
               "int given_open(const char *path, int flags, ...) __asm__(\"open\");\n"
               "int given_open(const char *path, int flags, ...)\n{\n"
               "    (void)path, (void)flags;\n"
               "    return given_number(\"open()\") ? given_descriptor(0) : -1;\n}\n"},
    {"scanf()",
     "static int given_scan(__builtin_va_list targets)\n{\n"
     "    int wanted = (int)given_number(\"scanf()\"), count = 0;\n"
     "    for (; count < wanted && next_is_scanned(); count++) take_next(__builtin_va_arg(targets, void *));\n"
     "    return wanted < count ? wanted : count;\n}\n"
     "#define SCAN(NAME, FIRST, LAST, SYMBOL) \\\n"
     "    int NAME(FIRST, ...) __asm__(SYMBOL); \\\n"
     "    int NAME(FIRST, ...) { \\\n"
     "        __builtin_va_list targets; __builtin_va_start(targets, LAST); \\\n"
     "        int count = given_scan(targets); __builtin_va_end(targets); return count; }\n"
     "#define STREAM void *stream, const char *format\n"
     "SCAN(given_scanf, const char *format, format, \"scanf\")\n"
     "SCAN(given_c99_scanf, const char *format, format, \"__isoc99_scanf\")\n"
     "SCAN(given_fscanf, STREAM, format, \"fscanf\")\n"
     "SCAN(given_c99_fscanf, STREAM, format, \"__isoc99_fscanf\")\n"},
};

static const char library_helpers[] =
    "static unsigned given_next;\n"
    "static int given_is(unsigned i, const char *name) { return !__builtin_strcmp(given[i].name, name); }\n"
    "static __attribute__((unused)) unsigned given_bytes(const char *name, void *target)\n{\n"
    "    unsigned i = given_next;\n"
    "    while (i < sizeof given / sizeof given[0] && !given_is(i, name)) i++;\n"
    "    if (i == sizeof given / sizeof given[0]) return 0;\n"
    "    given_next = i + 1;\n"
    "    __builtin_memcpy(target, given[i].bytes, given[i].size);\n"
    "    return given[i].size;\n}\n"
    "/* what is written where it ends is not on record */\n"
    "static __attribute__((unused)) unsigned given_bytes_or(const char *name, void *target, unsigned long size)\n{\n"
    "    unsigned given_size = given_bytes(name, target);\n"
    "    if (!given_size) __builtin_memset(target, 'A', size);\n"
    "    return given_size ? given_size : (unsigned)size;\n}\n"
    "static __attribute__((unused)) long given_number(const char *name)\n{\n"
    "    union { long wide; int narrow; } word = {0};\n"
    "    return given_bytes(name, &word) == sizeof(int) ? word.narrow : word.wide;\n}\n"
    "static __attribute__((unused)) int next_is_scanned(void)\n{\n"
    "    if (given_next == sizeof given / sizeof given[0]) return 0;\n"
    "    const char *name = given[given_next].name;\n"
    "    return !__builtin_strncmp(name, \"scanned\", 7) || !__builtin_strcmp(name, \"text\");\n}\n"
    "static __attribute__((unused)) void take_next(char *target)\n{\n"
    "    unsigned size = given[given_next].size;\n"
    "    __builtin_memcpy(target, given[given_next].bytes, size);\n"
    "    if (given_is(given_next++, \"text\")) target[size] = 0;\n}\n";

static bool is_of_library(const NativeInput *input) {
    static const char *const prefixes[] = {INPUT_OF_RESULT, INPUT_OF_ANSWER, INPUT_OF_EFFECT};
    for (u32 i = 0; i < COUNT_OF(prefixes); i++)
        if (!strncmp(input->name, prefixes[i], strlen(prefixes[i]))) return false;
    return true;
}

static bool has_input(const NativeInputs *inputs, const char *name) {
    for (u32 i = 0; i < inputs->count; i++)
        if (is_called(&inputs->at[i], name)) return true;
    return false;
}

static void define_library(Text *out, const NativeInputs *inputs) {
    bool is_needed = false;
    for (u32 i = 0; i < COUNT_OF(library_functions) && !is_needed; i++)
        is_needed = has_input(inputs, library_functions[i].input);
    if (!is_needed) return;
    text_add(out, "static const struct { const char *name, *bytes; unsigned size; } given[] = {\n");
    for (u32 i = 0; i < inputs->count; i++) {
        const NativeInput *input = &inputs->at[i];
        if (!is_of_library(input)) continue;
        text_printf(out, "    {\"%.*s\", \"", (int)name_length(input->name), input->name);
        for (u32 k = 0; k < input->size; k++) text_printf(out, "\\x%02x", input->bytes[k]);
        text_printf(out, "\", %u},\n", input->size);
    }
    text_printf(out, "};\n%s", library_helpers);
    for (u32 i = 0; i < COUNT_OF(library_functions); i++)
        if (has_input(inputs, library_functions[i].input)) text_add(out, library_functions[i].code);
}

/* ---- Allocations ---- */

static const char *const allocators[] = {"malloc", "calloc", "realloc", "strdup", "strndup"};

void native_begin_failures(Text *out) {
    text_add(out, "#ifndef LOCI_CHECK\n");
    for (u32 i = 0; i < COUNT_OF(allocators); i++)
        text_printf(out, "#define %s given_%s\n", allocators[i], allocators[i]);
    text_add(out, "#endif\n");
}

void native_end_failures(Text *out, const bool *fails, u32 count) {
    text_add(out, "#ifndef LOCI_CHECK\n");
    for (u32 i = 0; i < COUNT_OF(allocators); i++) text_printf(out, "#undef %s\n", allocators[i]);
    text_add(out, "static int given_failure(void)\n{\n    static const char fails[] = {");
    for (u32 i = 0; i < count; i++) text_printf(out, "%s%d", i ? ", " : "", fails[i]);
    text_add(out, "};\n    static unsigned allocations;\n"
                  "    return allocations < sizeof fails && fails[allocations++];\n}\n"
                  "void *given_malloc(unsigned long n) { return given_failure() ? 0 : __builtin_malloc(n); }\n"
                  "void *given_calloc(unsigned long n, unsigned long m)\n"
                  "{\n    return given_failure() ? 0 : __builtin_calloc(n, m);\n}\n"
                  "void *given_realloc(void *p, unsigned long n)\n"
                  "{\n    return given_failure() ? 0 : __builtin_realloc(p, n);\n}\n"
                  "char *given_strdup(const char *s) { return given_failure() ? 0 : __builtin_strdup(s); }\n"
                  "char *given_strndup(const char *s, unsigned long n)\n"
                  "{\n    return given_failure() ? 0 : __builtin_strndup(s, n);\n}\n#endif\n");
}

void native_definitions(Text *out, const Program *program, const NativeInputs *inputs) {
    Text definitions = {0};
    for (u32 i = 0; i < program->functions.count; i++)
        if (program->functions.at[i]->is_unknown) {
            if (!definitions.length) text_add(&definitions, nothing_macro);
            define_unknown(&definitions, program->functions.at[i], inputs);
        }
    define_library(&definitions, inputs);
    if (definitions.length) text_printf(out, "#ifndef LOCI_CHECK\n%s#endif\n\n", definitions.chars);
    text_free(&definitions);
}
