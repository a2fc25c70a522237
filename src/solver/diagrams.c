#include "solver/diagrams.h"

enum {
    MOST_LEVELS = 12,   /* larger tables are not looked at */
    ELEMENTS_A_NODE = 8 /* of a bit: without a rule there are about four, of any size of table */
};

typedef struct {
    Diagram *diagram;
    Map known;   /* node -> its number */
    u32 *values; /* a node for each block of indices, on the level at hand */
} Making;

/* Nodes are few: 28 bits hold a literal. */
static u64 key_of(u32 level, Lit low, Lit high) { return (u64)level << 56 | (u64)low << 28 | high; }

/* The lower edge is not complemented: of a function and its negation there is one node. */
static Lit node_of(Making *making, u32 level, Lit low, Lit high) {
    if (low == high) return low;
    Lit sign = low & 1;
    bool is_new;
    u64 *number = map_cell(&making->known, key_of(level, low ^ sign, high ^ sign), &is_new);
    if (is_new) {
        *number = making->diagram->nodes.count;
        vec_push(&making->diagram->nodes, (DiagramNode){level, low ^ sign, high ^ sign});
    }
    return (Lit)*number << 1 | sign;
}

/* From the lowest bit of the index up. */
static Lit root_of_bit(Making *making, const TermData *data, u32 bit, u32 levels) {
    u32 count = 1u << levels;
    for (u32 i = 0; i < count; i++) making->values[i] = term_data_at(data, i) >> bit & 1;
    for (u32 level = 0; level < levels; level++) {
        count /= 2;
        for (u32 i = 0; i < count; i++)
            making->values[i] = node_of(making, level, making->values[2 * i], making->values[2 * i + 1]);
    }
    return making->values[0];
}

static u32 varying_bits(const TermData *data) {
    u64 first = term_data_at(data, 0), differ = 0;
    for (u64 i = 1; i < data->count; i++) differ |= term_data_at(data, i) ^ first;
    return (u32)__builtin_popcountll(differ);
}

Diagram *diagram_new(const Term *table) {
    const TermData *data = table->data;
    Diagram *diagram = xcalloc(1, sizeof *diagram);
    u32 levels = 0;
    while (levels <= MOST_LEVELS && data->count > (u64)1 << levels) levels++;
    if (levels > MOST_LEVELS || data->count == 0) return diagram;
    Making making = {.diagram = diagram, .values = xmalloc(((size_t)1 << levels) * sizeof *making.values)};
    u32 most = (varying_bits(data) << levels) / ELEMENTS_A_NODE + 2 * levels + 1; /* the end of a table takes a few */
    diagram->levels = levels;
    vec_push(&diagram->nodes, (DiagramNode){0});
    for (u32 i = 0; i < table->width && diagram->nodes.count <= most; i++)
        vec_push(&diagram->roots, root_of_bit(&making, data, i, levels));
    if (diagram->nodes.count > most) vec_clear(&diagram->roots);
    map_free(&making.known);
    free(making.values);
    return diagram;
}

void diagram_read(const Diagram *diagram, Aig *aig, const Lit *index, u32 index_width, Lit *r) {
    Lit *lits = xmalloc(diagram->nodes.count * sizeof *lits), behind = LIT_FALSE;
    lits[0] = LIT_FALSE;
    for (u32 i = 1; i < diagram->nodes.count; i++) {
        const DiagramNode *node = &diagram->nodes.at[i];
        Lit low = lits[lit_node(node->low)], high = lits[lit_node(node->high)] ^ (node->high & 1);
        lits[i] = aig_mux(aig, node->level < index_width ? index[node->level] : LIT_FALSE, high, low);
    }
    for (u32 i = diagram->levels; i < index_width; i++) behind = aig_or(aig, behind, index[i]);
    for (u32 i = 0; i < diagram->roots.count; i++) {
        Lit root = diagram->roots.at[i];
        r[i] = aig_and(aig, lits[lit_node(root)] ^ (root & 1), lit_not(behind));
    }
    free(lits);
}

void diagram_free(Diagram *diagram) {
    if (!diagram) return;
    vec_free(&diagram->nodes);
    vec_free(&diagram->roots);
    free(diagram);
}
