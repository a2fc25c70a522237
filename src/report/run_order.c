/* The order in which functions were decoded and globals made. Both are done when they are first needed, and numbers are
 * given out on the way: of functions and globals (they are linked when code that names them is lowered) and of objects.
 * Logs hold such numbers where a pointer was fixed, so whoever goes on does all of it again, in the same order. */
#include "report/run.h"

#include <inttypes.h>
#include <string.h>

static u32 check_of(const char *name) { return (u32)hash_bytes(name, strlen(name)); }

static void print_static(Text *out, const StaticObject *made) {
    const ObjectInfo *info = &made->info;
    bool is_function = info->kind == OBJECT_FUNCTION;
    u32 number = is_function ? info->function->number : info->global->number;
    const char *name = is_function ? info->function->name : info->global->name;
    text_printf(out, " %c%u:%x", is_function ? 'f' : 'g', number, check_of(name));
}

void order_save(Text *out, const Machine *m) {
    u32 next = 0;
    text_add_char(out, '=');
    for (u32 i = 0; i < m->blocks.count; i++) {
        const Function *function = m->blocks.at[i].function;
        if (m->blocks.at[i].block) continue;
        for (; next < m->statics.count && m->statics.at[next].blocks <= i; next++)
            print_static(out, &m->statics.at[next]);
        text_printf(out, " d%u:%x", function->number, check_of(function->name));
    }
    for (; next < m->statics.count; next++) print_static(out, &m->statics.at[next]);
    text_add_char(out, '\n');
}

static bool restore_global(Machine *m, u64 number, u32 check) {
    if (number >= m->program->globals.count) return false;
    Global *global = m->program->globals.at[number];
    return check_of(global->name) == check && machine_global_object(m, global);
}

static bool restore_function(Machine *m, u64 number, u32 check, bool is_decoded) {
    if (number >= m->program->functions.count) return false;
    Function *function = m->program->functions.at[number];
    Error error = {0};
    if (check_of(function->name) != check) return false;
    bool ok =
        is_decoded ? decode_function(&m->maker, function, &error) != NULL : machine_function_object(m, function) != 0;
    error_free(&error);
    return ok;
}

bool order_restore(Machine *m, const char *line) {
    bool ok = true;
    for (const char *at = line + 1; ok && *at == ' ';) {
        char kind = at[1], *end;
        u64 number = strtoull(at + 2, &end, 10);
        u32 check = *end == ':' ? (u32)strtoul(end + 1, &end, 16) : 0;
        ok = kind == 'g' ? restore_global(m, number, check) : restore_function(m, number, check, kind == 'd');
        at = end;
    }
    return ok && !error_is_set(&m->stuck);
}
