#include "solver/aig.h"

#include <string.h>

void aig_init(Aig *aig, u32 limit) {
    *aig = (Aig){.limit = limit, .slots = 1 << 12};
    aig->index = xcalloc(aig->slots, sizeof *aig->index);
    vec_push(&aig->gates, (Gate){0}); /* the constant */
}

void aig_free(Aig *aig) {
    vec_free(&aig->gates);
    free(aig->index);
    *aig = (Aig){0};
}

static Lit new_gate(Aig *aig, Gate gate) {
    if (aig->gates.count >= aig->limit) {
        aig->full = true;
        return LIT_FALSE;
    }
    vec_push(&aig->gates, gate);
    return (aig->gates.count - 1) << 1;
}

Lit aig_input(Aig *aig) { return new_gate(aig, (Gate){.kind = GATE_INPUT}); }

static u64 gate_hash(Gate gate) {
    return hash_mix(((u64)gate.a << 32 | gate.b) * 0x9e3779b97f4a7c15u + ((u64)gate.c << 2) + gate.kind);
}

static bool same_gate(Gate x, Gate y) { return x.a == y.a && x.b == y.b && x.c == y.c && x.kind == y.kind; }

static void grow_index(Aig *aig) {
    aig->slots *= 2;
    free(aig->index);
    aig->index = xcalloc(aig->slots, sizeof *aig->index);
    for (u32 node = 1; node < aig->gates.count; node++) {
        if (aig->gates.at[node].kind == GATE_INPUT) continue;
        u32 slot = (u32)gate_hash(aig->gates.at[node]) & (aig->slots - 1);
        while (aig->index[slot]) slot = (slot + 1) & (aig->slots - 1);
        aig->index[slot] = node;
    }
}

static Lit intern(Aig *aig, Gate gate) {
    if (aig->gates.count * 2 > aig->slots) grow_index(aig);
    u32 slot = (u32)gate_hash(gate) & (aig->slots - 1);
    for (u32 node; (node = aig->index[slot]); slot = (slot + 1) & (aig->slots - 1))
        if (same_gate(aig->gates.at[node], gate)) return node << 1;
    Lit lit = new_gate(aig, gate);
    if (lit) aig->index[slot] = lit_node(lit);
    return lit;
}

static const Gate *and_gate(const Aig *aig, Lit a) {
    const Gate *gate = &aig->gates.at[lit_node(a)];
    return gate->kind == GATE_AND ? gate : NULL;
}

/* What a & b is by looking into a, or 0xffffffff when nothing is gained. */
static Lit and_by_operand(Aig *aig, Lit a, Lit b) {
    const Gate *gate = and_gate(aig, a);
    if (!gate) return UINT32_MAX;
    if (a & 1) { /* ~(x & y) & b */
        if (gate->a == lit_not(b) || gate->b == lit_not(b)) return b;
        if (gate->a == b) return aig_and(aig, b, lit_not(gate->b));
        if (gate->b == b) return aig_and(aig, b, lit_not(gate->a));
    } else { /* (x & y) & b */
        if (gate->a == lit_not(b) || gate->b == lit_not(b)) return LIT_FALSE;
        if (gate->a == b || gate->b == b) return a;
    }
    return UINT32_MAX;
}

Lit aig_and(Aig *aig, Lit a, Lit b) {
    if (a > b) {
        Lit other = a;
        a = b;
        b = other;
    }
    if (a == LIT_FALSE || a == lit_not(b)) return LIT_FALSE;
    if (a == LIT_TRUE || a == b) return b;
    Lit simple = and_by_operand(aig, b, a);
    if (simple == UINT32_MAX) simple = and_by_operand(aig, a, b);
    if (simple != UINT32_MAX) return simple;
    return intern(aig, (Gate){.a = a, .b = b, .kind = GATE_AND});
}

Lit aig_xor(Aig *aig, Lit a, Lit b) {
    u32 sign = (a ^ b) & 1;
    a &= ~1u;
    b &= ~1u;
    if (a > b) {
        Lit other = a;
        a = b;
        b = other;
    }
    if (a == b) return LIT_FALSE ^ sign;
    if (a == LIT_FALSE) return b ^ sign;
    const Gate *x = &aig->gates.at[lit_node(a)], *y = &aig->gates.at[lit_node(b)];
    if (x->kind == GATE_XOR && (x->a == b || x->b == b)) return (x->a == b ? x->b : x->a) ^ sign;
    if (y->kind == GATE_XOR && (y->a == a || y->b == a)) return (y->a == a ? y->b : y->a) ^ sign;
    return intern(aig, (Gate){.a = a, .b = b, .kind = GATE_XOR}) ^ sign;
}

Lit aig_mux(Aig *aig, Lit c, Lit yes, Lit no) {
    if (c == LIT_TRUE || yes == no) return yes;
    if (c == LIT_FALSE) return no;
    if (c & 1) {
        Lit other = yes;
        yes = no;
        no = other;
        c ^= 1;
    }
    if (yes == lit_not(no)) return aig_xor(aig, c, no);
    if (yes == LIT_TRUE || yes == c) return aig_or(aig, c, no);
    if (yes == LIT_FALSE || yes == lit_not(c)) return aig_and(aig, lit_not(c), no);
    if (no == LIT_TRUE || no == lit_not(c)) return aig_or(aig, lit_not(c), yes);
    if (no == LIT_FALSE || no == c) return aig_and(aig, c, yes);
    u32 sign = yes & 1;
    return intern(aig, (Gate){.a = c, .b = yes ^ sign, .c = no ^ sign, .kind = GATE_MUX}) ^ sign;
}
