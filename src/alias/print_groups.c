/* Groups as text, as a graph for Graphviz, and drawn. */
#include "alias/result.h"

#include <string.h>

enum { MOST_BYTES = 4096 }; /* of an object that are looked at for their groups */

typedef struct {
    u32 object;
    u64 offset, size;
} Piece;

typedef VEC(Piece) Pieces;

/* ---- The pieces of each group ---- */

static const Type *element_of(const Type *type) {
    while (type && type->kind == TYPE_ARRAY && type->element) type = type->element;
    return type;
}

static bool is_shown(const Abstract *object) {
    return object->kind != ABSTRACT_DISTANCE && object->kind != ABSTRACT_FUNCTION;
}

static void find_pieces(const Alias *alias, Pieces *pieces) {
    for (u32 i = 0; i < alias->cs->objects.count; i++) {
        const Abstract *object = &alias->cs->objects.at[i];
        const Type *type = element_of(object->type);
        u64 size = type && type->size ? MIN(type->size, (u64)MOST_BYTES) : 64;
        u32 last = 0;
        for (u64 at = 0; is_shown(object) && at < size; at++) {
            u32 group = alias_group_at(alias, i, at);
            bool goes_on = group && group == last;
            u64 whole = alias_group_size(alias, group);
            if (goes_on && whole && vec_last(&pieces[group]).size == whole) goes_on = false;
            if (goes_on) vec_last(&pieces[group]).size++;
            else if (group) vec_push(&pieces[group], (Piece){i, at, 1});
            last = group;
        }
    }
}

static Pieces *pieces_of_groups(const Alias *alias) {
    Pieces *pieces = xcalloc(alias_group_count(alias) + 2, sizeof *pieces);
    find_pieces(alias, pieces);
    return pieces;
}

static void free_pieces(const Alias *alias, Pieces *pieces) {
    for (u32 i = 0; i <= alias_group_count(alias); i++) vec_free(&pieces[i]);
    free(pieces);
}

/* .next, or [..].next within an array, or +8 where no name is known. */
static void print_path(const Abstract *object, u64 offset, u64 size, Text *out) {
    const Type *type = object->type;
    while (type && (offset || type->size > size || type->kind == TYPE_ARRAY)) {
        if (type->kind == TYPE_ARRAY && type->element && type->element->size) {
            text_add(out, "[]");
            type = type->element;
            offset %= type->size;
            continue;
        }
        const Field *found = NULL;
        for (u32 i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
            if (type->fields[i].type && type->fields[i].offset <= offset) found = &type->fields[i];
        if (!found || !found->name) break;
        text_printf(out, ".%s", found->name);
        offset -= found->offset;
        type = found->type;
    }
    if (offset) text_printf(out, "+%llu", (unsigned long long)offset);
}

static void print_piece(const Alias *alias, const Piece *piece, Text *out) {
    const Abstract *object = &alias->cs->objects.at[piece->object];
    if (object->kind == ABSTRACT_GLOBAL) {
        text_printf(out, "global %s", object->global->name);
        print_path(object, piece->offset, piece->size, out);
        return;
    }
    Text path = {0};
    print_path(object, piece->offset, piece->size, &path);
    alias_print_object(alias, piece->object, out);
    if (path.length) text_printf(out, " %s", path.chars);
    text_free(&path);
}

/* ---- Text ---- */

static void print_size(u64 size, Text *out) {
    if (size) text_printf(out, "%llu bytes", (unsigned long long)size);
    else text_add(out, "size unknown");
}

void alias_print_groups(const Alias *alias, Text *out) {
    Pieces *pieces = pieces_of_groups(alias);
    for (u32 group = 1; group <= alias_group_count(alias); group++) {
        u32 count;
        const u32 *edges = alias_group_edges(alias, group, &count);
        text_printf(out, "group %u: ", group);
        print_size(alias_group_size(alias, group), out);
        for (u32 i = 0; i < count; i++) text_printf(out, "%s %u", i ? "," : ", points to", edges[i]);
        text_add_char(out, '\n');
        for (u32 i = 0; i < pieces[group].count; i++) {
            text_add(out, "    ");
            print_piece(alias, &pieces[group].at[i], out);
            text_add_char(out, '\n');
        }
    }
    free_pieces(alias, pieces);
}

/* ---- Graphviz ---- */

static void add_quoted(Text *out, const char *chars) {
    for (; chars && *chars; chars++) {
        if (*chars == '"' || *chars == '\\') text_add_char(out, '\\');
        text_add_char(out, *chars);
    }
}

enum { MOST_SHOWN = 8 }; /* pieces of a group in a drawing */

void alias_print_dot(const Alias *alias, Text *out) {
    Pieces *pieces = pieces_of_groups(alias);
    text_add(out, "digraph groups {\n    node [shape=box, fontname=\"monospace\"];\n");
    for (u32 group = 1; group <= alias_group_count(alias); group++) {
        text_printf(out, "    g%u [label=\"", group);
        print_size(alias_group_size(alias, group), out);
        for (u32 i = 0; i < pieces[group].count && i < MOST_SHOWN; i++) {
            Text piece = {0};
            print_piece(alias, &pieces[group].at[i], &piece);
            text_add(out, "\\n");
            add_quoted(out, piece.chars);
            text_free(&piece);
        }
        if (pieces[group].count > MOST_SHOWN) text_printf(out, "\\n%u more", pieces[group].count - MOST_SHOWN);
        text_add(out, "\"];\n");
        u32 count;
        const u32 *edges = alias_group_edges(alias, group, &count);
        for (u32 i = 0; i < count; i++) text_printf(out, "    g%u -> g%u;\n", group, edges[i]);
    }
    text_add(out, "}\n");
    free_pieces(alias, pieces);
}

/* ---- A drawing ---- */

enum { CHARACTER = 7, LINE = 15, MARGIN = 20, GAP = 60 };

typedef struct {
    u32 column, x, y, width, height;
} Box;

static void add_escaped(Text *out, const char *chars) {
    for (; chars && *chars; chars++) {
        if (*chars == '<') text_add(out, "&lt;");
        else if (*chars == '>') text_add(out, "&gt;");
        else if (*chars == '&') text_add(out, "&amp;");
        else text_add_char(out, *chars);
    }
}

/* A group stands one column to the right of the first one that points to it: breadth first. */
static void choose_columns(const Alias *alias, Box *boxes) {
    u32 groups = alias_group_count(alias);
    bool *is_pointed_to = xcalloc(groups + 2, sizeof(bool)), *is_placed = xcalloc(groups + 2, sizeof(bool));
    VEC(u32) queue = {0};
    u32 next = 0, count;
    for (u32 group = 1; group <= groups; group++) {
        const u32 *edges = alias_group_edges(alias, group, &count);
        for (u32 i = 0; i < count; i++) is_pointed_to[edges[i]] |= edges[i] != group;
    }
    for (u32 round = 0; round < 2; round++) /* first what nothing points to, then what is left in cycles */
        for (u32 start = 1; start <= groups; start++) {
            if (is_placed[start] || (!round && is_pointed_to[start])) continue;
            is_placed[start] = true;
            vec_push(&queue, start);
            while (next < queue.count) {
                u32 group = queue.at[next++];
                const u32 *edges = alias_group_edges(alias, group, &count);
                for (u32 i = 0; i < count; i++) {
                    if (is_placed[edges[i]]) continue;
                    is_placed[edges[i]] = true;
                    boxes[edges[i]].column = boxes[group].column + 1;
                    vec_push(&queue, edges[i]);
                }
            }
        }
    vec_free(&queue);
    free(is_pointed_to);
    free(is_placed);
}

/* The lines of a box; their number and the longest. */
static void box_text(const Alias *alias, const Pieces *pieces, u32 group, Text *out) {
    text_printf(out, "%u: ", group);
    print_size(alias_group_size(alias, group), out);
    for (u32 i = 0; i < pieces->count && i < MOST_SHOWN; i++) {
        text_add_char(out, '\n');
        print_piece(alias, &pieces->at[i], out);
    }
    if (pieces->count > MOST_SHOWN) text_printf(out, "\n%u more", pieces->count - MOST_SHOWN);
}

static void measure(const char *lines, Box *box) {
    u32 longest = 0, length = 0;
    box->height = LINE + LINE / 2;
    for (; *lines; lines++) {
        if (*lines == '\n') box->height += LINE;
        length = *lines == '\n' ? 0 : length + 1;
        longest = MAX(longest, length);
    }
    box->width = longest * CHARACTER + LINE;
}

static void place_boxes(Box *boxes, u32 count, u32 *width, u32 *height) {
    u32 x = MARGIN;
    *height = 0;
    for (u32 column = 0, left = count; left; column++) {
        u32 y = MARGIN, widest = 0;
        for (u32 i = 1; i <= count; i++) {
            if (boxes[i].column != column) continue;
            left--;
            boxes[i].x = x;
            boxes[i].y = y;
            y += boxes[i].height + MARGIN;
            widest = MAX(widest, boxes[i].width);
        }
        *height = MAX(*height, y);
        x += widest + GAP;
    }
    *width = x;
}

static void draw_box(const Box *box, char *lines, Text *out) {
    text_printf(out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"6\" fill=\"#eef4fb\" stroke=\"#456\"/>\n",
                box->x, box->y, box->width, box->height);
    u32 y = box->y + LINE;
    for (char *line = lines, *end; line; line = end, y += LINE) {
        end = strchr(line, '\n');
        if (end) *end++ = 0;
        text_printf(out, "<text x=\"%u\" y=\"%u\">", box->x + LINE / 2, y);
        add_escaped(out, line);
        text_add(out, "</text>\n");
    }
}

static void draw_edge(const Box *from, const Box *to, Text *out) {
    u32 x = from->x + from->width, y = from->y + LINE, x2 = to->x, y2 = to->y + LINE;
    text_printf(out,
                "<path d=\"M %u %u C %u %u %i %u %u %u\" fill=\"none\" stroke=\"#456\" marker-end=\"url(#tip)\"/>\n", x,
                y, x + GAP, y, (int)x2 - GAP, y2, x2, y2);
}

void alias_print_svg(const Alias *alias, Text *out) {
    u32 groups = alias_group_count(alias), width, height, count;
    Pieces *pieces = pieces_of_groups(alias);
    Box *boxes = xcalloc(groups + 2, sizeof *boxes);
    Text *texts = xcalloc(groups + 2, sizeof *texts);
    choose_columns(alias, boxes);
    for (u32 i = 1; i <= groups; i++) {
        box_text(alias, &pieces[i], i, &texts[i]);
        measure(texts[i].chars, &boxes[i]);
    }
    place_boxes(boxes, groups, &width, &height);
    text_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" font-family=\"monospace\" "
        "font-size=\"11\">\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
        "markerHeight=\"8\" orient=\"auto\"><path d=\"M 0 0 L 8 4 L 0 8 z\" fill=\"#456\"/></marker></defs>\n",
        MAX(width, 200u), MAX(height, 50u));
    for (u32 i = 1; i <= groups; i++) {
        const u32 *edges = alias_group_edges(alias, i, &count);
        for (u32 k = 0; k < count; k++) draw_edge(&boxes[i], &boxes[edges[k]], out);
    }
    for (u32 i = 1; i <= groups; i++) draw_box(&boxes[i], texts[i].chars, out);
    text_add(out, "</svg>\n");
    for (u32 i = 0; i <= groups; i++) text_free(&texts[i]);
    free(texts);
    free(boxes);
    free_pieces(alias, pieces);
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

void alias_print_json(const Alias *alias, Text *out) {
    Pieces *pieces = pieces_of_groups(alias);
    text_add(out, "{\"groups\": [");
    for (u32 group = 1; group <= alias_group_count(alias); group++) {
        u32 count;
        const u32 *edges = alias_group_edges(alias, group, &count);
        text_printf(out, "%s\n  {\"group\": %u, \"size\": ", group > 1 ? "," : "", group);
        if (alias_group_size(alias, group))
            text_printf(out, "%llu", (unsigned long long)alias_group_size(alias, group));
        else text_add(out, "null");
        text_printf(out, ", \"accesses\": %u, \"points_to\": [", alias->groups.at[group].accesses);
        for (u32 i = 0; i < count; i++) text_printf(out, "%s%u", i ? ", " : "", edges[i]);
        text_add(out, "], \"pieces\": [");
        for (u32 i = 0; i < pieces[group].count; i++) {
            Text piece = {0};
            print_piece(alias, &pieces[group].at[i], &piece);
            if (i) text_add(out, ", ");
            add_json(out, piece.chars);
            text_free(&piece);
        }
        text_add(out, "]}");
    }
    text_add(out, "\n]}\n");
    free_pieces(alias, pieces);
}
