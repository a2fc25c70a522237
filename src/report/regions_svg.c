/* Regions drawn: spaces to the left, each region to the right of its super region with an arrow to it (figure 2); broken
 * arrows lead from pointers to what they point to (figure 3). */
#include "report/regions.h"

#include <stdlib.h>

enum { BOX_WIDTH = 190, BOX_HEIGHT = 36, COLUMN = 250, ROW = 48, MARGIN = 20 };

typedef struct {
    u32 x, y;
} Spot;

static Spot spot_of(u32 column, u32 row) { return (Spot){MARGIN + column * COLUMN, MARGIN + row * ROW}; }

static void draw_box(Text *out, Spot at, const char *class, const char *first, const char *second) {
    text_printf(out, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\"/>\n<text x=\"%u\" y=\"%u\">",
                class, at.x, at.y, BOX_WIDTH, BOX_HEIGHT, at.x + 8, at.y + 15);
    text_add_markup(out, first);
    text_printf(out, "</text>\n<text class=\"value\" x=\"%u\" y=\"%u\">", at.x + 8, at.y + 30);
    text_add_markup(out, second);
    text_add(out, "</text>\n");
}

/* From the left side of a region to its super region. */
static void draw_super(Text *out, Spot from, Spot to) {
    u32 middle = from.x - (COLUMN - BOX_WIDTH) / 2;
    text_printf(out, "<path class=\"super\" d=\"M%u %u H%u V%u H%u\"/>\n", from.x, from.y + BOX_HEIGHT / 2, middle,
                to.y + BOX_HEIGHT / 2, to.x + BOX_WIDTH + 2);
}

/* Bound to the right side of both. */
static void draw_pointer(Text *out, Spot from, Spot to) {
    u32 start = from.x + BOX_WIDTH, end = to.x + BOX_WIDTH + 2, bend = MAX(start, end) + 40;
    text_printf(out, "<path class=\"points\" d=\"M%u %u C%u %u %u %u %u %u\"/>\n", start, from.y + BOX_HEIGHT / 2, bend,
                from.y + BOX_HEIGHT / 2, bend, to.y + BOX_HEIGHT / 2, end, to.y + BOX_HEIGHT / 2);
}

static const char header[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" font-family=\"sans-serif\" "
    "font-size=\"12\">\n"
    "<style>rect{fill:#fff;stroke:#333}rect.space{fill:#e8eef7}rect.scalar{fill:#f7f7ec}text{fill:#111}"
    "text.value{fill:#345;font-size:11px}path{fill:none;stroke:#333;marker-end:url(#tip)}"
    "path.points{stroke:#a33;stroke-dasharray:5 3}</style>\n"
    "<defs><marker id=\"tip\" markerWidth=\"9\" markerHeight=\"8\" refX=\"8\" refY=\"4\" orient=\"auto\">"
    "<path d=\"M0 0 L8 4 L0 8 z\" style=\"fill:#333;stroke:none;marker-end:none\"/></marker></defs>\n";

/* Where each row is drawn: space by space, in the order of the table. */
static Spot *place_rows(const RegionPicture *picture, Spot *spaces, u32 *row_count, u32 *column_count) {
    Spot *spots = xcalloc(picture->rows.count + 1, sizeof *spots);
    u32 row = 0;
    *column_count = 1;
    for (u32 space = 0; space < SPACE_COUNT; space++) {
        u32 first = row;
        for (u32 i = 0; i < picture->rows.count; i++) {
            const RegionRow *drawn = &picture->rows.at[i];
            if (drawn->region->space != space) continue;
            spots[i] = spot_of(drawn->depth + 1, row++);
            *column_count = MAX(*column_count, drawn->depth + 2);
        }
        spaces[space] = spot_of(0, row > first ? first : UINT32_MAX / ROW);
    }
    *row_count = row;
    return spots;
}

static const Spot *spot_of_region(const RegionPicture *picture, const Spot *spots, const Region *region) {
    for (u32 i = 0; i < picture->rows.count; i++)
        if (picture->rows.at[i].region == region) return &spots[i];
    return NULL;
}

static bool has_rows(const RegionPicture *picture, u32 space) {
    for (u32 i = 0; i < picture->rows.count; i++)
        if (picture->rows.at[i].region->space == space) return true;
    return false;
}

static void draw_row(RegionPicture *picture, const RegionRow *row, Spot at, Text *out) {
    Text value = {0};
    text_printf(&value, "region %u: ", row->region->number);
    region_value_print(picture, row, &value);
    draw_box(out, at, row->value.kind == VALUE_NONE ? "whole" : "scalar", row->region->name, value.chars);
    text_free(&value);
}

void region_picture_draw(RegionPicture *picture, Text *out) {
    Spot spaces[SPACE_COUNT];
    u32 rows, columns;
    Spot *spots = place_rows(picture, spaces, &rows, &columns);
    text_printf(out, header, 2 * MARGIN + columns * COLUMN, 2 * MARGIN + MAX(rows, 1u) * ROW);
    for (u32 space = 0; space < SPACE_COUNT; space++)
        if (has_rows(picture, space)) draw_box(out, spaces[space], "space", region_space_names[space], "memory space");
    for (u32 i = 0; i < picture->rows.count; i++) {
        const RegionRow *row = &picture->rows.at[i];
        const Spot *super = row->region->super ? spot_of_region(picture, spots, row->region->super) : NULL;
        draw_row(picture, row, spots[i], out);
        draw_super(out, spots[i], super ? *super : spaces[row->region->space]);
        const Spot *target = row->value.target ? spot_of_region(picture, spots, row->value.target) : NULL;
        if (target) draw_pointer(out, spots[i], *target);
    }
    text_add(out, "</svg>\n");
    free(spots);
}
