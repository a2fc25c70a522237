/* Which units make up a program. Libraries come first: their functions are called by anybody. Then programs as they were
 * linked, with what they take from libraries as context. What nobody linked, as far as is known, is put together by
 * names: units without main() as long as no name is defined twice, and each unit with a main() with what it needs. */
#include "build/build.h"

#include "base/map.h"

#include <string.h>

enum { NOBODY = ~0u };

/* A unit that defines a name, and the next one that does. */
typedef struct {
    u32 unit, next;
} Definer;

typedef struct {
    const Build *build;
    const BuildSymbols *symbols;
    u32 count;
    bool *is_placed;
    StringMap definers_of; /* a name -> number of its first definer */
    VEC(Definer) definers;
    BuildGroups *groups;
} Grouping;

/* ---- A group that grows ---- */

typedef struct {
    BuildMembers members;
    StringMap defined;
    bool *has; /* by unit */
    int bits;
} Growing;

static int bits_of(const Grouping *g, u32 unit) {
    int bits = g->symbols[unit].unit->bits;
    return bits ? bits : 64;
}

static bool fits(const Grouping *g, const Growing *group, u32 unit) {
    if (group->has[unit] || (group->members.count && group->bits != bits_of(g, unit))) return false;
    const Words *defines = &g->symbols[unit].defines;
    for (u32 i = 0; i < defines->count; i++)
        if (string_map_get(&group->defined, defines->at[i], NULL)) return false;
    return true;
}

static bool add(Grouping *g, Growing *group, u32 unit) {
    if (!fits(g, group, unit)) return false;
    const Words *defines = &g->symbols[unit].defines;
    for (u32 i = 0; i < defines->count; i++) string_map_put(&group->defined, defines->at[i], 1);
    group->has[unit] = true;
    group->bits = bits_of(g, unit);
    vec_push(&group->members, (BuildMember){unit, g->is_placed[unit]});
    g->is_placed[unit] = true;
    return true;
}

static Growing new_growing(const Grouping *g) { return (Growing){.has = xcalloc(g->count + 1, sizeof(bool))}; }

static void finish(Grouping *g, Growing *group) {
    if (group->members.count) vec_push(g->groups, group->members);
    else vec_free(&group->members);
    string_map_free(&group->defined);
    free(group->has);
}

/* ---- Names ---- */

static void index_names(Grouping *g) {
    for (u32 unit = g->count; unit-- > 0;) {
        const Words *defines = &g->symbols[unit].defines;
        for (u32 i = 0; i < defines->count; i++) {
            u64 first = NOBODY;
            string_map_get(&g->definers_of, defines->at[i], &first);
            vec_push(&g->definers, (Definer){unit, (u32)first});
            string_map_put(&g->definers_of, defines->at[i], g->definers.count - 1);
        }
    }
}

static u32 first_definer(const Grouping *g, const char *name) {
    u64 first;
    return string_map_get(&g->definers_of, name, &first) ? (u32)first : NOBODY;
}

static bool has_main(const Grouping *g, u32 unit) {
    for (u32 i = first_definer(g, "main"); i != NOBODY; i = g->definers.at[i].next)
        if (g->definers.at[i].unit == unit) return true;
    return false;
}

/* A unit that defines the name: of the candidates, one of the same folder first. */
static u32 definer(const Grouping *g, const Growing *group, const bool *candidates, u32 wanted_by, const char *name) {
    const char *folder = g->symbols[wanted_by].unit->folder;
    u32 found = NOBODY;
    for (u32 i = first_definer(g, name); i != NOBODY; i = g->definers.at[i].next) {
        u32 unit = g->definers.at[i].unit;
        if (!candidates[unit] || !fits(g, group, unit)) continue;
        bool is_near = !strcmp(g->symbols[unit].unit->folder, folder);
        if (found == NOBODY || is_near) found = unit;
        if (is_near) break;
    }
    return found;
}

/* Adds what the members want, and what that wants. */
static void add_wanted(Grouping *g, Growing *group, const bool *candidates) {
    for (u32 i = 0; i < group->members.count; i++) {
        u32 unit = group->members.at[i].unit;
        const Words *wants = &g->symbols[unit].wants;
        for (u32 k = 0; k < wants->count; k++) {
            if (string_map_get(&group->defined, wants->at[k], NULL)) continue;
            u32 other = definer(g, group, candidates, unit, wants->at[k]);
            if (other != NOBODY) add(g, group, other);
        }
    }
}

/* ---- What was linked ---- */

static bool names_object(const BuildUnit *unit, const char *path) {
    for (u32 i = 0; i < unit->objects.count; i++)
        if (!strcmp(unit->objects.at[i], path)) return true;
    return false;
}

/* Units behind an object, or behind an archive that was made of objects. */
static void find_units(const Grouping *g, const char *path, bool *found, u32 depth) {
    enum { DEEPEST = 4 };
    for (u32 i = 0; i < g->count; i++) found[i] = found[i] || names_object(g->symbols[i].unit, path);
    for (u32 i = 0; i < g->build->links.count && depth < DEEPEST; i++) {
        const BuildLink *link = &g->build->links.at[i];
        if (strcmp(link->output, path) != 0) continue;
        for (u32 k = 0; k < link->inputs.count; k++) find_units(g, link->inputs.at[k], found, depth + 1);
    }
}

static void group_link(Grouping *g, const BuildLink *link) {
    bool *linked = xcalloc(g->count + 1, sizeof(bool));
    Growing group = new_growing(g);
    for (u32 i = 0; i < link->inputs.count; i++) find_units(g, link->inputs.at[i], linked, 0);
    for (u32 i = 0; i < g->count; i++)
        if (linked[i] && !g->is_placed[i]) add(g, &group, i);
    if (group.members.count) add_wanted(g, &group, linked);
    finish(g, &group);
    free(linked);
}

static void group_links(Grouping *g, bool libraries) {
    for (u32 i = 0; i < g->build->links.count; i++)
        if (g->build->links.at[i].is_library == libraries) group_link(g, &g->build->links.at[i]);
}

/* ---- What was not ---- */

/* The next unit that is not placed, with or without main(). */
static u32 next_unplaced(const Grouping *g, u32 from, bool with_main) {
    while (from < g->count && (g->is_placed[from] || has_main(g, from) != with_main)) from++;
    return from;
}

static u32 count_unplaced(const Grouping *g, bool with_main) {
    u32 count = 0;
    for (u32 i = next_unplaced(g, 0, with_main); i < g->count; i = next_unplaced(g, i + 1, with_main)) count++;
    return count;
}

static void group_rest(Grouping *g) {
    bool *all = xcalloc(g->count + 1, sizeof(bool));
    memset(all, true, g->count);
    u32 program = count_unplaced(g, true) == 1 ? next_unplaced(g, 0, true) : NOBODY;
    while (count_unplaced(g, false)) {
        Growing group = new_growing(g);
        for (u32 i = next_unplaced(g, 0, false); i < g->count; i = next_unplaced(g, i + 1, false)) add(g, &group, i);
        if (program != NOBODY) add(g, &group, program);
        program = NOBODY;
        add_wanted(g, &group, all);
        finish(g, &group);
    }
    for (u32 i = next_unplaced(g, 0, true); i < g->count; i = next_unplaced(g, i + 1, true)) {
        Growing group = new_growing(g);
        add(g, &group, i);
        add_wanted(g, &group, all);
        finish(g, &group);
    }
    free(all);
}

void build_group(const Build *build, const BuildSymbols *symbols, u32 count, BuildGroups *groups) {
    Grouping g = {.build = build, .symbols = symbols, .count = count, .groups = groups};
    g.is_placed = xcalloc(count + 1, sizeof(bool));
    index_names(&g);
    group_links(&g, true);
    group_links(&g, false);
    group_rest(&g);
    string_map_free(&g.definers_of);
    vec_free(&g.definers);
    free(g.is_placed);
}

void build_groups_free(BuildGroups *groups) {
    for (u32 i = 0; i < groups->count; i++) vec_free(&groups->at[i]);
    vec_free(groups);
}
