/* The tracking loop: what each operation does to undefined bits.
 *
 * It runs in front of the handlers of the fast loop, in frames that have cells with undefined bits.
 * The rules are those of undefined.def. Undefined bits may be copied freely; deciding a branch, an address
 * or output with them is the error. What the number has where bits are undefined is of no consequence:
 * where it could be, as in a check for overflow, they count as 0. */
#include "machine/machine.h"
#include "code/undefined.h"
#include "machine/scalar.h"

#include <string.h>

void track_begin(Machine *m, u64 *r) {
    Frame *frame = frame_of(r);
    frame->is_tracked = 1;
    memset(undefined_of(m, r), 0, frame->compiled->cells * sizeof(u64));
    m->terms_end = MAX(m->terms_end, (u64)(r - m->cells) + frame->compiled->cells);
    m->statistics.tracked_frames++;
}

void track_set_undefined(Machine *m, u64 *r, u32 cell, u64 bits, u32 origin) {
    if (!frame_of(r)->is_tracked) track_begin(m, r);
    r[cell] = 0; /* the bits above a narrow value too: left from another value, they would count as defined */
    if (m->hooks) {
        m->hooks->set_undefined(m, r, cell, bits, origin);
        return;
    }
    undefined_of(m, r)[cell] = bits;
    origins_of(m, r)[cell] = origin;
}

void track_read_unset(Machine *m, u64 *r, const Variable *variable, u32 cell, u32 flag) {
    const Type *type = frame_of(r)->compiled->function->registers[variable->reg].type;
    u32 origin = track_origin_of_variable(m, variable);
    for (u32 i = 0; i < type_limbs(type); i++) {
        u32 bits = type->kind == TYPE_POINTER ? 64 : type->bits;
        track_set_undefined(m, r, cell + i, low_mask(MIN(64u, bits - i * 64)), origin);
    }
    if (m->options.allow_uninitialised) r[flag] = 1; /* whatever it is, it stays so */
}

static u32 add_origin(Machine *m, const char *name, LocationId location) {
    bool inserted;
    u64 *index = map_cell(&m->origin_numbers, hash_combine((u64)(uintptr_t)name, location), &inserted);
    if (inserted) {
        if (!m->origin_table.count) vec_push(&m->origin_table, (Origin){0});
        *index = m->origin_table.count;
        vec_push(&m->origin_table, (Origin){name, location});
    }
    return (u32)*index;
}

u32 track_origin_of_variable(Machine *m, const Variable *variable) {
    return add_origin(m, variable->name, variable->location);
}

u32 track_origin_of_object(Machine *m, u32 number) {
    const ObjectInfo *info = object_info(&m->objects, number);
    if (info->undefined_origin) return info->undefined_origin;
    switch ((ObjectKind)info->kind) {
    case OBJECT_LOCAL:
        if (info->variable) return add_origin(m, info->variable->name, info->variable->location);
        return add_origin(m, NULL, info->made_at);
    case OBJECT_GLOBAL: return add_origin(m, info->global->name, info->global->location);
    case OBJECT_ALLOCA:
        if (info->variable && info->variable->location)
            return add_origin(m, info->variable->name, info->variable->location);
        return add_origin(m, info->variable ? info->variable->name : NULL, info->made_at);
    default: return add_origin(m, NULL, info->made_at);
    }
}

/* The library function that the user's code called, if the machine is inside one. */
static const char *library_call(u64 *r) {
    const char *name = "";
    for (const Frame *frame = frame_of(r); frame->compiled->function->is_library && frame->caller;
         frame = frame->caller)
        name = frame->compiled->function->name;
    return name;
}

/* What decides a branch while it is being printed is output to the user. */
static bool is_printing(u64 *r) {
    const char *name = library_call(r);
    return strstr(name, "printf") || strstr(name, "print_") || !strncmp(name, "put", 3) || !strncmp(name, "fput", 4);
}

bool track_report(Machine *m, const Code *ip, u64 *r, const char *what, u32 origin) {
    if (m->options.allow_uninitialised) return true;
    if (is_printing(r)) what = "output";
    if (origin && origin < m->origin_table.count) {
        m->fault.origin_name = m->origin_table.at[origin].name;
        m->fault.origin = m->origin_table.at[origin].location;
    }
    machine_fault_text(m, ip, r, FAULT_UNINITIALISED, "%s depends on an uninitialised value", what);
    return false;
}

/* ---- Rules ---- */

static void set(Machine *m, u64 *r, u32 cell, u64 undefined, u32 origin) {
    undefined_of(m, r)[cell] = undefined;
    if (undefined) origins_of(m, r)[cell] = origin;
}

typedef struct {
    u64 x, y;   /* values */
    u64 ux, uy; /* their undefined bits */
    u32 bits;
} Pair;

static Pair operands(const Machine *m, const Code *ip, const u64 *r) {
    const CodeInfo *info = &code_infos[ip->op];
    const u64 *u = undefined_of(m, r);
    bool immediate = info->form == FORM_RI || info->form == FORM_BRANCH_RI;
    u64 mask = low_mask(info->bits);
    return (Pair){.x = r[ip->a] & mask,
                  .y = (immediate ? (u64)ip->imm : r[ip->b]) & mask,
                  .ux = u[ip->a] & mask,
                  .uy = immediate ? 0 : u[ip->b] & mask,
                  .bits = info->bits};
}
static u64 rule_of_pair(UndefinedRule rule, Pair p) { return undefined_by_rule(rule, p.bits, p.x, p.y, p.ux, p.uy); }

/* The number of an undefined value is left over from something else: no overflow is to be found in it. */
static void clear_undefined(const Code *ip, u64 *r, Pair p) {
    if (p.ux) r[ip->a] &= ~p.ux;
    if (p.uy) r[ip->b] &= ~p.uy;
}

static u32 origin_of(const Machine *m, const Code *ip, const u64 *r) {
    return undefined_of(m, r)[ip->a] ? origins_of(m, r)[ip->a] : origins_of(m, r)[ip->b];
}

static u64 all_cells(const Machine *m, const u64 *r, u32 cell, u32 count, u32 *origin) {
    u64 any = 0;
    for (u32 i = 0; i < count; i++)
        if (undefined_of(m, r)[cell + i]) {
            any |= undefined_of(m, r)[cell + i];
            *origin = origins_of(m, r)[cell + i];
        }
    return any;
}

/* Undefined bits and value of limb i of an operand. */
static u64 operand_undefined(const Machine *m, const u64 *r, const ScalarOperand *operand, u32 i) {
    return operand->limbs ? 0 : undefined_of(m, r)[operand->cell + i];
}
static u64 operand_value(const u64 *r, const ScalarOperand *operand, u32 i) {
    return operand->limbs ? operand->limbs[i] : r[operand->cell + i];
}
static u64 operand_any(const Machine *m, const u64 *r, const ScalarOperand *operand, Operand present, u32 limbs,
                       u32 *origin) {
    return operand->limbs || present == OPERAND_NONE ? 0 : all_cells(m, r, operand->cell, limbs, origin);
}

enum { MOST_LIMBS = MOST_BITS_TRACKED / 64 };

/* Runs the operation on the mask of the first operand. */
static void move_mask(Machine *m, u64 *r, const ScalarOp *op, u32 limbs, u64 *result) {
    u64 cells[3 * MOST_LIMBS] = {0};
    Insn insn = *op->insn;
    insn.flags = 0;
    ScalarOp on_mask = *op;
    on_mask.insn = &insn;
    on_mask.a = (ScalarOperand){.cell = 0};
    on_mask.b = (ScalarOperand){.cell = MOST_LIMBS};
    on_mask.d = 2 * MOST_LIMBS;
    for (u32 i = 0; i < limbs; i++) {
        cells[i] = operand_undefined(m, r, &op->a, i);
        if (op->insn->b != OPERAND_NONE) cells[MOST_LIMBS + i] = operand_value(r, &op->b, i);
    }
    scalar_execute(&on_mask, cells);
    memcpy(result, cells + on_mask.d, MAX(1u, type_limbs(op->result_type)) * sizeof(u64));
}

/* A rule of undefined.def, a limb after the other. */
static void scalar_limbs(Machine *m, u64 *r, const ScalarOp *op, UndefinedRule rule, u64 *result) {
    for (u32 i = 0; i < MAX(1u, type_limbs(op->result_type)); i++) {
        Pair pair = {.bits = MIN(64u, op->bits - i * 64)};
        u64 mask = low_mask(pair.bits);
        pair.x = operand_value(r, &op->a, i) & mask, pair.ux = operand_undefined(m, r, &op->a, i) & mask;
        pair.y = operand_value(r, &op->b, i) & mask, pair.uy = operand_undefined(m, r, &op->b, i) & mask;
        result[i] = rule_of_pair(rule, pair);
    }
}

static void scalar_select(Machine *m, u64 *r, const ScalarOp *op, u32 limbs, u64 *result) {
    bool undecided = operand_undefined(m, r, &op->a, 0) & 1;
    const ScalarOperand *chosen = operand_value(r, &op->a, 0) & 1 ? &op->b : &op->c;
    for (u32 i = 0; i < limbs; i++)
        result[i] = undecided
                        ? undefined_by_rule(RULE_SELECT, 64, operand_value(r, &op->b, i), operand_value(r, &op->c, i),
                                            operand_undefined(m, r, &op->b, i), operand_undefined(m, r, &op->c, i))
                        : operand_undefined(m, r, chosen, i);
}

static void clear_operand(Machine *m, u64 *r, const ScalarOperand *operand, Operand present, u32 limbs) {
    if (operand->limbs || present == OPERAND_NONE) return;
    for (u32 i = 0; i < limbs; i++) r[operand->cell + i] &= ~undefined_of(m, r)[operand->cell + i];
}

/* Any undefined bit of an operand makes the whole result undefined. */
static void scalar_all(const ScalarOp *op, u32 results, Machine *m, u64 *r, u32 origin) {
    for (u32 i = 0; i < results; i++) set(m, r, op->d + i, low_mask(MIN(64u, op->result_bits - i * 64)), origin);
}

static bool track_scalar(Machine *m, const Code *ip, u64 *r) {
    const ScalarOp *op = ip->data;
    UndefinedRule rule = undefined_rule_of((Op)op->insn->op, MAX(op->bits, op->result_bits));
    u32 limbs = MAX(1u, type_limbs(op->type)), results = MAX(1u, type_limbs(op->result_type)), origin = 0;
    u32 of_a = op->insn->op == OP_SELECT ? 1 : limbs, of_b = op->insn->op == OP_FMATH ? 1 : limbs;
    u64 any_c = operand_any(m, r, &op->c, op->insn->c, limbs, &origin);
    u64 any_b = operand_any(m, r, &op->b, op->insn->b, of_b, &origin);
    u64 any = any_b | any_c | operand_any(m, r, &op->a, op->insn->a, of_a, &origin);
    if (rule == RULE_DIVIDE && any_b) return track_report(m, ip, r, "division", origin);
    /* What an undefined value decides is reported where it is decided: a check of it does not fail. */
    if (op->insn->op == OP_CHECK) {
        if (operand_any(m, r, &op->a, op->insn->a, 1, &origin)) r[op->a.cell] |= 1;
        set(m, r, op->d, 0, 0);
        return true;
    }
    if (!any || rule == RULE_DEFINED) {
        clear_operand(m, r, &op->a, op->insn->a, of_a);
        for (u32 i = 0; i < results; i++) set(m, r, op->d + i, 0, 0);
        return true;
    }
    u64 result[MOST_LIMBS] = {0};
    bool by_bits = rule != RULE_ALL && rule != RULE_DIVIDE && !(rule == RULE_MOVE && any_b);
    if (by_bits && rule == RULE_MOVE) move_mask(m, r, op, limbs, result);
    else if (by_bits && rule == RULE_SELECT) scalar_select(m, r, op, limbs, result);
    else if (by_bits) scalar_limbs(m, r, op, rule, result);
    clear_operand(m, r, &op->a, op->insn->a, of_a);
    clear_operand(m, r, &op->b, op->insn->b, of_b);
    clear_operand(m, r, &op->c, op->insn->c, limbs);
    if (!by_bits) scalar_all(op, results, m, r, origin);
    else
        for (u32 i = 0; i < results; i++) set(m, r, op->d + i, result[i], origin);
    return true;
}

static bool track_select(Machine *m, const Code *ip, u64 *r) {
    const u64 *u = undefined_of(m, r);
    u32 condition = (u32)ip->imm, chosen = r[condition] ? ip->a : ip->b;
    if (u[condition] && ip->aux && !track_report(m, ip, r, "branch", origins_of(m, r)[condition])) return false;
    if (u[condition]) {
        u64 undefined = undefined_by_rule(RULE_SELECT, 64, r[ip->a], r[ip->b], u[ip->a], u[ip->b]);
        set(m, r, ip->d, undefined, origins_of(m, r)[condition]);
    } else {
        set(m, r, ip->d, u[chosen], origins_of(m, r)[chosen]);
    }
    return true;
}

/* A store of undefined bits: as the handler does it, but the bits stay undefined. */
static bool store_undefined(Machine *m, const Code *ip, u64 *r, bool *done) {
    const CodeInfo *info = &code_infos[ip->op];
    const u64 *u = undefined_of(m, r);
    u64 undefined = u[ip->d] & low_mask(info->bits);
    if (u[ip->a]) return track_report(m, ip, r, "address", origins_of(m, r)[ip->a]);
    if (info->form != FORM_MEMORY && u[ip->b]) return track_report(m, ip, r, "address", origins_of(m, r)[ip->b]);
    if (!undefined) return true;
    i64 delta = code_delta(ip, r);
    u64 offset;
    u32 number, size = info->bits / 8;
    Fault attempt = {0};
    bool ok = fault_check_access(&attempt, &m->objects, r[ip->a], delta, size, ACCESS_WRITE, &number, &offset);
    fault_free(&attempt);
    if (!ok) return true; /* the handler reports it */
    object_own_undefined(&m->objects, number);
    Object *object = object_own(&m->objects, number);
    object_own_info(&m->objects, number)->undefined_origin = origins_of(m, r)[ip->d];
    memcpy(object->undefined + offset, &undefined, size);
    memcpy(object->bytes + offset, &r[ip->d], size);
    object_clear_provenance(object, offset, size);
    *done = true;
    return true;
}

static bool track_load(Machine *m, const Code *ip, u64 *r) {
    const u64 *u = undefined_of(m, r);
    if (u[ip->a]) return track_report(m, ip, r, "address", origins_of(m, r)[ip->a]);
    if (code_infos[ip->op].form != FORM_MEMORY && u[ip->b])
        return track_report(m, ip, r, "address", origins_of(m, r)[ip->b]);
    set(m, r, ip->d, 0, 0); /* the handler's slow path sets it again if the bytes are undefined */
    return true;
}

static bool track_range(Machine *m, const Code *ip, u64 *r, bool *done) {
    const u64 *u = undefined_of(m, r);
    if (u[ip->a]) return track_report(m, ip, r, "address", origins_of(m, r)[ip->a]);
    if (u[ip->imm]) return track_report(m, ip, r, "address", origins_of(m, r)[ip->imm]);
    if (ip->op == CODE_COPY && u[ip->b]) return track_report(m, ip, r, "address", origins_of(m, r)[ip->b]);
    if (ip->op == CODE_FILL && u[ip->b]) { /* memset with an undefined byte */
        u8 undefined = (u8)u[ip->b];
        if (!memory_fill(m, ip, r, r[ip->a], (u8)r[ip->b], r[ip->imm])) return false;
        u32 number;
        i64 offset;
        objects_resolve(&m->objects, r[ip->a], &number, &offset);
        memset(object_own_undefined(&m->objects, number) + offset, undefined, r[ip->imm]);
        *done = true;
    }
    return true;
}

/* A pure function of something undefined is undefined, and need not be computed. */
static bool track_builtin(Machine *m, const Code *ip, u64 *r, const Builtin *builtin, bool *done) {
    const CallSite *site = ip->data;
    u32 origin = 0;
    u64 any = all_cells(m, r, ip->a, site->arg_cells, &origin);
    u64 undefined = any && builtin->is_pure ? ~(u64)0 : 0; /* else, where it is allowed, what was done is a fact */
    for (u32 i = 0; i < site->result_cells; i++) set(m, r, ip->d + i, undefined, origin);
    if (any && builtin->is_pure && !m->options.allow_uninitialised) {
        memset(r + ip->d, 0, site->result_cells * sizeof *r);
        *done = true;
    }
    if (!any || builtin->is_pure) return true;
    return track_report(m, ip, r, builtin->is_output ? "output" : "address", origin);
}

static bool track_call_pointer(Machine *m, const Code *ip, u64 *r, bool *done) {
    if (undefined_of(m, r)[ip->b]) return track_report(m, ip, r, "address", origins_of(m, r)[ip->b]);
    const Builtin *builtin = call_pointed_builtin(m, r[ip->b]);
    return !builtin || track_builtin(m, ip, r, builtin, done);
}

/* What the operation does to undefined bits. False: the run has ended. *done: the handler must not run. */
static bool apply_rule(Machine *m, const Code *ip, u64 *r, bool *done) {
    const CodeInfo *info = &code_infos[ip->op];
    const u64 *u = undefined_of(m, r);
    switch ((UndefinedRule)info->rule) {
    case RULE_DEFINED:
        if (info->form == FORM_I || ip->op == CODE_STACK_SAVE) set(m, r, ip->d, 0, 0);
        if (ip->op == CODE_SCOPE_BEGIN) set(m, r, ((const FrameObject *)ip->data)->cell, 0, 0);
        return true;
    case RULE_MOVE: set(m, r, ip->d, u[ip->a], origins_of(m, r)[ip->a]); return true;
    case RULE_POINTER:
        set(m, r, ip->d, u[ip->a] ? u[ip->a] | UNDEFINED_OBJECT : 0, origins_of(m, r)[ip->a]);
        return true;
    case RULE_MASK: set(m, r, ip->d, u[ip->a] & (u64)ip->imm, origins_of(m, r)[ip->a]); return true;
    case RULE_SEXT:
        set(m, r, ip->d, (u64)sign_extend(u[ip->a], ip->aux ? ip->aux : info->bits) & (u64)ip->imm,
            origins_of(m, r)[ip->a]);
        return true;
    case RULE_SELECT: return track_select(m, ip, r);
    case RULE_SCALAR: return track_scalar(m, ip, r);
    case RULE_DIVIDE:
        if (u[ip->b]) return track_report(m, ip, r, "division", origins_of(m, r)[ip->b]);
        r[ip->a] &= ~u[ip->a];
        set(m, r, ip->d, u[ip->a] ? low_mask(info->bits) : 0, origins_of(m, r)[ip->a]);
        return true;
    case RULE_ADDRESS: {
        bool undefined = u[ip->a] || (info->form != FORM_MEMORY && u[ip->b]);
        set(m, r, ip->d, undefined ? ~(u64)0 : 0, undefined ? origin_of(m, ip, r) : 0);
        return true;
    }
    case RULE_DECIDE: {
        bool pair = info->form == FORM_BRANCH_RR || info->form == FORM_BRANCH_RI;
        u32 origin = u[ip->a] || info->form == FORM_BRANCH_RI ? origins_of(m, r)[ip->a] : origins_of(m, r)[ip->b];
        u64 undecided = pair ? rule_of_pair(code_branch_rule((CodeOp)ip->op), operands(m, ip, r)) : u[ip->a];
        if (info->form == FORM_BRANCH_R) undecided &= 1;
        if (ip->op == CODE_SWITCH) undecided = all_cells(m, r, ip->a, ((const SwitchTable *)ip->data)->limbs, &origin);
        return !undecided || track_report(m, ip, r, "branch", origin);
    }
    case RULE_LOAD: return track_load(m, ip, r);
    case RULE_STORE: return store_undefined(m, ip, r, done);
    case RULE_RANGE: return track_range(m, ip, r, done);
    case RULE_SIZE:
        if (u[ip->a]) return track_report(m, ip, r, "address", origins_of(m, r)[ip->a]);
        set(m, r, ip->d, 0, 0);
        return true;
    case RULE_CHECK_SET:
    case RULE_JUMP:
    case RULE_RETURN: return true;
    case RULE_CALL:
        if (ip->op == CODE_CALL_POINTER) return track_call_pointer(m, ip, r, done);
        return true;
    case RULE_CALL_BUILTIN: return track_builtin(m, ip, r, ((const CallSite *)ip->data)->builtin, done);
    default: {
        Pair p = operands(m, ip, r);
        u64 undefined = rule_of_pair((UndefinedRule)info->rule, p);
        clear_undefined(ip, r, p);
        set(m, r, ip->d, undefined, p.ux ? origins_of(m, r)[ip->a] : undefined ? origins_of(m, r)[ip->b] : 0);
        return true;
    }
    }
}

TrackStep track_rule(Machine *m, const Code *ip, u64 *r) {
    bool done = false;
    if (!apply_rule(m, ip, r, &done)) return STEP_END;
    return done ? STEP_DONE : STEP_RUN;
}

/* ---- The loop ---- */

static bool any_undefined(const Machine *m, u64 *r, u32 first, u32 count) {
    const u64 *u = undefined_of(m, r) + first;
    u64 any = 0;
    for (u32 i = 0; i < count; i++) any |= u[i];
    return any != 0;
}

/* A callee whose arguments are all defined runs in the fast loop. */
static bool is_entered_defined(Machine *m, u64 *r) {
    Frame *frame = frame_of(r);
    u32 params = frame->compiled->param_cells;
    if (!m->always_tracks && !any_undefined(m, r, 0, params)) return true;
    memset(undefined_of(m, r) + params, 0, (frame->compiled->cells - params) * sizeof(u64));
    m->terms_end = MAX(m->terms_end, (u64)(r - m->cells) + frame->compiled->cells);
    frame->is_tracked = 1;
    m->statistics.tracked_frames++;
    return false;
}

enum { JUMPS_BETWEEN_LOOKS = 16 };

void track_left(Machine *m, Frame *frame) {
    u64 *from = frame_cells(frame->caller) + frame->caller->compiled->cells;
    u64 *to = frame_cells(frame) + frame->compiled->cells;
    memset(undefined_of(m, from), 0, (size_t)(to - from) * sizeof(u64));
}

static HANDLER_CALL void track_return(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    Frame *frame = frame_of(r);
    u64 *caller = frame_cells(frame->caller);
    u32 count = ip->op == CODE_RETURN ? 0 : ip->op == CODE_RETURN1 ? 1 : ip->b;
    if (any_undefined(m, r, ip->a, count) && !frame->caller->is_tracked) track_begin(m, caller);
    memcpy(caller + frame->result, r + ip->a, count * sizeof(u64));
    if (frame->caller->is_tracked) {
        memcpy(undefined_of(m, caller) + frame->result, undefined_of(m, r) + ip->a, count * sizeof(u64));
        memcpy(origins_of(m, caller) + frame->result, origins_of(m, r) + ip->a, count * sizeof(u32));
    }
    track_left(m, frame);
    ip = frame->return_to;
    r = caller;
    t = dispatch_for(m, frame->caller);
    DISPATCH(ip);
}

void track_entered(Machine *m, u64 *r, const Dispatch *t) {
    if (t == &m->tracking && !frame_of(r)->is_tracked) is_entered_defined(m, r);
}

static HANDLER_CALL void track_and_do(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    Frame *frame = frame_of(r);
    UndefinedRule rule = (UndefinedRule)code_infos[ip->op].rule;
    if (!frame->is_tracked && is_entered_defined(m, r)) {
        t = m->untracked;
        DISPATCH(ip);
    }
    if (rule == RULE_RETURN) {
        if (m->rule(m, ip, r) == STEP_END) return;
        __attribute__((musttail)) return track_return(m, ip, r, t);
    }
    bool looks = (rule == RULE_JUMP || rule == RULE_DECIDE) && ++m->tracked_jumps % JUMPS_BETWEEN_LOOKS == 0;
    if (looks && !m->always_tracks && !any_undefined(m, r, 0, frame->compiled->cells)) {
        frame->is_tracked = 0;
        t = m->untracked;
        DISPATCH(ip);
    }
    switch (m->rule(m, ip, r)) {
    case STEP_RUN: break;
    case STEP_DONE: DISPATCH(ip + 1);
    case STEP_JUMP: DISPATCH(m->jump_to);
    case STEP_END: return;
    }
    m->statistics.instructions++;
    __attribute__((musttail)) return m->fast.handlers[ip->op](m, ip, r, t);
}

/* Most operations of a frame with undefined bits or terms have nothing to do with them. Those that compute a number from
 * numbers, or decide by them, go on as in the fast loop when their operands are plain: one handler a kind of operands. */

static bool is_plain(const Machine *m, u64 *r, u64 operands) {
    return !operands && frame_of(r)->is_tracked && !m->always_tracks;
}

static HANDLER_CALL void track_pair(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    u64 *u = undefined_of(m, r);
    if (!is_plain(m, r, u[ip->a] | u[ip->b])) __attribute__
        ((musttail)) return track_and_do(m, ip, r, t);
    u[ip->d] = 0;
    m->statistics.instructions++;
    __attribute__((musttail)) return m->fast.handlers[ip->op](m, ip, r, t);
}

static HANDLER_CALL void track_single(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    u64 *u = undefined_of(m, r);
    if (!is_plain(m, r, u[ip->a])) __attribute__
        ((musttail)) return track_and_do(m, ip, r, t);
    u[ip->d] = 0;
    m->statistics.instructions++;
    __attribute__((musttail)) return m->fast.handlers[ip->op](m, ip, r, t);
}

/* Whether the next jump looks whether the frame is all plain again: that is track_and_do's. */
static bool looks_next(const Machine *m) { return (m->tracked_jumps + 1) % JUMPS_BETWEEN_LOOKS == 0; }

static HANDLER_CALL void track_branch(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    const u64 *u = undefined_of(m, r);
    u64 second = code_infos[ip->op].form == FORM_BRANCH_RR ? u[ip->b] : 0;
    if (looks_next(m) || !is_plain(m, r, u[ip->a] | second)) __attribute__
        ((musttail)) return track_and_do(m, ip, r, t);
    m->tracked_jumps++;
    m->statistics.instructions++;
    __attribute__((musttail)) return m->fast.handlers[ip->op](m, ip, r, t);
}

static HANDLER_CALL void track_jump(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    if (looks_next(m) || !is_plain(m, r, 0)) __attribute__
        ((musttail)) return track_and_do(m, ip, r, t);
    m->tracked_jumps++;
    m->statistics.instructions++;
    __attribute__((musttail)) return m->fast.handlers[ip->op](m, ip, r, t);
}

/* Whether all that a rule says of plain operands is that the result, one cell, is plain. */
static bool keeps_plain(UndefinedRule rule) {
    return rule >= RULE_MOVE && rule <= RULE_ADDRESS && rule != RULE_SELECT && rule != RULE_SCALAR &&
           rule != RULE_DECIDE && rule != RULE_POINTER;
}

static Handler *tracking_handler(const CodeInfo *info) {
    UndefinedRule rule = (UndefinedRule)info->rule;
    if (rule == RULE_JUMP) return track_jump;
    switch (info->form) {
    case FORM_BRANCH_R:
    case FORM_BRANCH_RR:
    case FORM_BRANCH_RI: return rule == RULE_DECIDE ? track_branch : track_and_do;
    case FORM_RR:
    case FORM_MEMORY_X:
    case FORM_MEMORY_W: return keeps_plain(rule) ? track_pair : track_and_do;
    case FORM_R:
    case FORM_RI:
    case FORM_MEMORY: return keeps_plain(rule) ? track_single : track_and_do;
    default: return track_and_do;
    }
}

void track_fill_dispatch(Dispatch *dispatch) {
    for (u32 i = 0; i < CODE_COUNT; i++) dispatch->handlers[i] = tracking_handler(&code_infos[i]);
}
