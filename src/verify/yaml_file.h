/* Files in YAML: a document, and what its nodes hold. */
#ifndef VERIFY_YAML_FILE_H
#define VERIFY_YAML_FILE_H

#include "base/error.h"

#include <yaml.h>

/* The first document of a file, for yaml_document_delete. `what` it is to be, for the sentence. False with an error. */
bool yaml_file_load(yaml_document_t *document, const char *what, const char *path, Error *error);
const char *yaml_file_scalar(const yaml_node_t *node); /* NULL: it is none, or there is no node */
yaml_node_t *yaml_file_entry(yaml_document_t *document, const yaml_node_t *node, const char *key); /* NULL: none */

#endif
