#include "alias/layout.h"

enum { MOST_LEVELS = 16, MOST_ELEMENTS = 64, MOST_RAW = 64 };

/* An array around a place. */
typedef struct {
    i64 start, element; /* of the first element: where it is, its size */
    i64 count;          /* -1: without end */
    bool begins_struct; /* the place is the beginning of a struct as well */
} Level;

typedef struct {
    Level levels[MOST_LEVELS]; /* the outermost first */
    u32 count;
    i64 place;      /* elements folded onto the first; PLACE_ANY when outside of the object */
    i64 start, end; /* of the scalar, or of the word where no type says */
} Found;

static i64 modulo(i64 value, i64 by) { return (value % by + by) % by; }

/* Goes into an array: the offset is moved into its first element. */
static const Type *enter_array(Found *found, i64 start, const Type *element, i64 count, bool begins_struct) {
    i64 size = (i64)element->size;
    if (!size || found->count == MOST_LEVELS) return NULL;
    found->levels[found->count++] = (Level){start, size, count, begins_struct};
    found->place = start + modulo(found->place - start, size);
    return element;
}

/* The last member that begins at the offset or before it; NULL for unions, where several may. */
static const Field *field_at(const Type *type, i64 offset) {
    const Field *found = NULL;
    for (u32 i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
        if ((i64)type->fields[i].offset <= offset && type->fields[i].type) found = &type->fields[i];
    return found;
}

/* A last member of length 0 or 1 stands for as much as was allocated behind it. */
static bool is_open_ended(const Type *parent, const Field *field) {
    return field->type->kind == TYPE_ARRAY && field->type->count <= 1 &&
           field == &parent->fields[parent->field_count - 1];
}

static bool is_array(const Type *type) {
    return (type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR) && type->element;
}

/* Walks from the object down to the scalar. */
static void descend(Found *found, const Type *type) {
    i64 start = 0, struct_start = -1;
    bool is_open = true;
    while (type) {
        if (is_array(type)) {
            i64 count = is_open ? -1 : (i64)type->count;
            type = enter_array(found, start, type->element, count, struct_start == start);
            is_open = false;
            continue;
        }
        const Field *field = field_at(type, found->place - start);
        if (!field || field->bit_width) break; /* bit-fields share bytes */
        is_open = is_open_ended(type, field);
        struct_start = start;
        start += (i64)field->offset;
        type = field->type;
    }
    bool is_scalar = type && type->kind != TYPE_UNION && type->kind != TYPE_STRUCT && type->size;
    if (is_scalar && found->place < start + (i64)type->size) {
        found->start = start;
        found->end = start + (i64)type->size;
    }
}

static Found find(const Layout *layout, i64 offset) {
    Found found = {.place = offset};
    if (layout->kind == LAYOUT_SINGLE) return (Found){.place = 0, .end = INT64_MAX};
    if (layout->kind == LAYOUT_REPEATS) {
        enter_array(&found, 0, layout->type, -1, false);
    } else {
        bool is_endless = layout->kind == LAYOUT_RAW || is_array(layout->type);
        i64 size = is_endless ? MOST_RAW : (i64)layout->type->size;
        bool is_inside = offset >= 0 && offset < size;
        if (!is_inside && !(layout->type && is_array(layout->type))) return (Found){.place = PLACE_ANY};
    }
    if (layout->kind != LAYOUT_RAW) descend(&found, layout->type);
    if (found.end - found.start >= layout->word) return found;
    /* Small scalars share the cell of the word they begin in; in a packed struct they may end in the next one. */
    i64 begin = found.end > found.place ? found.start : found.place;
    found.start = begin - begin % layout->word;
    found.end = MAX(found.end, found.place + 1);
    return found;
}

Layout layout_of(const Type *type, LayoutKind kind, u32 word) {
    while (type && is_array(type) && kind != LAYOUT_RAW) {
        if (type->element->size == 0) break;
        if (kind == LAYOUT_TYPED || kind == LAYOUT_REPEATS) kind = LAYOUT_REPEATS;
        type = type->element;
    }
    if (!type || !type->size || type->kind == TYPE_FUNCTION || type->kind == TYPE_VOID)
        return (Layout){.kind = LAYOUT_RAW, .word = word};
    bool is_struct = type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
    if (!is_struct && (kind == LAYOUT_REPEATS || type->size <= word))
        return (Layout){.kind = LAYOUT_SINGLE, .word = word};
    return (Layout){.kind = kind, .type = type, .word = word};
}

static void add(Places *out, i64 place) {
    i32 number = place < 0 || place > INT32_MAX ? PLACE_ANY : (i32)place;
    for (u32 i = 0; i < out->count; i++)
        if (out->at[i] == number) return;
    vec_push(out, number);
}

/* The place stands for the same byte of every element of the arrays around it. A step that leaves the first
 * element leads, from the others, to other bytes of the array or out of it: all of them are tried. */
void layout_step(const Layout *layout, i32 place, i64 bytes, Places *out) {
    bool is_lost = layout->kind == LAYOUT_RAW && place && bytes; /* else every sum of steps would be a place */
    if (place == PLACE_ANY || is_lost) {
        add(out, PLACE_ANY);
        return;
    }
    Found from = find(layout, place);
    i64 now[MOST_ELEMENTS + 1], next[MOST_ELEMENTS + 1];
    u32 count = 1;
    now[0] = place + bytes;
    for (u32 l = from.count; l-- > 0 && count;) {
        const Level *level = &from.levels[l];
        u32 left = 0;
        for (u32 i = 0; i < count; i++) {
            i64 inside = now[i] - level->start;
            bool is_endless = level->count < 0;
            bool stays = inside >= 0 && (is_endless || inside < level->element);
            if (stays || (is_endless && level->start == 0)) {
                add(out, find(layout, level->start + modulo(inside, level->element)).place);
                continue;
            }
            i64 tries = is_endless ? -inside / level->element + 2 : level->count;
            if (tries > MOST_ELEMENTS - left) {
                add(out, PLACE_ANY);
                return;
            }
            for (i64 k = 0; k < tries; k++) {
                i64 moved = inside + k * level->element;
                bool is_out = moved < 0 || (!is_endless && moved >= level->count * level->element);
                if (is_out) next[left++] = level->start + moved;
                else add(out, find(layout, level->start + moved).place);
            }
        }
        count = left;
        for (u32 i = 0; i < count; i++) now[i] = next[i];
    }
    for (u32 i = 0; i < count; i++) add(out, find(layout, now[i]).place);
}

/* The innermost array around the place in which a step over such elements stays. */
static const Level *level_of(const Found *found, u64 element) {
    for (u32 l = found->count; l-- > 0;)
        if (element && element % (u64)found->levels[l].element == 0) return &found->levels[l];
    return NULL;
}

void layout_index(const Layout *layout, i32 place, i64 count, u64 element, Places *out) {
    i64 bytes;
    if (place == PLACE_ANY || __builtin_mul_overflow(count, (i64)element, &bytes)) {
        add(out, PLACE_ANY);
        return;
    }
    Found found = find(layout, place);
    const Level *level = level_of(&found, element);
    /* Where no array is known, a pointer that walks would come to every byte, one after the other. */
    bool creeps =
        !level && place && (layout->kind == LAYOUT_RAW || (bytes > -(i64)layout->word && bytes < layout->word));
    if (creeps) {
        add(out, PLACE_ANY);
        return;
    }
    /* Bytes are also how offsets within structs are counted: p + 1 walks, (char *)s + 16 may not. */
    bool walks = level && (element > 1 || bytes == 1 || bytes == -1);
    if (walks) add(out, place);
    bool fits = walks &&
                (level->count < 0 || (bytes < level->count * level->element && -bytes < level->count * level->element));
    if (!fits) layout_step(layout, place, bytes, out);
}

void layout_index_any(const Layout *layout, i32 place, u64 element, Places *out) {
    if (place == PLACE_ANY) {
        add(out, PLACE_ANY);
        return;
    }
    Found found = find(layout, place);
    const Level *level = level_of(&found, element);
    bool is_single = layout->kind == LAYOUT_SINGLE;
    if (level || is_single) add(out, place);
    if (!is_single && (!level || (element == 1 && level->begins_struct))) add(out, PLACE_ANY);
}

void layout_access(const Layout *layout, i32 place, u64 size, Places *out) {
    add(out, place);
    if (place == PLACE_ANY) return;
    Found found = find(layout, place);
    if (size <= 1 || (u64)(found.end - found.place) >= size) return;
    for (u64 at = 1; at < size; at++) layout_step(layout, place, (i64)at, out); /* packed: any byte may begin a cell */
}

i32 layout_cell(const Layout *layout, i32 place) {
    if (place == PLACE_ANY) return PLACE_ANY;
    return (i32)find(layout, place).start;
}

u32 layout_room(const Layout *layout, i32 place) {
    if (place == PLACE_ANY) return UINT32_MAX;
    Found found = find(layout, place);
    return (u32)MIN(found.end - found.place, (i64)UINT32_MAX);
}
