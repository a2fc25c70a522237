/* Names that mean another function: --function-alias, and --entry-point for the C library's call of main. */
#include "frontend/state.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* NAME|PATTERN:REPLACEMENT,... */
static bool read_alias(Frontend *fe, const char *text, size_t length, Error *error) {
    const char *colon = memchr(text, ':', length);
    if (!colon || colon == text || colon + 1 == text + length)
        return error_set(error, "'--function-alias=%.*s': NAME:REPLACEMENT is expected", (int)length, text);
    Arena *arena = &fe->program->arena;
    FunctionAlias alias = {.pattern = arena_strndup(arena, text, (size_t)(colon - text)),
                           .replacement = arena_strndup(arena, colon + 1, length - (size_t)(colon + 1 - text))};
    alias.compiled = xmalloc(sizeof(regex_t));
    const char *whole = arena_printf(arena, "^(%s)$", alias.pattern);
    if (regcomp(alias.compiled, whole, REG_EXTENDED | REG_NOSUB)) {
        free(alias.compiled);
        return error_set(error, "'--function-alias=%.*s': '%s' is no regular expression", (int)length, text,
                         alias.pattern);
    }
    vec_push(&fe->aliases, alias);
    return true;
}

bool redirect_read(Frontend *fe, const char *list, Error *error) {
    while (list && *list) {
        size_t length = strcspn(list, ",");
        if (!read_alias(fe, list, length, error)) return false;
        list += length + (list[length] == ',');
    }
    return true;
}

void redirect_free(Frontend *fe) {
    for (u32 i = 0; i < fe->aliases.count; i++) {
        regfree(fe->aliases.at[i].compiled);
        free(fe->aliases.at[i].compiled);
    }
    vec_free(&fe->aliases);
}

static bool has_type(const Frontend *fe, const Function *function, LLVMValueRef named) {
    LLVMTypeRef wanted = LLVMGlobalGetValueType(named);
    const Source *source = function->source;
    return LLVMGlobalGetValueType(source->value) == wanted || LLVMCountParamTypes(wanted) == 0;
}

Function *redirect_of(Frontend *fe, LLVMValueRef value) {
    const char *name = link_name(value);
    bool is_library = fe->current && fe->current->is_library;
    if (is_library) return fe->entry && !strcmp(name, "main") ? fe->entry : NULL;
    for (u32 i = 0; i < fe->aliases.count; i++) {
        const FunctionAlias *alias = &fe->aliases.at[i];
        if (!strcmp(name, alias->replacement) || regexec(alias->compiled, name, 0, NULL, 0)) continue;
        Function *function = link_function_named(fe, alias->replacement);
        if (function && has_type(fe, function, value)) return function;
    }
    return NULL;
}

bool redirect_check(Frontend *fe, const char *entry, Error *error) {
    for (u32 i = 0; i < fe->aliases.count; i++) {
        const FunctionAlias *alias = &fe->aliases.at[i];
        const Function *old = program_function_named(fe->program, alias->pattern);
        const Function *new = link_function_named(fe, alias->replacement);
        if (!new) return error_set(error, "'--function-alias': there is no function '%s'", alias->replacement);
        const Source *source = old ? old->source : NULL;
        if (source && !has_type(fe, new, source->value))
            return error_set(error, "'--function-alias': '%s' and '%s' have different types", alias->pattern,
                             alias->replacement);
    }
    if (!entry || !strcmp(entry, "main")) return true;
    fe->entry = program_function_named(fe->program, entry);
    if (fe->entry && fe->entry->has_body) return true;
    return error_set(error, "'--entry-point': the program has no function '%s'", entry);
}
