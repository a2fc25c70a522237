/* How far places are from the call that must not happen, in decisions.
 *
 * A register is as far as what it is computed into; what decides whether that is computed at all is one step further, be
 * it a condition or the pointer that a function is called through. A walk in the order of distance (steps cost 0 or 1) from the conditions around the call, backward through definitions,
 * arguments, results and the conditions that they depend on. It is a guess about what matters, no more: any distances do. */
#include "engine/values_inside.h"

#include "program/visit.h"

typedef struct {
    u32 kind; /* REGISTER, PIECE or FUNCTION: its being called */
    u32 function, index;
} Node;
enum { REGISTER, PIECE, FUNCTION };

typedef struct {
    u32 function, insn;
} Definition;

typedef VEC(Definition) Definitions;

typedef struct {
    ProgramView *view;
    const ValuesOptions *options;
    VEC(Node) now, next;
    u32 distance;
    Definitions *stores;       /* by piece */
    VEC(u32) * *conditions;    /* function -> block -> blocks whose branches decide whether it is reached */
    Definitions **definitions; /* function -> register -> where it is written */
} Walk;

/* ---- Tables ---- */

static void find_definitions(Walk *walk, u32 f) {
    const Function *function = walk->view->functions[f].function;
    walk->definitions[f] = xcalloc(function->register_count + 1, sizeof(Definitions));
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        u32 piece = insn->op == OP_STORE ? program_view_piece(walk->view, insn->a) : PLACE_NONE;
        for (u32 k = 0; k < insn_write_count(function, insn); k++)
            vec_push(&walk->definitions[f][insn->dst + k], (Definition){f, i});
        if (piece != PLACE_NONE) vec_push(&walk->stores[piece], (Definition){f, i});
    }
}

/* A block depends on a branch if one of its ways leads there for certain and the branch itself does not (Ferrante,
 * Ottenstein and Warren: up the tree of post-dominators from each successor to the branch's parent). */
static void find_conditions(Walk *walk, u32 f) {
    const FunctionView *of = &walk->view->functions[f];
    const Graph *graph = &of->flow->successors;
    const u32 *parent = of->flow->postdominators.parent;
    walk->conditions[f] = xcalloc(of->function->block_count + 1, sizeof **walk->conditions);
    for (u32 block = 0; block < of->function->block_count; block++) {
        if (graph->starts[block + 1] - graph->starts[block] < 2) continue;
        for (GRAPH_EACH(i, graph, block))
            for (u32 b = graph->targets[i]; b < of->function->block_count && b != parent[block]; b = parent[b])
                vec_push(&walk->conditions[f][b], block);
    }
}

/* ---- The walk ---- */

static u32 *distance_of(Walk *walk, Node node) {
    if (node.kind == PIECE) return &walk->view->pieces.at[node.index].distance;
    FunctionView *of = &walk->view->functions[node.function];
    return node.kind == FUNCTION ? &of->reached : &of->distance[node.index];
}

static void reach(Walk *walk, Node node, u32 cost) {
    if (!walk->view->functions[node.kind == PIECE ? 0 : node.function].function && node.kind != PIECE) return;
    u32 *known = distance_of(walk, node), distance = walk->distance + cost;
    if (*known <= distance) return;
    *known = distance;
    if (cost) vec_push(&walk->next, node);
    else vec_push(&walk->now, node);
}

static void reach_operand(Walk *walk, u32 function, Operand operand) {
    if (operand != OPERAND_NONE && operand_is_register(operand)) reach(walk, (Node){REGISTER, function, operand}, 0);
}

static void reach_conditions(Walk *walk, u32 f, u32 insn, u32 cost) {
    const FunctionView *of = &walk->view->functions[f];
    u32 block = of->block_of[insn];
    for (u32 i = 0; i < walk->conditions[f][block].count; i++) {
        const Block *decides = &of->function->blocks[walk->conditions[f][block].at[i]];
        Operand condition = of->function->insns[decides->first + decides->count - 1].a;
        if (operand_is_register(condition)) reach(walk, (Node){REGISTER, f, condition}, cost);
    }
}

static void reach_results(Walk *walk, const Function *callee, u32 result) {
    for (u32 i = 0; i < callee->insn_count; i++) {
        const Insn *insn = &callee->insns[i];
        if (insn->op != OP_RETURN) continue;
        if (result < insn->c) reach_operand(walk, callee->number, callee->returns[insn->extra + result]);
        reach_conditions(walk, callee->number, i, 1);
    }
}

static void reach_call(Walk *walk, u32 f, const Insn *insn, u32 reg) {
    const Function *function = walk->view->functions[f].function, *callee = program_view_callee(walk->view, insn);
    if (callee && walk->view->functions[callee->number].function) reach_results(walk, callee, reg - insn->dst);
    for (u32 i = 0; i < walk->view->taken.count && !callee; i++) {
        const Function *taken = walk->view->program->functions.at[walk->view->taken.at[i]];
        if (program_view_fits(function, insn, taken)) reach_results(walk, taken, reg - insn->dst);
    }
    if (!callee) reach_operand(walk, f, insn->a);
}

typedef struct {
    Walk *walk;
    u32 function;
} Reader;

static void reach_read(void *context, Operand *operand) {
    const Reader *reader = context;
    reach_operand(reader->walk, reader->function, *operand);
}

static void visit_definition(Walk *walk, Definition at, u32 reg) {
    const Function *function = walk->view->functions[at.function].function;
    Insn *insn = &function->insns[at.insn];
    if (insn->op == OP_CALL) {
        reach_call(walk, at.function, insn, reg);
    } else if (insn->op == OP_LOAD) {
        u32 piece = program_view_piece(walk->view, insn->a);
        if (piece != PLACE_NONE) reach(walk, (Node){PIECE, 0, piece}, 0);
    } else if (insn->op == OP_STORE) {
        reach_operand(walk, at.function, insn->b);
    } else {
        Reader reader = {walk, at.function};
        insn_visit_reads(function, insn, reach_read, &reader);
    }
    reach_conditions(walk, at.function, at.insn, 1);
    reach(walk, (Node){FUNCTION, at.function, 0}, 1);
}

static void visit_parameter(Walk *walk, u32 f, u32 reg) {
    const FunctionView *of = &walk->view->functions[f];
    for (u32 p = 0; p < of->function->param_count; p++)
        for (u32 i = 0; i < of->callers.count && of->function->params[p] == reg; i++) {
            CallPlace at = of->callers.at[i];
            const Function *caller = walk->view->functions[at.function].function;
            const Call *call = &caller->calls[caller->insns[at.insn].extra];
            if (p < call->arg_count) reach_operand(walk, at.function, call->args[p].value);
        }
}

static void visit(Walk *walk, Node node) {
    const FunctionView *of = &walk->view->functions[node.function];
    if (node.kind == FUNCTION) {
        for (u32 i = 0; i < of->callers.count; i++) {
            CallPlace at = of->callers.at[i];
            reach_operand(walk, at.function, walk->view->functions[at.function].function->insns[at.insn].a);
            reach_conditions(walk, at.function, at.insn, 0);
            reach(walk, (Node){FUNCTION, at.function, 0}, 1);
        }
        return;
    }
    const Definitions *all =
        node.kind == PIECE ? &walk->stores[node.index] : &walk->definitions[node.function][node.index];
    for (u32 i = 0; i < all->count; i++) visit_definition(walk, all->at[i], node.index);
    if (node.kind == REGISTER && of->is_param[node.index]) visit_parameter(walk, node.function, node.index);
}

static void start(Walk *walk) {
    const Program *program = walk->view->program;
    for (u32 f = 0; f < program->functions.count; f++) {
        const FunctionView *of = &walk->view->functions[f];
        if (!walk->options->is_error(walk->options->listener, program->functions.at[f])) continue;
        for (u32 i = 0; i < of->callers.count; i++) {
            reach_conditions(walk, of->callers.at[i].function, of->callers.at[i].insn, 0);
            reach(walk, (Node){FUNCTION, of->callers.at[i].function, 0}, 0);
        }
    }
}

static void free_tables(Walk *walk) {
    for (u32 f = 0; f < walk->view->program->functions.count; f++) {
        const Function *function = walk->view->functions[f].function;
        if (!function) continue;
        for (u32 b = 0; b < function->block_count; b++) vec_free(&walk->conditions[f][b]);
        for (u32 r = 0; r < function->register_count; r++) vec_free(&walk->definitions[f][r]);
        free(walk->conditions[f]);
        free(walk->definitions[f]);
    }
    for (u32 i = 0; i < walk->view->pieces.count; i++) vec_free(&walk->stores[i]);
    free(walk->stores);
    free(walk->conditions);
    free(walk->definitions);
    vec_free(&walk->now);
    vec_free(&walk->next);
}

u32 relevance_find(ProgramView *view, const ValuesOptions *options) {
    Walk walk = {.view = view, .options = options};
    u32 functions = view->program->functions.count, last = 0;
    walk.stores = xcalloc(view->pieces.count + 1, sizeof(Definitions));
    walk.conditions = xcalloc(functions + 1, sizeof *walk.conditions);
    walk.definitions = xcalloc(functions + 1, sizeof *walk.definitions);
    for (u32 f = 0; f < functions; f++) {
        view->functions[f].reached = FAR_AWAY;
        if (!view->functions[f].function) continue;
        find_definitions(&walk, f);
        find_conditions(&walk, f);
    }
    start(&walk);
    for (; walk.now.count || walk.next.count; walk.distance++) {
        while (walk.now.count) {
            Node node = vec_pop(&walk.now);
            if (*distance_of(&walk, node) == walk.distance) visit(&walk, node);
        }
        last = walk.distance;
        vec_free(&walk.now);
        walk.now.at = walk.next.at;
        walk.now.count = walk.next.count;
        walk.now.capacity = walk.next.capacity;
        walk.next.at = NULL;
        walk.next.count = walk.next.capacity = 0;
    }
    free_tables(&walk);
    return last;
}
