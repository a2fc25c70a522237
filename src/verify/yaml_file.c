#include "verify/yaml_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool yaml_file_load(yaml_document_t *document, const char *what, const char *path, Error *error) {
    FILE *file = fopen(path, "r");
    if (!file) return error_set(error, "cannot read the %s '%s': %s", what, path, strerror(errno));
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_file(&parser, file);
    bool ok = yaml_parser_load(&parser, document);
    if (!ok)
        error_set(error, "%s:%zu: it is no YAML: %s", path, parser.problem_mark.line + 1,
                  parser.problem ? parser.problem : "it cannot be read");
    yaml_parser_delete(&parser);
    fclose(file);
    return ok;
}

const char *yaml_file_scalar(const yaml_node_t *node) {
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

yaml_node_t *yaml_file_entry(yaml_document_t *document, const yaml_node_t *node, const char *key) {
    if (!node || node->type != YAML_MAPPING_NODE) return NULL;
    const yaml_node_pair_t *end = node->data.mapping.pairs.top;
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < end; pair++) {
        const char *name = yaml_file_scalar(yaml_document_get_node(document, pair->key));
        if (name && !strcmp(name, key)) return yaml_document_get_node(document, pair->value);
    }
    return NULL;
}
