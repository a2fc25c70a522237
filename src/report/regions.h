/* Regions of a state, for a reader: tables in the manner of Xu, Kremenek and Zhang (section 5.3), and drawings as their
 * figures 2 and 3. */
#ifndef REPORT_REGIONS_H
#define REPORT_REGIONS_H

#include "engine/explore.h"
#include "memory/regions/region.h"

typedef enum {
    VALUE_NONE,      /* of an aggregate: its parts have values */
    VALUE_UNDEFINED, /* nothing was bound to it, or what is not defined */
    VALUE_UNREAD,    /* from outside, and nobody has looked yet: it may be anything */
    VALUE_NUMBER,
    VALUE_POINTER, /* to `target`, `offset` bytes on; without a target: null or a number */
    VALUE_TERM,
    VALUE_BYTES, /* more than a number can be */
} ValueKind;

typedef struct {
    ValueKind kind;
    u64 number; /* POINTER without a target: the number */
    Term *term;
    u32 object; /* POINTER; 0: none */
    i64 offset; /* in the object, from where its region begins */
    Region *target;
} RegionValue;

typedef struct {
    Region *region;
    u32 depth; /* of a base: 0 */
    RegionValue value;
} RegionRow;

/* Everything that is alive in a state: the variables of the functions that are under way, in order of their declaration,
 * then what they lead to, then the rest of the heap and the variables of the program that were used. */
typedef struct {
    Machine *m;
    RegionTree tree;
    VEC(RegionRow) rows;
    TermVec symbols; /* terms that are values, in order of first mention: $1, $2, ... */
} RegionPicture;

void region_picture_make(RegionPicture *picture, Machine *m, u64 *r); /* r: of the innermost frame */
void region_picture_free(RegionPicture *picture);
void region_picture_print(RegionPicture *picture, Text *out);
void region_picture_draw(RegionPicture *picture, Text *out); /* SVG */
void region_value_print(RegionPicture *picture, const RegionRow *row, Text *out);

/* Watches a run, and prints what is alive when a function of the program comes to a line, before it is carried out;
 * without a place, where main returns. */
typedef struct {
    const char *function; /* NULL: main, where it returns */
    u32 line;
    const char *svg_folder; /* NULL: nothing is drawn */
    Explorer *e;
    double resumed; /* the state that was seen last, */
    const u64 *r;   /* its frame */
    u32 last_line;  /* and line */
    u32 shown;
} RegionWatch;

/* FUNCTION:LINE, or NULL. False: it is neither. `text` stays. */
bool region_watch_parse(RegionWatch *watch, const char *text, Arena *arena);
void region_watch_begin(RegionWatch *watch, Explorer *e);

#endif
