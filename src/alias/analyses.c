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
    {"andersen", "Andersen's: by inclusion, with fields", false, alias_andersen},
    {"steensgaard", "Steensgaard's: by unification", true, steensgaard},
    {"steensgaard-fields", "Steensgaard's with fields of variables", true, steensgaard_fields},
    {"dsa", "data structure analysis, local", true, dsa},
    {"cells", "cells: by unification of fields", true, cells},
    {NULL, NULL, false, NULL},
};

const AliasAnalysis *alias_analysis_named(const char *name) {
    for (const AliasAnalysis *analysis = alias_analyses; analysis->name; analysis++)
        if (!strcmp(analysis->name, name)) return analysis;
    return NULL;
}

bool alias_clones_named(const char *context, const AliasAnalysis *analysis, AliasClones *out, Error *error) {
    *out = ALIAS_CLONES_FEW;
    if (!context || !strcmp(context, "none")) return true;
    if (strcmp(context, "bottom-up") != 0)
        return error_set(error, "there is no context '%s': none and bottom-up are", context);
    *out = ALIAS_BOTTOM_UP;
    return !analysis || analysis->has_summaries ||
           error_set(error,
                     "the analysis %s has no summaries of functions: --context=bottom-up needs one by unification",
                     analysis->name);
}
