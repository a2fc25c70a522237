/* compile_commands.json: an array of objects with directory, file, arguments or command, and output. */
#include "build/build.h"

#include "base/json_value.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- Command lines as text ---- */

typedef struct {
    const char *at;
    Text word;
} Splitter;

static void take_quoted(Splitter *s, char quote) {
    for (s->at++; *s->at && *s->at != quote; s->at++) {
        bool is_escaped = quote == '"' && *s->at == '\\' && s->at[1] && strchr("\"\\$`\n", s->at[1]);
        s->at += is_escaped;
        text_add_char(&s->word, *s->at);
    }
    if (*s->at) s->at++;
}

static void take_word(Splitter *s) {
    text_clear(&s->word);
    text_add(&s->word, "");
    while (*s->at && !strchr(" \t\n", *s->at)) {
        if (*s->at == '\'' || *s->at == '"') {
            take_quoted(s, *s->at);
            continue;
        }
        if (*s->at == '\\' && s->at[1]) s->at++;
        text_add_char(&s->word, *s->at++);
    }
}

void build_split_command(const char *command, Arena *arena, Words *words) {
    Splitter s = {.at = command};
    for (;;) {
        s.at += strspn(s.at, " \t\n");
        if (!*s.at) break;
        take_word(&s);
        vec_push(words, arena_strdup(arena, s.word.length ? s.word.chars : ""));
    }
    text_free(&s.word);
}

/* ---- The database ---- */

static bool read_words(const JsonValue *entry, Arena *arena, Words *words) {
    const JsonValue *arguments = json_member(entry, "arguments");
    const char *command = json_member_string(entry, "command");
    if (arguments && arguments->kind == JSON_ARRAY) {
        for (const JsonValue *word = arguments->first; word; word = word->next) {
            if (word->kind != JSON_STRING) return false;
            vec_push(words, word->string);
        }
    } else if (command) {
        build_split_command(command, arena, words);
    }
    return words->count > 0;
}

static bool is_c(const char *file) {
    size_t length = strlen(file);
    return length > 2 && (!strcmp(file + length - 2, ".c") || !strcmp(file + length - 2, ".i"));
}

static bool read_entry(Build *build, const char *base, const JsonValue *entry) {
    const char *directory = json_member_string(entry, "directory"), *file = json_member_string(entry, "file");
    Words words = {0};
    bool ok = entry->kind == JSON_OBJECT && file && read_words(entry, &build->arena, &words);
    if (ok && !is_c(file)) build->other_count++;
    else if (ok)
        build_add_unit(build, build_absolute(&build->arena, base, directory ? directory : "."), file,
                       json_member_string(entry, "output"), &words);
    vec_free(&words);
    return ok;
}

/* A folder of an entry that is relative is so to the database. */
static const char *folder_of(Arena *arena, const char *path) {
    char *here = getcwd(NULL, 0);
    const char *whole = build_absolute(arena, here ? here : "/", path);
    free(here);
    return arena_strndup(arena, whole, (size_t)(strrchr(whole, '/') - whole));
}

bool build_read_database(Build *build, const char *path, Error *error) {
    Text text = {0};
    Error why = {0};
    if (!text_read_file(&text, path)) return error_set(error, "cannot read '%s': %s", path, strerror(errno));
    const JsonValue *database = json_read(text.chars ? text.chars : "", &build->arena, &why);
    if (!database) error_set(error, "'%s' is no compilation database: %s", path, why.message.chars);
    else if (database->kind != JSON_ARRAY) error_set(error, "'%s' is no compilation database: no array", path);
    const char *base = folder_of(&build->arena, path);
    u32 number = 1;
    for (const JsonValue *entry = database ? database->first : NULL; entry && !error_is_set(error);
         entry = entry->next, number++)
        if (!read_entry(build, base, entry))
            error_set(error, "'%s' is no compilation database: entry %u has no 'file' and 'arguments' or 'command'",
                      path, number);
    text_free(&text);
    error_free(&why);
    return !error_is_set(error);
}
