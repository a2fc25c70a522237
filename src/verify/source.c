#include "verify/source.h"

#include <stdlib.h>
#include <string.h>

bool source_read(Source *source, const char *path) {
    *source = (Source){0};
    if (!text_read_file(&source->text, path)) return false;
    if (!source->text.chars) text_add(&source->text, "");
    vec_push(&source->starts, 0);
    for (u32 i = 0; i < source->text.length; i++)
        if (source->text.chars[i] == '\n') vec_push(&source->starts, i + 1);
    return true;
}

void source_free(Source *source) {
    text_free(&source->text);
    vec_free(&source->starts);
}

const char *source_text(const Source *source, u32 line) {
    return line && line <= source->starts.count ? source->text.chars + source->starts.at[line - 1] : "";
}

/* `# 12 "name"` or `#line 12 "name"`: what the next line is. False: the line is no marker. */
static bool read_marker(const char *text, u32 *line, const char **name, size_t *length) {
    if (*text++ != '#') return false;
    text += strspn(text, " \t");
    if (!strncmp(text, "line", 4)) text += 4 + strspn(text + 4, " \t");
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (end == text) return false;
    *line = (u32)number;
    end += strspn(end, " \t");
    if (*end != '"') return true;
    *name = end + 1;
    *length = strcspn(*name, "\"\n");
    return true;
}

u32 source_line(const Source *source, const char *path, const char *file, u32 line) {
    const char *name = path;
    size_t length = strlen(path);
    u32 presumed = 1;
    for (u32 i = 1; i <= source->starts.count; i++) {
        if (read_marker(source_text(source, i), &presumed, &name, &length)) continue;
        if (presumed == line && strlen(file) == length && !strncmp(file, name, length)) return i;
        presumed++;
    }
    return 0;
}

u32 source_statement(const Source *source, u32 line, u32 column) {
    const char *text = source_text(source, line);
    u32 start = 0;
    for (u32 i = 0; i + 1 < column && text[i] && text[i] != '\n'; i++)
        if (strchr(";{}:", text[i])) start = i + 1;
    while (start + 1 < column && (text[start] == ' ' || text[start] == '\t')) start++;
    return start + 1;
}

u32 source_call_end(const Source *source, u32 line, u32 column) {
    const char *text = source_text(source, line);
    size_t length = strcspn(text, "\n");
    u32 depth = 0;
    for (u32 i = column ? column - 1 : 0; i < length; i++) {
        if (text[i] == '(') depth++;
        if (text[i] == ')' && depth) {
            depth--;
            if (!depth) return i + 1;
        }
        if (text[i] == ';' && !depth) return 0;
    }
    return 0;
}
