/* Task definitions: format 1.0 and 2.0 of SV-COMP. */
#include "verify/verify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

typedef struct {
    yaml_document_t document;
    const char *path;
    TaskFile *task;
    Error *error;
} Reader;

static const char *scalar(const yaml_node_t *node) {
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static yaml_node_t *entry(Reader *reader, const yaml_node_t *node, const char *key) {
    if (!node || node->type != YAML_MAPPING_NODE) return NULL;
    const yaml_node_pair_t *end = node->data.mapping.pairs.top;
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < end; pair++) {
        const char *name = scalar(yaml_document_get_node(&reader->document, pair->key));
        if (name && !strcmp(name, key)) return yaml_document_get_node(&reader->document, pair->value);
    }
    return NULL;
}

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
    if (scalar(node)) {
        vec_push(&reader->task->files, beside(reader, scalar(node)));
        return true;
    }
    if (!node || node->type != YAML_SEQUENCE_NODE) return refuse(reader, "has no input_files");
    for (const int *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++) {
        const char *name = scalar(yaml_document_get_node(&reader->document, *item));
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
        const char *name = scalar(entry(reader, property, "property_file"));
        if (!name) return refuse(reader, "has a property without a property_file");
        if (!is_coverage(name)) vec_push(&reader->task->properties, beside(reader, name));
    }
    return true;
}

static bool read_options(Reader *reader, const yaml_node_t *node) {
    const char *language = scalar(entry(reader, node, "language"));
    const char *model = scalar(entry(reader, node, "data_model"));
    if (language && strcmp(language, "C") != 0) return refuse(reader, "is not in C");
    if (!model) return true;
    reader->task->bits = !strcmp(model, "ILP32") ? 32 : !strcmp(model, "LP64") ? 64 : 0;
    return reader->task->bits ? true : refuse(reader, "has a data_model that is neither ILP32 nor LP64");
}

static bool read_document(Reader *reader) {
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (!root || root->type != YAML_MAPPING_NODE) return refuse(reader, "is no task definition");
    return read_files(reader, entry(reader, root, "input_files")) &&
           read_properties(reader, entry(reader, root, "properties")) &&
           read_options(reader, entry(reader, root, "options"));
}

bool task_read(const char *path, TaskFile *task, Error *error) {
    *task = (TaskFile){0};
    FILE *file = fopen(path, "r");
    if (!file) return error_set(error, "cannot read the task '%s': %s", path, strerror(errno));
    Reader reader = {.path = path, .task = task, .error = error};
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_file(&parser, file);
    bool ok = yaml_parser_load(&parser, &reader.document);
    if (ok) {
        ok = read_document(&reader);
        yaml_document_delete(&reader.document);
    } else {
        error_set(error, "%s:%zu: it is no YAML: %s", path, parser.problem_mark.line + 1,
                  parser.problem ? parser.problem : "it cannot be read");
    }
    yaml_parser_delete(&parser);
    fclose(file);
    return ok;
}

void task_free(TaskFile *task) {
    vec_free(&task->files);
    vec_free(&task->properties);
    arena_free(&task->arena);
}
