#include "term/smt_scope.h"

#include <stdlib.h>
#include <string.h>

SmtScope *smt_scope_new(TermStore *store) {
    SmtScope *scope = xcalloc(1, sizeof *scope);
    scope->store = store;
    return scope;
}

void smt_scope_free(SmtScope *scope) {
    arena_free(&scope->arena);
    string_map_free(&scope->latest);
    vec_free(&scope->bindings);
    vec_free(&scope->levels);
    vec_free(&scope->declarations);
    vec_free(&scope->declaration_levels);
    free(scope);
}

void smt_scope_mark(SmtScope *scope, TermStore *store) {
    for (u32 i = 0; i < scope->bindings.count; i++) {
        const SmtBinding *binding = &scope->bindings.at[i];
        term_mark(store, binding->value.term);
        for (u32 j = 0; j < binding->parameter_count; j++) term_mark(store, binding->parameters[j].term);
    }
}

void smt_bind(SmtScope *scope, SmtBinding binding) {
    u64 shadowed = 0;
    if (!string_map_get(&scope->latest, binding.name, &shadowed))
        binding.name = arena_strdup(&scope->arena, binding.name);
    binding.shadowed = (u32)shadowed;
    vec_push(&scope->bindings, binding);
    string_map_put(&scope->latest, binding.name, scope->bindings.count);
}

void smt_unbind_to(SmtScope *scope, u32 count) {
    while (scope->bindings.count > count) {
        SmtBinding binding = vec_pop(&scope->bindings);
        string_map_put(&scope->latest, binding.name, binding.shadowed);
    }
}

const SmtBinding *smt_lookup(const SmtScope *scope, const char *name) {
    u64 number = 0;
    string_map_get(&scope->latest, name, &number);
    return number ? &scope->bindings.at[number - 1] : NULL;
}

void smt_scope_push(SmtScope *scope) {
    vec_push(&scope->levels, scope->bindings.count);
    vec_push(&scope->declaration_levels, scope->declarations.count);
}

void smt_scope_pop(SmtScope *scope) {
    smt_unbind_to(scope, vec_pop(&scope->levels));
    scope->declarations.count = vec_pop(&scope->declaration_levels);
}

u32 smt_declaration_count(const SmtScope *scope) { return scope->declarations.count; }
const SmtDeclaration *smt_declaration(const SmtScope *scope, u32 number) { return &scope->declarations.at[number]; }

bool smt_same_sort(const SmtSort *a, const SmtSort *b) {
    return a->kind == b->kind && a->width == b->width && a->index_width == b->index_width &&
           a->bool_elements == b->bool_elements;
}

bool smt_read_number(const Sexp *sexp, u32 low, u32 high, u32 *out, Error *error) {
    unsigned long number = sexp->kind == SEXP_NUMBER ? strtoul(sexp->text, NULL, 10) : 0;
    if (sexp->kind != SEXP_NUMBER || strlen(sexp->text) > 9 || number < low || number > high)
        return sexp_error(error, sexp, "expected a number from %u to %u", low, high);
    *out = (u32)number;
    return true;
}

enum { WIDEST = 1 << 24 };

static bool read_indexed_sort(const Sexp *sexp, SmtSort *out, Error *error) {
    u32 first, second;
    if (sexp->count == 3 && sexp_is(sexp->items[1], "BitVec")) {
        if (!smt_read_number(sexp->items[2], 1, WIDEST, &first, error)) return false;
        *out = smt_bits_sort(first);
        return true;
    }
    if (sexp->count == 4 && sexp_is(sexp->items[1], "FloatingPoint")) {
        if (!smt_read_number(sexp->items[2], 2, 1000, &first, error)) return false;
        if (!smt_read_number(sexp->items[3], 2, 1000, &second, error)) return false;
        if (smt_float_sort(first, second, out)) return true;
        return sexp_error(error, sexp, "unsupported float format (_ FloatingPoint %u %u): Loci has those of C", first,
                          second);
    }
    return sexp_error(error, sexp, "expected (_ BitVec n) or (_ FloatingPoint e s)");
}

static bool read_named_sort(SmtScope *scope, const Sexp *sexp, SmtSort *out, Error *error) {
    static const struct {
        const char *name;
        u32 exponent, significand;
    } floats[] = {{"Float16", 5, 11}, {"Float32", 8, 24}, {"Float64", 11, 53}, {"Float128", 15, 113}};
    const SmtBinding *bound = smt_lookup(scope, sexp->text);
    if (bound && bound->kind == BINDS_SORT) {
        *out = bound->value.sort;
        return true;
    }
    if (!strcmp(sexp->text, "Bool")) {
        *out = smt_bool_sort();
        return true;
    }
    if (!strcmp(sexp->text, "RoundingMode")) {
        *out = smt_rounding_sort();
        return true;
    }
    for (u32 i = 0; i < COUNT_OF(floats); i++)
        if (!strcmp(sexp->text, floats[i].name)) return smt_float_sort(floats[i].exponent, floats[i].significand, out);
    return sexp_error(error, sexp, "unsupported sort %s: Loci has Bool, bit-vectors, arrays and floats", sexp->text);
}

static bool read_simple_sort(SmtScope *scope, const Sexp *sexp, SmtSort *out, Error *error) {
    if (sexp->kind == SEXP_SYMBOL) return read_named_sort(scope, sexp, out, error);
    if (sexp_is_list_of(sexp, "_")) return read_indexed_sort(sexp, out, error);
    return sexp_error(error, sexp, "expected a sort");
}

static bool read_array_sort(SmtScope *scope, const Sexp *sexp, SmtSort *out, Error *error) {
    SmtSort index = {.kind = SORT_ARRAY}, element = index;
    for (u32 i = 1; i < 3; i++) /* arrays inside arrays are refused unread, however deep */
        if (!sexp_is_list_of(sexp->items[i], "Array") &&
            !read_simple_sort(scope, sexp->items[i], i == 1 ? &index : &element, error))
            return false;
    if (index.kind != SORT_BITS || index.width > 64)
        return sexp_error(error, sexp->items[1],
                          "unsupported array index: Loci has bit-vectors of up to 64 bits there");
    if (element.kind != SORT_BITS && element.kind != SORT_BOOL)
        return sexp_error(error, sexp->items[2], "unsupported array element: Loci has bit-vectors there");
    *out = (SmtSort){.kind = SORT_ARRAY,
                     .width = element.width,
                     .index_width = index.width,
                     .bool_elements = element.kind == SORT_BOOL};
    return true;
}

bool smt_read_sort(SmtScope *scope, const Sexp *sexp, SmtSort *out, Error *error) {
    if (sexp_is_list_of(sexp, "Array") && sexp->count == 3) return read_array_sort(scope, sexp, out, error);
    return read_simple_sort(scope, sexp, out, error);
}

/* Declarations. */

static bool check_new_name(SmtScope *scope, const Sexp *name, Error *error) {
    if (name->kind != SEXP_SYMBOL) return sexp_error(error, name, "expected a name");
    if (name->text[0] == '@' || name->text[0] == '.')
        return sexp_error(error, name, "expected a name that does not begin with %c: SMT-LIB reserves these",
                          name->text[0]);
    if (smt_lookup(scope, name->text)) return sexp_error(error, name, "%s is declared already", name->text);
    return true;
}

static void declare_constant(SmtScope *scope, const char *name, SmtSort sort) {
    Term *term = sort.kind == SORT_ARRAY ? term_symbol_array(scope->store, name, sort.index_width, sort.width)
                                         : term_symbol(scope->store, name, sort.width);
    if (sort.kind == SORT_ROUNDING) term = smt_any_mode(scope->store, term);
    smt_bind(scope, (SmtBinding){.name = name, .kind = BINDS_VALUE, .value = {.term = term, .sort = sort}});
    vec_push(&scope->declarations,
             (SmtDeclaration){.name = vec_last(&scope->bindings).name, .sort = sort, .term = term});
}

static bool declare_function(SmtScope *scope, const Sexp *command, SmtSort result, Error *error) {
    const Sexp *list = command->items[2];
    u32 widths[255];
    if (list->count > 255) return sexp_error(error, list, "unsupported function of more than 255 parameters");
    SmtParameter *parameters = ARENA_ARRAY(&scope->arena, SmtParameter, list->count);
    SmtSort *sorts = ARENA_ARRAY(&scope->arena, SmtSort, list->count);
    for (u32 i = 0; i < list->count; i++) {
        if (!smt_read_sort(scope, list->items[i], &sorts[i], error)) return false;
        if (sorts[i].kind == SORT_ARRAY || sorts[i].kind == SORT_FLOAT)
            return sexp_error(error, list->items[i],
                              "unsupported parameter sort: functions take Bool, bit-vectors and rounding modes");
        parameters[i].sort = sorts[i];
        widths[i] = sorts[i].width;
    }
    if (result.kind == SORT_ARRAY || result.kind == SORT_FLOAT)
        return sexp_error(error, command->items[3],
                          "unsupported result sort: functions give Bool, bit-vectors and rounding modes");
    const char *name = command->items[1]->text;
    const TermSymbol *function = term_function(scope->store, name, result.width, list->count, widths);
    smt_bind(scope, (SmtBinding){.name = name,
                                 .kind = BINDS_FUNCTION,
                                 .value.sort = result,
                                 .function = function,
                                 .parameters = parameters,
                                 .parameter_count = list->count});
    vec_push(&scope->declarations,
             (SmtDeclaration){
                 .name = vec_last(&scope->bindings).name, .sort = result, .function = function, .parameters = sorts});
    return true;
}

static bool declare(SmtScope *scope, const Sexp *command, Error *error) {
    bool constant = sexp_is(command->items[0], "declare-const");
    if (command->count != (constant ? 3u : 4u) || (!constant && command->items[2]->kind != SEXP_LIST))
        return sexp_error(error, command, "expected (declare-fun name (sorts) sort) or (declare-const name sort)");
    const Sexp *sort_sexp = command->items[command->count - 1];
    SmtSort sort;
    if (!check_new_name(scope, command->items[1], error) || !smt_read_sort(scope, sort_sexp, &sort, error))
        return false;
    if (!constant && command->items[2]->count) return declare_function(scope, command, sort, error);
    declare_constant(scope, command->items[1]->text, sort);
    return true;
}

/* A macro's body is read once, over fresh symbols for its parameters. */
static bool bind_parameters(SmtScope *scope, const Sexp *list, SmtParameter *parameters, Error *error) {
    for (u32 i = 0; i < list->count; i++) {
        const Sexp *p = list->items[i];
        if (p->kind != SEXP_LIST || p->count != 2 || p->items[0]->kind != SEXP_SYMBOL)
            return sexp_error(error, p, "expected (name sort)");
        SmtSort sort;
        if (!smt_read_sort(scope, p->items[1], &sort, error)) return false;
        const char *name = arena_printf(&scope->arena, SMT_OWN_NAME "parameter!%u", ++scope->fresh);
        parameters[i].sort = sort;
        parameters[i].term = sort.kind == SORT_ARRAY
                                 ? term_symbol_array(scope->store, name, sort.index_width, sort.width)
                                 : term_symbol(scope->store, name, sort.width);
        smt_bind(scope, (SmtBinding){.name = p->items[0]->text,
                                     .kind = BINDS_VALUE,
                                     .value = {.term = parameters[i].term, .sort = sort}});
    }
    return true;
}

static bool define(SmtScope *scope, const Sexp *command, Error *error) {
    bool constant = sexp_is(command->items[0], "define-const");
    if (command->count != (constant ? 4u : 5u) || (!constant && command->items[2]->kind != SEXP_LIST))
        return sexp_error(error, command, "expected (define-fun name ((x sort) ...) sort term)");
    const Sexp *list = constant ? NULL : command->items[2];
    const Sexp *body = command->items[command->count - 1], *sort_sexp = command->items[command->count - 2];
    SmtSort sort;
    if (!check_new_name(scope, command->items[1], error) || !smt_read_sort(scope, sort_sexp, &sort, error))
        return false;
    SmtBinding macro = {.name = command->items[1]->text, .kind = BINDS_VALUE};
    u32 outside = scope->bindings.count;
    if (list && list->count) {
        macro.kind = BINDS_MACRO;
        macro.parameter_count = list->count;
        macro.parameters = ARENA_ARRAY(&scope->arena, SmtParameter, list->count);
        if (!bind_parameters(scope, list, macro.parameters, error)) return false;
    }
    bool ok = smt_read_value(scope, body, &macro.value, error);
    smt_unbind_to(scope, outside);
    if (!ok) return false;
    if (!smt_same_sort(&macro.value.sort, &sort))
        return sexp_error(error, body, "expected a term of the sort declared");
    smt_bind(scope, macro);
    return true;
}

static bool define_sort(SmtScope *scope, const Sexp *command, Error *error) {
    SmtSort sort;
    if (command->count != 4 || command->items[2]->kind != SEXP_LIST || command->items[2]->count)
        return sexp_error(error, command, "expected (define-sort name () sort): parameters are unsupported");
    if (!check_new_name(scope, command->items[1], error) || !smt_read_sort(scope, command->items[3], &sort, error))
        return false;
    smt_bind(scope, (SmtBinding){.name = command->items[1]->text, .kind = BINDS_SORT, .value.sort = sort});
    return true;
}

bool smt_declare(SmtScope *scope, const Sexp *command, Error *error) {
    if (sexp_is(command->items[0], "define-sort")) return define_sort(scope, command, error);
    return strncmp(command->items[0]->text, "define", 6) ? declare(scope, command, error)
                                                         : define(scope, command, error);
}

bool smt_bind_name(SmtScope *scope, const Sexp *name, Term *term, Error *error) {
    if (!check_new_name(scope, name, error)) return false;
    smt_bind(scope,
             (SmtBinding){.name = name->text, .kind = BINDS_VALUE, .value = {.term = term, .sort = smt_bool_sort()}});
    return true;
}

/* Values. */

void smt_write_sort(Text *out, const SmtSort *sort) {
    switch (sort->kind) {
    case SORT_BOOL: text_add(out, "Bool"); break;
    case SORT_BITS: text_printf(out, "(_ BitVec %u)", sort->width); break;
    case SORT_FLOAT: text_printf(out, "(_ FloatingPoint %u %u)", sort->exponent, sort->significand); break;
    case SORT_ROUNDING: text_add(out, "RoundingMode"); break;
    case SORT_ARRAY:
        text_printf(out, "(Array (_ BitVec %u) ", sort->index_width);
        if (sort->bool_elements) {
            text_add(out, "Bool)");
        } else {
            text_printf(out, "(_ BitVec %u))", sort->width);
        }
    }
}

static void write_bits(Text *out, const Term *c, u32 low, u32 width) {
    text_add(out, "#b");
    for (u32 i = width; i-- > 0;) text_add_char(out, term_const_bit(c, low + i) ? '1' : '0');
}

void smt_write_value(Text *out, const Term *c, const SmtSort *sort) {
    if (sort->kind == SORT_BOOL) {
        text_add(out, c->value ? "true" : "false");
    } else if (sort->kind == SORT_ROUNDING) {
        text_add(out, smt_rounding_name(c->value));
    } else if (sort->kind == SORT_FLOAT) {
        u32 fraction = sort->significand - 1;
        text_add(out, "(fp ");
        write_bits(out, c, c->width - 1, 1);
        text_add_char(out, ' ');
        write_bits(out, c, fraction, sort->exponent);
        text_add_char(out, ' ');
        write_bits(out, c, 0, fraction);
        text_add_char(out, ')');
    } else {
        smt_write_const(out, c);
    }
}
