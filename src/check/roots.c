/* What the program says about its functions and variables before anything is run. */
#include "check/check.h"

#include "machine/builtins.h"
#include "program/visit.h"

#include <stdlib.h>
#include <string.h>

/* Where in its global an address is: at so many bytes, or at any number of steps from there. */
typedef struct {
    u64 offset, step; /* step 0: there is none */
    bool is_known;
} Reach;

/* ---- Which bytes are written ---- */

static void write_all(ProgramFacts *facts, const Global *global) {
    facts->is_written[global->number] = true;
    free(facts->written_bytes[global->number]);
    facts->written_bytes[global->number] = NULL;
}

/* Of a large one it does not matter. */
static void write_some(ProgramFacts *facts, const Global *global, Reach reach, u64 size) {
    enum { MOST_BYTES = 4096 };
    u8 **bytes = &facts->written_bytes[global->number];
    bool is_known = reach.is_known && global->size <= MOST_BYTES && size <= global->size;
    bool is_first = !facts->is_written[global->number];
    if (!is_known || (!is_first && !*bytes)) {
        write_all(facts, global);
        return;
    }
    facts->is_written[global->number] = true;
    if (is_first) *bytes = xcalloc(global->size + 1, 1);
    u64 at = reach.step ? reach.offset % reach.step : reach.offset, step = reach.step ? reach.step : global->size;
    for (; at < global->size; at += step)
        for (u64 i = at; i < at + size && i < global->size; i++) (*bytes)[i] = 1;
}

bool facts_have_parts(const ProgramFacts *facts, const Global *global) {
    enum { MOST_PARTS = 64 };
    WrittenPart part = {0};
    u32 count = 0;
    bool is_ours = global->is_defined && (global->linkage == LINK_INTERNAL || facts->has_main);
    if (!is_ours || global->number >= facts->global_count || !facts->written_bytes[global->number]) return false;
    while (facts_next_part(facts, global, &part)) count++;
    return count > 1 && count <= MOST_PARTS;
}

bool facts_next_part(const ProgramFacts *facts, const Global *global, WrittenPart *part) {
    const u8 *bytes = facts->written_bytes[global->number];
    u64 end = part->at += part->size;
    if (end >= global->size) return false;
    part->is_written = !bytes || bytes[end];
    while (end < global->size && (!bytes || bytes[end] == part->is_written)) end++;
    part->size = end - part->at;
    return true;
}

/* ---- Where addresses go ---- */

/* Registers that hold an address in a global: which one; NULL: none, or several. */
typedef struct {
    ProgramFacts *facts;
    Program *program;
    Function *function;
    const Insn *insn;
    Global **based_on;
    bool has_changed;
} Scan;

static const Constant *constant_of(const Program *program, Operand operand) {
    return operand_is_constant(operand) ? &program->constants.at[operand_index(operand)] : NULL;
}

static Global *global_of(const Scan *scan, Operand operand) {
    if (operand == OPERAND_NONE) return NULL;
    const Constant *constant = constant_of(scan->program, operand);
    if (constant) return constant->kind == CONSTANT_GLOBAL ? constant->global : NULL;
    return scan->based_on[operand];
}

static bool is_step(const Insn *insn) { return insn->op == OP_FIELD || insn->op == OP_INDEX; }

static void follow_steps(Scan *scan) {
    do {
        scan->has_changed = false;
        for (u32 i = 0; i < scan->function->insn_count; i++) {
            const Insn *insn = &scan->function->insns[i];
            Global *global = is_step(insn) ? global_of(scan, insn->a) : NULL;
            if (!global || scan->based_on[insn->dst] == global) continue;
            if (scan->based_on[insn->dst]) write_all(scan->facts, global); /* two in one register */
            else scan->has_changed = true;
            if (!scan->based_on[insn->dst]) scan->based_on[insn->dst] = global;
        }
    } while (scan->has_changed);
}

static void see_function(const Scan *scan, Operand operand) {
    const Constant *constant = constant_of(scan->program, operand);
    if (constant && constant->kind == CONSTANT_FUNCTION && constant->function != scan->function)
        scan->facts->is_called[constant->function->number] = true;
}

/* ---- How far into its global an address is ---- */

static Reach reach_of(const Scan *scan, Operand operand, u32 at, u32 depth);

static Reach reach_after(const Scan *scan, u32 at, u32 depth) {
    const Insn *step = &scan->function->insns[at];
    Reach reach = reach_of(scan, step->a, at, depth + 1);
    const Constant *number = constant_of(scan->program, step->b);
    bool has_number = number && number->kind == CONSTANT_INT && number->type->bits <= 64;
    if (step->op == OP_FIELD && has_number && number->limbs[0] < step->type->field_count) {
        reach.offset += step->type->fields[number->limbs[0]].offset;
    } else if (step->op == OP_INDEX && has_number) {
        reach.offset += (u64)sign_extend(number->limbs[0], number->type->bits) * step->type->size;
    } else {
        reach.is_known = reach.is_known && step->op == OP_INDEX && !reach.step && step->type->size;
        reach.step = step->type->size;
    }
    return reach;
}

/* Back to the step that has made the register, in the same block: others may use it too. */
static Reach reach_of(const Scan *scan, Operand operand, u32 at, u32 depth) {
    enum { DEEPEST = 16 };
    const Constant *constant = constant_of(scan->program, operand);
    if (constant) return (Reach){.offset = (u64)constant->offset, .is_known = constant->offset >= 0};
    for (u32 i = at; i > 0 && depth < DEEPEST; i--) {
        const Insn *before = &scan->function->insns[i - 1];
        if (op_is_terminator((Op)before->op)) break;
        if (before->dst == operand) return is_step(before) ? reach_after(scan, i - 1, depth) : (Reach){0};
    }
    return (Reach){0};
}

/* ---- What becomes of it ---- */

/* Registers serve several values: what was made of something else in this block is no address in the global. */
static Global *global_of_use(const Scan *scan, Operand operand) {
    Global *global = global_of(scan, operand);
    if (!global || operand_is_constant(operand)) return global;
    for (u32 i = (u32)(scan->insn - scan->function->insns); i-- > 0;) {
        const Insn *insn = &scan->function->insns[i];
        if (op_is_terminator((Op)insn->op)) break;
        if (insn->dst == operand) return is_step(insn) ? global : NULL;
    }
    return global;
}

/* The function is there, and neither writes what the argument leads to nor keeps it. */
static bool is_only_read(const Scan *scan, const Function *callee, u32 argument) {
    const Effects *effects = effects_of(&scan->facts->effects, callee);
    if (!effects || argument >= EFFECT_PARAMS || effects->calls_unknown) return false;
    SourceSet used = effects->written | effects->freed | effects->kept | effects->result;
    return !(used & (SOURCE_PARAM(argument) | SOURCE_UNKNOWN));
}

/* What the function takes as a pointer to const it does not write. */
static bool is_lent(const Scan *scan, const Operand *operand) {
    if (scan->insn->op != OP_CALL) return false;
    const Constant *callee = constant_of(scan->program, scan->insn->a);
    const Call *given = &scan->function->calls[scan->insn->extra];
    for (u32 i = 0; callee && callee->kind == CONSTANT_FUNCTION && i < given->arg_count; i++)
        if (operand == &given->args[i].value && is_only_read(scan, callee->function, i)) return true;
    const Type *type = callee && callee->kind == CONSTANT_FUNCTION ? callee->function->c_type : NULL;
    const Call *call = &scan->function->calls[scan->insn->extra];
    for (u32 i = 0; type && i < call->arg_count && i < type->field_count; i++)
        if (operand == &call->args[i].value)
            return type->fields[i].type->kind == TYPE_POINTER && type->fields[i].type->is_to_const;
    return false;
}

/* How many bytes at its address the instruction writes; 0: that is not known, or the address goes elsewhere. */
static u64 written_size(const Scan *scan, const Insn *insn) {
    bool is_range = insn->op == OP_COPY || insn->op == OP_FILL;
    const Constant *count = is_range ? constant_of(scan->program, insn->c) : NULL;
    if (insn->op == OP_STORE) return MAX(insn->type->size, 1u);
    return count && count->kind == CONSTANT_INT ? count->limbs[0] : 0;
}

static void see_operand(void *self, Operand *operand) {
    Scan *scan = self;
    const Insn *insn = scan->insn;
    see_function(scan, *operand);
    Global *global = global_of_use(scan, *operand);
    if (!global) return;
    scan->facts->is_named[global->number] = true;
    bool is_address = operand == &insn->a && (insn->op == OP_LOAD || is_step(insn));
    bool is_compared = insn->op == OP_EQ || insn->op == OP_NE;
    bool is_source = insn->op == OP_COPY && operand == &insn->b;
    if (is_address || is_compared || is_source || is_lent(scan, operand)) return;
    u64 size = operand == &insn->a ? written_size(scan, insn) : 0;
    if (size) write_some(scan->facts, global, reach_of(scan, *operand, (u32)(insn - scan->function->insns), 0), size);
    else write_all(scan->facts, global);
}

static void scan_function(ProgramFacts *facts, Program *program, Function *function) {
    Scan scan = {.facts = facts, .program = program, .function = function};
    scan.based_on = xcalloc(function->register_count + 1, sizeof(Global *));
    follow_steps(&scan);
    for (u32 i = 0; i < function->insn_count; i++) {
        scan.insn = &function->insns[i];
        insn_visit_reads(function, &function->insns[i], see_operand, &scan);
    }
    free(scan.based_on);
}

/* Addresses in initialisers go where their variable goes. */
static void scan_initialiser(ProgramFacts *facts, const Program *program, const Global *global) {
    for (u32 i = 0; i < global->relocation_count; i++) {
        const Constant *constant = &program->constants.at[global->relocations[i].constant];
        if (constant->kind == CONSTANT_FUNCTION) facts->is_called[constant->function->number] = true;
        if (constant->kind == CONSTANT_GLOBAL && !constant->global->is_constant) write_all(facts, constant->global);
    }
}

static int in_order_of_source(const void *one, const void *other) {
    const Function *a = *(Function *const *)one, *b = *(Function *const *)other;
    return a->location != b->location ? (a->location < b->location ? -1 : 1) : strcmp(a->name, b->name);
}

void facts_find(ProgramFacts *facts, Program *program) {
    program_make_all_known(program);
    *facts = (ProgramFacts){.is_called = xcalloc(program->functions.count + 1, sizeof(bool)),
                            .is_written = xcalloc(program->globals.count + 1, sizeof(bool)),
                            .written_bytes = xcalloc(program->globals.count + 1, sizeof(u8 *)),
                            .global_count = program->globals.count,
                            .is_named = xcalloc(program->globals.count + 1, sizeof(bool))};
    effects_find(&facts->effects, program, builtin_is_known);
    for (u32 i = 0; i < program->functions.count; i++) {
        Function *function = program->functions.at[i];
        if (function->is_library || !function->is_lowered) continue;
        scan_function(facts, program, function);
        facts->has_main = facts->has_main || !strcmp(function->name, "main");
        vec_push(&facts->functions, function);
    }
    for (u32 i = 0; i < program->globals.count; i++) scan_initialiser(facts, program, program->globals.at[i]);
    if (facts->functions.count)
        qsort(facts->functions.at, facts->functions.count, sizeof *facts->functions.at, in_order_of_source);
}

bool root_is_program(const Function *root) { return !strcmp(root->name, "main") && root->linkage != LINK_INTERNAL; }

void facts_free(ProgramFacts *facts) {
    vec_free(&facts->functions);
    free(facts->is_called);
    free(facts->is_written);
    for (u32 i = 0; i < facts->global_count; i++) free(facts->written_bytes[i]);
    free(facts->written_bytes);
    free(facts->is_named);
    effects_free(&facts->effects);
}

const char *function_of_location(const Program *program, const ProgramFacts *facts, LocationId location) {
    for (u32 i = 0; location && i < facts->functions.count; i++) {
        const Function *function = facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++)
            if (function->insns[k].location == location) return function->name;
    }
    return "";
}
