#include "report/diagnostic.h"

#include <string.h>

bool diagnostic_source_line(const char *path, u32 wanted, Text *line) {
    Text file = {0};
    const char *at = text_read_file(&file, path) ? file.chars : NULL;
    for (u32 number = 1; at && number < wanted; number++) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (at) text_add_n(line, at, strcspn(at, "\n"));
    text_free(&file);
    return line->length != 0;
}

enum { TAB_WIDTH = 8 };

/* Adds the text with tabs expanded; returns the width of its first `count` characters. */
static u32 add_expanded(Text *out, const Text *source, u32 count) {
    u32 width = 0, width_of_count = 0;
    for (u32 i = 0; i < source->length; i++) {
        u32 step = source->chars[i] == '\t' ? TAB_WIDTH - width % TAB_WIDTH : 1;
        if (source->chars[i] == '\t') text_fill(out, ' ', step);
        else text_add_char(out, source->chars[i]);
        width += step;
        if (i < count) width_of_count = width;
    }
    return width_of_count;
}

void diagnostic_print_source(Text *out, const char *path, u32 line, u32 column) {
    Text source = {0};
    if (line && diagnostic_source_line(path, line, &source)) {
        text_printf(out, "%5u | ", line);
        u32 indent = add_expanded(out, &source, column ? column - 1 : 0);
        text_add_char(out, '\n');
        if (column && column <= source.length + 1) {
            text_add(out, "      | ");
            text_fill(out, ' ', indent);
            text_add(out, "^\n");
        }
    }
    text_free(&source);
}

__attribute__((format(printf, 5, 6))) static void print_message(Text *out, const Program *program, LocationId id,
                                                                const char *kind, const char *format, ...) {
    const Location *place = &program->locations.at[id];
    const char *path = program->files.at[place->file];
    if (place->line) text_printf(out, "%s:%u:", path, place->line);
    if (place->line && place->column) text_printf(out, "%u:", place->column);
    if (place->line) text_add_char(out, ' ');
    text_printf(out, "%s: ", kind);
    va_list args;
    va_start(args, format);
    text_vprintf(out, format, args);
    va_end(args);
    text_add_char(out, '\n');
    diagnostic_print_source(out, path, place->line, place->column);
}

static void note_object(Text *out, const Machine *m, u32 number) {
    const ObjectInfo *info = object_info(&m->objects, number);
    switch ((ObjectKind)info->kind) {
    case OBJECT_GLOBAL:
        if (info->global->location && !info->global->is_string_literal)
            print_message(out, m->program, info->global->location, "note", "'%s' is declared here", info->global->name);
        return;
    case OBJECT_LOCAL:
    case OBJECT_ALLOCA:
        if (info->variable && info->variable->name && info->variable->location)
            print_message(out, m->program, info->variable->location, "note", "'%s' is declared here",
                          info->variable->name);
        else if (info->made_at) print_message(out, m->program, info->made_at, "note", "the block is allocated here");
        return;
    case OBJECT_HEAP:
    case OBJECT_OUTSIDE:
        if (info->made_at) print_message(out, m->program, info->made_at, "note", "the block is allocated here");
        if (info->state == OBJECT_FREED && info->freed_at)
            print_message(out, m->program, info->freed_at, "note", "the block is freed here");
        return;
    default: return;
    }
}

static void note_origin(Text *out, const Machine *m, const Fault *fault) {
    if (fault->kind != FAULT_UNINITIALISED || !fault->origin) return;
    if (fault->origin_name)
        print_message(out, m->program, fault->origin, "note", "the value comes from '%s', declared here",
                      fault->origin_name);
    else print_message(out, m->program, fault->origin, "note", "the value comes from a heap block allocated here");
}

enum { MOST_CALLS = 20 }; /* a stack overflow has many frames that say the same */

static void note_calls(Text *out, const Machine *m, const Fault *fault) {
    u32 count = fault->stack.count;
    for (u32 i = 1; i < count; i++) {
        const StackEntry *entry = &fault->stack.at[i];
        if (count > MOST_CALLS && i == MOST_CALLS / 2) {
            text_printf(out, "note: %u more calls\n", count - MOST_CALLS);
            i = count - MOST_CALLS / 2;
            continue;
        }
        if (entry->callee)
            print_message(out, m->program, entry->location, "note", "in the call of '%s' from '%s'",
                          entry->callee->name, entry->function->name);
    }
}

void diagnostic_print_fault(Text *out, const Machine *m, const Fault *fault) {
    LocationId place = fault->stack.count ? fault->stack.at[0].location : 0;
    print_message(out, m->program, place, fault_is_warning(m, fault) ? "warning" : "error", "%s [%s]",
                  fault->text.chars, fault_tag(fault->kind));
    if (fault->object) note_object(out, m, fault->object);
    note_origin(out, m, fault);
    note_calls(out, m, fault);
    if (fault->kind == FAULT_NULL_DEREFERENCE && m->failed_allocation)
        print_message(
            out, m->program, m->failed_allocation, "note",
            "memory ran out here: this allocation gave a null pointer (the limit is %llu MiB, see --max-memory)",
            (unsigned long long)(m->options.max_memory >> 20));
}
