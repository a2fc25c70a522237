#include "solver/cones.h"

void cones_free(Cones *cones) {
    map_free(&cones->of_key);
    vec_free(&cones->cones);
    vec_free(&cones->owners);
    vec_free(&cones->visited);
    vec_free(&cones->seen);
    vec_free(&cones->stack);
}

static void visit(Cones *cones, Lit lit) {
    u32 node = lit_node(lit);
    if (cones->visited.at[node] == cones->stamp) return;
    cones->visited.at[node] = cones->stamp;
    vec_push(&cones->stack, node);
}

static void note_owner(Cones *cones, u32 owner) {
    if (cones->seen.at[owner] == cones->stamp) return;
    cones->seen.at[owner] = cones->stamp;
    vec_push(&cones->owners, owner);
}

static Cone walk(Cones *cones, const Blaster *blaster, const Lit *roots, u32 count) {
    Cone cone = {.begin = cones->owners.count};
    cones->stamp++;
    while (cones->visited.count < blaster->aig.gates.count) vec_push(&cones->visited, 0);
    while (cones->seen.count < blaster->owners.count) vec_push(&cones->seen, 0);
    for (u32 i = 0; i < count; i++) visit(cones, roots[i]);
    while (cones->stack.count) {
        u32 node = vec_pop(&cones->stack);
        const Gate *gate = &blaster->aig.gates.at[node];
        cone.size++;
        if (gate->kind == GATE_INPUT) {
            u32 owner = blaster_owner(blaster, node);
            if (owner) note_owner(cones, owner - 1);
            continue;
        }
        visit(cones, gate->a);
        visit(cones, gate->b);
        if (gate->kind == GATE_MUX) visit(cones, gate->c);
    }
    cone.count = cones->owners.count - cone.begin;
    return cone;
}

Cone cones_of(Cones *cones, const Blaster *blaster, u64 key, const Lit *roots, u32 count) {
    u64 number;
    if (map_get(&cones->of_key, key, &number) && number) return cones->cones.at[number - 1];
    Cone cone = walk(cones, blaster, roots, count);
    vec_push(&cones->cones, cone);
    map_put(&cones->of_key, key, cones->cones.count);
    return cone;
}

void cones_forget(Cones *cones, u64 key) { map_put(&cones->of_key, key, 0); }
