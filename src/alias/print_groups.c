/* Groups as text and as JSON. */
#include "alias/view.h"

/* ---- Text ---- */

static void print_edges(const GroupList *groups, Text *out) {
    for (u32 i = 0; i < groups->count; i++) text_printf(out, "%s %u", i ? "," : ", points to", groups->at[i]);
    text_add_char(out, '\n');
}

void alias_print_groups(const Alias *alias, bool with_library, Text *out) {
    GroupsView view = view_new(alias, with_library);
    for (u32 group = 0; (group = view_next(&view, group));) {
        text_printf(out, "group %u: ", group);
        view_print_size(&view, group, out);
        print_edges(&view.edges[group], out);
        for (u32 i = 0; i < view.pieces[group].count; i++) {
            text_add(out, "    ");
            view_print_piece(&view, &view.pieces[group].at[i], out);
            text_add_char(out, '\n');
        }
    }
    for (u32 i = 0; i < view.pointers.count; i++) {
        const PointerView *pointer = &view.pointers.at[i];
        text_printf(out, "pointer %s of %s", pointer->name, pointer->function->name);
        print_edges(&pointer->groups, out);
    }
    view_free(&view);
}

/* ---- JSON ---- */

static void add_json(Text *out, const char *chars) {
    text_add_char(out, '"');
    for (; chars && *chars; chars++) {
        unsigned char c = (unsigned char)*chars;
        if (c == '"' || c == '\\') text_printf(out, "\\%c", c);
        else if (c < 32 || c > 126) text_printf(out, "\\u%04x", c);
        else text_add_char(out, (char)c);
    }
    text_add_char(out, '"');
}

static void add_numbers(Text *out, const GroupList *numbers) {
    text_add_char(out, '[');
    for (u32 i = 0; i < numbers->count; i++) text_printf(out, "%s%u", i ? ", " : "", numbers->at[i]);
    text_add_char(out, ']');
}

static void add_group(const GroupsView *view, u32 group, Text *out) {
    const Alias *alias = view->alias;
    u64 size = alias_group_size(alias, group);
    text_printf(out, "  {\"group\": %u, \"size\": ", group);
    if (size) text_printf(out, "%llu", (unsigned long long)size);
    else text_add(out, "null");
    text_printf(out, ", \"accesses\": %u, \"points_to\": ", alias->groups.at[group].accesses);
    add_numbers(out, &view->edges[group]);
    text_add(out, ", \"pieces\": [");
    for (u32 i = 0; i < view->pieces[group].count; i++) {
        Text piece = {0};
        view_print_piece(view, &view->pieces[group].at[i], &piece);
        if (i) text_add(out, ", ");
        add_json(out, piece.chars);
        text_free(&piece);
    }
    text_add(out, "]}");
}

static void add_pointer(const PointerView *pointer, Text *out) {
    text_add(out, "  {\"pointer\": ");
    add_json(out, pointer->name);
    text_add(out, ", \"function\": ");
    add_json(out, pointer->function->name);
    text_add(out, ", \"points_to\": ");
    add_numbers(out, &pointer->groups);
    text_add(out, "}");
}

void alias_print_json(const Alias *alias, bool with_library, Text *out) {
    GroupsView view = view_new(alias, with_library);
    const char *between = "\n";
    text_add(out, "{\"groups\": [");
    for (u32 group = 0; (group = view_next(&view, group)); between = ",\n") {
        text_add(out, between);
        add_group(&view, group, out);
    }
    text_add(out, "\n], \"pointers\": [");
    for (u32 i = 0; i < view.pointers.count; i++) {
        text_add(out, i ? ",\n" : "\n");
        add_pointer(&view.pointers.at[i], out);
    }
    text_add(out, "\n]}\n");
    view_free(&view);
}
