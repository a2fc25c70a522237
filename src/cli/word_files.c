/* Words of a command line that stand in files: @FILE. */
#include "cli/cli.h"

#include <string.h>

enum { MOST_FILES_OF_WORDS = 1000 };

/* A word of the file: blanks end it, quotes of either kind and backslashes keep them, as in a shell. */
static const char *read_word(const char *at, Text *word) {
    char quote = 0;
    for (; *at && (quote || !strchr(" \t\r\n", *at)); at++) {
        if (quote ? *at == quote : *at == '"' || *at == '\'') quote = quote ? 0 : *at;
        else if (*at == '\\' && at[1] && quote != '\'') text_add_char(word, *++at);
        else text_add_char(word, *at);
    }
    return at;
}

static bool add_words_of_file(Arena *arena, const char *path, WordList *words, Error *error) {
    Text text = {0}, word = {0};
    bool ok = text_read_file(&text, path);
    if (!ok) error_set(error, "cannot read '%s', which is to hold further options", path);
    for (const char *at = ok && text.chars ? text.chars : ""; *(at += strspn(at, " \t\r\n"));) {
        text_clear(&word);
        at = read_word(at, &word);
        vec_push(words, arena_strdup(arena, word.length ? word.chars : ""));
    }
    text_free(&text);
    text_free(&word);
    return ok;
}

/* @FILE stands for the words in it, also for further files; behind -- for what it is. */
bool words_expand_files(Arena *arena, int argc, char **argv, WordList *words, Error *error) {
    u32 files = 0;
    WordList rest = {0};
    for (int i = argc; i-- > 0;) vec_push(&rest, argv[i]);
    bool ok = true;
    for (bool is_over = false; ok && rest.count;) {
        char *word = vec_pop(&rest);
        is_over = is_over || !strcmp(word, "--");
        if (is_over || word[0] != '@' || !word[1]) {
            vec_push(words, word);
            continue;
        }
        WordList inside = {0};
        ok = files++ < MOST_FILES_OF_WORDS ? add_words_of_file(arena, word + 1, &inside, error)
                                           : error_set(error, "'%s' names itself, or too many others", word);
        while (inside.count) vec_push(&rest, vec_pop(&inside));
        vec_free(&inside);
    }
    vec_free(&rest);
    return ok;
}
