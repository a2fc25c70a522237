/* Symbolic inputs as KLEE's users spell them: one or two dashes, values as words of their own, any number of groups. They
 * become the options of Loci's own spelling. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 3 };

typedef struct {
    const char *name;
    u32 values;
} KleeWord;

static const KleeWord klee_words[] = {{"sym-arg", 1},   {"sym-args", 3},   {"sym-files", 2},
                                      {"sym-stdin", 1}, {"sym-stdout", 0}, {"max-fail", 1}};

static const KleeWord *word_named(const char *word) {
    size_t dashes = strspn(word, "-");
    for (u32 i = 0; i < COUNT_OF(klee_words); i++)
        if ((dashes == 1 || dashes == 2) && !strcmp(word + dashes, klee_words[i].name)) return &klee_words[i];
    return NULL;
}

bool klee_words_begin(char *const *words) { return word_named(words[0]) != NULL; }

static bool is_number(const char *word) { return *word && !word[strspn(word, "0123456789")]; }

/* Files A, B, C... of `size` bytes each. */
static bool add_files(Options *options, const char *count_text, const char *size, Error *error) {
    u64 count = strtoull(count_text, NULL, 10);
    if (count > 26) return error_set(error, "'--sym-files %s': there are at most 26, A to Z", count_text);
    for (u64 i = 0; i < count; i++) {
        const char *file = arena_printf(&options->arena, "%c=%s", (int)('A' + i), size);
        if (!options_set_text(options, "sym-file", file, error)) return false;
    }
    return true;
}

bool klee_words_parse(Options *options, int argc, char **argv, int *at, Error *error) {
    const KleeWord *word = word_named(argv[*at]);
    const char *values[MOST_VALUES] = {0};
    for (u32 i = 0; i < word->values; i++) {
        if (*at + 1 == argc || !is_number(argv[*at + 1]))
            return error_set(error, "'--%s' needs %u number%s behind it, or --%s=...", word->name, word->values,
                             word->values == 1 ? "" : "s", word->name);
        values[i] = argv[++*at];
    }
    Arena *arena = &options->arena;
    if (!strcmp(word->name, "sym-arg"))
        return options_set_text(options, "sym-args", arena_printf(arena, "1,1,%s", values[0]), error);
    if (!strcmp(word->name, "sym-args"))
        return options_set_text(options, "sym-args", arena_printf(arena, "%s,%s,%s", values[0], values[1], values[2]),
                                error);
    if (!strcmp(word->name, "sym-files")) return add_files(options, values[0], values[1], error);
    if (!strcmp(word->name, "sym-stdin")) return options_set_text(options, "sym-stdin", values[0], error);
    if (!strcmp(word->name, "max-fail")) return options_set_text(options, "max-fail", values[0], error);
    return true; /* sym-stdout: what is printed is always kept */
}
