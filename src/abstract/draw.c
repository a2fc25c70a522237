/* The graph of abstract states, for Graphviz or drawn: a row a depth, covered states with a dashed edge to what covers them. */
#include "abstract/cegar.h"

#include <stdio.h>
#include <string.h>

static void label_of(Cegar *c, const Node *node, Text *out) {
    const Program *program = c->encoder.program;
    if (!node->head) {
        text_add(out, "begin");
        return;
    }
    const Function *function = node->head->context->function;
    const Location *place = &program->locations.at[program_block_location(function, node->head->block)];
    text_printf(out, "%u: %s:%u", node->number, function->name, place->line);
    for (u32 i = 0; c->cpas[i]; i++) {
        text_add_char(out, '\n');
        c->cpas[i]->print(c, node, out);
    }
}

/* ---- Graphviz ---- */

static void add_quoted(Text *out, const char *chars) {
    for (; *chars; chars++) {
        if (*chars == '\n') text_add(out, "\\n");
        else if (*chars == '"' || *chars == '\\') text_printf(out, "\\%c", *chars);
        else text_add_char(out, *chars);
    }
}

static void print_dot(Cegar *c, Text *out) {
    text_add(out, "digraph art {\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n");
    for (u32 i = 0; i < c->nodes.count; i++) {
        const Node *node = c->nodes.at[i];
        Text label = {0};
        label_of(c, node, &label);
        text_printf(out, "  n%u [label=\"", node->number);
        add_quoted(out, label.chars);
        text_printf(out, "\"%s];\n", node == c->error_node ? ", color=red" : "");
        text_free(&label);
        if (node->parent) text_printf(out, "  n%u -> n%u;\n", node->parent->number, node->number);
        if (node->covered_by)
            text_printf(out, "  n%u -> n%u [style=dashed];\n", node->number, node->covered_by->number);
    }
    text_add(out, "}\n");
}

/* ---- Drawn ---- */

enum { BOX_WIDTH = 190, BOX_HEIGHT = 58, GAP_X = 16, GAP_Y = 34, LINE_LENGTH = 32 };

static u32 depth_of(const Node *node) {
    u32 depth = 0;
    for (; node->parent; node = node->parent) depth++;
    return depth;
}

typedef struct {
    u32 x, y;
} Spot;

static void draw_edge(Text *out, Spot from, Spot to, const char *style) {
    text_printf(out, "<line x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\" %s/>\n", from.x + BOX_WIDTH / 2,
                from.y + BOX_HEIGHT, to.x + BOX_WIDTH / 2, to.y, style);
}

static void draw_box(Cegar *c, Text *out, const Node *node, Spot at) {
    Text label = {0};
    label_of(c, node, &label);
    text_printf(out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" class=\"%s\"/>\n", at.x, at.y, BOX_WIDTH,
                BOX_HEIGHT,
                node == c->error_node ? "error"
                : node->covered_by    ? "covered"
                                      : "state");
    u32 y = at.y + 15;
    for (char *line = label.chars; line && y < at.y + BOX_HEIGHT; y += 14) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        char shown[LINE_LENGTH + 1];
        snprintf(shown, sizeof shown, "%s", line);
        text_printf(out, "<text x=\"%u\" y=\"%u\">", at.x + 6, y);
        text_add_markup(out, shown);
        text_add(out, "</text>\n");
        line = end ? end + 1 : NULL;
    }
    text_free(&label);
}

static void print_svg(Cegar *c, Text *out) {
    Spot *spots = xcalloc(c->nodes.count + 1, sizeof *spots);
    u32 *taken = xcalloc(c->nodes.count + 1, sizeof *taken), width = 0, height = 0;
    for (u32 i = 0; i < c->nodes.count; i++) {
        u32 depth = depth_of(c->nodes.at[i]);
        spots[i] = (Spot){GAP_X + taken[depth]++ * (BOX_WIDTH + GAP_X), GAP_Y + depth * (BOX_HEIGHT + GAP_Y)};
        width = MAX(width, spots[i].x + BOX_WIDTH + GAP_X);
        height = MAX(height, spots[i].y + BOX_HEIGHT + GAP_Y);
    }
    text_printf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" font-family=\"sans-serif\" "
                "font-size=\"11\">\n<style>rect{fill:#f4f7fb;stroke:#456}.covered{fill:#eee;stroke-dasharray:4}"
                ".error{fill:#fde8e8;stroke:#b00}line{stroke:#456}.to{stroke-dasharray:4;stroke:#999}</style>\n",
                width, height);
    for (u32 i = 0; i < c->nodes.count; i++) {
        const Node *node = c->nodes.at[i];
        if (node->parent) draw_edge(out, spots[node->parent->number], spots[i], "");
        if (node->covered_by) draw_edge(out, spots[i], spots[node->covered_by->number], "class=\"to\"");
    }
    for (u32 i = 0; i < c->nodes.count; i++) draw_box(c, out, c->nodes.at[i], spots[i]);
    text_add(out, "</svg>\n");
    free(spots);
    free(taken);
}

bool cegar_draw(Cegar *c, const char *path) {
    size_t length = strlen(path);
    Text out = {0};
    if (length > 4 && !strcmp(path + length - 4, ".svg")) print_svg(c, &out);
    else print_dot(c, &out);
    FILE *file = fopen(path, "w");
    bool ok = file && fwrite(out.chars, 1, out.length, file) == out.length;
    if (file) ok = !fclose(file) && ok;
    text_free(&out);
    return ok;
}
