/* Claims about recursive functions: guessed, evaluated, written down as code. */
#include "verify/recursion.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_CONSTANTS = 10, MOST_COMPARED = 4, MOST_GUARDS = 48 };

/* ---- Guessing ---- */

typedef struct {
    VEC(u64) all;      /* that occur in the code */
    VEC(u64) compared; /* that something is compared with, in the recursive function itself */
} Constants;

typedef struct {
    ClaimGuard of[2];
    u32 count;
} Guards;
typedef VEC(Guards) GuardList;

static bool has_number(const u64 *numbers, u32 count, u64 number) {
    for (u32 i = 0; i < count; i++)
        if (numbers[i] == number) return true;
    return false;
}

#define ADD_NUMBER(list, number, most)                                                                                 \
    do {                                                                                                               \
        if ((list)->count < (most) && !has_number((list)->at, (list)->count, (number))) vec_push((list), (number));    \
    } while (0)

static bool is_comparison(Op op) { return op >= OP_EQ && op <= OP_SLE; }

static void add_constant(Constants *constants, const Program *program, Operand operand, u32 width, bool is_compared) {
    if (!operand_is_constant(operand)) return;
    const Constant *constant = &program->constants.at[operand_index(operand)];
    if (constant->kind != CONSTANT_INT || constant->type->bits != width) return;
    ADD_NUMBER(&constants->all, constant->limbs[0], MOST_CONSTANTS);
    if (is_compared) ADD_NUMBER(&constants->compared, constant->limbs[0], MOST_COMPARED);
}

static void add_constants_of(Constants *constants, const Program *program, const Function *function, u32 width,
                             bool is_recursive) {
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        bool is_compared = is_recursive && is_comparison(insn->op);
        if (insn->op == OP_CALL || op_is_terminator(insn->op)) continue;
        add_constant(constants, program, insn->a, width, is_compared);
        add_constant(constants, program, insn->b, width, is_compared);
    }
    for (u32 i = 0; i < function->return_count; i++)
        add_constant(constants, program, function->returns[i], width, false);
}

static bool calls_it(const Function *caller, const Program *program, const Function *callee) {
    for (u32 i = 0; i < caller->insn_count; i++) {
        Operand called = caller->insns[i].a;
        if (caller->insns[i].op != OP_CALL || !operand_is_constant(called)) continue;
        if (program->constants.at[operand_index(called)].function == callee) return true;
    }
    return false;
}

static void find_constants(const Recursive *recursive, const Program *program, Constants *constants) {
    ADD_NUMBER(&constants->all, 0, MOST_CONSTANTS);
    ADD_NUMBER(&constants->all, 1, MOST_CONSTANTS);
    add_constants_of(constants, program, recursive->body, recursive->width, true);
    for (u32 i = 0; i < program->functions.count; i++) {
        const Function *caller = program->functions.at[i];
        if (caller != recursive->body && caller->is_lowered && calls_it(caller, program, recursive->function))
            add_constants_of(constants, program, caller, recursive->width, false);
    }
    ADD_NUMBER(&constants->compared, 0, MOST_COMPARED + 1);
}

static bool has_guard(const GuardList *list, ClaimRelation relation, u64 constant) {
    for (u32 i = 1; i < list->count; i++)
        if (list->at[i].of[0].relation == relation && list->at[i].of[0].constant == constant) return true;
    return false;
}

static void add_guard(GuardList *list, const Recursive *recursive, ClaimRelation relation, u64 constant) {
    if (has_guard(list, relation, constant)) return;
    for (u32 i = 0; i < recursive->usable_count && list->count < MOST_GUARDS; i++) {
        Guards one = {.of = {{relation, i, constant}}, .count = 1};
        vec_push(list, one);
        for (u32 j = i + 1; j < recursive->usable_count; j++) {
            Guards two = {.of = {{relation, i, constant}, {relation, j, constant}}, .count = 2};
            vec_push(list, two);
        }
    }
}

/* On both sides of the constants that the function itself looks at. */
static void guess_guards(const Recursive *recursive, const Constants *constants, GuardList *list) {
    u64 mask = low_mask(recursive->width);
    vec_push(list, (Guards){0});
    for (u32 i = 0; i < constants->compared.count; i++) {
        u64 constant = constants->compared.at[i];
        add_guard(list, recursive, CLAIM_AT_LEAST, constant);
        add_guard(list, recursive, CLAIM_AT_MOST, constant);
        add_guard(list, recursive, CLAIM_AT_LEAST, (constant + 1) & mask);
        add_guard(list, recursive, CLAIM_AT_MOST, (constant - 1) & mask);
    }
}

static void add_claims(Recursive *recursive, const GuardList *guards, ClaimRelation relation, ClaimValue value) {
    value.constant &= low_mask(recursive->width);
    for (u32 i = 0; i < guards->count; i++) {
        Claim claim = {.guard_count = guards->at[i].count, .relation = relation, .value = value};
        memcpy(claim.guards, guards->at[i].of, sizeof claim.guards);
        vec_push(&recursive->claims, claim);
    }
}

static void claim_of_parameters(Recursive *recursive, const GuardList *guards, const Constants *constants) {
    for (u32 i = 0; i < recursive->usable_count; i++) {
        for (u32 k = 0; k < constants->all.count; k++) {
            u64 constant = constants->all.at[k];
            add_claims(recursive, guards, CLAIM_IS, (ClaimValue){VALUE_PARAMETER, i, 0, constant});
            if (constant) add_claims(recursive, guards, CLAIM_IS, (ClaimValue){VALUE_PARAMETER, i, 0, -constant});
        }
        for (u32 parity = 0; parity < 2; parity++)
            add_claims(recursive, guards, CLAIM_IS, (ClaimValue){VALUE_PARITY, i, 0, parity});
        for (u64 off = 0; off < 3; off++) {
            add_claims(recursive, guards, CLAIM_AT_LEAST, (ClaimValue){VALUE_PARAMETER, i, 0, off - 1});
            add_claims(recursive, guards, CLAIM_AT_MOST, (ClaimValue){VALUE_PARAMETER, i, 0, off - 1});
        }
        for (u32 j = 0; j < recursive->usable_count; j++) {
            if (i == j) continue;
            add_claims(recursive, guards, CLAIM_IS, (ClaimValue){VALUE_DIFFERENCE, i, j, 0});
            if (j < i) continue;
            add_claims(recursive, guards, CLAIM_IS, (ClaimValue){VALUE_SUM, i, j, 0});
            add_claims(recursive, guards, CLAIM_IS, (ClaimValue){VALUE_PRODUCT, i, j, 0});
        }
    }
}

void claims_guess(Recursive *recursive, const Program *program) {
    Constants constants = {0};
    GuardList guards = {0};
    if (!recursive->width) return;
    find_constants(recursive, program, &constants);
    guess_guards(recursive, &constants, &guards);
    for (u32 i = 0; i < constants.all.count; i++)
        for (ClaimRelation relation = CLAIM_IS; relation < CLAIM_RELATION_COUNT; relation++)
            add_claims(recursive, &guards, relation, (ClaimValue){VALUE_CONSTANT, 0, 0, constants.all.at[i]});
    claim_of_parameters(recursive, &guards, &constants);
    vec_free(&constants.all);
    vec_free(&constants.compared);
    vec_free(&guards);
}

/* ---- Evaluating ---- */

static i64 as_signed(u64 number, u32 width) { return (i64)(number << (64 - width)) >> (64 - width); }

static bool relates(const Recursive *recursive, u64 number, ClaimRelation relation, u64 other) {
    if (relation == CLAIM_IS) return number == other;
    if (relation == CLAIM_AT_MOST) return relates(recursive, other, CLAIM_AT_LEAST, number);
    if (!recursive->is_signed) return number >= other;
    return as_signed(number, recursive->width) >= as_signed(other, recursive->width);
}

static u64 value_of(const ClaimValue *value, const u64 *arguments) {
    u64 first = arguments[value->first], second = arguments[value->second];
    switch (value->kind) {
    case VALUE_CONSTANT: return value->constant;
    case VALUE_PARAMETER: return first + value->constant;
    case VALUE_SUM: return first + second;
    case VALUE_DIFFERENCE: return first - second;
    case VALUE_PRODUCT: return first * second;
    case VALUE_PARITY: return (first + value->constant) & 1;
    }
    return 0;
}

bool claim_holds(const Recursive *recursive, const Claim *claim, const CallExample *example) {
    for (u32 i = 0; i < claim->guard_count; i++) {
        const ClaimGuard *guard = &claim->guards[i];
        if (!relates(recursive, example->arguments[guard->parameter], guard->relation, guard->constant)) return true;
    }
    u64 value = value_of(&claim->value, example->arguments) & low_mask(recursive->width);
    return relates(recursive, example->result, claim->relation, value);
}

/* ---- As code ---- */

typedef struct {
    const Recursive *recursive;
    Maker *maker;
    const Operand *parameters;
    const Type *type, *bit;
} Writer;

static Operand constant_of(const Writer *w, u64 constant) {
    return program_int_operand(w->maker->program, w->type, constant);
}

static Operand write_relation(const Writer *w, Operand number, ClaimRelation relation, Operand other) {
    if (relation == CLAIM_IS) return make_operation(w->maker, OP_EQ, w->type, number, other, w->bit);
    Op op = w->recursive->is_signed ? OP_SLE : OP_ULE;
    bool at_least = relation == CLAIM_AT_LEAST;
    return make_operation(w->maker, op, w->type, at_least ? other : number, at_least ? number : other, w->bit);
}

static Operand write_value(const Writer *w, const ClaimValue *value) {
    Operand first = w->recursive->usable_count ? w->parameters[value->first] : OPERAND_NONE;
    Operand second = w->recursive->usable_count ? w->parameters[value->second] : OPERAND_NONE;
    Operand constant = constant_of(w, value->constant);
    switch (value->kind) {
    case VALUE_CONSTANT: return constant;
    case VALUE_PARAMETER: return make_operation(w->maker, OP_ADD, w->type, first, constant, w->type);
    case VALUE_SUM: return make_operation(w->maker, OP_ADD, w->type, first, second, w->type);
    case VALUE_DIFFERENCE: return make_operation(w->maker, OP_SUB, w->type, first, second, w->type);
    case VALUE_PRODUCT: return make_operation(w->maker, OP_MUL, w->type, first, second, w->type);
    case VALUE_PARITY: break;
    }
    Operand sum = make_operation(w->maker, OP_ADD, w->type, first, constant, w->type);
    return make_operation(w->maker, OP_AND, w->type, sum, constant_of(w, 1), w->type);
}

static bool is_same_value(const ClaimValue *a, const ClaimValue *b) {
    return a->kind == b->kind && a->first == b->first && a->second == b->second && a->constant == b->constant;
}

bool claim_says_less(const Claim *claim, const Claim *other) {
    return claim->guard_count && !other->guard_count && claim->relation == other->relation &&
           is_same_value(&claim->value, &other->value);
}

static bool has_same_guards(const Claim *a, const Claim *b) {
    if (a->guard_count != b->guard_count) return false;
    for (u32 i = 0; i < a->guard_count; i++) {
        const ClaimGuard *one = &a->guards[i], *other = &b->guards[i];
        if (one->relation != other->relation || one->parameter != other->parameter || one->constant != other->constant)
            return false;
    }
    return true;
}

static Operand write_guards(const Writer *w, const Claim *claim) {
    Operand all = program_int_operand(w->maker->program, w->bit, 1);
    for (u32 i = 0; i < claim->guard_count; i++) {
        const ClaimGuard *guard = &claim->guards[i];
        Operand holds =
            write_relation(w, w->parameters[guard->parameter], guard->relation, constant_of(w, guard->constant));
        all = make_operation(w->maker, OP_AND, w->bit, all, holds, w->bit);
    }
    return all;
}

/* guards imply conclusion */
static Operand write_implication(const Writer *w, Operand guards, Operand conclusion) {
    Operand one = program_int_operand(w->maker->program, w->bit, 1);
    Operand none = make_operation(w->maker, OP_XOR, w->bit, guards, one, w->bit);
    return make_operation(w->maker, OP_OR, w->bit, none, conclusion, w->bit);
}

/* Claims with the same conclusion, and those with the same guards, share what is computed for them. */
Operand claims_write(const Recursive *recursive, Maker *maker, const Operand *parameters, Operand result) {
    Writer w = {recursive, maker, parameters, make_int_type(maker->program, recursive->width),
                make_int_type(maker->program, 1)};
    Operand all = program_int_operand(maker->program, w.bit, 1), conclusion = OPERAND_NONE;
    u32 count = recursive->claims.count;
    Operand *guards = xcalloc(count + 1, sizeof *guards);
    for (u32 i = 0; i < count; i++) {
        const Claim *claim = &recursive->claims.at[i], *before = i ? claim - 1 : NULL;
        u32 same = 0;
        while (same < i && !has_same_guards(claim, &recursive->claims.at[same])) same++;
        guards[i] = same < i ? guards[same] : write_guards(&w, claim);
        if (!before || before->relation != claim->relation || !is_same_value(&before->value, &claim->value))
            conclusion = write_relation(&w, result, claim->relation, write_value(&w, &claim->value));
        all = make_operation(maker, OP_AND, w.bit, all, write_implication(&w, guards[i], conclusion), w.bit);
    }
    free(guards);
    return all;
}

/* ---- For the reader ---- */

static const char *name_of_parameter(const Recursive *recursive, u32 parameter) {
    const Function *body = recursive->body;
    u32 reg = body->params[recursive->usable[parameter]], variable = body->registers[reg].variable;
    const char *name = variable ? body->variables[variable - 1].name : NULL;
    return name ? name : "argument";
}

static void print_number(Text *out, const Recursive *recursive, u64 number) {
    if (recursive->is_signed) text_printf(out, "%" PRId64, as_signed(number, recursive->width));
    else text_printf(out, "%" PRIu64, number);
}

static const char *const relation_texts[CLAIM_RELATION_COUNT] = {"==", ">=", "<="};

static void print_value(Text *out, const Recursive *recursive, const ClaimValue *value) {
    static const char *const operators[] = {[VALUE_SUM] = "+", [VALUE_DIFFERENCE] = "-", [VALUE_PRODUCT] = "*"};
    if (value->kind == VALUE_CONSTANT) {
        print_number(out, recursive, value->constant);
        return;
    }
    const char *first = name_of_parameter(recursive, value->first);
    if (value->kind == VALUE_PARITY) {
        text_printf(out, "((%s + %" PRIu64 ") & 1)", first, value->constant);
    } else if (value->kind == VALUE_PARAMETER) {
        text_add(out, first);
        if (value->constant) text_printf(out, " + %" PRId64, as_signed(value->constant, recursive->width));
    } else {
        text_printf(out, "%s %s %s", first, operators[value->kind], name_of_parameter(recursive, value->second));
    }
}

void claim_print(Text *out, const Recursive *recursive, const Claim *claim) {
    for (u32 i = 0; i < claim->guard_count; i++) {
        const ClaimGuard *guard = &claim->guards[i];
        text_printf(out, "%s%s %s ", i ? " && " : "", name_of_parameter(recursive, guard->parameter),
                    relation_texts[guard->relation]);
        print_number(out, recursive, guard->constant);
    }
    text_printf(out, "%sresult %s ", claim->guard_count ? " implies " : "", relation_texts[claim->relation]);
    print_value(out, recursive, &claim->value);
}
