/* --write-paths and --replay-path: the decisions of a path as a file, with the identity of the run they were made in. */
#include "report/run.h"

#include <stdio.h>
#include <string.h>

static const char head[] = "loci path ";

/* A path that was merged from others has no decisions of its own alone: no file is written. */
void path_file_write(const Run *run, u32 number) {
    const PathLog *log = &run->e->now.path.log;
    char name[40];
    Text text = {0};
    if (log->origin) return;
    text_printf(&text, "%s%s\n", head, run->options.identity);
    journal_print_decisions(&text, log);
    text_add_char(&text, '\n');
    snprintf(name, sizeof name, "test%06u.path", number);
    run_write_file(run, name, &text);
    text_free(&text);
}

static bool are_decisions(const char *text) {
    size_t length = strspn(text, "0123456789()");
    return text[length] == '\n' || !text[length];
}

bool path_file_read(const char *path, const char *identity, PathLog *log, Error *error) {
    Text text = {0};
    size_t length = strlen(head) + strlen(identity);
    if (!text_read_file(&text, path) || !text.chars) error_set(error, "cannot read '%s'", path);
    else if (strncmp(text.chars, head, strlen(head)) != 0 || text.length <= length ||
             memchr(text.chars, 0, text.length))
        error_set(error, "'%s' is no path: --write-paths writes them", path);
    else if (strncmp(text.chars + strlen(head), identity, strlen(identity)) != 0 || text.chars[length] != '\n')
        error_set(error, "the path in '%s' is of another program, or of a run with other options", path);
    else if (!are_decisions(text.chars + length + 1)) error_set(error, "'%s' is damaged", path);
    else journal_read_decisions(text.chars + length + 1, log);
    text_free(&text);
    return !error_is_set(error);
}
