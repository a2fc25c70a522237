#include "abstract/table.h"

#include "program/flow.h"

#include <string.h>

enum { BITS = 32, MOST_STEPS = 4000, MOST_VISITS = 2 };

/* A value: as it is written, and as a term. */
typedef struct {
    char *text;
    Term *term;
} Value;

/* An address of Alloc: (A, n). */
typedef struct {
    u32 base, offset;
} Allocated;

typedef struct {
    Program *program;
    const Function *function;
    const char *error_function;
    TermStore *terms;
    Arena arena;
    Text *out;
    Text formula;    /* of the operation at hand */
    u32 m, k, bases; /* the paper's m and k; names A0, A1, ... so far */
    VEC(Allocated) alloc;
    Value *registers;   /* temporaries */
    TermVec conditions; /* the path formula */
    Text why_not;
} Table;

/* ---- Terms of the paper ---- */

static Term *function_of(Table *t, const char *name, u32 version, Term *argument) {
    u32 width = BITS;
    const char *full = version == UINT32_MAX ? name : arena_printf(&t->arena, "%s#%u", name, version);
    return term_apply(t->terms, term_function(t->terms, full, BITS, 1, &width), &argument);
}

static Term *number(Table *t, u64 value) { return term_const(t->terms, BITS, value & low_mask(BITS)); }
static Term *base_term(Table *t, u32 base) { return term_symbol(t->terms, arena_printf(&t->arena, "A%u", base), BITS); }

static Term *allocated_term(Table *t, Allocated a) {
    return term_add(t->terms, base_term(t, a.base), number(t, a.offset));
}

static void know(Table *t, Term *condition) { vec_push(&t->conditions, condition); }

/* AND over (a, i) in Alloc of p = a + i or f_m'(a + i) = f_m(a + i). */
static void mem_update(Table *t, Value at, u32 before) {
    for (u32 i = 0; i < t->alloc.count; i++) {
        Term *a = allocated_term(t, t->alloc.at[i]);
        Term *kept = term_eq(t->terms, function_of(t, "f", t->m, a), function_of(t, "f", before, a));
        know(t, term_or(t->terms, term_eq(t->terms, at.term, a), kept));
    }
    text_printf(&t->formula, " & ((%s = Ai + oi) | (f%u(Ai + oi) = f%u(Ai + oi))), (Ai, oi) in Alloc", at.text, t->m,
                before);
}

/* A' > 0 and B(A' + i) = k'. */
static u32 new_base(Table *t, u32 size) {
    u32 base = t->bases++;
    t->k++;
    know(t, term_slt(t->terms, number(t, 0), base_term(t, base)));
    text_printf(&t->formula, " & A%u > 0", base);
    for (u32 i = 0; i < size; i++)
        know(t, term_eq(t->terms, function_of(t, "B", UINT32_MAX, term_add(t->terms, base_term(t, base), number(t, i))),
                        number(t, t->k)));
    if (size == 1) text_printf(&t->formula, " & B(A%u) = %u", base, t->k);
    else text_printf(&t->formula, " & B(A%u + i) = %u, 0 <= i < %u", base, t->k, size);
    return base;
}

static void allocate(Table *t, u32 base, u32 size) {
    for (u32 i = 0; i < size; i++) vec_push(&t->alloc, (Allocated){base, i});
}

/* ---- Values ---- */

static const Variable *variable_of(const Table *t, Operand operand) {
    if (operand_is_constant(operand)) return NULL;
    u32 variable = t->function->registers[operand].variable;
    const Variable *v = variable ? &t->function->variables[variable - 1] : NULL;
    return v && v->name && v->kind == VARIABLE_SLOT ? v : NULL;
}

static Value address_of(Table *t, const Variable *variable) {
    return (Value){arena_strdup(&t->arena, variable->name), term_symbol(t->terms, variable->name, BITS)};
}

static Value loaded(Table *t, Value at) {
    return (Value){arena_printf(&t->arena, "f%u(%s)", t->m, at.text), function_of(t, "f", t->m, at.term)};
}

static Value value_of(Table *t, Operand operand) {
    if (operand_is_constant(operand)) {
        const Constant *constant = &t->program->constants.at[operand_index(operand)];
        i64 value =
            constant->kind == CONSTANT_INT ? sign_extend(constant->limbs[0], MIN(constant->type->bits, 64u)) : 0;
        return (Value){arena_printf(&t->arena, "%lld", (long long)value), number(t, (u64)value)};
    }
    const Variable *variable = variable_of(t, operand);
    if (variable) return loaded(t, address_of(t, variable));
    Value value = t->registers[operand];
    return value.term ? value : (Value){arena_printf(&t->arena, "t%u", operand), term_symbol(t->terms, "unset", BITS)};
}

static Value plus(Table *t, Value a, i64 delta) {
    const char *text = delta < 0 ? arena_printf(&t->arena, "%s - %lld", a.text, -(long long)delta)
                                 : arena_printf(&t->arena, "%s + %lld", a.text, (long long)delta);
    return (Value){(char *)(uintptr_t)text, term_add(t->terms, a.term, number(t, (u64)delta))};
}

static Value joined(Table *t, Value a, const char *between, Value b, Term *term) {
    return (Value){arena_printf(&t->arena, "%s %s %s", a.text, between, b.text), term};
}

/* ---- Rows ---- */

static void row(Table *t, const Insn *insn) {
    const Location *place = &t->program->locations.at[insn->location];
    text_printf(t->out, "line %-4u m=%u k=%u Alloc={", place->line, t->m, t->k);
    for (u32 i = 0; i < t->alloc.count; i++)
        text_printf(t->out, "%s(A%u, %u)", i ? ", " : "", t->alloc.at[i].base, t->alloc.at[i].offset);
    text_printf(t->out, "}\n    %s\n", t->formula.chars);
    text_clear(&t->formula);
}

static void assign(Table *t, const Insn *insn, Value at, Value value) {
    u32 before = t->m++;
    know(t, term_eq(t->terms, function_of(t, "f", t->m, at.term), value.term));
    text_printf(&t->formula, "f%u(%s) = %s", t->m, at.text, value.text);
    mem_update(t, at, before);
    row(t, insn);
}

/* Where a result goes: to a variable, which is memory, or to a temporary. */
static void give(Table *t, const Insn *insn, Value value) {
    const Variable *variable = variable_of(t, insn->dst);
    if (variable) assign(t, insn, address_of(t, variable), value);
    else t->registers[insn->dst] = value;
}

static void declare(Table *t, const Insn *insn) {
    const Variable *variable = &t->function->variables[insn->extra];
    if (!variable->name || variable->kind != VARIABLE_SLOT) return;
    text_printf(&t->formula, "%s = A%u", variable->name, t->bases);
    know(t, term_eq(t->terms, address_of(t, variable).term, base_term(t, t->bases)));
    allocate(t, new_base(t, 1), 1);
    row(t, insn);
}

static void make_block(Table *t, const Insn *insn) {
    const Call *call = &t->function->calls[insn->extra];
    const Variable *variable = variable_of(t, insn->dst);
    u32 size = call->arg_count ? (u32)MIN(value_of(t, call->args[0].value).term->value, 64u) : 1, before = t->m;
    Value block = {arena_printf(&t->arena, "A%u", t->bases), base_term(t, t->bases)};
    if (!variable) {
        new_base(t, size);
        allocate(t, t->bases - 1, size);
        row(t, insn);
        t->registers[insn->dst] = block;
        return;
    }
    Value at = address_of(t, variable);
    t->m++;
    know(t, term_eq(t->terms, function_of(t, "f", t->m, at.term), block.term));
    text_printf(&t->formula, "f%u(%s) = %s", t->m, at.text, block.text);
    u32 base = new_base(t, size);
    mem_update(t, at, before);
    allocate(t, base, size);
    row(t, insn);
}

static void refuse(Table *t, const Insn *insn) {
    const Location *place = &t->program->locations.at[insn->location];
    if (!t->why_not.length)
        text_printf(&t->why_not, "table 2 has no rule for '%s' (line %u)", op_name(insn->op), place->line);
}

static Value compared(Table *t, const Insn *insn) {
    Value a = value_of(t, insn->a), b = value_of(t, insn->b);
    switch ((Op)insn->op) {
    case OP_EQ: return joined(t, a, "=", b, term_eq(t->terms, a.term, b.term));
    case OP_NE:
        return (Value){arena_printf(&t->arena, "!(%s = %s)", a.text, b.text), term_ne(t->terms, a.term, b.term)};
    case OP_SLT: return joined(t, a, "<", b, term_slt(t->terms, a.term, b.term));
    case OP_SLE: return joined(t, a, "<=", b, term_sle(t->terms, a.term, b.term));
    case OP_ULT: return joined(t, a, "<", b, term_ult(t->terms, a.term, b.term));
    default: return joined(t, a, "<=", b, term_ule(t->terms, a.term, b.term));
    }
}

static Value arithmetic(Table *t, const Insn *insn) {
    Value a = value_of(t, insn->a), b = value_of(t, insn->b);
    switch ((Op)insn->op) {
    case OP_ADD: return joined(t, a, "+", b, term_add(t->terms, a.term, b.term));
    case OP_SUB: return joined(t, a, "-", b, term_sub(t->terms, a.term, b.term));
    case OP_MUL: return joined(t, a, "*", b, term_mul(t->terms, a.term, b.term));
    default: return joined(t, a, "/", b, term_sdiv(t->terms, a.term, b.term));
    }
}

static Value stepped(Table *t, const Insn *insn) {
    Value a = value_of(t, insn->a);
    if (insn->op == OP_FIELD)
        return plus(t, a, (i64)insn->type->fields[t->program->constants.at[operand_index(insn->b)].limbs[0]].offset);
    Value index = value_of(t, insn->b);
    if (term_is_const(index.term)) return plus(t, a, term_signed_value(index.term) * (i64)insn->type->size);
    Term *delta = term_mul(t->terms, index.term, number(t, insn->type->size));
    return (Value){arena_printf(&t->arena, "%s + %s * %llu", a.text, index.text, (unsigned long long)insn->type->size),
                   term_add(t->terms, a.term, delta)};
}

static void assume(Table *t, const Insn *insn, bool holds) {
    Value condition = value_of(t, insn->a);
    if (condition.term->width != 1) return refuse(t, insn);
    know(t, holds ? condition.term : term_not(t->terms, condition.term));
    text_printf(&t->formula, holds ? "%s" : "!(%s)", condition.text);
    row(t, insn);
}

static void step(Table *t, const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_SCOPE_BEGIN: declare(t, insn); break;
    case OP_SCOPE_END: break;
    case OP_MOVE:
    case OP_SEXT:
    case OP_ZEXT:
    case OP_TRUNC:
    case OP_PTRTOINT:
    case OP_INTTOPTR: give(t, insn, value_of(t, insn->a)); break;
    case OP_FIELD:
    case OP_INDEX: give(t, insn, stepped(t, insn)); break;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_SDIV: give(t, insn, arithmetic(t, insn)); break;
    case OP_EQ:
    case OP_NE:
    case OP_SLT:
    case OP_SLE:
    case OP_ULT:
    case OP_ULE: give(t, insn, compared(t, insn)); break;
    case OP_LOAD: give(t, insn, loaded(t, value_of(t, insn->a))); break;
    case OP_STORE: assign(t, insn, value_of(t, insn->a), value_of(t, insn->b)); break;
    default: refuse(t, insn);
    }
}

/* ---- The path ---- */

static const Function *called(const Table *t, const Insn *insn) {
    if (insn->op != OP_CALL || !operand_is_constant(insn->a)) return NULL;
    const Constant *constant = &t->program->constants.at[operand_index(insn->a)];
    return constant->kind == CONSTANT_FUNCTION ? constant->function : NULL;
}

static bool is_error(const Table *t, const Insn *insn) {
    const Function *callee = called(t, insn);
    if (!callee) return false;
    if (t->error_function) return !strcmp(callee->name, t->error_function);
    return !strcmp(callee->name, "reach_error") || !strcmp(callee->name, "__VERIFIER_error");
}

static bool block_has_error(const Table *t, u32 block) {
    const Block *b = &t->function->blocks[block];
    for (u32 i = b->first; i < b->first + b->count; i++)
        if (is_error(t, &t->function->insns[i])) return true;
    return false;
}

typedef VEC(u32) Blocks;

static bool find_path(const Table *t, const Flow *flow, u32 block, u8 *visits, Blocks *path) {
    if (visits[block] >= MOST_VISITS || path->count >= MOST_STEPS) return false;
    visits[block]++;
    vec_push(path, block);
    if (block_has_error(t, block)) return true;
    for (GRAPH_EACH(i, &flow->successors, block))
        if (find_path(t, flow, flow->successors.targets[i], visits, path)) return true;
    path->count--;
    return false;
}

static void follow(Table *t, const Blocks *path) {
    for (u32 i = 0; i < path->count && !t->why_not.length; i++) {
        const Block *block = &t->function->blocks[path->at[i]];
        for (u32 k = block->first; k < block->first + block->count && !t->why_not.length; k++) {
            const Insn *insn = &t->function->insns[k];
            const Function *callee = called(t, insn);
            if (is_error(t, insn)) return;
            if (insn->op == OP_BRANCH) assume(t, insn, insn->b == path->at[i + 1]);
            else if (callee && !strcmp(callee->name, "malloc")) make_block(t, insn);
            else if (insn->op != OP_JUMP) step(t, insn);
        }
    }
}

static void decide(Table *t) {
    Solver *solver = solver_new(t->terms, NULL);
    SolverLimits limits = {.seconds = 10};
    Answer answer = solver_check(solver, t->conditions.at, t->conditions.count, limits, NULL, NULL);
    text_printf(t->out, "the path is %s\n",
                answer == ANSWER_NO    ? "infeasible"
                : answer == ANSWER_YES ? "feasible"
                                       : "too hard for the solver");
    solver_free(solver);
}

bool table_print(Program *program, const char *error_function, Text *out) {
    Error error = {0};
    Function *function = program_function_named(program, "main");
    if (!function || !program_body(program, function, &error)) {
        error_free(&error);
        text_add(out, "there is no main\n");
        return false;
    }
    Table t = {.program = program,
               .function = function,
               .error_function = error_function,
               .out = out,
               .terms = term_store_new()};
    t.registers = xcalloc(function->register_count + 1, sizeof *t.registers);
    Flow *flow = flow_of(function);
    u8 *visits = xcalloc(function->block_count + 1, 1);
    Blocks path = {0};
    bool found = find_path(&t, flow, 0, visits, &path);
    if (found) follow(&t, &path);
    if (!found) text_add(&t.why_not, "no path of main calls the error function");
    if (t.why_not.length) text_printf(out, "%s\n", t.why_not.chars);
    else decide(&t);
    bool ok = !t.why_not.length;
    free(visits);
    vec_free(&path);
    flow_free(flow);
    free(t.registers);
    vec_free(&t.alloc);
    vec_free(&t.conditions);
    text_free(&t.formula);
    text_free(&t.why_not);
    arena_free(&t.arena);
    term_store_free(t.terms);
    return ok;
}
