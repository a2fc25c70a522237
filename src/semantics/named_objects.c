/* Which objects terms may name, so that the others can be forgotten once they are dead (memory/store/forget.c).
 *
 * A pointer in a term comes from a constant, of 64 bits or of the half that is its object's number; from an element of a
 * table; or, where pointers went through bytes one by one, from constants that are each a byte of it, beside which there may
 * be plain bytes in memory. So a constant names what its halves are the number of, and bytes name every number that can be put
 * together of them. What is made of inputs alone is the number of an object by chance only, and names none. LP64: numbers
 * stand in pointers as they are. */
#include "semantics/lift.h"
#include "state/state.h"

#include <string.h>

typedef struct {
    const Objects *objects;
    u8 *named;       /* pages */
    bool bytes[256]; /* that are constants by themselves */
    Map seen;
    TermVec work;
    u64 count;
} Naming;

static void name_number(Naming *n, u64 number) {
    if (number / OBJECT_PAGE < n->objects->page_count) n->named[number / OBJECT_PAGE] = 1;
}

static void name_by_value(Naming *n, u64 value, u32 width) {
    if (width > 32) name_number(n, value >> 32);
    if (width >= 32) name_number(n, (u32)value);
    for (u32 i = 0; width < 32 && i < width; i += 8) n->bytes[value >> i & 0xff] = true;
}

static void name_by_wide(Naming *n, const Term *constant) {
    for (u32 i = 0; i < term_limb_count(constant->width); i++) name_by_value(n, constant->limbs[i], 64);
}

static void name_by_data(Naming *n, const TermData *data) {
    for (u64 i = 0; i < data->count; i++) name_by_value(n, term_data_at(data, i), data->width);
    n->count += data->count;
}

/* Conditions choose between values, and are no part of any. */
static void add(Naming *n, Term *term) {
    if (term->width == 1 && !term_is_array(term)) return;
    if (map_get(&n->seen, (u64)(uintptr_t)term, NULL)) return;
    map_put(&n->seen, (u64)(uintptr_t)term, 1);
    vec_push(&n->work, term);
}

static void visit(void *self, Term *root) {
    Naming *n = self;
    for (add(n, root); n->work.count; n->count++) {
        Term *term = vec_pop(&n->work);
        if (term->op == TERM_DATA) name_by_data(n, term->data);
        else if (term_is_const(term) && term->width > 64) name_by_wide(n, term);
        else if (term_is_const(term)) name_by_value(n, term->value, term->width);
        for (u32 i = 0; i < term->arity; i++) add(n, term->arg[i]);
    }
}

/* Plain bytes of a number that has others. */
static void add_bytes_beside_terms(Naming *n, const u8 *bytes, const u8 *masks) {
    bool any = masks[0] || masks[1] || masks[2] || masks[3];
    for (u32 i = 0; any && i < 4; i++)
        if (!masks[i]) n->bytes[bytes[i]] = true;
}

static void add_bytes_of_object(Naming *n, const Object *object, const ObjectInfo *info) {
    if (info->state != OBJECT_LIVE || info->kind == OBJECT_NONE) return;
    for (u32 i = 4; object->bytes && object->undefined && i + 4 <= info->size; i += 8)
        add_bytes_beside_terms(n, object->bytes + i, object->undefined + i);
    const Sparse *sparse = info->is_sparse && object->contents ? object->contents->sparse : NULL;
    for (u32 i = 0; sparse && i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        if (piece->kind != PIECE_LEAF) continue;
        const Leaf *leaf = sparse_leaf(sparse, piece);
        for (u32 at = 4; at < LEAF_BYTES; at += 8) {
            u32 number;
            memcpy(&number, leaf->bytes + at, sizeof number);
            name_number(n, number);
            add_bytes_beside_terms(n, leaf->bytes + at, leaf->undefined + at);
        }
    }
}

/* Some number of an object in the page has only such bytes. */
static bool is_put_together(const Naming *n, u32 page) {
    static_assert(256 % OBJECT_PAGE == 0, "the numbers of a page differ in their lowest byte only");
    u32 first = page * OBJECT_PAGE;
    for (u32 i = 8; i < 32; i += 8)
        if (!n->bytes[first >> i & 0xff]) return false;
    return memchr(n->bytes + (first & 0xff), true, OBJECT_PAGE) != NULL;
}

u64 lift_name_by_terms(Machine *m, u8 *named) {
    Naming n = {.objects = &m->objects, .named = named, .bytes = {true}};
    state_visit_running(m, visit, &n);
    for (u32 page = 0; page < m->objects.page_count; page++)
        for (u32 i = 0; m->objects.pages[page] != &objects_nothing && i < OBJECT_PAGE; i++)
            add_bytes_of_object(&n, &m->objects.pages[page]->objects[i], &m->objects.pages[page]->infos[i]);
    for (u32 page = 0; page < m->objects.page_count; page++)
        if (!named[page]) named[page] = is_put_together(&n, page);
    map_free(&n.seen);
    vec_free(&n.work);
    return n.count;
}
