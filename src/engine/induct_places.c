/* Places: what a round of a loop changes, found by comparing states. */
#include "engine/induct_inside.h"
#include "memory/pointer.h"
#include "semantics/lift.h"
#include "semantics/merge_objects.h"

#include <stdio.h>
#include <string.h>

enum { MOST_VALUES = 40, MOST_NODES = 2000, MOST_BYTES = 64, COUNTER_STEP = 8 };

void place_free(Place *place) {
    vec_free(&place->seen);
    vec_free(&place->kept);
}

static Memory *memory_of(const Induct *in) { return &in->e->now.memory; }
static bool is_32(const Induct *in) { return in->e->m->objects.placement != NULL; }

/* ---- Reading and writing ---- */

static Term *read_value(Induct *in, const LoopRun *run, const Place *place) {
    Machine *m = in->e->m;
    if (!place->in_memory) {
        Term *cell = lift_cell(m, run->entry->r, place->cell);
        return place->bits < 64 ? term_extract(in->e->terms, term_number(in->e->terms, cell), 0, place->bits) : cell;
    }
    Term *value = contents_load(memory_of(in), place->object, place->offset, place->size);
    return place->is_word ? pointer_from_word(memory_of(in), value) : value;
}

static void write_value(Induct *in, const LoopRun *run, const Place *place, Term *value) {
    if (!place->in_memory) {
        lift_set(in->e->m, run->entry->r, place->cell, value);
        return;
    }
    if (place->is_word) value = pointer_to_word(in->e->terms, value);
    contents_store(memory_of(in), place->object, place->offset, value, place->size);
}

static Term *base_address(Induct *in, u32 object) {
    return term_const(in->e->terms, 32, object_at(&in->e->m->objects, object)->base);
}

/* How far a pointer is in the object; NULL if it is not certain to be in it. */
static Term *offset_in(Induct *in, Term *pointer, u32 object) {
    PointerParts parts = pointer_parts(memory_of(in), pointer);
    if (!term_is_const(parts.object) || parts.object->value != object) return NULL;
    if (!is_32(in)) return parts.offset;
    return term_sub(in->e->terms, parts.address, base_address(in, object));
}

static Term *based_pointer(Induct *in, const Place *place) {
    TermStore *store = in->e->terms;
    if (is_32(in)) {
        Term *address = term_add(store, base_address(in, place->base), place->symbol);
        return term_concat(store, term_const(store, 32, place->base), address);
    }
    Term *start = term_const(store, 64, object_pointer(&in->e->m->objects, place->base));
    return pointer_step(store, false, start, place->symbol);
}

/* NULL: nobody asks. */
static Term *read_array(Induct *in, const Place *place) {
    return place->is_spoken_of ? contents_array(memory_of(in), place->object, place->symbol->width / 8) : NULL;
}

void places_read(Induct *in, LoopRun *run, TermVec *values) {
    vec_clear(values);
    for (u32 i = 0; i < run->places.count; i++) {
        const Place *place = &run->places.at[i];
        Term *value = place->is_whole ? read_array(in, place) : read_value(in, run, place);
        if (value && !place->is_whole && term_is_tainted(value)) induct_fail(in, run, "a value is undefined");
        if (value && place->mode == PLACE_BASED) value = offset_in(in, value, place->base);
        vec_push(values, value);
    }
}

enum { MOST_BITS = 64 }; /* places that Node.kept and Node.any have a bit for */
static bool has_bit(u64 places, u32 place) { return place < MOST_BITS && places >> place & 1; }

/* What an explicit place is in a node. */
static Term *node_value(Induct *in, const Place *place, const Node *node, u32 index, u64 value) {
    if (has_bit(node->any, index)) return place->symbol;
    if (has_bit(node->kept, index)) return (Term *)(uintptr_t)value;
    return term_const(in->e->terms, place->bits, value);
}

void places_set(Induct *in, LoopRun *run, u32 node) {
    const u64 *values = run->values.count ? run->values.at + (size_t)node * run->places.count : NULL;
    for (u32 i = 0; i < run->places.count; i++) {
        const Place *place = &run->places.at[i];
        if (place->is_whole)
            contents_become_array(memory_of(in), place->object, place->symbol, 0, place->symbol->width / 8);
        else if (place->mode == PLACE_EXPLICIT)
            write_value(in, run, place, node_value(in, place, &run->nodes.at[node], i, values[i]));
        else write_value(in, run, place, place->mode == PLACE_FREE ? place->symbol : based_pointer(in, place));
    }
}

/* ---- Free places ---- */

static Term *new_symbol(Induct *in, u32 bits) {
    char name[32];
    snprintf(name, sizeof name, "%s@%u", in->names, in->symbols++);
    return term_symbol(in->e->terms, name, bits);
}

/* The object that both pointers are in; 0: none. */
static u32 common_object(Induct *in, const Place *place, Term *value) {
    bool may_point = place->bits == 64 && place->initial;
    if (!may_point) return 0;
    PointerParts before = pointer_parts(memory_of(in), place->initial), after = pointer_parts(memory_of(in), value);
    if (!term_is_const(before.object) || before.object != after.object) return 0;
    u32 object = (u32)before.object->value;
    const ObjectInfo *info = object_info(&in->e->m->objects, object);
    return info->kind != OBJECT_NONE && info->kind != OBJECT_FUNCTION && info->kind != OBJECT_STRAY ? object : 0;
}

static void make_free(Induct *in, LoopRun *run, u32 index, Term *value) {
    Place *place = &run->places.at[index];
    u32 object = place->mode == PLACE_EXPLICIT ? common_object(in, place, value) : 0;
    u32 bits = object && is_32(in) ? 32 : place->bits;
    if (object) place->initial = offset_in(in, place->initial, object);
    else if (place->mode == PLACE_BASED) place->initial = NULL; /* it was an offset */
    place->base = object;
    place->mode = object ? PLACE_BASED : PLACE_FREE;
    place->symbol = new_symbol(in, bits);
    run->begins_again = true;
    candidates_of_place(in, run, index);
}

/* ---- Nodes ---- */

/* Does it count up or down? */
static bool is_counting(const Induct *in, const Place *place) {
    u32 count = place->seen.count;
    u32 length = in->options.counts_after;
    if (count < length) return false;
    i64 step = (i64)(place->seen.at[count - 1] - place->seen.at[count - 2]);
    if (place->bits < 64) step = (i64)((u64)step << (64 - place->bits)) >> (64 - place->bits);
    if (step > COUNTER_STEP || step < -COUNTER_STEP) return false;
    for (u32 i = count - length + 1; i < count; i++)
        if (((place->seen.at[i] - place->seen.at[i - 1] - (u64)step) & low_mask(place->bits)) != 0) return false;
    return true;
}

static void note_value(Induct *in, LoopRun *run, u32 index, u64 value) {
    Place *place = &run->places.at[index];
    for (u32 i = 0; i < place->seen.count; i++)
        if (place->seen.at[i] == value) return;
    vec_push(&place->seen, value);
    if (place->seen.count > MOST_VALUES || is_counting(in, place))
        make_free(in, run, index, term_const(in->e->terms, place->bits, value));
}

static void note_kept(Induct *in, LoopRun *run, u32 index, Term *value) {
    enum { MOST_TERMS = 4 };
    Place *place = &run->places.at[index];
    for (u32 i = 0; i < place->kept.count; i++)
        if (place->kept.at[i] == value) return;
    vec_push(&place->kept, value);
    if (place->kept.count > MOST_TERMS) make_free(in, run, index, value);
}

static u32 find_node(const LoopRun *run, const u64 *values, const Node *like) {
    u32 width = run->places.count;
    for (u32 i = 0; i < run->nodes.count; i++)
        if (run->nodes.at[i].kept != like->kept || run->nodes.at[i].any != like->any) continue;
        else if (!width || !memcmp(run->values.at + (size_t)i * width, values, width * sizeof *values)) return i;
    return UINT32_MAX;
}

/* A pointer to what is not there before the loop must not come back as the number it is. */
static bool is_made_in_loop(const Induct *in, const LoopRun *run, const Place *place, u64 value) {
    u32 object = pointer_object(value);
    return place->bits == 64 && object >= run->entry->objects.next && object < in->e->m->objects.next;
}

static u32 add_node(Induct *in, LoopRun *run, const u64 *values, const Node *like) {
    for (u32 i = 0; i < run->places.count && !run->begins_again; i++) {
        if (run->places.at[i].mode != PLACE_EXPLICIT || has_bit(like->any, i)) continue;
        if (has_bit(like->kept, i)) {
            note_kept(in, run, i, (Term *)(uintptr_t)values[i]);
            continue;
        }
        if (is_made_in_loop(in, run, &run->places.at[i], values[i]))
            induct_fail(in, run, "a pointer to an object of the loop stays");
        note_value(in, run, i, values[i]);
    }
    for (u32 i = 0; i < run->places.count; i++) vec_push(&run->values, values[i]);
    vec_push(&run->nodes, ((Node){UINT64_MAX, UINT64_MAX, like->kept, like->any, true}));
    if (run->nodes.count > MOST_NODES) induct_fail(in, run, "too many combinations of values");
    return run->nodes.count - 1;
}

/* What held of the node so far and does not where `is_node` does is not known any more. The model is of such a state. */
static void weaken_node(Induct *in, LoopRun *run, u32 node, Term *is_node, Model *model) {
    TermStore *store = in->e->terms;
    for (u32 i = 0; i < run->facts.count; i++) {
        bool is_true = model_satisfies(model, run->facts.at[i]);
        u64 *known = is_true ? &run->nodes.at[node].holds : &run->nodes.at[node].fails;
        u64 *other = is_true ? &run->nodes.at[node].fails : &run->nodes.at[node].holds;
        u64 before = *known | *other, bit = (u64)1 << i;
        Term *differs = is_true ? term_not(store, run->facts.at[i]) : run->facts.at[i];
        *other &= ~bit;
        Model *found = NULL;
        if (*known & bit && explore_ask(in->e, term_and(store, is_node, differs), &found) != ANSWER_NO) *known &= ~bit;
        if (found) model_release(found);
        if ((before & bit) && !((*known | *other) & bit)) run->nodes.at[node].is_waiting = true;
    }
}

static void add_once(Values *values, u64 value) {
    for (u32 i = 0; i < values->count; i++)
        if (values->at[i] == value) return;
    vec_push(values, value);
}

/* Constants that a value may be, beside terms that are the same in all rounds. */
typedef struct {
    Induct *in;
    LoopRun *run;
    u32 place;
    u32 budget;   /* of steps */
    bool has_any; /* other values */
} FewValues;

static bool collect_few(FewValues *few, Term *t, Values *out);

/* Some bits of a choice: the same of one of its ways. */
static Term *part_of(TermStore *store, const Term *extract, u32 way) {
    return term_extract(store, extract->arg[0]->arg[way], extract->low, extract->width);
}

/* Of bytes side by side that were chosen one by one: any combination. */
static bool collect_pairs(FewValues *few, const Term *concat, Values *out) {
    Values high = {0}, low = {0};
    bool is_few = collect_few(few, concat->arg[0], &high) && collect_few(few, concat->arg[1], &low);
    for (u32 i = 0; is_few && i < high.count; i++)
        for (u32 k = 0; k < low.count; k++) add_once(out, high.at[i] << concat->arg[1]->width | low.at[k]);
    vec_free(&high);
    vec_free(&low);
    return is_few && out->count <= MOST_VALUES;
}

/* No constant, and the same in all rounds: what was there at the entry, and where rounds are told apart by what they do not
 * change also other terms of that, numbers only: a pointer may be one to what the round has made. */
static bool is_same_in_all(Induct *in, LoopRun *run, u32 index, Term *t) {
    const Place *place = &run->places.at[index];
    if (index >= MOST_BITS || term_is_const(t)) return false;
    if (place->initial && (t == place->initial || (t->op == TERM_EXTRACT && t->arg[0] == place->initial))) return true;
    return in->options.uses_facts && place->bits < 64 && candidates_is_before(in, run, t);
}

/* A place may be any number in some nodes. */
static bool may_be_any(const Induct *in, const LoopRun *run, u32 place) {
    return in->options.mixes && place < MOST_BITS && run->places.at[place].bits < 64;
}

static bool collect_leaf(FewValues *few, Term *t, Values *out) {
    if (is_same_in_all(few->in, few->run, few->place, t)) return true;
    u32 before = out->count;
    if (leaves_collect(few->in->e->terms, t, out) && out->count <= MOST_VALUES) return true;
    out->count = before;
    few->has_any = true;
    return may_be_any(few->in, few->run, few->place);
}

/* False: there are others, or too many. */
static bool collect_few(FewValues *few, Term *t, Values *out) {
    if (t->width > 64 || !few->budget) return false;
    few->budget--;
    switch (t->op) {
    case TERM_CONST: add_once(out, t->value); break;
    case TERM_ITE:
        if (!collect_few(few, t->arg[1], out) || !collect_few(few, t->arg[2], out)) return false;
        break;
    case TERM_EXTRACT:
        if (t->arg[0]->op == TERM_ITE)
            return collect_few(few, part_of(few->in->e->terms, t, 1), out) &&
                   collect_few(few, part_of(few->in->e->terms, t, 2), out);
        return collect_leaf(few, t, out);
    case TERM_ZEXT:
        if (is_same_in_all(few->in, few->run, few->place, t)) return true;
        return collect_few(few, t->arg[0], out);
    case TERM_CONCAT:
        if (is_same_in_all(few->in, few->run, few->place, t)) return true;
        return collect_pairs(few, t, out);
    default: return collect_leaf(few, t, out);
    }
    return out->count <= MOST_VALUES;
}

/* Is the value one of several constants, or of terms that are the same in all rounds? */
static bool has_few_values(Induct *in, LoopRun *run, u32 place, Term *value) {
    Values constants = {0};
    FewValues few = {in, run, place, 4096, false};
    bool is_few = collect_few(&few, value, &constants);
    if (few.has_any && !constants.count && !run->places.at[place].seen.count) is_few = false; /* it has no others */
    vec_free(&constants);
    return is_few;
}

/* The term without choices, as the model makes them; *choices becomes what they have in common. */
static Term *chosen(TermStore *store, Model *model, Term *t, Term **choices) {
    for (;;) {
        bool is_part = t->op == TERM_EXTRACT && t->arg[0]->op == TERM_ITE;
        if (t->op != TERM_ITE && !is_part) break;
        Term *condition = (is_part ? t->arg[0] : t)->arg[0];
        bool holds = model_satisfies(model, condition);
        *choices = term_and(store, *choices, holds ? condition : term_not(store, condition));
        t = is_part ? part_of(store, t, holds ? 1 : 2) : t->arg[holds ? 1 : 2];
    }
    if (t->op == TERM_ZEXT) return term_zext(store, chosen(store, model, t->arg[0], choices), t->width);
    if (t->op != TERM_CONCAT) return t;
    Term *high = chosen(store, model, t->arg[0], choices);
    return term_concat(store, high, chosen(store, model, t->arg[1], choices));
}

/* The node that the model is of: its values, and the condition that another state is of it. */
static Term *node_of_model(Induct *in, LoopRun *run, const TermVec *values, Model *model, Node *node, u64 *numbers) {
    TermStore *store = in->e->terms;
    Term *all = term_true(store);
    *node = (Node){0};
    for (u32 i = 0; i < run->places.count; i++) {
        Place *place = &run->places.at[i];
        numbers[i] = 0;
        if (place->mode != PLACE_EXPLICIT) continue;
        Term *choices = term_true(store), *value = chosen(store, model, values->at[i], &choices);
        bool is_same = is_same_in_all(in, run, i, value) && value->width == place->bits;
        bool is_any = !is_same && !term_is_const(value) && may_be_any(in, run, i);
        if (is_same) node->kept |= (u64)1 << i;
        if (is_any) node->any |= (u64)1 << i;
        if (is_any && !place->symbol) place->symbol = new_symbol(in, place->bits);
        if (is_same) numbers[i] = (u64)(uintptr_t)value;
        else if (!is_any) numbers[i] = model_eval(model, values->at[i])->value;
        Term *is_value = is_any ? choices : term_eq(store, values->at[i], node_value(in, place, node, i, numbers[i]));
        all = term_and(store, all, is_value);
    }
    return all;
}

static void find_nodes(Induct *in, LoopRun *run, const TermVec *values) {
    u64 *numbers = xcalloc(run->places.count + 1, sizeof *numbers);
    Term *others = term_true(in->e->terms);
    while (!run->begins_again && !in->has_failed && !term_is_false(others)) {
        Model *model = NULL;
        Answer answer = explore_ask(in->e, others, &model);
        if (answer == ANSWER_UNKNOWN) induct_fail(in, run, "the solver gave up");
        if (answer != ANSWER_YES) break;
        Node node;
        Term *here = node_of_model(in, run, values, model, &node, numbers);
        u32 index = find_node(run, numbers, &node);
        if (index == UINT32_MAX) index = add_node(in, run, numbers, &node);
        if (!run->begins_again) weaken_node(in, run, index, here, model);
        model_release(model);
        others = term_and(in->e->terms, others, term_not(in->e->terms, here));
    }
    free(numbers);
}

void places_add_nodes(Induct *in, LoopRun *run, const TermVec *values) {
    for (u32 i = 0; i < run->places.count; i++) {
        const Place *place = &run->places.at[i];
        bool is_lost = place->mode == PLACE_BASED && !values->at[i];
        bool is_open = place->mode == PLACE_EXPLICIT && !place->is_whole && !has_few_values(in, run, i, values->at[i]);
        if (is_lost || is_open) make_free(in, run, i, values->at[i]);
    }
    if (!run->begins_again) find_nodes(in, run, values);
}

/* ---- New places ---- */

/* The machine holds the entry. */
static void add_place(Induct *in, LoopRun *run, Place place) {
    if (!place.is_whole) place.initial = read_value(in, run, &place);
    if (place.is_whole) place.mode = PLACE_FREE;
    vec_push(&run->places, place);
    run->begins_again = true;
}

static void add_cell(Induct *in, LoopRun *run, u32 cell, u32 bits, const char *name) {
    for (u32 i = 0; i < run->places.count; i++)
        if (!run->places.at[i].in_memory && run->places.at[i].cell == cell) return;
    add_place(in, run, (Place){.cell = cell, .bits = bits, .name = name});
}

static bool has_byte(const LoopRun *run, u32 object, u32 offset) {
    for (u32 i = 0; i < run->places.count; i++) {
        const Place *p = &run->places.at[i];
        if (p->in_memory && p->object == object && (p->is_whole || offset - p->offset < p->size)) return true;
    }
    return false;
}

static bool has_whole(const LoopRun *run, u32 object) {
    for (u32 i = 0; i < run->places.count; i++)
        if (run->places.at[i].is_whole && run->places.at[i].object == object) return true;
    return false;
}

/* The scalar of the type that has the byte; false: it is not known. */
static bool scalar_at(const Type *type, u64 offset, u64 *start, u64 *size) {
    while (type && offset < type->size) {
        if (type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_POINTER) {
            *size = type->size;
            return true;
        }
        if (type->kind == TYPE_ARRAY && type->element && type->element->size) {
            *start += offset / type->element->size * type->element->size;
            offset %= type->element->size;
            type = type->element;
            continue;
        }
        if (type->kind != TYPE_STRUCT) return false;
        const Field *found = NULL;
        for (u32 i = 0; i < type->field_count; i++)
            if (type->fields[i].offset <= offset && !type->fields[i].bit_width) found = &type->fields[i];
        if (!found) return false;
        *start += found->offset;
        offset -= found->offset;
        type = found->type;
    }
    return false;
}

static const Type *type_of_object(const ObjectInfo *info) {
    if (info->kind == OBJECT_GLOBAL) return info->global->type;
    return info->kind == OBJECT_LOCAL && info->variable ? info->variable->type : NULL;
}
static const char *name_of_object(const ObjectInfo *info) {
    if (info->kind == OBJECT_GLOBAL) return info->global->name;
    return info->kind == OBJECT_LOCAL && info->variable ? info->variable->name : NULL;
}

/* The machine holds the entry. */
static bool is_unread(Induct *in, u32 object, u32 offset, u32 size) {
    if (object_info(&in->e->m->objects, object)->kind == OBJECT_OUTSIDE) return false;
    for (u32 i = 0; i < size; i++)
        if (!contents_is_known(memory_of(in), object, offset + i)) return true;
    return false;
}

/* At the entry the halves of the eight bytes are not one value: one is known and the other was never read, or each is a
 * term of its own. */
static bool are_two_words(Induct *in, u32 object, u32 offset) {
    bool is_low_unread = is_unread(in, object, offset, 4), is_high_unread = is_unread(in, object, offset + 4, 4);
    if (is_low_unread || is_high_unread) return is_low_unread != is_high_unread;
    const Term *both = contents_load(memory_of(in), object, offset, 8);
    if (both->op == TERM_ZEXT) return both->arg[0]->width == 32; /* the other one is 0 */
    return both->op == TERM_CONCAT && both->arg[1]->width == 32;
}

/* What a round has read before anything was written there: it is read before the loop already, so that it is the same in
 * all rounds. Of the running path only how many unknown values it has counts. */
static void read_at_entry(Induct *in, LoopRun *run, u32 object, u32 offset, u32 size) {
    State *before = run->entry;
    Term *value = contents_load(memory_of(in), object, offset, size);
    candidates_note_symbols(in, run, &value, 1);
    Path path = path_copy(&before->path);
    path.unknowns = in->e->now.path.unknowns;
    run->entry = state_save(in->e->m, before->ip, before->r, &path, before);
    run->entry->number = before->number;
    path_free(&path);
    state_free(before);
    run->begins_again = true;
}

static void add_bytes(Induct *in, LoopRun *run, const OtherObject *other, u32 offset) {
    const ObjectInfo *info = object_info(&in->e->m->objects, other->number);
    u64 start = 0, size = 1;
    if (!scalar_at(type_of_object(info), offset, &start, &size) || start + size > info->size || size > 8) {
        size = offset / 4 * 4 + 4 <= info->size ? 4 : 1;
        bool may_be_wide = !is_32(in) && info->align >= 8 && offset / 8 * 8 + 8 <= info->size;
        if (may_be_wide && !are_two_words(in, other->number, offset / 8 * 8)) size = 8;
        start = offset / size * size;
    }
    if (is_unread(in, other->number, (u32)start, (u32)size)) {
        read_at_entry(in, run, other->number, (u32)start, (u32)size);
        return;
    }
    bool is_word = is_32(in) && size == 4 &&
                   (object_provenance(object_at(&in->e->m->objects, other->number), (u32)start) ||
                    (other->provenance && other->provenance[start / 4]) ||
                    (other->terms[start] && other->terms[start]->flags & TERM_HAS_BASED));
    add_place(in, run,
              (Place){.in_memory = true,
                      .object = other->number,
                      .offset = (u32)start,
                      .size = (u32)size,
                      .is_word = is_word,
                      .bits = is_word ? 64 : (u32)size * 8,
                      .name = info->size == size ? name_of_object(info) : NULL});
}

static void add_whole(Induct *in, LoopRun *run, const OtherObject *other, u32 element) {
    u64 start = 0, size = 1;
    const ObjectInfo *info = object_info(&in->e->m->objects, other->number);
    if (!element && scalar_at(type_of_object(info), 0, &start, &size) && size <= 8 && info->size % size == 0)
        element = (u32)size;
    if (!element) element = 1;
    char name[32];
    snprintf(name, sizeof name, "%s@%u", in->names, in->symbols++);
    Term *symbol = term_symbol_array(in->e->terms, name, MEMORY_INDEX_BITS, element * 8);
    for (u32 i = run->places.count; i-- > 0;) /* those inside it are part of it now; nothing may be said of them */
        if (run->places.at[i].in_memory && run->places.at[i].object == other->number) {
            place_free(&run->places.at[i]);
            for (u32 k = i + 1; k < run->places.count; k++) run->places.at[k - 1] = run->places.at[k];
            run->places.count--;
        }
    add_place(in, run, (Place){.in_memory = true, .object = other->number, .is_whole = true, .symbol = symbol});
    candidates_of_array(in, run, run->places.count - 1);
}

/* ---- Comparing ---- */

/* The machine holds the entry. */
static bool is_same_life(Induct *in, LoopRun *run, const OtherObject *other) {
    const Objects *objects = &in->e->m->objects;
    const ObjectInfo *info = object_info(objects, other->number);
    const Contents *contents = object_at(objects, other->number)->contents;
    bool lived = info->kind != OBJECT_NONE && info->state == OBJECT_LIVE, lives = other->info.state == OBJECT_LIVE;
    if (other->info.kind == OBJECT_STRAY || other->info.kind == OBJECT_FUNCTION || (!lived && !lives)) return true;
    if (!lived) induct_fail(in, run, "an object made in the loop is still there after a round");
    else if (!lives) induct_fail(in, run, "an object made before the loop does not live after a round");
    else if (other->size != (contents ? contents->size : NULL) || other->live != (contents ? contents->live : NULL))
        induct_fail(in, run, "size or life of an object changes in the loop");
    return lived && lives;
}

static bool has_changed(Induct *in, const OtherObject *other, u32 offset) {
    if (!merge_is_same_byte(&in->e->now, other, offset)) return true;
    u32 before = object_provenance(object_at(&in->e->m->objects, other->number), offset / 4 * 4);
    return before != (other->provenance ? other->provenance[offset / 4] : 0);
}

/* An object from outside that the round itself was given: no other round knows it. What would lead to it there is a free
 * symbol, and such ones are not bound (lift_outside.c). */
static bool is_given_in_round(Induct *in, LoopRun *run, const OtherObject *other) {
    if (other->info.kind != OBJECT_OUTSIDE) return false;
    Term *pointer = in->e->outside.objects.at[other->number - OUTSIDE_FIRST].pointer;
    if (term_is_const(pointer)) return !candidates_know_address(run, pointer->value);
    return !candidates_know(in, run, pointer);
}

static void compare_object(Induct *in, LoopRun *run, const OtherObject *other, u32 element) {
    if (is_given_in_round(in, run, other) || !is_same_life(in, run, other)) return;
    contents_make_dense(memory_of(in), other->number);
    if (other->array && !has_whole(run, other->number) && !merge_is_same_array(&in->e->now, other))
        add_whole(in, run, other, other->array->width / 8);
    if (!other->bytes) return;
    u32 changed = 0, first = 0;
    for (u32 i = 0; i < other->info.size; i++)
        if (!has_byte(run, other->number, i) && has_changed(in, other, i) && !changed++) first = i;
    if (!changed) return;
    bool is_scalar = other->info.size <= 8;
    if (!is_scalar && (element || changed > MOST_BYTES)) {
        add_whole(in, run, other, element);
        return;
    }
    for (u32 i = first; i < other->info.size; i++)
        if (!has_byte(run, other->number, i) && has_changed(in, other, i)) add_bytes(in, run, other, i);
}

/* The cells that count, as terms; NULL for the others. */
void places_read_cells(Induct *in, const LoopRun *run, TermVec *cells) {
    const Compiled *compiled = run->entry->compiled;
    const Function *function = compiled->function;
    vec_clear(cells);
    for (u32 i = 0; i < compiled->scratch; i++) vec_push(cells, lift_cell(in->e->m, run->entry->r, i));
    for (u32 reg = 0; reg < function->register_count; reg++) {
        if (run->counts[reg]) continue;
        u32 limbs = MAX(1u, type_limbs(function->registers[reg].type));
        for (u32 k = 0; k < limbs; k++) cells->at[compiled->register_cells[reg] + k] = NULL;
    }
}

static void compare_cells(Induct *in, LoopRun *run, const TermVec *after) {
    const Compiled *compiled = run->entry->compiled;
    const Function *function = compiled->function;
    TermVec before = {0};
    places_read_cells(in, run, &before);
    for (u32 reg = 0; reg < function->register_count; reg++) {
        const Register *info = &function->registers[reg];
        u32 cell = compiled->register_cells[reg], limbs = MAX(1u, type_limbs(info->type));
        u32 bits = info->type->kind == TYPE_POINTER || limbs > 1 ? 64 : info->type->bits;
        const char *name = info->variable ? function->variables[info->variable - 1].name : NULL;
        for (u32 k = 0; k < limbs; k++, cell++) {
            if (before.at[cell] != after->at[cell]) add_cell(in, run, cell, bits, name);
            before.at[cell] = NULL;
        }
    }
    for (u32 cell = 0; cell < compiled->scratch; cell++) /* flags of slots that may be unset */
        if (before.at[cell] && before.at[cell] != after->at[cell]) add_cell(in, run, cell, 64, NULL);
    vec_free(&before);
}

/* What the running state, which came round, has that the entry has not: cells and objects. */
typedef struct {
    TermVec cells;
    OtherObjects others;
    VEC(u32) elements; /* of each object: of the array that it is, 0: it is none */
} Differences;

static void record_differences(Induct *in, const LoopRun *run, Differences *found) {
    Explorer *e = in->e;
    places_read_cells(in, run, &found->cells);
    merge_record_objects(&e->now, run->entry, &found->others);
    for (u32 i = 0; i < found->others.count; i++) {
        const OtherObject *other = &found->others.at[i];
        vec_push(&found->elements, other->bytes ? contents_element(&e->m->objects, other->number) : 0);
    }
}

/* Each that is no place yet becomes one. The machine holds the entry from here on. */
static void add_differences(Induct *in, LoopRun *run, Differences *found) {
    state_load(in->e->m, run->entry);
    compare_cells(in, run, &found->cells);
    for (u32 i = 0; i < found->others.count; i++) compare_object(in, run, &found->others.at[i], found->elements.at[i]);
    merge_free_objects(&found->others);
    vec_free(&found->elements);
    vec_free(&found->cells);
}

static void load_with_path(Induct *in, const State *state) {
    Explorer *e = in->e;
    state_load(e->m, state);
    path_free(&e->now.path);
    e->now.path = path_copy(&state->path);
}

void places_compare(Induct *in, LoopRun *run, State *state) {
    Explorer *e = in->e;
    TermVec values = {0};
    Differences found = {0};
    load_with_path(in, state);
    places_read(in, run, &values);
    record_differences(in, run, &found);
    places_add_nodes(in, run, &values);
    if (!run->begins_again && candidates_check(in, run, &values, false)) run->begins_again = true;
    if (!run->begins_again)
        candidates_from_steps(in, run, &values); /* new ones are not assumed yet: checked next time */
    if (!run->begins_again) candidates_from_path(in, run, &state->path, NULL);
    if (!run->begins_again && in->options.uses_facts) candidates_from_path(in, run, &state->path, &values);
    add_differences(in, run, &found);
    vec_free(&values);
    path_free(&e->now.path);
}

/* ---- All of them free ---- */

void places_widen(Induct *in, LoopRun *run, const State *state) {
    enum { MOST_PASSES = 64 };
    for (u32 pass = 0; pass < MOST_PASSES && !in->has_failed; pass++) {
        Differences found = {0};
        run->begins_again = false;
        load_with_path(in, state);
        record_differences(in, run, &found);
        add_differences(in, run, &found);
        if (!run->begins_again) break;
    }
    TermVec values = {0};
    load_with_path(in, state);
    if (!in->has_failed) places_read(in, run, &values);
    for (u32 i = 0; i < run->places.count && !in->has_failed; i++) {
        const Place *place = &run->places.at[i];
        bool is_lost = place->mode == PLACE_BASED && !values.at[i];
        if (place->mode == PLACE_EXPLICIT || is_lost) make_free(in, run, i, values.at[i]);
    }
    vec_free(&values);
}
