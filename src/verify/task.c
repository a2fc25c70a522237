/* Task definitions: format 1.0 and 2.0 of SV-COMP. */
#include "verify/verify.h"
#include "verify/yaml_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    yaml_document_t document;
    const char *path;
    TaskFile *task;
    Error *error;
} Reader;

/* Names are relative to the file they stand in. */
static const char *beside(Reader *reader, const char *name) {
    const char *slash = strrchr(reader->path, '/');
    if (name[0] == '/' || !slash) return arena_strdup(&reader->task->arena, name);
    return arena_printf(&reader->task->arena, "%.*s/%s", (int)(slash - reader->path), reader->path, name);
}

static bool refuse(Reader *reader, const char *what) {
    return error_set(reader->error, "the task '%s' %s", reader->path, what);
}

static bool read_files(Reader *reader, const yaml_node_t *node) {
    if (yaml_file_scalar(node)) {
        vec_push(&reader->task->files, beside(reader, yaml_file_scalar(node)));
        return true;
    }
    if (!node || node->type != YAML_SEQUENCE_NODE) return refuse(reader, "has no input_files");
    for (const int *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++) {
        const char *name = yaml_file_scalar(yaml_document_get_node(&reader->document, *item));
        if (!name) return refuse(reader, "has input_files that are no names");
        vec_push(&reader->task->files, beside(reader, name));
    }
    return reader->task->files.count ? true : refuse(reader, "has no input_files");
}

static bool is_coverage(const char *name) { return strstr(name, "coverage-") != NULL; }

static bool read_properties(Reader *reader, const yaml_node_t *node) {
    if (!node) return true;
    if (node->type != YAML_SEQUENCE_NODE) return refuse(reader, "has properties that are no list");
    for (const int *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++) {
        const yaml_node_t *property = yaml_document_get_node(&reader->document, *item);
        const char *name = yaml_file_scalar(yaml_file_entry(&reader->document, property, "property_file"));
        if (!name) return refuse(reader, "has a property without a property_file");
        if (!is_coverage(name)) vec_push(&reader->task->properties, beside(reader, name));
    }
    return true;
}

static bool read_options(Reader *reader, const yaml_node_t *node) {
    const char *language = yaml_file_scalar(yaml_file_entry(&reader->document, node, "language"));
    const char *model = yaml_file_scalar(yaml_file_entry(&reader->document, node, "data_model"));
    if (language && strcmp(language, "C") != 0) return refuse(reader, "is not in C");
    if (!model) return true;
    reader->task->bits = !strcmp(model, "ILP32") ? 32 : !strcmp(model, "LP64") ? 64 : 0;
    return reader->task->bits ? true : refuse(reader, "has a data_model that is neither ILP32 nor LP64");
}

static bool read_document(Reader *reader) {
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (!root || root->type != YAML_MAPPING_NODE) return refuse(reader, "is no task definition");
    return read_files(reader, yaml_file_entry(&reader->document, root, "input_files")) &&
           read_properties(reader, yaml_file_entry(&reader->document, root, "properties")) &&
           read_options(reader, yaml_file_entry(&reader->document, root, "options"));
}

bool task_read(const char *path, TaskFile *task, Error *error) {
    *task = (TaskFile){0};
    Reader reader = {.path = path, .task = task, .error = error};
    if (!yaml_file_load(&reader.document, "task", path, error)) return false;
    bool ok = read_document(&reader);
    yaml_document_delete(&reader.document);
    return ok;
}

void task_free(TaskFile *task) {
    vec_free(&task->files);
    vec_free(&task->properties);
    arena_free(&task->arena);
}
