/* The table of the analyses. */
#include "alias/unify.h"

#include <string.h>

static Alias *steensgaard(Program *program, AliasClones clones, Error *error) {
    return unify_analyse(program, clones, &dsgraph_engine, DSGRAPH_COLLAPSED, error);
}
static Alias *steensgaard_fields(Program *program, AliasClones clones, Error *error) {
    return unify_analyse(program, clones, &cells_engine, CELLS_TYPE_SAFE, error);
}
static Alias *dsa(Program *program, AliasClones clones, Error *error) {
    return unify_analyse(program, clones, &dsgraph_engine, DSGRAPH_FIELDS, error);
}
static Alias *cells(Program *program, AliasClones clones, Error *error) {
    return unify_analyse(program, clones, &cells_engine, CELLS_PLAIN, error);
}

const AliasAnalysis alias_analyses[] = {
    {"andersen", "Andersen's: by inclusion, with fields", alias_andersen},
    {"steensgaard", "Steensgaard's: by unification", steensgaard},
    {"steensgaard-fields", "Steensgaard's with fields of variables", steensgaard_fields},
    {"dsa", "data structure analysis, local", dsa},
    {"cells", "cells: by unification of fields", cells},
    {NULL, NULL, NULL},
};

const AliasAnalysis *alias_analysis_named(const char *name) {
    for (const AliasAnalysis *analysis = alias_analyses; analysis->name; analysis++)
        if (!strcmp(analysis->name, name)) return analysis;
    return NULL;
}
