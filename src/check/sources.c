#include "check/sources.h"

#include <ctype.h>
#include <string.h>

static void find_lines(SourceFile *file) {
    const char *text = file->text.chars;
    vec_push(&file->starts, 0);
    for (u32 i = 0; i < file->text.length; i++)
        if (text[i] == '\n') vec_push(&file->starts, i + 1);
    if (vec_last(&file->starts) != file->text.length) vec_push(&file->starts, (u32)file->text.length);
}

const SourceFile *sources_get(Sources *sources, const char *path) {
    for (u32 i = 0; i < sources->files.count; i++)
        if (!strcmp(sources->files.at[i]->path, path)) return sources->files.at[i];
    SourceFile *file = xcalloc(1, sizeof *file);
    file->path = path;
    if (*path && text_read_file(&file->text, path) && file->text.length) find_lines(file);
    vec_push(&sources->files, file);
    return file;
}

u32 sources_line_count(const SourceFile *file) { return file->starts.count ? file->starts.count - 1 : 0; }

const char *sources_line(const SourceFile *file, u32 number, u32 *length) {
    if (!number || number > sources_line_count(file)) return NULL;
    const char *line = file->text.chars + file->starts.at[number - 1];
    u32 end = file->starts.at[number] - file->starts.at[number - 1];
    while (end && (line[end - 1] == '\n' || line[end - 1] == '\r')) end--;
    *length = end;
    return line;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

u32 sources_end_of_word(const SourceFile *file, u32 line, u32 column) {
    u32 length, end = column;
    const char *text = sources_line(file, line, &length);
    if (!text || !column || column > length) return column + 1;
    while (end <= length && is_word(text[end - 1])) end++;
    return MAX(end, column + 1);
}

bool sources_is_macro(const SourceFile *file, u32 line, u32 column) {
    u32 length, at = column ? column - 1 : 0;
    const char *text = sources_line(file, line, &length);
    bool has_capital = false;
    if (!text || !column) return false;
    for (; at < length && is_word(text[at]); at++) {
        if (islower((unsigned char)text[at])) return false;
        has_capital = has_capital || isupper((unsigned char)text[at]);
    }
    return has_capital && at > column; /* one letter alone is as often a variable */
}

void sources_free(Sources *sources) {
    for (u32 i = 0; i < sources->files.count; i++) {
        text_free(&sources->files.at[i]->text);
        vec_free(&sources->files.at[i]->starts);
        free(sources->files.at[i]);
    }
    vec_free(&sources->files);
}
