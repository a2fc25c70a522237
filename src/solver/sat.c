#include "solver/sat.h"

#include <ccadical.h>

struct Sat {
    const Aig *aig;
    CCaDiCaL *cadical;
    VEC(int) variables; /* node -> variable, 0 when not given */
    int last_variable;
    u32 gates;
    VEC(u32) stack;
    SatGuard guard; /* of the call in progress */
};

static int is_over(void *state) {
    Sat *sat = state;
    return sat->guard.is_over && sat->guard.is_over(sat->guard.self);
}

static int variable_of(Sat *sat, u32 node) {
    while (sat->variables.count <= node) vec_push(&sat->variables, 0);
    if (!sat->variables.at[node]) sat->variables.at[node] = ++sat->last_variable;
    return sat->variables.at[node];
}

static int literal_of(Sat *sat, Lit lit) {
    int variable = variable_of(sat, lit_node(lit));
    return lit & 1 ? -variable : variable;
}

static void clause2(Sat *sat, int a, int b) {
    ccadical_add(sat->cadical, a);
    ccadical_add(sat->cadical, b);
    ccadical_add(sat->cadical, 0);
}

static void clause3(Sat *sat, int a, int b, int c) {
    ccadical_add(sat->cadical, a);
    clause2(sat, b, c);
}

Sat *sat_new(const Aig *aig) {
    Sat *sat = xcalloc(1, sizeof *sat);
    sat->aig = aig;
    sat->cadical = ccadical_init();
    ccadical_set_option(sat->cadical, "quiet", 1);
    ccadical_set_terminate(sat->cadical, sat, is_over);
    ccadical_add(sat->cadical, -variable_of(sat, 0)); /* the constant is false */
    ccadical_add(sat->cadical, 0);
    return sat;
}

void sat_free(Sat *sat) {
    if (!sat) return;
    ccadical_release(sat->cadical);
    vec_free(&sat->variables);
    vec_free(&sat->stack);
    free(sat);
}

static void add_gate(Sat *sat, u32 node) {
    Gate gate = sat->aig->gates.at[node];
    int g = variable_of(sat, node);
    if (gate.kind == GATE_INPUT) return;
    int a = literal_of(sat, gate.a), b = literal_of(sat, gate.b);
    switch (gate.kind) {
    case GATE_AND:
        clause2(sat, -g, a);
        clause2(sat, -g, b);
        clause3(sat, g, -a, -b);
        break;
    case GATE_XOR:
        clause3(sat, -g, a, b);
        clause3(sat, -g, -a, -b);
        clause3(sat, g, -a, b);
        clause3(sat, g, a, -b);
        break;
    default: {
        int c = literal_of(sat, gate.c);
        clause3(sat, -a, -b, g);
        clause3(sat, -a, b, -g);
        clause3(sat, a, -c, g);
        clause3(sat, a, c, -g);
        clause3(sat, -b, -c, g); /* redundant, but it propagates without the condition */
        clause3(sat, b, c, -g);
    }
    }
    sat->gates++;
}

bool sat_has(const Sat *sat, Lit lit) {
    u32 node = lit_node(lit);
    return node < sat->variables.count && sat->variables.at[node];
}

bool sat_add_cone(Sat *sat, Lit lit, Deadline *deadline) {
    u32 polls = 0;
    if (sat_has(sat, lit)) return true;
    vec_push(&sat->stack, lit_node(lit));
    variable_of(sat, lit_node(lit));
    /* A node gets its variable when it is pushed; its clauses may name operands before theirs are there. */
    while (sat->stack.count) {
        u32 node = vec_pop(&sat->stack);
        const Gate *gate = &sat->aig->gates.at[node];
        Lit operands[3] = {gate->a, gate->b, gate->c};
        u32 arity = gate->kind == GATE_INPUT ? 0 : gate->kind == GATE_MUX ? 3 : 2;
        for (u32 i = 0; i < arity; i++) {
            if (sat_has(sat, operands[i])) continue;
            variable_of(sat, lit_node(operands[i]));
            vec_push(&sat->stack, lit_node(operands[i]));
        }
        add_gate(sat, node);
        if (++polls % 1024 == 0 && deadline_is_over(deadline)) return false; /* the instance is incomplete now */
    }
    return true;
}

void sat_add_clause(Sat *sat, const Lit *lits, u32 count) {
    for (u32 i = 0; i < count; i++) ccadical_add(sat->cadical, literal_of(sat, lits[i]));
    ccadical_add(sat->cadical, 0);
}

int sat_solve(Sat *sat, const Lit *assumed, u32 count, u32 conflicts, SatGuard guard) {
    for (u32 i = 0; i < count; i++) ccadical_assume(sat->cadical, literal_of(sat, assumed[i]));
    sat->guard = guard;
    if (conflicts) ccadical_limit(sat->cadical, "conflicts", (int)conflicts);
    int answer = ccadical_solve(sat->cadical);
    sat->guard = (SatGuard){0};
    return answer == 10 ? 1 : answer == 20 ? -1 : 0;
}

bool sat_value(const Sat *sat, Lit lit) {
    if (!sat_has(sat, lit)) return lit & 1;
    bool value = ccadical_val(sat->cadical, sat->variables.at[lit_node(lit)]) > 0;
    return value != (lit & 1);
}

bool sat_failed(const Sat *sat, Lit lit) {
    int variable = sat->variables.at[lit_node(lit)];
    return ccadical_failed(sat->cadical, lit & 1 ? -variable : variable);
}

u32 sat_gates(const Sat *sat) { return sat->gates; }
