#include "report/coverage.h"

#include <inttypes.h>
#include <string.h>

void coverage_free(Coverage *coverage) {
    vec_free(&coverage->lines);
    map_free(&coverage->line_index);
    vec_free(&coverage->order);
    vec_free(&coverage->block_first);
    vec_free(&coverage->block_lines);
    vec_free(&coverage->counts);
}

/* ---- Lines ---- */

static u32 line_of(Coverage *coverage, const Location *place) {
    bool inserted;
    u64 *index = map_cell(&coverage->line_index, (u64)place->file << 32 | place->line, &inserted);
    if (inserted) {
        *index = coverage->lines.count;
        vec_push(&coverage->lines, (CoverageLine){place->file, place->line});
    }
    return (u32)*index;
}

/* Marks of scopes stand where a variable is declared, whether code runs there or not. */
static const Location *place_of(const Program *program, const Insn *insn) {
    if (insn->op == OP_SCOPE_BEGIN || insn->op == OP_SCOPE_END || !insn->location) return NULL;
    const Location *place = &program->locations.at[insn->location];
    return place->line ? place : NULL;
}

static void learn_block(Coverage *coverage, const Program *program, const MachineBlock *block) {
    u32 first = coverage->block_lines.count, last = UINT32_MAX;
    vec_push(&coverage->block_first, first);
    if (block->function->is_library) return;
    const Block *range = &block->function->blocks[block->block];
    for (u32 i = range->first; i < range->first + range->count; i++) {
        const Location *place = place_of(program, &block->function->insns[i]);
        u32 line = place ? line_of(coverage, place) : UINT32_MAX;
        if (line != last && place) vec_push(&coverage->block_lines, line);
        if (place) last = line;
    }
}

static int by_place(const void *a, const void *b, void *coverage) {
    const Coverage *ordered = coverage;
    const CoverageLine *x = &ordered->lines.at[*(const u32 *)a], *y = &ordered->lines.at[*(const u32 *)b];
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static void order_lines(Coverage *coverage) {
    if (coverage->order.count == coverage->lines.count) return;
    for (u32 i = coverage->order.count; i < coverage->lines.count; i++) vec_push(&coverage->order, i);
    qsort_r(coverage->order.at, coverage->order.count, sizeof(u32), by_place, coverage);
}

static void learn_blocks(Coverage *coverage, const Machine *m) {
    for (u32 i = coverage->block_first.count; i < m->blocks.count; i++)
        learn_block(coverage, m->program, &m->blocks.at[i]);
    order_lines(coverage);
}

static void begin_counts(Coverage *coverage) {
    vec_clear(&coverage->counts);
    for (u32 i = 0; i < coverage->lines.count; i++) vec_push(&coverage->counts, 0);
}

static void add_count(Coverage *coverage, u32 block, u64 count) {
    u32 end =
        block + 1 < coverage->block_first.count ? coverage->block_first.at[block + 1] : coverage->block_lines.count;
    for (u32 i = coverage->block_first.at[block]; i < end; i++) {
        u64 *known = &coverage->counts.at[coverage->block_lines.at[i]];
        *known = MAX(*known, count);
    }
}

void coverage_print_path(Coverage *coverage, Text *out, const Machine *m) {
    learn_blocks(coverage, m);
    begin_counts(coverage);
    for (u32 i = 0; i < m->blocks.count; i++)
        if (m->block_counts[i]) add_count(coverage, i, m->block_counts[i]);
    u32 file = UINT32_MAX;
    for (u32 i = 0; i < coverage->order.count; i++) {
        u32 index = coverage->order.at[i];
        const CoverageLine *line = &coverage->lines.at[index];
        if (!coverage->counts.at[index]) continue;
        if (line->file != file)
            text_printf(out, "%slines: %s\n", file == UINT32_MAX ? "" : "\n", m->program->files.at[line->file]);
        file = line->file;
        text_printf(out, " %u:%" PRIu64, line->line, coverage->counts.at[index]);
    }
    if (file != UINT32_MAX) text_add_char(out, '\n');
}

/* ---- All paths ---- */

void coverage_learn_program(Coverage *coverage, Program *program) {
    for (u32 i = 0; i < program->functions.count; i++) {
        Function *function = program->functions.at[i];
        if (function->is_library || !function->has_body) continue;
        Error error = {0};
        bool ok = program_body(program, function, &error);
        error_free(&error);
        for (u32 k = 0; ok && k < function->insn_count; k++) {
            const Location *place = place_of(program, &function->insns[k]);
            if (place) line_of(coverage, place);
        }
    }
    order_lines(coverage);
}

static void count_all(Coverage *coverage, const Explorer *e) {
    learn_blocks(coverage, e->m);
    begin_counts(coverage);
    for (u32 i = 0; i < e->block_totals.count; i++)
        if (e->block_totals.at[i]) add_count(coverage, i, e->block_totals.at[i]);
}

u64 coverage_instructions(const Explorer *e) {
    u64 sum = 0;
    for (u32 i = 0; i < e->block_totals.count; i++) {
        const MachineBlock *block = &e->m->blocks.at[i];
        sum += e->block_totals.at[i] * block->function->blocks[block->block].count;
    }
    return sum;
}

/* ---- Branches ---- */

static const Insn *terminator(const Function *function, u32 block) {
    const Block *range = &function->blocks[block];
    return range->count ? &function->insns[range->first + range->count - 1] : NULL;
}

typedef VEC(u32) Targets;
static void block_targets(const Function *function, u32 block, Targets *targets) {
    const Insn *insn = terminator(function, block);
    vec_clear(targets);
    if (!insn) return;
    if (insn->op == OP_JUMP) vec_push(targets, insn->b);
    if (insn->op == OP_BRANCH) {
        vec_push(targets, insn->b);
        vec_push(targets, insn->c);
    }
    if (insn->op != OP_SWITCH) return;
    const Switch *table = &function->switches[insn->extra];
    vec_push(targets, table->default_target);
    for (u32 i = 0; i < table->count; i++) {
        bool known = false;
        for (u32 k = 0; k < targets->count; k++) known |= targets->at[k] == table->targets[i];
        if (!known) vec_push(targets, table->targets[i]);
    }
}

/* How often the block went to its target `way`. Counters are of blocks, not of edges: the target's own count when nobody
 * else goes there, else what the other ways leave over. */
static bool was_taken(const u64 *totals, u32 block, const Targets *targets, u32 way, const u32 *predecessors) {
    u32 target = targets->at[way];
    if (predecessors[target] == 1) return totals[target] != 0;
    u64 elsewhere = 0;
    for (u32 i = 0; i < targets->count; i++)
        if (i != way && predecessors[targets->at[i]] == 1) elsewhere += totals[targets->at[i]];
    return totals[target] && totals[block] > elsewhere;
}

/* `totals` are of the function's blocks; NULL: it was never called. */
static void count_branches(const Function *function, const u64 *totals, CoverageSummary *summary) {
    u32 *predecessors = xcalloc(function->block_count + 1, sizeof *predecessors);
    Targets targets = {0};
    for (u32 i = 0; i < function->block_count; i++) {
        block_targets(function, i, &targets);
        for (u32 k = 0; k < targets.count; k++) predecessors[targets.at[k]]++;
    }
    for (u32 i = 0; i < function->block_count; i++) {
        block_targets(function, i, &targets);
        if (targets.count < 2) continue;
        summary->branches_total += targets.count;
        for (u32 k = 0; totals && totals[i] && k < targets.count; k++)
            summary->branches += was_taken(totals, i, &targets, k, predecessors);
    }
    vec_free(&targets);
    free(predecessors);
}

CoverageSummary coverage_summary(Coverage *coverage, const Explorer *e) {
    CoverageSummary summary = {0};
    count_all(coverage, e);
    summary.lines_total = coverage->lines.count;
    for (u32 i = 0; i < coverage->lines.count; i++) summary.lines += coverage->counts.at[i] != 0;
    Map first_blocks = {0};
    for (u32 i = 0; i < e->block_totals.count; i++)
        if (!e->m->blocks.at[i].block) map_put_ptr(&first_blocks, e->m->blocks.at[i].function, &e->block_totals.at[i]);
    const Program *program = e->m->program;
    for (u32 i = 0; i < program->functions.count; i++) {
        const Function *function = program->functions.at[i];
        if (!function->is_library && function->is_lowered)
            count_branches(function, map_get_ptr(&first_blocks, function), &summary);
    }
    map_free(&first_blocks);
    return summary;
}

/* ---- The listing ---- */

static void print_file(const Coverage *coverage, Text *out, const char *path, u32 first, u32 end) {
    Text source = {0};
    text_printf(out, "        -:    0:Source:%s\n", path);
    u32 at = first, number = 1;
    const char *line = text_read_file(&source, path) && source.chars ? source.chars : "";
    for (; *line; number++) {
        size_t length = strcspn(line, "\n");
        while (at < end && coverage->lines.at[coverage->order.at[at]].line < number) at++;
        bool has_code = at < end && coverage->lines.at[coverage->order.at[at]].line == number;
        u64 count = has_code ? coverage->counts.at[coverage->order.at[at]] : 0;
        if (count) text_printf(out, "%9" PRIu64 ":%5u:", count, number);
        else text_printf(out, "%9s:%5u:", has_code ? "#####" : "-", number);
        text_add_n(out, line, length);
        text_add_char(out, '\n');
        line += length + (line[length] == '\n');
    }
    text_free(&source);
}

void coverage_print_listing(Coverage *coverage, Text *out, const Explorer *e) {
    count_all(coverage, e);
    for (u32 i = 0; i < coverage->order.count;) {
        u32 file = coverage->lines.at[coverage->order.at[i]].file, end = i;
        while (end < coverage->order.count && coverage->lines.at[coverage->order.at[end]].file == file) end++;
        print_file(coverage, out, e->m->program->files.at[file], i, end);
        i = end;
    }
}
