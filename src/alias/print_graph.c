/* Groups as a graph: for Graphviz, and drawn. */
#include "alias/view.h"

#include <string.h>

enum { MOST_SHOWN = 8 }; /* lines of a box */

/* A box: a group, or the pointers in registers that point to the same groups. */
typedef struct {
    Text lines; /* separated by newlines */
    bool is_pointers;
    u32 line_count;
    GroupList edges; /* numbers of boxes */
    u32 column, x, y, width, height;
} Box;

typedef VEC(Box) Boxes;

/* ---- Boxes ---- */

static void add_line(Box *box, const Text *line) {
    if (box->line_count++ >= MOST_SHOWN) return;
    if (box->lines.length) text_add_char(&box->lines, '\n');
    text_add(&box->lines, line->chars);
}

static void end_lines(Box *box) {
    if (box->line_count > MOST_SHOWN) text_printf(&box->lines, "\n%u more", box->line_count - MOST_SHOWN);
}

static Box box_of_group(const GroupsView *view, u32 group) {
    Box box = {0};
    Text line = {0};
    text_printf(&line, "%u: ", group);
    view_print_size(view, group, &line);
    add_line(&box, &line);
    for (u32 i = 0; i < view->pieces[group].count; i++) {
        text_clear(&line);
        view_print_piece(view, &view->pieces[group].at[i], &line);
        add_line(&box, &line);
    }
    text_free(&line);
    end_lines(&box);
    return box;
}

static bool is_same_list(const GroupList *x, const GroupList *y) {
    return x->count == y->count && !memcmp(x->at, y->at, x->count * sizeof *x->at);
}

/* The boxes of pointers come first; `first` is the first of them that may have the same groups. */
static Box *box_of_pointer(Boxes *boxes, u32 first, const PointerView *pointer) {
    for (u32 i = first; i < boxes->count; i++)
        if (is_same_list(&boxes->at[i].edges, &pointer->groups)) return &boxes->at[i];
    Box box = {.is_pointers = true};
    for (u32 i = 0; i < pointer->groups.count; i++) vec_push(&box.edges, pointer->groups.at[i]);
    vec_push(boxes, box);
    return &vec_last(boxes);
}

static void add_pointers(const GroupsView *view, Boxes *boxes) {
    u32 first = 0;
    for (u32 i = 0; i < view->pointers.count; i++) {
        const PointerView *pointer = &view->pointers.at[i];
        if (i && pointer->function != view->pointers.at[i - 1].function) first = boxes->count; /* a box a function */
        Text line = {0};
        text_printf(&line, "%s of %s", pointer->name, pointer->function->name);
        add_line(box_of_pointer(boxes, first, pointer), &line);
        text_free(&line);
    }
    for (u32 i = 0; i < boxes->count; i++) end_lines(&boxes->at[i]);
}

static Boxes make_boxes(const GroupsView *view) {
    Boxes boxes = {0};
    u32 *of_group = xcalloc(alias_group_count(view->alias) + 2, sizeof(u32));
    add_pointers(view, &boxes);
    for (u32 group = 0; (group = view_next(view, group));) {
        Box box = box_of_group(view, group);
        for (u32 i = 0; i < view->edges[group].count; i++) vec_push(&box.edges, view->edges[group].at[i]);
        of_group[group] = boxes.count;
        vec_push(&boxes, box);
    }
    for (u32 i = 0; i < boxes.count; i++)
        for (u32 k = 0; k < boxes.at[i].edges.count; k++) boxes.at[i].edges.at[k] = of_group[boxes.at[i].edges.at[k]];
    free(of_group);
    return boxes;
}

static void free_boxes(Boxes *boxes) {
    for (u32 i = 0; i < boxes->count; i++) {
        text_free(&boxes->at[i].lines);
        vec_free(&boxes->at[i].edges);
    }
    vec_free(boxes);
}

/* ---- Graphviz ---- */

static void add_label(Text *out, const char *chars) {
    for (; *chars; chars++) {
        if (*chars == '\n') {
            text_add(out, "\\n");
            continue;
        }
        if (*chars == '"' || *chars == '\\') text_add_char(out, '\\');
        text_add_char(out, *chars);
    }
}

void alias_print_dot(const Alias *alias, bool with_library, Text *out) {
    GroupsView view = view_new(alias, with_library);
    Boxes boxes = make_boxes(&view);
    text_add(out, "digraph groups {\n    rankdir=LR;\n    node [shape=box, fontname=\"monospace\"];\n");
    for (u32 i = 0; i < boxes.count; i++) {
        const Box *box = &boxes.at[i];
        text_printf(out, "    n%u [label=\"", i);
        add_label(out, box->lines.chars);
        text_add(out, box->is_pointers ? "\", style=dashed];\n" : "\"];\n");
        for (u32 k = 0; k < box->edges.count; k++) text_printf(out, "    n%u -> n%u;\n", i, box->edges.at[k]);
    }
    text_add(out, "}\n");
    free_boxes(&boxes);
    view_free(&view);
}

/* ---- A drawing ---- */

enum { CHARACTER = 7, LINE = 15, MARGIN = 20, GAP = 80 };

/* A box stands one column to the right of the first one that points to it: breadth first from `start`. */
static void place_from(Boxes *boxes, bool *is_placed, u32 start) {
    VEC(u32) queue = {0};
    is_placed[start] = true;
    vec_push(&queue, start);
    for (u32 next = 0; next < queue.count; next++) {
        const Box *from = &boxes->at[queue.at[next]];
        for (u32 i = 0; i < from->edges.count; i++) {
            u32 to = from->edges.at[i];
            if (is_placed[to]) continue;
            is_placed[to] = true;
            boxes->at[to].column = from->column + 1;
            vec_push(&queue, to);
        }
    }
    vec_free(&queue);
}

static void choose_columns(Boxes *boxes) {
    bool *is_pointed_to = xcalloc(boxes->count + 1, sizeof(bool)), *is_placed = xcalloc(boxes->count + 1, sizeof(bool));
    for (u32 i = 0; i < boxes->count; i++)
        for (u32 k = 0; k < boxes->at[i].edges.count; k++)
            is_pointed_to[boxes->at[i].edges.at[k]] |= boxes->at[i].edges.at[k] != i;
    for (u32 round = 0; round < 2; round++) /* first what nothing points to, then what is left in cycles */
        for (u32 i = 0; i < boxes->count; i++)
            if (!is_placed[i] && (round || !is_pointed_to[i])) place_from(boxes, is_placed, i);
    free(is_pointed_to);
    free(is_placed);
}

static void measure(Box *box) {
    u32 longest = 0, length = 0;
    box->height = LINE + LINE / 2;
    for (const char *at = box->lines.chars; *at; at++) {
        if (*at == '\n') box->height += LINE;
        length = *at == '\n' ? 0 : length + 1;
        longest = MAX(longest, length);
    }
    box->width = longest * CHARACTER + LINE;
}

static void place_boxes(Boxes *boxes, u32 *width, u32 *height) {
    u32 x = MARGIN;
    *height = 0;
    for (u32 column = 0, left = boxes->count; left; column++) {
        u32 y = MARGIN, widest = 0;
        for (u32 i = 0; i < boxes->count; i++) {
            Box *box = &boxes->at[i];
            if (box->column != column) continue;
            left--;
            box->x = x;
            box->y = y;
            y += box->height + MARGIN;
            widest = MAX(widest, box->width);
        }
        *height = MAX(*height, y);
        x += widest + GAP;
    }
    *width = x;
}

static void draw_box(const Box *box, Text *out) {
    text_printf(out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"6\" fill=\"%s\" stroke=\"#456\"%s/>\n",
                box->x, box->y, box->width, box->height, box->is_pointers ? "#fffbe8" : "#eef4fb",
                box->is_pointers ? " stroke-dasharray=\"4 3\"" : "");
    u32 y = box->y + LINE;
    for (char *line = box->lines.chars, *end; line; line = end, y += LINE) {
        end = strchr(line, '\n');
        if (end) *end++ = 0;
        text_printf(out, "<text x=\"%u\" y=\"%u\">", box->x + LINE / 2, y);
        text_add_markup(out, line);
        text_add(out, "</text>\n");
    }
}

/* To the right an edge ends at the left side of a box; else it goes round, and ends at its right side. */
static void draw_edge(const Box *from, const Box *to, Text *out) {
    bool is_forward = to->column > from->column;
    u32 x = from->x + from->width, y = from->y + from->height / 2;
    u32 x2 = is_forward ? to->x : to->x + to->width, y2 = to->y + to->height / 2 + (from == to ? LINE / 2 : 0);
    u32 bend = is_forward ? x2 - GAP / 2 : MAX(x, x2) + GAP / 2;
    text_printf(out,
                "<path d=\"M %u %u C %u %u %u %u %u %u\" fill=\"none\" stroke=\"#456\" marker-end=\"url(#tip)\"/>\n", x,
                y, is_forward ? x + GAP / 2 : bend, y, bend, y2, x2, y2);
}

void alias_print_svg(const Alias *alias, bool with_library, Text *out) {
    GroupsView view = view_new(alias, with_library);
    Boxes boxes = make_boxes(&view);
    u32 width, height;
    choose_columns(&boxes);
    for (u32 i = 0; i < boxes.count; i++) measure(&boxes.at[i]);
    place_boxes(&boxes, &width, &height);
    text_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" font-family=\"monospace\" "
        "font-size=\"11\">\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
        "markerHeight=\"8\" orient=\"auto\"><path d=\"M 0 0 L 8 4 L 0 8 z\" fill=\"#456\"/></marker></defs>\n",
        MAX(width, 200u), MAX(height, 50u));
    for (u32 i = 0; i < boxes.count; i++)
        for (u32 k = 0; k < boxes.at[i].edges.count; k++)
            draw_edge(&boxes.at[i], &boxes.at[boxes.at[i].edges.at[k]], out);
    for (u32 i = 0; i < boxes.count; i++) draw_box(&boxes.at[i], out);
    text_add(out, "</svg>\n");
    free_boxes(&boxes);
    view_free(&view);
}
