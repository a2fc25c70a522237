#include "semantics/lift.h"

#include "semantics/lift_ops.h"
#include "semantics/settled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Cells ---- */

Term *lift_cell(Machine *m, u64 *r, u32 cell) {
    Term *term = lift_term(m, r, cell);
    return term ? term : term_const(m->symbolic->terms, 64, r[cell]);
}

static void set_cell(Machine *m, u64 *r, u32 cell, Term *term) {
    assert(frame_of(r)->is_tracked && term->width == 64);
    bool is_number = term_is_const(term);
    r[cell] = is_number ? term->value : 0;
    if (is_number && !m->symbolic->force_terms) {
        terms_of(m, r)[cell] = NULL;
        return;
    }
    terms_of(m, r)[cell] = term;
    m->terms_end = MAX(m->terms_end, (u64)(r - m->cells) + cell + 1);
}

void lift_set(Machine *m, u64 *r, u32 cell, Term *term) {
    if (term->width < 64) term = term_zext(m->symbolic->terms, term, 64);
    if (!frame_of(r)->is_tracked) {
        if (term_is_const(term)) {
            r[cell] = term->value;
            return;
        }
        track_begin(m, r);
    }
    set_cell(m, r, cell, term);
}

static void bind_cell(Machine *m, u64 *r, u32 cell) {
    Term *term = terms_of(m, r)[cell];
    Term *value = term ? strategy_evaluate(m, term) : NULL;
    if (value) r[cell] = value->value;
    terms_of(m, r)[cell] = NULL;
}

void lift_bind_frame(Machine *m, u64 *r) {
    Frame *frame = frame_of(r);
    if (!frame->is_tracked) return;
    for (u32 i = 0; i < frame->compiled->cells; i++) bind_cell(m, r, i);
}

/* ---- Operations that compute ---- */

static bool is_immediate(const Code *ip) {
    return code_infos[ip->op].form == FORM_RI || code_infos[ip->op].form == FORM_BRANCH_RI;
}
static bool has_second(const Code *ip) {
    switch (code_infos[ip->op].form) {
    case FORM_RR:
    case FORM_RRR:
    case FORM_MEMORY_X:
    case FORM_MEMORY_W:
    case FORM_BRANCH_RR: return true;
    default: return false;
    }
}

static bool any_term(Machine *m, const Code *ip, u64 *r) {
    Term **terms = terms_of(m, r);
    if (m->symbolic->force_terms || terms[ip->a]) return true;
    if (has_second(ip) && terms[ip->b]) return true;
    return code_infos[ip->op].form == FORM_RRR && terms[ip->imm];
}

static Term *second_operand(Machine *m, const Code *ip, u64 *r) {
    if (is_immediate(ip)) return term_const(m->symbolic->terms, 64, (u64)ip->imm);
    return has_second(ip) ? lift_cell(m, r, ip->b) : NULL;
}

/* What the fast handler computes is a number: no term stays beside its result. */
static TrackStep run_concretely(Machine *m, const Code *ip, u64 *r) {
    terms_of(m, r)[ip->d] = NULL;
    return STEP_RUN;
}

/* Division fails in two ways, which are errors of different kinds: by zero, and by overflow. */
static void split_trap(Machine *m, u64 *r, const Insn *insn, Term **ways) {
    TermStore *store = m->symbolic->terms;
    bool is_signed_division = insn->op == OP_SDIV || insn->op == OP_SREM;
    if (!is_signed_division || operand_is_constant(insn->b) || type_limbs(insn->type) > 1) return;
    Term *cell = term_value_of(lift_cell(m, r, frame_of(r)->compiled->register_cells[insn->b])); /* it is defined */
    Term *divisor = term_extract(store, cell, 0, insn->type->bits);
    Term *by_zero = term_eq(store, divisor, term_const(store, insn->type->bits, 0));
    ways[1] = term_and(store, ways[0], term_not(store, by_zero));
    ways[0] = term_and(store, ways[0], by_zero);
}

/* A shift too far, after which a run goes on with some number or other. */
static bool goes_on_after(const Machine *m, const Insn *insn) {
    bool is_right = insn->op == OP_LSHR || insn->op == OP_ASHR;
    bool is_left = insn->op == OP_SHL && !(insn->flags & INSN_SIGNED_BASE);
    return m->goes_around && (is_right || is_left);
}

static void set_unknown(Machine *m, const Code *ip, u64 *r, Term **values, u32 bits) {
    for (u32 i = 0; i < term_limb_count(bits); i++) values[i] = lift_undefined(m, low_mask(MIN(64u, bits - i * 64)), 0);
    lift_note_around(m, ip, r);
    m->symbolic->path.is_vague = true;
}

/* The operation may fail: an error of the program on a path of its own, or poison. The result has `bits` bits. */
static TrackStep settle_trap(Machine *m, const Code *ip, u64 *r, const Insn *insn, Term *trap, Term **values,
                             u32 bits) {
    TermStore *store = m->symbolic->terms;
    if (!trap || term_is_false(trap)) return STEP_DONE;
    if (!scalar_failure_is_error(insn)) {
        for (u32 i = 0; i < term_limb_count(bits); i++) {
            Term *poison = lift_undefined(m, low_mask(MIN(64u, bits - i * 64)), 0);
            values[i] = term_ite(store, trap, poison, values[i]);
        }
        return STEP_DONE;
    }
    Term *ways[2] = {trap, term_false(store)};
    split_trap(m, r, insn, ways);
    for (u32 i = 0; i < COUNT_OF(ways); i++) {
        int fails = strategy_decide(m, ip, r, CHOICE_ERROR, ways[i]);
        if (fails < 0) return STEP_END;
        if (fails) break;
        if (i + 1 == COUNT_OF(ways)) return STEP_DONE;
    }
    if (goes_on_after(m, insn)) {
        set_unknown(m, ip, r, values, bits);
        return STEP_DONE;
    }
    lift_bind_frame(m, r); /* the handler finds the error again, with numbers to report */
    return STEP_RUN;
}

/* `c ? a : b` as a branch. */
static TrackStep select_by_branch(Machine *m, const Code *ip, u64 *r, Term *condition) {
    TermStore *store = m->symbolic->terms;
    int way = strategy_decide(m, ip, r, CHOICE_BRANCH, term_ne(store, condition, term_const(store, 64, 0)));
    if (way < 0) return STEP_END;
    set_cell(m, r, ip->d, lift_cell(m, r, way ? ip->a : ip->b));
    return STEP_DONE;
}

static TrackStep lift_arithmetic(Machine *m, const Code *ip, u64 *r) {
    Symbolic *s = m->symbolic;
    if (!any_term(m, ip, r)) return run_concretely(m, ip, r);
    Term *condition = code_infos[ip->op].form == FORM_RRR ? lift_cell(m, r, (u32)ip->imm) : NULL;
    if (s->forks_selects && ip->op == CODE_SELECT && !term_is_const(condition) && !term_is_tainted(condition))
        return select_by_branch(m, ip, r, condition);
    bool decides = ip->op == CODE_SELECT && ip->aux;
    if (decides && lift_check_defined(m, ip, r, &condition, "branch")) return STEP_END;
    Term *second = second_operand(m, ip, r);
    if (code_infos[ip->op].rule == RULE_DIVIDE && lift_check_defined(m, ip, r, &second, "division")) return STEP_END;
    if (!lift_sees_addresses(m, ip, r, lift_cell(m, r, ip->a), second)) return STEP_END;
    Lifted lifted = lift_code(s->terms, ip, lift_cell(m, r, ip->a), second, condition);
    TrackStep step = settle_trap(m, ip, r, machine_insn(ip, r), lifted.trap, &lifted.value, code_infos[ip->op].bits);
    if (step == STEP_DONE) set_cell(m, r, ip->d, lifted.value);
    return step;
}

/* ---- Operations of any width ---- */

static bool operand_terms(Machine *m, u64 *r, const ScalarOperand *operand, u32 limbs, Term **out) {
    bool any = false;
    for (u32 i = 0; i < limbs; i++) {
        Term *term = operand->limbs ? NULL : terms_of(m, r)[operand->cell + i];
        any = any || term;
        u64 number = operand->limbs ? operand->limbs[i] : r[operand->cell + i];
        out[i] = term ? term : term_const(m->symbolic->terms, 64, number);
    }
    return any;
}

typedef struct {
    Term **a, **b, **c, **result, **all;
    bool any;
} ScalarTerms;

static ScalarTerms scalar_terms(Machine *m, u64 *r, const ScalarOp *op) {
    u32 limbs = MAX(1u, type_limbs(op->type)), results = MAX(1u, type_limbs(op->result_type));
    Term **all = xcalloc(limbs * 3 + results, sizeof *all);
    ScalarTerms t = {all, all + limbs, all + 2 * limbs, all + 3 * limbs, all, false};
    bool is_select = op->insn->op == OP_SELECT;
    t.any |= operand_terms(m, r, &op->a, is_select ? 1 : limbs, t.a);
    if (op->insn->b == OPERAND_NONE) t.b = NULL;
    else t.any |= operand_terms(m, r, &op->b, op->insn->op == OP_FMATH ? 1 : limbs, t.b);
    if (op->insn->c == OPERAND_NONE) t.c = NULL;
    else t.any |= operand_terms(m, r, &op->c, limbs, t.c);
    return t;
}

/* A path for each value, if they are few. False: the state is paused. */
static bool fix_operand(Machine *m, const Code *ip, u64 *r, const ScalarOperand *operand, u32 limbs) {
    for (u32 i = 0; !operand->limbs && i < limbs; i++) {
        Term *term = terms_of(m, r)[operand->cell + i];
        u64 number;
        if (!term) continue;
        if (!strategy_split(m, ip, r, term_value_of(term), &number)) return false;
        strategy_before_change(m, ip, r);
        r[operand->cell + i] = number;
        terms_of(m, r)[operand->cell + i] = NULL;
    }
    return true;
}

static bool compute_scalar(Machine *m, const Tabulated *what, const u64 *args, u64 *results) {
    const ScalarOp *op = what->self;
    u32 limbs = MAX(1u, type_limbs(op->type));
    return scalar_execute_float(op, args, args + limbs, args + 2 * limbs, results);
}

/* As lift_tabulate. */
static int tabulate_scalar(Machine *m, const Code *ip, u64 *r, const ScalarOp *op, const ScalarTerms *t) {
    if (!scalar_is_float_op((Op)op->insn->op)) return 0;
    u32 count = 3 * MAX(1u, type_limbs(op->type));
    Term **args = xcalloc(count, sizeof *args);
    for (u32 i = 0; i < count; i++)
        args[i] = t->all[i] ? term_value_of(t->all[i]) : term_const(m->symbolic->terms, 64, 0);
    Tabulated what = {args, count, MAX(1u, type_limbs(op->result_type)), compute_scalar, op};
    int outcome = lift_tabulate(m, ip, r, &what, t->result);
    free(args);
    return outcome;
}

/* The undefined bits of all these cells together, and where some of them came from. */
static Term *masks_together(TermStore *store, Term *const *terms, u32 count, u32 *origin) {
    Term *any = term_const(store, 64, 0);
    for (u32 i = 0; terms && i < count; i++) {
        if (!terms[i] || !term_is_tainted(terms[i])) continue;
        any = term_or(store, any, term_mask_of(store, terms[i]));
        *origin = term_origin_of(terms[i]);
    }
    return any;
}

/* No term says it: it becomes a table, or the operands are fixed to one value each. Where one is undefined, so is the
 * result. */
static TrackStep fix_scalar(Machine *m, const Code *ip, u64 *r, const ScalarOp *op, const ScalarTerms *t) {
    TermStore *store = m->symbolic->terms;
    u32 limbs = MAX(1u, type_limbs(op->type)), of_b = op->insn->op == OP_FMATH ? 1 : limbs, origin = 0;
    Term *any = masks_together(store, t->a, limbs, &origin);
    any = term_or(store, any, masks_together(store, t->b, of_b, &origin));
    any = term_or(store, any, masks_together(store, t->c, limbs, &origin));
    int undefined = lift_is_undefined(m, ip, r, any);
    if (undefined < 0) return STEP_END;
    if (undefined) {
        for (u32 i = 0; i < MAX(1u, type_limbs(op->result_type)); i++)
            t->result[i] = lift_undefined(m, low_mask(MIN(64u, op->result_bits - i * 64)), origin);
        return STEP_DONE;
    }
    int outcome = tabulate_scalar(m, ip, r, op, t);
    if (outcome) return outcome < 0 ? STEP_END : STEP_DONE;
    bool are_fixed = fix_operand(m, ip, r, &op->a, limbs) && (!t->b || fix_operand(m, ip, r, &op->b, of_b)) &&
                     (!t->c || fix_operand(m, ip, r, &op->c, limbs));
    return are_fixed ? STEP_RUN : STEP_END;
}

/* Reported if it depends on undefined values. */
static bool check_divisor(Machine *m, const Code *ip, u64 *r, const ScalarOp *op, const ScalarTerms *t) {
    Op kind = (Op)op->insn->op;
    bool divides = kind == OP_UDIV || kind == OP_SDIV || kind == OP_UREM || kind == OP_SREM;
    for (u32 i = 0; divides && i < MAX(1u, type_limbs(op->type)); i++)
        if (lift_check_defined(m, ip, r, &t->b[i], "division")) return false;
    return true;
}

/* What an undefined value decides is reported where it is decided: a check of it does not fail. */
static void pass_undefined(TermStore *store, ScalarTerms *t) {
    if (term_is_tainted(t->a[0])) t->a[0] = term_or(store, term_value_of(t->a[0]), term_mask_of(store, t->a[0]));
    if (t->b) t->b[0] = term_value_of(t->b[0]);
    if (t->c) t->c[0] = term_value_of(t->c[0]);
}

static TrackStep lift_scalar_op(Machine *m, const Code *ip, u64 *r) {
    const ScalarOp *op = ip->data;
    u32 results = MAX(1u, type_limbs(op->result_type));
    ScalarTerms t = scalar_terms(m, r, op);
    if (op->insn->op == OP_CHECK) pass_undefined(m->symbolic->terms, &t);
    TrackStep step = STEP_RUN;
    Term *trap = NULL;
    if (!check_divisor(m, ip, r, op, &t)) {
        step = STEP_END;
    } else if (t.any || m->symbolic->force_terms) {
        bool lifted = lift_scalar(m->symbolic->terms, op, t.a, t.b, t.c, t.result, &trap);
        step = lifted ? settle_trap(m, ip, r, op->insn, trap, t.result, op->result_bits) : fix_scalar(m, ip, r, op, &t);
        for (u32 i = 0; step == STEP_DONE && i < results; i++) set_cell(m, r, op->d + i, t.result[i]);
    }
    if (step == STEP_RUN)
        for (u32 i = 0; i < results; i++) terms_of(m, r)[op->d + i] = NULL;
    free(t.all);
    return step;
}

/* ---- Decisions ---- */

static TrackStep jump(Machine *m, const Code *to) {
    m->jump_to = to;
    return STEP_JUMP;
}

/* Its operands have no undefined bits, if that is known, or so once it has been asked. */
static Term *condition_of(Machine *m, const Code *ip, u64 *r) {
    TermStore *store = m->symbolic->terms;
    Term *first = lift_cell(m, r, ip->a), *second = second_operand(m, ip, r);
    Term *condition = lift_condition(store, ip, first, second);
    if (!term_is_tainted(condition)) return condition;
    if (settled_ask(m, r, first)) first = term_value_of(first);
    if (second && settled_ask(m, r, second)) second = term_value_of(second);
    return lift_condition(store, ip, first, second);
}

static TrackStep lift_branch(Machine *m, const Code *ip, u64 *r) {
    if (!any_term(m, ip, r)) return STEP_RUN;
    if (!lift_sees_addresses(m, ip, r, lift_cell(m, r, ip->a), second_operand(m, ip, r))) return STEP_END;
    Term *condition = condition_of(m, ip, r);
    if (lift_check_defined(m, ip, r, &condition, "branch")) return STEP_END;
    int taken = strategy_decide(m, ip, r, CHOICE_BRANCH, condition);
    if (taken < 0) return STEP_END;
    return jump(m, taken ? ip + (i32)ip->d : ip + 1);
}

typedef struct {
    u32 target;
    Term *guard;
} SwitchWay;
typedef VEC(SwitchWay) SwitchWays;

static void add_case(TermStore *store, SwitchWays *ways, u32 target, Term *is_case) {
    for (u32 i = 0; i < ways->count; i++)
        if (ways->at[i].target == target) {
            ways->at[i].guard = term_or(store, ways->at[i].guard, is_case);
            return;
        }
    vec_push(ways, (SwitchWay){target, is_case});
}

/* `limbs`: the number that is looked at. */
static Term *is_case(TermStore *store, Term *const *limbs, const SwitchTable *table, u32 index) {
    if (table->is_dense) {
        u64 value = (table->low + index) & table->mask;
        return term_eq(store, limbs[0], term_const(store, 64, value));
    }
    Term *equal = term_true(store);
    for (u32 i = 0; i < table->limbs; i++) {
        Term *value = term_const(store, 64, table->values[(size_t)index * table->limbs + i]);
        equal = term_and(store, equal, term_eq(store, limbs[i], value));
    }
    return equal;
}

static void switch_ways(TermStore *store, Term *const *limbs, const SwitchTable *table, SwitchWays *ways) {
    Term *otherwise = term_true(store);
    for (u32 i = 0; i < table->count; i++) {
        if (table->is_dense && table->targets[i] == table->default_target) continue;
        Term *equal = is_case(store, limbs, table, i);
        add_case(store, ways, table->targets[i], equal);
        otherwise = term_and(store, otherwise, term_not(store, equal));
    }
    add_case(store, ways, table->default_target, otherwise);
}

static int choose_case(Machine *m, const Code *ip, u64 *r, Term *const *limbs, u32 *target) {
    SwitchWays ways = {0};
    switch_ways(m->symbolic->terms, limbs, ip->data, &ways);
    Term **guards = xmalloc(ways.count * sizeof *guards);
    for (u32 i = 0; i < ways.count; i++) guards[i] = ways.at[i].guard;
    int way = strategy_choose(m, ip, r, CHOICE_SWITCH, guards, ways.count);
    *target = way >= 0 ? ways.at[way].target : 0;
    free(guards);
    vec_free(&ways);
    return way;
}

static TrackStep lift_switch(Machine *m, const Code *ip, u64 *r) {
    const SwitchTable *table = ip->data;
    bool any = m->symbolic->force_terms;
    for (u32 i = 0; i < table->limbs; i++) any |= terms_of(m, r)[ip->a + i] != NULL;
    if (!any) return STEP_RUN;
    Term **limbs = xmalloc(table->limbs * sizeof *limbs);
    int way = 0;
    u32 target = 0;
    for (u32 i = 0; i < table->limbs && !way; i++) {
        limbs[i] = lift_cell(m, r, ip->a + i);
        if (lift_check_defined(m, ip, r, &limbs[i], "branch")) way = -1;
    }
    if (way == 0) way = choose_case(m, ip, r, limbs, &target);
    free(limbs);
    return way < 0 ? STEP_END : jump(m, frame_of(r)->compiled->code + target);
}

/* A value that must be a number: how large a block of the stack is, say. A path for each, if they are few. */
static TrackStep lift_number(Machine *m, const Code *ip, u64 *r) {
    Term *term = terms_of(m, r)[ip->a];
    if (!term) return STEP_RUN;
    if (lift_check_defined(m, ip, r, &term, "address")) return STEP_END;
    u64 number;
    if (!strategy_split(m, ip, r, term, &number)) return STEP_END;
    r[ip->a] = number;
    terms_of(m, r)[ip->a] = NULL;
    return STEP_RUN;
}

/* An address that is no label is fixed: the error is there with a number. */
static TrackStep lift_goto(Machine *m, const Code *ip, u64 *r) {
    Term *address = terms_of(m, r)[ip->a];
    if (!address) return STEP_RUN;
    if (lift_check_defined(m, ip, r, &address, "address")) return STEP_END;
    u64 label;
    int way = lift_choose_label(m, ip, r, address, &label);
    if (way <= 0) return way < 0 ? STEP_END : lift_number(m, ip, r);
    r[ip->a] = label;
    terms_of(m, r)[ip->a] = NULL;
    return STEP_RUN;
}

/* ---- Calls ---- */

static bool compute_builtin(Machine *m, const Tabulated *what, const u64 *args, u64 *results) {
    BuiltinCall call = *(const BuiltinCall *)what->self;
    call.args = args;
    call.result = results;
    return call.builtin->run(m, &call);
}

/* As lift_tabulate, of a function of the host's that is computed from its arguments alone. */
static int tabulate_builtin(Machine *m, const Code *ip, u64 *r, const Builtin *builtin) {
    const CallSite *site = ip->data;
    if (!builtin->is_pure || builtin->takes_terms || !site->result_cells) return 0;
    Term **args = xcalloc(site->arg_cells + site->result_cells, sizeof *args), **results = args + site->arg_cells;
    for (u32 i = 0; i < site->arg_cells; i++) args[i] = term_value_of(lift_cell(m, r, ip->a + i));
    BuiltinCall call = {.ip = ip, .r = r, .site = site, .builtin = builtin};
    Tabulated what = {args, site->arg_cells, site->result_cells, compute_builtin, &call};
    int outcome = lift_tabulate(m, ip, r, &what, results);
    for (u32 i = 0; outcome == 1 && i < site->result_cells; i++) set_cell(m, r, ip->d + i, results[i]);
    free(args);
    return outcome;
}

static bool any_argument(Term *const *args, u32 count) {
    for (u32 i = 0; i < count; i++)
        if (args[i]) return true;
    return false;
}

/* The arguments of such a function become numbers: a path for each value, if they are few. False: the state is paused. */
static bool split_arguments(Machine *m, const Code *ip, u64 *r, u32 count) {
    u64 *numbers = xmalloc(count * sizeof *numbers);
    bool goes_on = true;
    for (u32 i = 0; i < count && goes_on; i++)
        goes_on = strategy_split(m, ip, r, term_value_of(lift_cell(m, r, ip->a + i)), &numbers[i]);
    if (goes_on) {
        strategy_before_change(m, ip, r);
        memcpy(r + ip->a, numbers, count * sizeof *numbers);
        memset(terms_of(m, r) + ip->a, 0, count * sizeof(Term *));
    }
    free(numbers);
    return goes_on;
}

/* An undefined argument is an error, or makes the result of a pure function undefined. Builtins that know nothing of
 * terms get numbers, or become tables. */
TrackStep lift_builtin(Machine *m, const Code *ip, u64 *r, const Builtin *builtin) {
    const CallSite *site = ip->data;
    TermStore *store = m->symbolic->terms;
    Term **terms = terms_of(m, r), **args = terms + ip->a;
    u32 origin = 0;
    Term *any = masks_together(store, args, site->arg_cells, &origin);
    int undefined = lift_is_undefined(m, ip, r, any);
    bool is_skipped = undefined == 1 && builtin->skips_undefined;
    if (is_skipped) memset(args, 0, site->arg_cells * sizeof *args);
    if (is_skipped) return STEP_DONE;
    if (undefined == 1 && !builtin->is_pure) track_report(m, ip, r, builtin->is_output ? "output" : "address", origin);
    if (undefined < 0 || (undefined && !builtin->is_pure)) return STEP_END;
    int tabulated = undefined || !any_argument(args, site->arg_cells) ? 0 : tabulate_builtin(m, ip, r, builtin);
    if (tabulated < 0) return STEP_END;
    if (tabulated) {
        memset(args, 0, site->arg_cells * sizeof *args);
        return STEP_DONE;
    }
    bool is_computed = builtin->is_pure && !builtin->takes_terms;
    if (!undefined && is_computed && !split_arguments(m, ip, r, site->arg_cells)) return STEP_END;
    strategy_before_change(m, ip, r);
    for (u32 i = 0; i < site->result_cells; i++)
        if (undefined) set_cell(m, r, ip->d + i, lift_undefined(m, ~(u64)0, origin));
        else terms[ip->d + i] = NULL;
    if (undefined) {
        memset(args, 0, site->arg_cells * sizeof *args);
        return STEP_DONE;
    }
    for (u32 i = 0; i < site->arg_cells; i++) {
        if (!args[i]) continue;
        Term *value = term_value_of(args[i]);
        u64 number = builtin->takes_terms ? 0 : strategy_concretise(m, value);
        strategy_before_change(m, ip, r);
        if (builtin->takes_terms) set_cell(m, r, ip->a + i, value);
        else r[ip->a + i] = number, args[i] = NULL;
    }
    return STEP_RUN;
}

/* A value that is given to a function that nobody sees is used, if it is one and not a struct in disguise. Others show whether
 * they use it. */
static TrackStep lift_call(Machine *m, const Code *ip, u64 *r) {
    const CallSite *site = ip->data;
    const Function *callee = site->function;
    const Type *type = callee ? callee->c_type : NULL;
    if (!m->symbolic->checks_arguments || !type || !callee->is_unknown) return STEP_RUN;
    if (type->field_count != callee->type->field_count) return STEP_RUN;
    u32 cell = ip->a;
    for (u32 i = 0; i < site->call->fixed_count && i < type->field_count; i++) {
        const Argument *arg = &site->call->args[i];
        Term *term = terms_of(m, r)[cell];
        u32 bits = arg->type->kind == TYPE_POINTER ? 64 : arg->type->bits;
        cell += MAX(1u, type_limbs(arg->type));
        if (!term || !term_is_tainted(term) || bits > 64 || arg->byval || !type_is_scalar(type->fields[i].type))
            continue;
        const Term *mask = term_mask_of(m->symbolic->terms, term);
        if (!term_is_const(mask) || (mask->value & low_mask(bits)) != low_mask(bits)) continue;
        track_report(m, ip, r, "argument", term_origin_of(term));
        return STEP_END;
    }
    return STEP_RUN;
}

/* After a merge a variable may be set on some ways only: where it is not, it is undefined. */
static TrackStep lift_check_set(Machine *m, const Code *ip, u64 *r) {
    Term *flag = terms_of(m, r)[ip->a];
    if (!flag || term_is_const(flag)) return STEP_RUN;
    TermStore *store = m->symbolic->terms;
    const Variable *variable = ip->data;
    const Type *type = frame_of(r)->compiled->function->registers[variable->reg].type;
    u32 bits = type->kind == TYPE_POINTER ? 64 : type->bits, origin = track_origin_of_variable(m, variable);
    Term *is_set = term_ne(store, flag, term_const(store, 64, 0));
    for (u32 i = 0; i < type_limbs(type); i++) {
        Term *any = lift_undefined(m, low_mask(MIN(64u, bits - i * 64)), origin);
        set_cell(m, r, ip->d + i, term_ite(store, is_set, lift_cell(m, r, ip->d + i), any));
    }
    if (m->options.allow_uninitialised) set_cell(m, r, ip->a, term_const(store, 64, 1));
    return STEP_DONE;
}

/* ---- All of them ---- */

static TrackStep lift_control(Machine *m, const Code *ip, u64 *r) {
    if (ip->op == CODE_SWITCH) return lift_switch(m, ip, r);
    return ip->op == CODE_JUMP_INDIRECT ? lift_goto(m, ip, r) : lift_branch(m, ip, r);
}

TrackStep lift_rule(Machine *m, const Code *ip, u64 *r) {
    const CodeInfo *info = &code_infos[ip->op];
    m->symbolic->step++;
    m->symbolic->step_ip = ip;
    m->symbolic->step_r = r;
    switch ((UndefinedRule)info->rule) {
    case RULE_DEFINED:
        if (info->form == FORM_I || ip->op == CODE_STACK_SAVE) terms_of(m, r)[ip->d] = NULL;
        if (ip->op == CODE_SCOPE_BEGIN) terms_of(m, r)[((const FrameObject *)ip->data)->cell] = NULL;
        return STEP_RUN;
    case RULE_SCALAR: return lift_scalar_op(m, ip, r);
    case RULE_DECIDE: return lift_control(m, ip, r);
    case RULE_LOAD: return lift_load(m, ip, r);
    case RULE_STORE: return lift_store(m, ip, r);
    case RULE_RANGE: return lift_range(m, ip, r);
    case RULE_SIZE: {
        if (ip->op == CODE_ALLOCA && terms_of(m, r)[ip->a]) return lift_alloca(m, ip, r);
        TrackStep step = lift_number(m, ip, r);
        if (step == STEP_RUN && info->form == FORM_R && ip->op != CODE_STACK_RESTORE && ip->op != CODE_VA_START)
            terms_of(m, r)[ip->d] = NULL;
        return step;
    }
    case RULE_CHECK_SET: return ip->op == CODE_CHECK_SET ? lift_check_set(m, ip, r) : STEP_RUN;
    case RULE_JUMP: return STEP_RUN;
    case RULE_RETURN: return lift_return(m, ip, r);
    case RULE_CALL: return ip->op == CODE_CALL_POINTER ? lift_call_pointer(m, ip, r) : lift_call(m, ip, r);
    case RULE_CALL_BUILTIN: return lift_builtin(m, ip, r, ((const CallSite *)ip->data)->builtin);
    case RULE_POINTER: return lift_inttoptr32(m, ip, r);
    default: return lift_arithmetic(m, ip, r);
    }
}
