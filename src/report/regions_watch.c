#include "report/regions.h"

#include "semantics/lift.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool region_watch_parse(RegionWatch *watch, const char *text, Arena *arena) {
    *watch = (RegionWatch){0};
    if (!text) return true;
    const char *colon = strrchr(text, ':');
    char *end;
    unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
    if (!colon || colon == text || !line || line > UINT32_MAX || *end) return false;
    watch->function = arena_strndup(arena, text, (size_t)(colon - text));
    watch->line = (u32)line;
    return true;
}

static void write_svg(const RegionWatch *watch, RegionPicture *picture) {
    char path[4096];
    Text svg = {0};
    snprintf(path, sizeof path, "%s/regions%06u.svg", watch->svg_folder, watch->shown);
    region_picture_draw(picture, &svg);
    FILE *file = fopen(path, "w");
    bool is_written = file && fwrite(svg.chars, 1, svg.length, file) == svg.length;
    if ((file && fclose(file)) || !is_written) fprintf(stderr, "loci: cannot write '%s': %s\n", path, strerror(errno));
    else printf("  drawn in %s\n", path);
    text_free(&svg);
}

static void show(RegionWatch *watch, Machine *m, const Code *ip, u64 *r) {
    const Location *place = &m->program->locations.at[machine_location(m, ip, r)];
    RegionPicture picture;
    Text out = {0};
    watch->shown++;
    region_picture_make(&picture, m, r);
    text_printf(&out, "regions at %s:%u, in %s (%u)\n", m->program->files.at[place->file], place->line,
                frame_of(r)->compiled->function->name, watch->shown);
    region_picture_print(&picture, &out);
    fwrite(out.chars, 1, out.length, stdout);
    if (watch->svg_folder) write_svg(watch, &picture);
    region_picture_free(&picture);
    text_free(&out);
}

static bool is_place(const RegionWatch *watch, const Machine *m, const Code *ip, u64 *r, u32 line) {
    if (watch->function) return line == watch->line;
    return machine_insn(ip, r)->op == OP_RETURN;
}

/* The rule of the tracking loop, with a look before it. An operation that is run again for a sibling was seen before. */
static TrackStep watching_rule(Machine *m, const Code *ip, u64 *r) {
    RegionWatch *watch = m->symbolic->step_listener;
    const Function *function = frame_of(r)->compiled->function;
    if (!function->is_library && !strcmp(function->name, watch->function ? watch->function : "main")) {
        u32 line = m->program->locations.at[machine_insn(ip, r)->location].line;
        bool is_resumed = watch->resumed != watch->e->resumed, is_again = is_resumed && watch->e->pending.count;
        bool has_moved = is_resumed || watch->r != r || watch->last_line != line;
        bool is_there = line && is_place(watch, m, ip, r, line);
        if (machine_insn(ip, r)->op == OP_SCOPE_END) line = 0; /* of a scope, what ends it is elsewhere */
        if (is_there && has_moved && !is_again && !explore_replays(watch->e)) show(watch, m, ip, r);
        watch->resumed = watch->e->resumed;
        watch->r = r;
        if (line) watch->last_line = line;
    }
    return lift_rule(m, ip, r);
}

void region_watch_begin(RegionWatch *watch, Explorer *e) {
    watch->e = e;
    e->now.step_listener = watch;
    e->m->always_tracks = true;
    e->m->untracked = &e->m->tracking;
    e->m->rule = watching_rule;
    e->m->maker.flags_slots = true;
}
