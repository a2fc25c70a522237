/* The store: interning, symbols, traversal. The collector is in collect.c. */
#include "term/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TermStore *term_store_new(void) {
    TermStore *store = xcalloc(1, sizeof *store);
    store->slots = 1024;
    store->table = xcalloc(store->slots, sizeof *store->table);
    store->count_after_collection = 1 << 16;
    store->truth[0] = term_const(store, 1, 0);
    store->truth[1] = term_const(store, 1, 1);
    return store;
}

static bool is_wide_const(const Term *term) { return term->op == TERM_CONST && term->width > 64; }

static void free_outside(TermStore *store, Term *term) {
    if (is_wide_const(term)) {
        free((void *)(uintptr_t)term->limbs);
        store->outside_bytes -= term_limb_count(term->width) * sizeof(u64);
    }
}

void term_store_free(TermStore *store) {
    for (u64 i = 0; i < store->slots; i++) {
        Term *term = term_of_slot(store->table[i]);
        if (!term) continue;
        free_outside(store, term);
        if (term->op == TERM_DATA) {
            free(term->data->source);
            free(term->data->objects);
            free(term->data);
        }
        if (term->arity >= TERM_SLAB_ARITIES) free(term);
    }
    map_free(&store->stripped);
    free(store->table);
    free(store->symbol_index);
    vec_free(&store->symbols);
    vec_free(&store->holders);
    vec_free(&store->mark_stack);
    vec_free(&store->walk_stack);
    arena_free(&store->slabs);
    arena_free(&store->names);
    free(store);
}

size_t term_store_bytes(const TermStore *store) {
    return store->slabs.allocated + store->names.allocated + store->slots * sizeof *store->table + store->outside_bytes;
}

u64 term_store_count(const TermStore *store) { return store->count; }

static Term *new_node(TermStore *store, u32 arity) {
    size_t size = sizeof(Term) + arity * sizeof(Term *);
    if (arity >= TERM_SLAB_ARITIES) {
        store->outside_bytes += size;
        return xcalloc(1, size);
    }
    Term *node = store->free_nodes[arity];
    if (node) {
        store->free_nodes[arity] = (Term *)(uintptr_t)node->memo;
        memset(node, 0, size);
        return node;
    }
    return arena_calloc(&store->slabs, size);
}

static u64 payload_hash(TermOp op, u32 width, u64 payload) {
    switch (op) {
    case TERM_CONST:
        return width <= 64 ? payload
                           : hash_bytes((const u64 *)(uintptr_t)payload, term_limb_count(width) * sizeof(u64));
    case TERM_SYMBOL:
    case TERM_APPLY: return ((const TermSymbol *)(uintptr_t)payload)->hash;
    case TERM_DATA: return ((const TermData *)(uintptr_t)payload)->hash;
    default: return payload;
    }
}

static bool same_objects(const TermData *a, const TermData *b) {
    if (!a->objects || !b->objects) return a->objects == b->objects;
    return !memcmp(a->objects, b->objects, a->count * sizeof(u32));
}
static bool same_data(const TermData *a, const TermData *b) {
    return a == b || (a->hash == b->hash && a->count == b->count && a->width == b->width &&
                      !memcmp(a->source, b->source, a->count * (a->width / 8)) && same_objects(a, b));
}

static bool same_payload(const Term *term, u64 payload) {
    if (is_wide_const(term))
        return !memcmp(term->limbs, (const u64 *)(uintptr_t)payload, term_limb_count(term->width) * sizeof(u64));
    if (term->op == TERM_DATA) return same_data(term->data, (const TermData *)(uintptr_t)payload);
    return term->value == payload;
}

static bool same_arguments(const Term *term, Term *const *args) {
    for (u32 i = 0; i < term->arity; i++)
        if (term->arg[i] != args[i]) return false;
    return true;
}

static void grow_table(TermStore *store) {
    u64 old_slots = store->slots;
    TermSlot *old = store->table;
    store->slots *= 2;
    store->table = xcalloc(store->slots, sizeof *store->table);
    for (u64 i = 0; i < old_slots; i++)
        if (old[i]) term_table_add(store, term_of_slot(old[i]));
    free(old);
}

static bool is_product(const Term *term) {
    switch (term->op) {
    case TERM_MUL: return !term_is_const(term->arg[1]);
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_SDIV:
    case TERM_SREM: return true;
    default: return false;
    }
}

static u8 own_flags(const Term *term) {
    u8 flags = 0;
    if (term->index_width || term->op == TERM_SELECT) flags |= TERM_HAS_ARRAY;
    if (term->op >= TERM_FADD) flags |= TERM_HAS_FLOAT;
    if (term->op == TERM_APPLY) flags |= TERM_HAS_FUNCTION | TERM_HAS_SYMBOL;
    if (term->op == TERM_BASED) flags |= TERM_HAS_BASED;
    if (term->op == TERM_SYMBOL) { flags |= TERM_HAS_SYMBOL; }
    if (is_product(term)) flags |= TERM_HAS_PRODUCT;
    if (term->op == TERM_TAINTED) flags |= TERM_HAS_UNDEFINED;
    return flags;
}

static void finish_node(Term *node, Term *const *args) {
    for (u32 i = 0; i < node->arity; i++) {
        assert(!(args[i]->flags & TERM_HAS_UNDEFINED)); /* it stands at the top only */
        node->arg[i] = args[i];
        node->flags |= args[i]->flags;
        node->height = MAX(node->height, args[i]->height + 1);
    }
    node->flags |= own_flags(node);
}

static u64 *copied_limbs(TermStore *store, u32 width, u64 payload) {
    size_t bytes = term_limb_count(width) * sizeof(u64);
    store->outside_bytes += bytes;
    return memcpy(xmalloc(bytes), (const u64 *)(uintptr_t)payload, bytes);
}

/* Whether facts leave one value of a bit-vector only. CONST is settled already; SYMBOLs have none. */
static bool facts_decide(TermOp op, u32 index_width, const TermFacts *facts) {
    return op != TERM_CONST && !index_width && facts->umin == facts->umax;
}

/* One multiplication a part: terms are hashed more often than anything else. */
static u64 fold_hash(u64 hash, u64 part) {
    __uint128_t product = (__uint128_t)(hash ^ 0x9e3779b97f4a7c15u) * (part ^ 0xbf58476d1ce4e5b9u);
    return (u64)product ^ (u64)(product >> 64);
}

Term *term_intern(TermStore *store, TermOp op, u32 width, u32 index_width, u64 payload, u32 arity, Term *const *args) {
    u64 hash = fold_hash((u64)width << 32 | (u64)index_width << 8 | op, payload_hash(op, width, payload));
    for (u32 i = 0; i < arity; i++) hash = fold_hash(hash, args[i]->hash);
    hash = hash_mix(hash);
    for (u64 slot = hash & (store->slots - 1); store->table[slot]; slot = (slot + 1) & (store->slots - 1)) {
        if (!term_slot_may_be(store->table[slot], hash)) continue;
        Term *term = term_of_slot(store->table[slot]);
        if (term->hash == hash && term->op == op && term->width == width && term->index_width == index_width &&
            term->arity == arity && same_payload(term, payload) && same_arguments(term, args))
            return term;
    }
    TermFacts facts = {0};
    if (width <= 64) {
        facts = op == TERM_CONST  ? term_facts_const(width, payload)
                : op == TERM_DATA ? term_facts_data((const TermData *)(uintptr_t)payload, index_width)
                                  : term_facts_of(op, width, payload, arity, args, NULL);
        if (facts_decide(op, index_width, &facts)) return term_const(store, width, facts.umin);
    }
    Term *node = new_node(store, arity);
    node->hash = hash;
    node->op = (u8)op;
    node->arity = (u8)arity;
    node->width = width;
    node->index_width = index_width;
    node->value = payload;
    node->facts = facts;
    if (is_wide_const(node)) node->limbs = copied_limbs(store, width, payload);
    finish_node(node, args);
    term_table_add(store, node);
    if (++store->count * 2 > store->slots) grow_table(store);
    return node;
}

Term *term_intern1(TermStore *store, TermOp op, u32 width, Term *a) {
    return term_intern(store, op, width, 0, 0, 1, (Term *[]){a});
}
Term *term_intern2(TermStore *store, TermOp op, u32 width, Term *a, Term *b) {
    return term_intern(store, op, width, 0, 0, 2, (Term *[]){a, b});
}

static Term *narrow_const(TermStore *store, u32 width, u64 value) {
    Term **last = &store->numbers[(value + 37 * (u64)width) % TERM_NUMBERS];
    if (!*last || (*last)->value != value || (*last)->width != width)
        *last = term_intern(store, TERM_CONST, width, 0, value, 0, NULL);
    return *last;
}

Term *term_const(TermStore *store, u32 width, u64 value) {
    if (width <= 64) return narrow_const(store, width, value & low_mask(width));
    u64 *limbs = xcalloc(term_limb_count(width), sizeof *limbs);
    limbs[0] = value;
    Term *term = term_const_wide(store, width, limbs);
    free(limbs);
    return term;
}

Term *term_const_wide(TermStore *store, u32 width, const u64 *limbs) {
    if (width <= 64) return term_const(store, width, limbs[0]);
    return term_intern(store, TERM_CONST, width, 0, (u64)(uintptr_t)limbs, 0, NULL);
}

Term *term_true(TermStore *store) { return store->truth[1]; }
Term *term_false(TermStore *store) { return store->truth[0]; }

/* Symbols. */

static bool same_symbol(const TermSymbol *a, const TermSymbol *b) {
    return a->hash == b->hash && a->kind == b->kind && a->width == b->width && a->index_width == b->index_width &&
           a->parameter_count == b->parameter_count && !strcmp(a->name, b->name) &&
           (!a->parameter_count || !memcmp(a->parameter_widths, b->parameter_widths, a->parameter_count * sizeof(u32)));
}

static void grow_symbol_index(TermStore *store) {
    free(store->symbol_index);
    store->symbol_slots = store->symbol_slots ? store->symbol_slots * 2 : 64;
    store->symbol_index = xcalloc(store->symbol_slots, sizeof *store->symbol_index);
    for (u32 i = 0; i < store->symbols.count; i++) {
        u32 slot = (u32)store->symbols.at[i]->hash & (store->symbol_slots - 1);
        while (store->symbol_index[slot]) slot = (slot + 1) & (store->symbol_slots - 1);
        store->symbol_index[slot] = i + 1;
    }
}

static const TermSymbol *intern_symbol(TermStore *store, TermSymbol wanted) {
    wanted.hash = hash_bytes(wanted.name, strlen(wanted.name));
    wanted.hash = hash_combine(wanted.hash, (u64)wanted.kind);
    wanted.hash = hash_combine(hash_combine(wanted.hash, wanted.width), wanted.index_width);
    for (u32 i = 0; i < wanted.parameter_count; i++)
        wanted.hash = hash_combine(wanted.hash, wanted.parameter_widths[i]);
    if ((store->symbols.count + 1) * 2 > store->symbol_slots) grow_symbol_index(store);
    u32 slot = (u32)wanted.hash & (store->symbol_slots - 1);
    for (; store->symbol_index[slot]; slot = (slot + 1) & (store->symbol_slots - 1)) {
        TermSymbol *symbol = store->symbols.at[store->symbol_index[slot] - 1];
        if (same_symbol(symbol, &wanted)) return symbol;
    }
    TermSymbol *symbol = arena_copy(&store->names, &wanted, sizeof wanted);
    symbol->name = arena_strdup(&store->names, wanted.name);
    if (wanted.parameter_count)
        symbol->parameter_widths =
            arena_copy(&store->names, wanted.parameter_widths, wanted.parameter_count * sizeof(u32));
    vec_push(&store->symbols, symbol);
    store->symbol_index[slot] = store->symbols.count;
    return symbol;
}

static Term *symbol_term(TermStore *store, TermSymbol wanted) {
    const TermSymbol *symbol = intern_symbol(store, wanted);
    return term_intern(store, TERM_SYMBOL, wanted.width, wanted.index_width, (u64)(uintptr_t)symbol, 0, NULL);
}

Term *term_symbol(TermStore *store, const char *name, u32 width) {
    return symbol_term(store, (TermSymbol){.name = name, .width = width});
}

Term *term_symbol_undefined(TermStore *store, const char *name, u32 width) {
    return symbol_term(store, (TermSymbol){.name = name, .kind = SYMBOL_UNDEFINED, .width = width});
}

Term *term_symbol_array(TermStore *store, const char *name, u32 index_width, u32 width) {
    assert(index_width >= 1 && index_width <= 64);
    return symbol_term(store, (TermSymbol){.name = name, .width = width, .index_width = index_width});
}

const TermSymbol *term_function(TermStore *store, const char *name, u32 width, u32 count, const u32 *widths) {
    assert(count >= 1 && count <= 255);
    return intern_symbol(
        store, (TermSymbol){.name = name, .width = width, .parameter_count = count, .parameter_widths = widths});
}

static void *copied(TermStore *store, const void *bytes, size_t size) {
    store->outside_bytes += size;
    return memcpy(xmalloc(size ? size : 1), bytes, size);
}

static Term *intern_data(TermStore *store, u32 index_width, u32 width, const void *elements, const u32 *objects,
                         u64 count) {
    size_t bytes = count * (width / 8);
    TermData wanted = {.count = count, .width = width, .source = (void *)(uintptr_t)elements};
    wanted.objects = (u32 *)(uintptr_t)objects;
    wanted.hash = hash_combine(hash_bytes(elements, bytes), count);
    if (objects) wanted.hash = hash_combine(wanted.hash, hash_bytes(objects, count * sizeof *objects));
    u64 before = store->count;
    Term *term = term_intern(store, TERM_DATA, width, index_width, (u64)(uintptr_t)&wanted, 0, NULL);
    if (store->count > before) {
        term->data = copied(store, &wanted, sizeof wanted);
        term->data->source = copied(store, elements, bytes);
        if (objects) term->data->objects = copied(store, objects, count * sizeof *objects);
    }
    return term;
}

Term *term_data(TermStore *store, u32 index_width, u32 width, const void *elements, u64 count) {
    assert(width == 8 || width == 16 || width == 32 || width == 64);
    return intern_data(store, index_width, width, elements, NULL, count);
}

Term *term_data_based(TermStore *store, u32 index_width, const u32 *elements, const u32 *objects, u64 count) {
    bool any = false;
    for (u64 i = 0; i < count && !any; i++) any = objects[i] != 0;
    return intern_data(store, index_width, 32, elements, any ? objects : NULL, count);
}

u64 term_data_at(const TermData *data, u64 index) {
    if (index >= data->count) return 0;
    switch (data->width) {
    case 8: return ((const u8 *)data->source)[index];
    case 16: return ((const u16 *)data->source)[index];
    case 32: return ((const u32 *)data->source)[index];
    default: return ((const u64 *)data->source)[index];
    }
}

/* Constants. */

bool term_const_is_zero(const Term *constant) {
    if (constant->width <= 64) return constant->value == 0;
    for (u32 i = 0; i < term_limb_count(constant->width); i++)
        if (constant->limbs[i]) return false;
    return true;
}

bool term_const_bit(const Term *constant, u32 bit) { return term_limbs(constant)[bit / 64] >> (bit % 64) & 1; }

bool term_const_is_ones(const Term *constant) {
    for (u32 i = 0; i < term_limb_count(constant->width); i++)
        if (term_limbs(constant)[i] != low_mask(constant->width - i * 64)) return false;
    return true;
}

bool term_const_power_of_two(const Term *constant, u32 *exponent) {
    u32 bits = 0;
    for (u32 i = 0; i < term_limb_count(constant->width); i++) {
        u64 limb = term_limbs(constant)[i];
        if (limb) *exponent = i * 64 + (u32)__builtin_ctzll(limb);
        bits += (u32)__builtin_popcountll(limb);
    }
    return bits == 1;
}

i64 term_signed_value(const Term *constant) { return sign_extend(constant->value, constant->width); }

/* Order and traversal. */

int term_compare(const Term *a, const Term *b) {
    for (;;) {
        if (a == b) return 0;
        if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
        if (a->op != b->op) return a->op < b->op ? -1 : 1;
        if (a->width != b->width) return a->width < b->width ? -1 : 1;
        if (a->arity != b->arity) return a->arity < b->arity ? -1 : 1;
        /* Arguments that are not the same term differ: the first pair of them decides. */
        u32 i = 0;
        while (i < a->arity && a->arg[i] == b->arg[i]) i++;
        if (i == a->arity) break;
        const Term *x = a->arg[i], *y = b->arg[i];
        a = x;
        b = y;
    }
    u64 x = payload_hash((TermOp)a->op, a->width, a->value), y = payload_hash((TermOp)b->op, b->width, b->value);
    if (x != y) return x < y ? -1 : 1;
    if (a->op == TERM_SYMBOL || a->op == TERM_APPLY) return strcmp(a->symbol->name, b->symbol->name);
    return a->index_width < b->index_width ? -1 : 1;
}

void term_postorder(TermStore *store, Term *const *roots, u32 count, TermVec *out) {
    u32 stamp = ++store->visit_stamp;
    TermVec *stack = &store->walk_stack;
    for (u32 i = count; i-- > 0;) vec_push(stack, roots[i]);
    /* A term on the stack with the low bit of its address set has had its arguments visited. */
    while (stack->count) {
        uintptr_t top = (uintptr_t)vec_pop(stack);
        Term *term = (Term *)(top & ~(uintptr_t)1);
        if (top & 1) {
            vec_push(out, term);
            continue;
        }
        if (term->visit == stamp) continue;
        term->visit = stamp;
        vec_push(stack, (Term *)((uintptr_t)term | 1));
        for (u32 i = term->arity; i-- > 0;)
            if (term->arg[i]->visit != stamp) vec_push(stack, term->arg[i]);
    }
}

void term_symbols(TermStore *store, Term *const *roots, u32 count, TermVec *out) {
    TermVec all = {0};
    term_postorder(store, roots, count, &all);
    for (u32 i = 0; i < all.count; i++)
        if (all.at[i]->op == TERM_SYMBOL) vec_push(out, all.at[i]);
    vec_free(&all);
}

void term_conjuncts(Term *formula, TermVec *out) {
    TermVec open = {0};
    vec_push(&open, formula);
    while (open.count) {
        Term *t = vec_pop(&open);
        if (t->op == TERM_AND && t->width == 1) {
            vec_push(&open, t->arg[1]);
            vec_push(&open, t->arg[0]);
        } else if (!term_is_true(t)) {
            vec_push(out, t);
        }
    }
    vec_free(&open);
}
