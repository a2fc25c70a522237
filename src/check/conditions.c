/* Conditions of which one way is never taken: of a root, which was called with any arguments, all whose paths were
 * followed to their ends.
 *
 * Not told: what is so by intention. A condition of nothing but constants and variables that nothing writes is a setting;
 * a way that only leads to the end of the program is an assertion; and of what a macro stands for nobody has written the
 * condition there. */
#include "check/check.h"
#include "check/sources.h"

#include "program/visit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const Program *program;
    const ProgramFacts *facts;
    const Function *function;
    const u64 *counts; /* of its blocks */
} Conditions;

/* ---- What the condition is made of ---- */

typedef struct {
    const Conditions *c;
    bool *is_used; /* registers */
    bool is_open;  /* something that may change */
} Made;

static void use(void *self, Operand *operand) {
    Made *made = self;
    if (*operand == OPERAND_NONE || !operand_is_register(*operand)) return;
    made->is_used[*operand] = true;
    made->is_open = made->is_open || made->c->function->registers[*operand].variable;
}

/* Of a variable that something writes, or from where a pointer leads to. */
static bool reads_what_changes(const Conditions *c, const Insn *load) {
    if (operand_is_register(load->a)) return true;
    const Constant *address = &c->program->constants.at[operand_index(load->a)];
    if (address->kind != CONSTANT_GLOBAL) return true;
    return !address->global->is_constant && c->facts->is_written[address->global->number];
}

/* Backwards through the block of the branch. */
static bool may_change(const Conditions *c, const Block *block) {
    Made made = {.c = c, .is_used = xcalloc(c->function->register_count + 1, sizeof(bool))};
    u32 branch = block->first + block->count - 1;
    use(&made, &c->function->insns[branch].a);
    for (u32 i = branch; i-- > block->first && !made.is_open;) {
        Insn *insn = &c->function->insns[i];
        if (insn->dst == OPERAND_NONE || !made.is_used[insn->dst]) continue;
        if (insn->op == OP_CALL) made.is_open = true;
        else if (insn->op == OP_LOAD) made.is_open = reads_what_changes(c, insn);
        else insn_visit_reads(c->function, insn, use, &made);
    }
    free(made.is_used);
    return made.is_open;
}

static bool ends_program(const Conditions *c, u32 block) {
    const Block *range = &c->function->blocks[block];
    return c->function->insns[range->first + range->count - 1].op == OP_UNREACHABLE;
}

/* ---- Macros ---- */

/* A word in capitals, which is what macros are called; null and the end of a file are no conditions. */
static bool is_macro(const char *word, size_t length) {
    static const char *const values[] = {"NULL", "EOF", "SIZE_MAX", "INT_MAX", "INT_MIN", "UINT_MAX"};
    bool has_capital = false;
    for (size_t i = 0; i < length; i++) {
        if (islower((unsigned char)word[i])) return false;
        has_capital = has_capital || isupper((unsigned char)word[i]);
    }
    for (u32 i = 0; i < COUNT_OF(values); i++)
        if (strlen(values[i]) == length && !strncmp(values[i], word, length)) return false;
    return has_capital && length > 1;
}

static bool has_macro(const char *line, u32 length) {
    for (u32 i = 0; i < length;) {
        u32 end = i;
        while (end < length && (isalnum((unsigned char)line[end]) || line[end] == '_')) end++;
        if (end > i && is_macro(line + i, end - i)) return true;
        i = end + 1;
    }
    return false;
}

static bool is_of_macro(const Program *program, const Location *place) {
    Sources sources = {0};
    const SourceFile *file = sources_get(&sources, program->files.at[place->file]);
    u32 length = 0;
    const char *line = sources_line(file, place->line, &length);
    bool found = !line || has_macro(line, length);
    sources_free(&sources);
    return found;
}

/* ---- All conditions ---- */

/* The block that the branch never goes to; UINT32_MAX: there is none. */
static u32 never_entered(const Conditions *c, const Insn *branch) {
    bool is_first = c->counts[branch->b], is_second = c->counts[branch->c];
    if (is_first == is_second) return UINT32_MAX;
    return is_first ? branch->c : branch->b;
}

static void check_block(const Conditions *c, u32 number, FindingList *out) {
    const Block *block = &c->function->blocks[number];
    const Insn *branch = &c->function->insns[block->first + block->count - 1];
    if (!c->counts[number] || branch->op != OP_BRANCH) return;
    u32 never = never_entered(c, branch);
    const Location *place = &c->program->locations.at[branch->location];
    if (never == UINT32_MAX || ends_program(c, never) || !may_change(c, block)) return;
    if (!place->line || is_of_macro(c->program, place)) return;
    FindingPlace here = {c->program->files.at[place->file], place->line, place->column, c->function->name};
    const char *message = "one way of this condition is never taken, whatever the function is given";
    FindingNote note = {.kind = NOTE_EVENT, .place = here, .text = message};
    FindingKind kind = FINDING_UNREACHABLE_CONDITION;
    findings_add(out, &(Finding){.kind = kind,
                                 .cwe = finding_kinds[kind].cwe,
                                 .severity = finding_kinds[kind].severity,
                                 .confidence = CONFIDENCE_CERTAIN,
                                 .message = message,
                                 .place = here,
                                 .entry = c->function->name,
                                 .unit = c->function->unit,
                                 .notes = &note,
                                 .note_count = 1,
                                 .doubt = "it is about all calls, and no driver makes them all"});
}

void conditions_find(const Program *program, const ProgramFacts *facts, const Function *root, const u64 *counts,
                     FindingList *out) {
    Conditions c = {program, facts, root, counts};
    for (u32 i = 0; i < root->block_count; i++) check_block(&c, i, out);
}
