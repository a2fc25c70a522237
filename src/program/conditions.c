/* Conditions without effects become values: `if (a || b)`, where working out b does nothing else and cannot fail, is one
 * branch instead of two, and `a ? 1 : 2` is no branch at all. A path forks at every branch that can go both ways, so
 * this is what makes symbolic execution follow one path where the source has one decision. LLVM's simplifycfg, which
 * KLEE runs, does the same.
 *
 * Three rewritings, until none applies:
 *   1. P: jump B, the only way to B: B is appended to P. (Makes room for the others.)
 *   2. P: branch a, T, B; B: t = b; branch t, T, F: B's operations go to P, which ends in branch (a ? 1 : t), T, F; and
 *      the three other forms.
 *   3. P: branch a, X, Y; X: s = x; jump J; Y: s = y; jump J: all goes to P, with s = a ? x : y.
 * In 2 and 3 the blocks that are moved have P as their only predecessor.
 *
 * Registers: a temporary that is written once is only read where its write was passed. All that moves to P was dominated
 * by P, and nothing that P reaches without the moved block reads what was written there; so such temporaries stay as
 * they are. A phi (a temporary with several writes) is written in P by a select, after both values went to registers of
 * their own. Blocks that write variables do not move.
 *
 * The selects decide, as the branches did, so an undefined condition is an error (INSN_DECIDES), at the place of the
 * branch. Of the other operands only the one chosen counts. That is why `a || b` is a select and not an `or`: with a
 * undefined and b true the source has an error, and the `or` would not. When a select that decides is moved in its turn,
 * its condition counts only where P would have gone to it. */
#include "program/tidy.h"
#include "program/visit.h"

/* Moves, conversions and selects aside, that are run in vain when the condition does not ask for them. */
enum {
    MOST_OPERATIONS = 4
}; /* moves and selects aside, that are run in vain when the condition does not ask for them */

typedef VEC(Insn) Body;

typedef struct {
    Program *program;
    Function *function;
    Body *bodies;            /* by block; empty: the block is gone */
    u32 *ways_in;            /* block -> jumps to it; the entry has one more */
    u32 *writes;             /* register -> instructions that write it; arguments count */
    VEC(Register) registers; /* with new ones, each written once */
    bool changed;
} Conditions;

/* ---- What may move ---- */

static const Type *type_of(const Conditions *c, Operand operand) {
    return operand_is_constant(operand) ? c->program->constants.at[operand_index(operand)].type
                                        : c->registers.at[operand].type;
}

static bool is_int(const Conditions *c, Operand operand) {
    const Type *type = type_of(c, operand);
    return type->kind == TYPE_INT && type->bits <= 64;
}

/* No error, no memory, no fork, and no poison that the optimiser promised would not be there. */
static bool is_harmless(const Conditions *c, const Insn *insn) {
    if (insn->flags & ~INSN_DECIDES) return false;
    switch ((Op)insn->op) {
    case OP_EQ:
    case OP_NE: return is_int(c, insn->a) || type_of(c, insn->a)->kind == TYPE_POINTER;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
    case OP_UMIN:
    case OP_UMAX:
    case OP_SMIN:
    case OP_SMAX:
    case OP_ULT:
    case OP_ULE:
    case OP_SLT:
    case OP_SLE:
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_MOVE: return is_int(c, insn->a);
    case OP_SELECT: return is_int(c, insn->b);
    default: return false;
    }
}

typedef struct {
    const Conditions *conditions;
    bool found;
} UnsetRead;

static void look_for_unset(void *context, Operand *operand) {
    UnsetRead *unset = context;
    if (!operand_is_register(*operand)) return;
    u32 variable = unset->conditions->registers.at[*operand].variable;
    unset->found |= variable && unset->conditions->function->variables[variable - 1].maybe_unset;
}

static bool reads_unset(const Conditions *c, Insn *insn) {
    UnsetRead unset = {.conditions = c};
    insn_visit_reads(c->function, insn, look_for_unset, &unset);
    return unset.found;
}

static bool is_nearly_free(Op op) {
    return op == OP_MOVE || op == OP_SELECT || op == OP_TRUNC || op == OP_ZEXT || op == OP_SEXT;
}

static bool is_phi(const Conditions *c, u32 reg) {
    return reg < c->function->register_count && !c->registers.at[reg].variable && c->writes[reg] > 1;
}

/* The block can go to its predecessor, its last instruction aside. */
static bool may_move(const Conditions *c, u32 block, bool writes_phis) {
    Body *body = &c->bodies[block];
    u32 operations = 0;
    if (c->ways_in[block] != 1) return false;
    for (u32 i = 0; i + 1 < body->count; i++) {
        Insn *insn = &body->at[i];
        if (!is_harmless(c, insn) || reads_unset(c, insn) || c->registers.at[insn->dst].variable) return false;
        if (is_phi(c, insn->dst) && !writes_phis) return false;
        operations += !is_nearly_free((Op)insn->op);
    }
    return operations <= MOST_OPERATIONS && !reads_unset(c, &vec_last(body));
}

/* ---- Moving ---- */

static void append(Body *to, const Body *from, u32 count) {
    for (u32 i = 0; i < count; i++) vec_push(to, from->at[i]);
}

static void remove_block(Conditions *c, u32 block) {
    vec_free(&c->bodies[block]);
    c->ways_in[block] = 0;
    c->changed = true;
}

/* 1. */
static bool join_next(Conditions *c, u32 p) {
    Body *body = &c->bodies[p];
    const Insn *last = &vec_last(body);
    u32 next = last->b;
    if (last->op != OP_JUMP || c->ways_in[next] != 1 || next == p) return false;
    body->count--;
    append(body, &c->bodies[next], c->bodies[next].count);
    remove_block(c, next);
    return true;
}

static Insn select_by(const Insn *branch, const Type *type, u32 dst, Operand then, Operand otherwise) {
    return (Insn){.op = OP_SELECT,
                  .dst = dst,
                  .a = branch->a,
                  .b = then,
                  .c = otherwise,
                  .location = branch->location,
                  .type = type};
}

static u32 new_register(Conditions *c, const Type *type) {
    vec_push(&c->registers, (Register){.type = type});
    return c->registers.count - 1;
}

static bool has_decisions(const Body *body) {
    for (u32 i = 0; i < body->count; i++)
        if (body->at[i].flags & INSN_DECIDES && body->at[i].op == OP_SELECT) return true;
    return false;
}

/* The branch's condition, an error if it is undefined, before anything else can be. */
static void decide_first(Conditions *c, Body *to, Insn *branch) {
    const Type *bit = type_of(c, branch->a);
    Insn select = select_by(branch, bit, new_register(c, bit), program_int_operand(c->program, bit, 1),
                            program_int_operand(c->program, bit, 0));
    select.flags = INSN_DECIDES;
    vec_push(to, select);
    branch->a = select.dst;
}

/* The operations of a block that was run if the branch's condition was `holds`; its last instruction aside. */
static void move_operations(Conditions *c, Body *to, u32 block, const Insn *branch, bool holds) {
    const Body *body = &c->bodies[block];
    const Type *bit = type_of(c, branch->a);
    Operand no = program_int_operand(c->program, bit, 0);
    for (u32 i = 0; i + 1 < body->count; i++) {
        Insn insn = body->at[i];
        if (insn.flags & INSN_DECIDES) {
            Insn asked = select_by(branch, bit, new_register(c, bit), holds ? insn.a : no, holds ? no : insn.a);
            vec_push(to, asked);
            insn.a = asked.dst;
        }
        vec_push(to, insn);
    }
}

/* 2, with B the block that P goes to when its condition is `holds`. */
static bool fold_branch(Conditions *c, u32 p, bool holds) {
    Body *body = &c->bodies[p];
    Insn branch = vec_last(body);
    u32 b = holds ? branch.b : branch.c, other = holds ? branch.c : branch.b;
    Insn second = vec_last(&c->bodies[b]);
    if (b == p || second.op != OP_BRANCH || second.b == second.c) return false;
    if ((second.b != other && second.c != other) || !may_move(c, b, false)) return false;
    const Type *bit = type_of(c, branch.a);
    Operand skipped = program_int_operand(c->program, bit, second.b == other); /* leads to `other` */
    body->count--;
    if (has_decisions(&c->bodies[b])) decide_first(c, body, &branch);
    move_operations(c, body, b, &branch, holds);
    u32 both = new_register(c, bit);
    Insn select = select_by(&branch, bit, both, holds ? second.a : skipped, holds ? skipped : second.a);
    select.flags = INSN_DECIDES;
    vec_push(body, select);
    second.a = both;
    vec_push(body, second);
    c->ways_in[other]--;
    remove_block(c, b);
    return true;
}

/* ---- Values ---- */

typedef struct {
    u32 phi;
    u32 value
        [2]; /* register that holds what it becomes when the condition does not, does hold; OPERAND_NONE: no write */
} PhiValue;
typedef VEC(PhiValue) PhiValues;

static PhiValue *value_of(PhiValues *values, u32 phi) {
    for (u32 i = 0; i < values->count; i++)
        if (values->at[i].phi == phi) return &values->at[i];
    vec_push(values, (PhiValue){phi, {OPERAND_NONE, OPERAND_NONE}});
    return &vec_last(values);
}

/* Each side writes the same phis, once, and does not read them; and the condition is none of them. */
static bool collect_values(const Conditions *c, u32 p, const u32 *sides, PhiValues *values) {
    for (u32 side = 0; side < 2; side++) {
        const Body *body = &c->bodies[sides[side]];
        for (u32 i = 0; i + 1 < body->count; i++) {
            u32 reg = body->at[i].dst;
            if (!is_phi(c, reg)) continue;
            PhiValue *value = value_of(values, reg);
            if (value->value[side] != OPERAND_NONE || !is_int(c, reg)) return false;
            value->value[side] = reg;
        }
    }
    for (u32 i = 0; i < values->count; i++) {
        const PhiValue *value = &values->at[i];
        if (value->value[0] == OPERAND_NONE || value->value[1] == OPERAND_NONE) return false;
        if (vec_last(&c->bodies[p]).a == value->phi) return false;
    }
    return values->count != 0;
}

typedef struct {
    const PhiValues *values;
    bool found;
} PhiRead;

static void look_for_phi(void *context, Operand *operand) {
    PhiRead *read = context;
    for (u32 i = 0; i < read->values->count; i++) read->found |= read->values->at[i].phi == *operand;
}

static bool reads_own_phis(const Conditions *c, const u32 *sides, const PhiValues *values) {
    PhiRead read = {.values = values};
    for (u32 side = 0; side < 2; side++)
        for (u32 i = 0; i + 1 < c->bodies[sides[side]].count; i++)
            insn_visit_reads(c->function, &c->bodies[sides[side]].at[i], look_for_phi, &read);
    return read.found;
}

static void move_side(Conditions *c, Body *to, u32 block, u32 side, const Insn *branch, PhiValues *values) {
    u32 first = to->count;
    move_operations(c, to, block, branch, side);
    for (u32 i = first; i < to->count; i++) {
        Insn *insn = &to->at[i];
        if (!is_phi(c, insn->dst)) continue;
        PhiValue *value = value_of(values, insn->dst);
        insn->dst = value->value[side] = new_register(c, type_of(c, insn->dst));
    }
}

static void select_values(Conditions *c, Body *to, const Insn *branch, const PhiValues *values) {
    for (u32 i = 0; i < values->count; i++) {
        const PhiValue *value = &values->at[i];
        Insn select = select_by(branch, type_of(c, value->phi), value->phi, value->value[1], value->value[0]);
        select.flags = i ? 0 : INSN_DECIDES;
        vec_push(to, select);
        c->writes[value->phi]--;
    }
}

/* 3. */
static bool fold_values(Conditions *c, u32 p) {
    Body *body = &c->bodies[p];
    Insn branch = vec_last(body);
    u32 sides[2] = {branch.c, branch.b};
    Insn ends[2] = {vec_last(&c->bodies[sides[0]]), vec_last(&c->bodies[sides[1]])};
    if (ends[0].op != OP_JUMP || ends[1].op != OP_JUMP || ends[0].b != ends[1].b || sides[0] == p || sides[1] == p)
        return false;
    if (!may_move(c, sides[0], true) || !may_move(c, sides[1], true)) return false;
    PhiValues values = {0};
    bool folds = collect_values(c, p, sides, &values) && !reads_own_phis(c, sides, &values);
    if (folds) {
        body->count--;
        if (has_decisions(&c->bodies[sides[0]]) || has_decisions(&c->bodies[sides[1]])) decide_first(c, body, &branch);
        for (u32 side = 0; side < 2; side++) move_side(c, body, sides[side], side, &branch, &values);
        select_values(c, body, &branch, &values);
        vec_push(body, ends[0]);
        c->ways_in[ends[0].b]--;
        remove_block(c, sides[0]);
        remove_block(c, sides[1]);
    }
    vec_free(&values);
    return folds;
}

static bool fold_one(Conditions *c, u32 p) {
    if (join_next(c, p)) return true;
    const Insn *last = &vec_last(&c->bodies[p]);
    if (last->op != OP_BRANCH || last->b == last->c || operand_is_constant(last->a)) return false;
    return fold_branch(c, p, true) || fold_branch(c, p, false) || fold_values(c, p);
}

/* ---- The pass ---- */

static void count_way_in(void *context, u32 block) { ((Conditions *)context)->ways_in[block]++; }

static void unpack(Conditions *c) {
    const Function *function = c->function;
    for (u32 i = 0; i < function->register_count; i++) vec_push(&c->registers, function->registers[i]);
    for (u32 i = 0; i < function->param_count; i++) c->writes[function->params[i]]++;
    c->ways_in[0]++;
    for (u32 b = 0; b < function->block_count; b++) {
        const Block *block = &function->blocks[b];
        for (u32 i = block->first; i < block->first + block->count; i++) {
            const Insn *insn = &function->insns[i];
            vec_push(&c->bodies[b], *insn);
            for (u32 k = 0; k < insn_write_count(function, insn); k++) c->writes[insn->dst + k]++;
        }
        insn_visit_targets(function, &vec_last(&c->bodies[b]), count_way_in, c);
    }
}

static void renumber_targets(const Conditions *c, Insn *last, const u32 *numbers) {
    if (last->op == OP_JUMP || last->op == OP_BRANCH) last->b = numbers[last->b];
    if (last->op == OP_BRANCH) last->c = numbers[last->c];
    if (last->op != OP_SWITCH) return;
    Switch *table = &c->function->switches[last->extra];
    u32 *targets = ARENA_ARRAY(&c->program->arena, u32, table->count + 1);
    for (u32 i = 0; i < table->count; i++) targets[i] = numbers[table->targets[i]];
    table->targets = targets;
    table->default_target = numbers[table->default_target];
}

static void pack(Conditions *c) {
    Function *function = c->function;
    u32 *numbers = xcalloc(function->block_count, sizeof(u32)), kept = 0;
    Body all = {0};
    for (u32 b = 0; b < function->block_count; b++)
        if (c->bodies[b].count) numbers[b] = kept++;
    for (u32 b = 0; b < function->block_count; b++) {
        Body *body = &c->bodies[b];
        if (!body->count) continue;
        renumber_targets(c, &vec_last(body), numbers);
        Block *block = &function->blocks[numbers[b]];
        *block = (Block){.first = all.count, .count = body->count, .name = function->blocks[b].name};
        append(&all, body, body->count);
    }
    function->block_count = kept;
    function->insns = arena_copy(&c->program->arena, all.at, all.count * sizeof(Insn));
    function->insn_count = all.count;
    function->registers = arena_copy(&c->program->arena, c->registers.at, c->registers.count * sizeof(Register));
    function->register_count = c->registers.count;
    vec_free(&all);
    free(numbers);
}

/* Labels whose addresses are taken must stay. */
static bool jumps_indirectly(const Function *function) {
    for (u32 i = 0; i < function->insn_count; i++)
        if (function->insns[i].op == OP_JUMP_INDIRECT) return true;
    return false;
}

bool program_fold_conditions(Function *function, Program *program) {
    if (jumps_indirectly(function)) return false;
    Conditions c = {.program = program, .function = function};
    u32 blocks = function->block_count;
    c.bodies = xcalloc(blocks, sizeof(Body));
    c.ways_in = xcalloc(blocks, sizeof(u32));
    c.writes = xcalloc(function->register_count + 1, sizeof(u32));
    unpack(&c);
    for (bool again = true; again;) {
        again = false;
        for (u32 b = 0; b < blocks; b++)
            while (c.bodies[b].count && fold_one(&c, b)) again = true;
    }
    if (c.changed) pack(&c);
    for (u32 b = 0; b < blocks; b++) vec_free(&c.bodies[b]);
    free(c.bodies);
    free(c.ways_in);
    free(c.writes);
    vec_free(&c.registers);
    return c.changed;
}
