#include "report/regions.h"

#include "semantics/lift.h"
#include "term/smtlib.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

static RegionValue pointer_value(const RegionPicture *picture, u64 pointer) {
    const Objects *objects = &picture->m->objects;
    RegionValue value = {.kind = VALUE_POINTER};
    objects_resolve(objects, pointer, &value.object, &value.offset);
    const ObjectInfo *info = object_info(objects, value.object);
    if (info->kind == OBJECT_OUTSIDE) value.offset -= OUTSIDE_BEFORE;
    if (info->kind == OBJECT_NONE || info->kind == OBJECT_STRAY) {
        value.object = 0;
        value.number = objects->placement ? (u32)pointer : pointer;
    }
    return value;
}

static RegionValue number_value(const RegionPicture *picture, const Type *type, u64 number) {
    if (type && type->kind == TYPE_POINTER) return pointer_value(picture, number);
    return (RegionValue){.kind = VALUE_NUMBER, .number = number};
}

/* A pointer from outside that the path has followed is known by its object. */
static u32 outside_object_of(const RegionPicture *picture, const Term *term) {
    const Outside *outside = picture->m->symbolic->memory.outside;
    for (u32 i = 0; outside && i < outside->objects.count; i++) {
        u32 number = OUTSIDE_FIRST + i;
        bool is_made = object_info(&picture->m->objects, number)->kind == OBJECT_OUTSIDE;
        if (is_made && outside->objects.at[i].pointer == term) return number;
    }
    return 0;
}

static RegionValue term_value(const RegionPicture *picture, const Type *type, Term *term) {
    if (term_is_tainted(term)) return (RegionValue){.kind = VALUE_UNDEFINED};
    if (term_is_const(term) && term->width <= 64) return number_value(picture, type, term->value);
    bool is_pointer = type && type->kind == TYPE_POINTER;
    u32 object = is_pointer ? outside_object_of(picture, term) : 0;
    if (object) return (RegionValue){.kind = VALUE_POINTER, .object = object};
    return (RegionValue){.kind = VALUE_TERM, .term = term};
}

/* Nothing is read that nobody has read: looking changes nothing. */
static RegionValue memory_value(RegionPicture *picture, const Region *region, u64 offset, u64 size) {
    Machine *m = picture->m;
    Memory *memory = &m->symbolic->memory;
    bool is_outside = object_info(&m->objects, region->base)->kind == OBJECT_OUTSIDE;
    u32 unknown = 0;
    for (u64 i = 0; i < size; i++) unknown += !contents_is_known(memory, region->base, offset + i);
    if (unknown && is_outside) {
        const OutsideObject *outside = &memory->outside->objects.at[region->base - OUTSIDE_FIRST];
        for (u64 i = 0; i < size; i++)
            if (!outside->bytes || !outside->bytes[offset + i]) return (RegionValue){.kind = VALUE_UNREAD};
    } else if (unknown) {
        return (RegionValue){.kind = VALUE_UNDEFINED};
    }
    if (size > 8) return (RegionValue){.kind = VALUE_BYTES};
    Term *term = contents_load(memory, region->base, offset, (u32)size);
    bool is_word = m->objects.placement && region->type && region->type->kind == TYPE_POINTER && size == 4;
    if (is_word && !term_is_tainted(term)) term = pointer_from_word(memory, term);
    if (region->bit_width && !term_is_tainted(term))
        term = term_extract(memory->terms, term, region->bit_offset, region->bit_width);
    return term_value(picture, region->type, term);
}

static u64 bytes_to_read(const Region *region) {
    if (region->bit_width) return (u64)(region->bit_offset + region->bit_width + 7) / 8;
    return region->type ? region->type->size : 1;
}

static RegionValue slot_value(RegionPicture *picture, const Region *region) {
    Machine *m = picture->m;
    u64 *cell = (u64 *)(uintptr_t)region->slot;
    const Type *type = region->type;
    u32 bits = type && type->kind == TYPE_POINTER ? 64 : type && type->size <= 8 ? (u32)type->size * 8 : 0;
    Term *term = *(Term **)undefined_of(m, cell);
    if (!bits) return (RegionValue){.kind = VALUE_BYTES};
    if (!term) return number_value(picture, type, *cell & low_mask(bits));
    if (!term_is_tainted(term)) term = term_extract(m->symbolic->terms, term, 0, bits);
    return term_value(picture, type, term);
}

static RegionValue value_at(RegionPicture *picture, const Region *region, u64 offset) {
    return region->base ? memory_value(picture, region, offset, bytes_to_read(region)) : slot_value(picture, region);
}

static bool are_equal(const RegionValue *a, const RegionValue *b) {
    return a->kind == b->kind && a->number == b->number && a->term == b->term && a->object == b->object &&
           a->offset == b->offset && a->kind != VALUE_BYTES;
}

/* ---- Rows ---- */

static void add_row(RegionPicture *picture, Region *region, u32 depth, RegionValue value) {
    vec_push(&picture->rows, (RegionRow){region, depth, value});
}

static const Type byte_type = {.kind = TYPE_INT, .bits = 8, .size = 1, .align = 1, .name = "unsigned char"};

static void add_parts(RegionPicture *picture, Region *region, u32 depth);

static void add_part(RegionPicture *picture, Region *part, u32 depth) {
    if (type_is_aggregate(part->type)) {
        add_row(picture, part, depth, (RegionValue){VALUE_NONE});
        add_parts(picture, part, depth + 1);
    } else {
        add_row(picture, part, depth, value_at(picture, part, part->offset));
    }
}

/* Elements that have the same value are one row: what a default binding is to the paper. */
static void add_elements(RegionPicture *picture, Region *region, u32 depth) {
    enum { FEW = 8, MOST_AGGREGATES = 64 };
    const Type *element = region->type->element;
    u64 count = region->type->count;
    if (!element || !element->size) return;
    for (u64 first = 0, run; first < count; first += run) {
        run = 1;
        if (type_is_aggregate(element)) {
            if (first == MOST_AGGREGATES) return;
            add_part(picture, region_elements(&picture->tree, region, first, 1), depth);
            continue;
        }
        Region probe = {.base = region->base, .type = element};
        RegionValue value = value_at(picture, &probe, region->offset + first * element->size);
        while (count > FEW && first + run < count) {
            RegionValue next = value_at(picture, &probe, region->offset + (first + run) * element->size);
            if (!are_equal(&value, &next)) break;
            run++;
        }
        add_row(picture, region_elements(&picture->tree, region, first, run), depth, value);
    }
}

static void add_parts(RegionPicture *picture, Region *region, u32 depth) {
    const Type *type = region->type;
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
        for (u32 i = 0; i < type->field_count; i++) add_part(picture, region_field(&picture->tree, region, i), depth);
    else add_elements(picture, region, depth);
}

/* Bytes that no type names. */
static void see_as_bytes(RegionPicture *picture, Region *region) {
    Type *type = ARENA_NEW(&picture->tree.arena, Type);
    *type = (Type){.kind = TYPE_ARRAY, .element = &byte_type, .count = region->size, .size = region->size, .align = 1};
    region->type = type;
}

static bool is_listed(const RegionPicture *picture, u32 object) {
    for (u32 i = 0; i < picture->rows.count; i++)
        if (picture->rows.at[i].region->base == object) return true;
    return false;
}

static void add_base(RegionPicture *picture, u32 object, const Type *view) {
    if (is_listed(picture, object)) return;
    Region *region = region_of_object(&picture->tree, object, view);
    bool is_plain = region->kind == REGION_FUNCTION || !region->size;
    if (is_plain || object_info(&picture->m->objects, object)->state != OBJECT_LIVE) {
        add_row(picture, region, 0, (RegionValue){VALUE_NONE});
        return;
    }
    if (!region->type && region->kind == REGION_SYMBOLIC) region->type = &byte_type;
    if (!region->type) see_as_bytes(picture, region);
    add_part(picture, region, 0);
}

/* ---- A state ---- */

static bool is_alive(const Machine *m, u64 pointer) {
    const ObjectInfo *info = object_info(&m->objects, pointer_object(pointer));
    return info->kind != OBJECT_NONE && info->state == OBJECT_LIVE;
}

static void add_variables(RegionPicture *picture, Frame *frame) {
    Machine *m = picture->m;
    const Compiled *compiled = frame->compiled;
    const Function *function = compiled->function;
    u64 *r = frame_cells(frame);
    for (u32 i = 0; i < function->variable_count; i++) {
        const Variable *variable = &function->variables[i];
        u32 cell = compiled->register_cells[variable->reg];
        if (!variable->name) continue;
        if (variable->kind != VARIABLE_SLOT) {
            if (is_alive(m, r[cell])) add_base(picture, pointer_object(r[cell]), variable->type);
            continue;
        }
        u32 flag = compiled->set_flags[variable->reg];
        Region *region = region_of_slot(&picture->tree, variable, &r[cell]);
        RegionValue unset = {.kind = VALUE_UNDEFINED};
        add_row(picture, region, 0, flag && !r[flag] ? unset : slot_value(picture, region));
    }
}

/* From main to the innermost one. */
static void add_frames(RegionPicture *picture, Frame *frame) {
    if (frame->caller) add_frames(picture, frame->caller);
    if (!frame->compiled->function->is_library) add_variables(picture, frame);
}

/* How a block without a type of its own is seen: through the first pointer to its start that says more than bytes. */
static const Type *view_of(const RegionPicture *picture, u32 object) {
    u64 size = object_info(&picture->m->objects, object)->size;
    for (u32 i = 0; i < picture->rows.count; i++) {
        const RegionValue *value = &picture->rows.at[i].value;
        const Type *type = picture->rows.at[i].region->type;
        bool is_start = value->kind == VALUE_POINTER && value->object == object && !value->offset;
        const Type *view = is_start && type && type->kind == TYPE_POINTER ? type->element : NULL;
        if (view && view->size > 1 && size % view->size == 0) return view;
    }
    return NULL;
}

/* What the rows so far lead to, and what that leads to. */
static void add_targets(RegionPicture *picture, u32 from) {
    for (u32 i = from; i < picture->rows.count; i++) {
        u32 object = picture->rows.at[i].value.object;
        if (picture->rows.at[i].value.kind == VALUE_POINTER && object)
            add_base(picture, object, view_of(picture, object));
    }
}

static void add_rest(RegionPicture *picture) {
    Machine *m = picture->m;
    for (u32 number = STATIC_OBJECTS; number < m->objects.next; number++) {
        const ObjectInfo *info = object_info(&m->objects, number);
        if (info->kind == OBJECT_HEAP && info->state == OBJECT_LIVE) add_base(picture, number, NULL);
    }
    for (u32 i = 0; i < m->program->globals.count; i++) {
        const Global *global = m->program->globals.at[i];
        u32 number = i < m->global_capacity ? m->global_objects[i] : 0;
        if (number && !global->is_library && !global->is_string_literal) add_base(picture, number, NULL);
    }
}

static u32 symbol_number(RegionPicture *picture, Term *term) {
    for (u32 i = 0; i < picture->symbols.count; i++)
        if (picture->symbols.at[i] == term) return i + 1;
    vec_push(&picture->symbols, term);
    return picture->symbols.count;
}

/* How well a region fits a pointer that leads to this offset of its base: at its start and of its type, at its start,
 * somewhere inside. */
static u32 fit_of(const Region *region, i64 offset, const Type *type) {
    i64 inside = offset - (i64)region->offset;
    if (inside < 0 || inside > (i64)region->size) return region->super ? 0 : 1;
    if (inside) return inside < (i64)region->size ? 2 : 1;
    return types_are_same(region->type, type) ? 4 : 3;
}

/* The first of those that fit best; of those that it leads into, the smallest. */
static void find_target(const RegionPicture *picture, RegionValue *value, const Type *type) {
    bool is_outside = object_info(&picture->m->objects, value->object)->kind == OBJECT_OUTSIDE;
    i64 offset = value->offset + (is_outside ? OUTSIDE_BEFORE : 0);
    u32 best = 0;
    for (u32 i = 0; i < picture->rows.count; i++) {
        Region *region = picture->rows.at[i].region;
        u32 fit = region->base == value->object ? fit_of(region, offset, type) : 0;
        if (fit < best || !fit || (fit == best && (fit != 2 || region->size >= value->target->size))) continue;
        best = fit;
        value->target = region;
    }
    if (value->target) value->offset = offset - (i64)value->target->offset;
}

/* Where pointers lead, now that every region has its number. */
static void settle_values(RegionPicture *picture) {
    for (u32 i = 0; i < picture->rows.count; i++) {
        RegionRow *row = &picture->rows.at[i];
        RegionValue *value = &row->value;
        if (value->kind == VALUE_TERM) symbol_number(picture, value->term);
        if (value->kind != VALUE_POINTER || !value->object) continue;
        find_target(picture, value, row->region->type->element);
    }
}

void region_picture_make(RegionPicture *picture, Machine *m, u64 *r) {
    *picture = (RegionPicture){.m = m};
    regions_begin(&picture->tree, &m->symbolic->memory);
    add_frames(picture, frame_of(r));
    add_targets(picture, 0);
    u32 reached = picture->rows.count;
    add_rest(picture);
    add_targets(picture, reached);
    settle_values(picture);
}

void region_picture_free(RegionPicture *picture) {
    regions_free(&picture->tree);
    vec_free(&picture->rows);
    vec_free(&picture->symbols);
}

/* ---- Text ---- */

static void print_number(Text *out, const Region *region, u64 number) {
    const Type *type = region->type;
    u32 bits = region->bit_width ? region->bit_width : type ? (u32)type->size * 8 : 8;
    i64 as_signed = bits < 64 ? (i64)(number << (64 - bits)) >> (64 - bits) : (i64)number;
    if (type && type->kind == TYPE_FLOAT && bits == 32) {
        float value;
        memcpy(&value, &number, sizeof value);
        text_printf(out, "%g", (double)value);
    } else if (type && type->kind == TYPE_FLOAT && bits == 64) {
        double value;
        memcpy(&value, &number, sizeof value);
        text_printf(out, "%g", value);
    } else if (type && type->is_signed) {
        text_printf(out, "%" PRId64, as_signed);
        if (bits == 8 && number >= 32 && number < 127) text_printf(out, " '%c'", (char)number);
    } else {
        text_printf(out, "%" PRIu64, number);
    }
}

static void print_pointer(Text *out, const RegionValue *value) {
    if (!value->target) {
        if (value->number) text_printf(out, "0x%" PRIx64, value->number);
        else text_add(out, "NULL");
        return;
    }
    text_printf(out, "region %u", value->target->number);
    if (value->offset) text_printf(out, " %+" PRId64 " bytes", value->offset);
}

void region_value_print(RegionPicture *picture, const RegionRow *row, Text *out) {
    switch (row->value.kind) {
    case VALUE_NONE: text_add(out, "N/A"); break;
    case VALUE_UNDEFINED: text_add(out, "undefined"); break;
    case VALUE_UNREAD: text_add(out, "not read yet"); break;
    case VALUE_BYTES: text_add(out, "bytes"); break;
    case VALUE_NUMBER: print_number(out, row->region, row->value.number); break;
    case VALUE_POINTER: print_pointer(out, &row->value); break;
    case VALUE_TERM: text_printf(out, "$%u", symbol_number(picture, row->value.term)); break;
    }
}

static void pad_to(Text *out, size_t start, size_t width) {
    size_t length = out->length - start;
    text_fill(out, ' ', length < width ? width - length : 0);
    text_add(out, "  ");
}

static const char *const kind_names[] = {"space", "variable", "field",  "element", "alloca",
                                         "heap",  "symbolic", "string", "function"};

static void print_extent(const RegionPicture *picture, const Region *region, Text *out) {
    Extent extent = {.kind = EXTENT_KNOWN, .bytes = region->size};
    if (region->base && !region->super) extent = region_extent(picture->tree.memory, region->base);
    switch (extent.kind) {
    case EXTENT_KNOWN: fault_count_bytes(out, extent.bytes); break;
    case EXTENT_TERM: text_printf(out, "at most %" PRIu64 " bytes", extent.bytes); break;
    case EXTENT_UNKNOWN: text_add(out, "extent not known"); break;
    }
}

static void print_site(const RegionPicture *picture, const Region *region, Text *out) {
    const ObjectInfo *info = object_info(&picture->m->objects, region->base);
    if (region->super || (region->kind != REGION_HEAP && region->kind != REGION_ALLOCA)) return;
    const Program *program = picture->m->program;
    const Location *place = &program->locations.at[info->made_at];
    if (place->line) text_printf(out, ", made at %s:%u", program->files.at[place->file], place->line);
    if (info->state != OBJECT_LIVE) text_add(out, ", freed");
}

/* The hierarchy: a region stands under its super region. */
static void print_tree(RegionPicture *picture, Text *out) {
    for (u32 space = 0; space < SPACE_COUNT; space++) {
        bool is_empty = true;
        for (u32 i = 0; i < picture->rows.count; i++) {
            const RegionRow *row = &picture->rows.at[i];
            if (row->region->space != space) continue;
            if (is_empty) text_printf(out, "  %s\n", region_space_names[space]);
            is_empty = false;
            size_t start = out->length;
            text_fill(out, ' ', 4 + 2 * row->depth);
            text_add(out, row->region->name);
            pad_to(out, start, 28);
            text_printf(out, "region %-4u %s, ", row->region->number, kind_names[row->region->kind]);
            print_extent(picture, row->region, out);
            print_site(picture, row->region, out);
            text_add_char(out, '\n');
        }
    }
}

static void print_symbols(RegionPicture *picture, Text *out) {
    enum { MOST_CHARS = 160, DEPTH = 4 };
    for (u32 i = 0; i < picture->symbols.count; i++) {
        Text term = {0};
        smt_write_term(&term, picture->symbols.at[i], DEPTH);
        text_printf(out, "  $%u is %.*s%s\n", i + 1, MOST_CHARS, term.chars, term.length > MOST_CHARS ? " ..." : "");
        text_free(&term);
    }
}

void region_picture_print(RegionPicture *picture, Text *out) {
    text_add(out, "  Expression                  Region      Value\n");
    for (u32 i = 0; i < picture->rows.count; i++) {
        const RegionRow *row = &picture->rows.at[i];
        size_t start = out->length;
        text_printf(out, "  %s", row->region->name);
        pad_to(out, start, 28);
        text_printf(out, "region %-4u ", row->region->number);
        region_value_print(picture, row, out);
        text_add_char(out, '\n');
    }
    print_symbols(picture, out);
    print_tree(picture, out);
}
