#include "report/coverage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void coverage_free(Coverage *coverage) {
    vec_free(&coverage->lines);
    map_free(&coverage->line_index);
    vec_free(&coverage->order);
    vec_free(&coverage->block_first);
    vec_free(&coverage->block_lines);
    vec_free(&coverage->counts);
    map_free(&coverage->earlier);
    vec_free(&coverage->way_first);
    vec_free(&coverage->ways);
    map_free(&coverage->taken);
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
        text_add_char(out, ' ');
        text_add_number(out, line->line);
        text_add_char(out, ':');
        text_add_number(out, coverage->counts.at[index]);
    }
    if (file != UINT32_MAX) text_add_char(out, '\n');
}

/* ---- All paths ---- */

/* Functions that were never called have lines too: their bodies are read for it, once. */
static void learn_program(Coverage *coverage, Program *program) {
    for (; coverage->functions < program->functions.count; coverage->functions++) {
        Function *function = program->functions.at[coverage->functions];
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

/* How often each block of each function was run. */
typedef struct {
    u64 **of; /* function -> counts of its blocks; NULL: none was run */
    u32 count;
} Totals;

static void add_total(Totals *totals, const Function *function, u32 block, u64 count) {
    if (!count) return;
    u64 **of = &totals->of[function->number];
    if (!*of) *of = xcalloc(function->block_count, sizeof **of);
    (*of)[block] += count;
}

/* Of the block that the running state has run since it was resumed: not in the explorer's totals yet. */
static u64 running_count(const Explorer *e, u32 block) {
    if (!e->is_running) return 0;
    return e->m->block_counts[block] - (block < e->block_start.count ? e->block_start.at[block] : 0);
}

static Totals totals_of(const Coverage *coverage, const Explorer *e) {
    const Machine *m = e->m;
    Totals totals = {.count = m->program->functions.count};
    totals.of = xcalloc(totals.count + 1, sizeof *totals.of);
    for (u32 i = 0; i < m->blocks.count; i++) {
        u64 count = i < e->block_totals.count ? e->block_totals.at[i] : 0;
        add_total(&totals, m->blocks.at[i].function, m->blocks.at[i].block, count + running_count(e, i));
    }
    for (u32 i = 0; i < coverage->earlier.count; i++) {
        const MapEntry *entry = &coverage->earlier.entries[i];
        add_total(&totals, m->program->functions.at[entry->key >> 32], (u32)entry->key, entry->value);
    }
    return totals;
}

static void free_totals(Totals *totals) {
    for (u32 i = 0; i < totals->count; i++) free(totals->of[i]);
    free(totals->of);
}

static void count_function(Coverage *coverage, const Program *program, const Function *function, const u64 *totals) {
    for (u32 i = 0; i < function->block_count; i++) {
        const Block *range = &function->blocks[i];
        for (u32 k = range->first; totals[i] && k < range->first + range->count; k++) {
            const Location *place = place_of(program, &function->insns[k]);
            if (!place) continue;
            u64 *known = &coverage->counts.at[line_of(coverage, place)];
            *known = MAX(*known, totals[i]);
        }
    }
}

static void count_lines(Coverage *coverage, const Explorer *e, const Totals *totals) {
    Program *program = e->m->program;
    learn_program(coverage, program);
    begin_counts(coverage);
    for (u32 i = 0; i < totals->count; i++)
        if (totals->of[i] && !program->functions.at[i]->is_library)
            count_function(coverage, program, program->functions.at[i], totals->of[i]);
}

static u64 instructions_of(const Function *function, const u64 *totals) {
    u64 sum = 0;
    for (u32 i = 0; totals && i < function->block_count; i++) sum += totals[i] * function->blocks[i].count;
    return sum;
}

u64 coverage_instructions(const Coverage *coverage, const Explorer *e) {
    Totals totals = totals_of(coverage, e);
    u64 sum = coverage->earlier_instructions;
    for (u32 i = 0; i < totals.count; i++) sum += instructions_of(e->m->program->functions.at[i], totals.of[i]);
    free_totals(&totals);
    return sum;
}

/* ---- Branches ---- */

typedef VEC(u32) Targets;
static void block_targets(const Function *function, u32 block, Targets *targets) {
    const Block *range = &function->blocks[block];
    vec_clear(targets);
    if (!range->count) return;
    const Insn *insn = &function->insns[range->first + range->count - 1];
    if (insn->op == OP_JUMP || insn->op == OP_BRANCH) vec_push(targets, insn->b);
    if (insn->op == OP_BRANCH) vec_push(targets, insn->c);
    if (insn->op != OP_SWITCH) return;
    const Switch *table = &function->switches[insn->extra];
    vec_push(targets, table->default_target);
    for (u32 i = 0; i < table->count; i++) {
        bool known = false;
        for (u32 k = 0; k < targets->count; k++) known |= targets->at[k] == table->targets[i];
        if (!known) vec_push(targets, table->targets[i]);
    }
}

static void count_predecessors(const Function *function, u32 *predecessors) {
    Targets targets = {0};
    for (u32 i = 0; i < function->block_count; i++) {
        block_targets(function, i, &targets);
        for (u32 k = 0; k < targets.count; k++) predecessors[targets.at[k]]++;
    }
    vec_free(&targets);
}

/* The blocks of a function stand one after the other in Machine.blocks, the first of them at `first`. */
static void learn_ways(Coverage *coverage, const Function *function, u32 first) {
    u32 *predecessors = xcalloc(function->block_count + 1, sizeof *predecessors);
    Targets targets = {0};
    if (!function->is_library) count_predecessors(function, predecessors);
    for (u32 i = 0; i < function->block_count; i++) {
        vec_push(&coverage->way_first, coverage->ways.count);
        if (!function->is_library) block_targets(function, i, &targets);
        for (u32 k = 0; targets.count > 1 && k < targets.count; k++)
            vec_push(&coverage->ways, (CoverageWay){first + targets.at[k], predecessors[targets.at[k]] == 1, false});
    }
    vec_free(&targets);
    free(predecessors);
}

static u64 way_key(u64 function, u64 block, u64 way) { return function << 40 | block << 16 | (way & 0xffff); }

/* Counters are of blocks, not of ways. If nobody else goes to the target, its own count says it; else what the other
 * ways leave over. This holds for the counts of one whole path only: of all paths together, a block that forks was run
 * once and left twice. */
static bool was_taken(const Coverage *coverage, const u32 *counts, u32 block, u32 first, u32 end, u32 way) {
    const CoverageWay *ways = coverage->ways.at;
    if (ways[way].is_only || !counts[ways[way].target]) return counts[ways[way].target] != 0;
    u64 elsewhere = 0;
    for (u32 i = first; i < end; i++)
        if (i != way && ways[i].is_only) elsewhere += counts[ways[i].target];
    return counts[block] > elsewhere;
}

bool coverage_count_path(Coverage *coverage, const Machine *m, bool is_over) {
    bool is_new = false;
    while (coverage->way_first.count < m->blocks.count)
        learn_ways(coverage, m->blocks.at[coverage->way_first.count].function, coverage->way_first.count);
    for (u32 i = 0; i < m->blocks.count; i++) {
        u32 first = coverage->way_first.at[i];
        u32 end = i + 1 < coverage->way_first.count ? coverage->way_first.at[i + 1] : coverage->ways.count;
        for (u32 way = first; m->block_counts[i] && way < end; way++) {
            CoverageWay *known = &coverage->ways.at[way];
            if (known->is_taken || (!is_over && !known->is_only)) continue;
            if (!was_taken(coverage, m->block_counts, i, first, end, way)) continue;
            known->is_taken = is_new = true;
            map_put(&coverage->taken, way_key(m->blocks.at[i].function->number, m->blocks.at[i].block, way - first), 1);
        }
    }
    return is_new;
}

static u32 count_ways(const Function *function) {
    Targets targets = {0};
    u32 count = 0;
    for (u32 i = 0; i < function->block_count; i++) {
        block_targets(function, i, &targets);
        if (targets.count > 1) count += targets.count;
    }
    vec_free(&targets);
    return count;
}

static CoverageSummary *summary_of(CoverageFiles *files, u32 file) {
    for (u32 i = 0; i < files->count; i++)
        if (files->at[i].file == file) return &files->at[i].summary;
    vec_push(files, (CoverageFile){.file = file});
    return &vec_last(files).summary;
}

static int by_file(const void *a, const void *b) {
    const CoverageFile *x = a, *y = b;
    return (x->file > y->file) - (x->file < y->file);
}

/* A branch belongs to the file in which its function begins. */
static void count_branches(const Coverage *coverage, const Program *program, CoverageFiles *files) {
    for (u32 i = 0; i < program->functions.count; i++) {
        const Function *function = program->functions.at[i];
        if (function->is_library || !function->is_lowered) continue;
        summary_of(files, program->locations.at[function->location].file)->branches_total += count_ways(function);
    }
    for (u32 i = 0; i < coverage->taken.count; i++) {
        const Function *function = program->functions.at[coverage->taken.entries[i].key >> 40];
        summary_of(files, program->locations.at[function->location].file)->branches++;
    }
}

void coverage_files(Coverage *coverage, const Explorer *e, CoverageFiles *files) {
    Totals totals = totals_of(coverage, e);
    count_lines(coverage, e, &totals);
    free_totals(&totals);
    for (u32 i = 0; i < coverage->lines.count; i++) {
        CoverageSummary *summary = summary_of(files, coverage->lines.at[i].file);
        summary->lines_total++;
        summary->lines += coverage->counts.at[i] != 0;
    }
    count_branches(coverage, e->m->program, files);
    if (files->count) qsort(files->at, files->count, sizeof *files->at, by_file);
}

void coverage_add_counts(const Coverage *coverage, u32 file, Text *out) {
    bool any = false;
    for (u32 i = 0; i < coverage->order.count; i++) {
        u32 index = coverage->order.at[i];
        if (coverage->lines.at[index].file != file) continue;
        text_printf(out, "%s%u,%" PRIu64, any ? "," : "", coverage->lines.at[index].line, coverage->counts.at[index]);
        any = true;
    }
}

CoverageSummary coverage_summary(Coverage *coverage, const Explorer *e) {
    CoverageSummary all = {0};
    CoverageFiles files = {0};
    coverage_files(coverage, e, &files);
    for (u32 i = 0; i < files.count; i++) {
        all.lines += files.at[i].summary.lines;
        all.lines_total += files.at[i].summary.lines_total;
        all.branches += files.at[i].summary.branches;
        all.branches_total += files.at[i].summary.branches_total;
    }
    vec_free(&files);
    return all;
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
    Totals totals = totals_of(coverage, e);
    count_lines(coverage, e, &totals);
    free_totals(&totals);
    for (u32 i = 0; i < coverage->order.count;) {
        u32 file = coverage->lines.at[coverage->order.at[i]].file, end = i;
        while (end < coverage->order.count && coverage->lines.at[coverage->order.at[end]].file == file) end++;
        print_file(coverage, out, e->m->program->files.at[file], i, end);
        i = end;
    }
}

/* ---- For another process ---- */

void coverage_save(const Coverage *coverage, Text *out, const Explorer *e) {
    Totals totals = totals_of(coverage, e);
    u64 of_library = coverage->earlier_instructions;
    for (u32 i = 0; i < totals.count; i++) {
        const Function *function = e->m->program->functions.at[i];
        if (function->is_library) of_library += instructions_of(function, totals.of[i]);
        for (u32 k = 0; !function->is_library && totals.of[i] && k < function->block_count; k++)
            if (totals.of[i][k]) text_printf(out, "b %u %u %" PRIu64 "\n", i, k, totals.of[i][k]);
    }
    text_printf(out, "i %" PRIu64 "\n", of_library);
    for (u32 i = 0; i < coverage->taken.count; i++) text_printf(out, "w %" PRIu64 "\n", coverage->taken.entries[i].key);
    free_totals(&totals);
}

void coverage_restore(Coverage *coverage, Program *program, const char *line) {
    char *at;
    u64 numbers[3] = {strtoull(line + 1, &at, 10)};
    if (*line == 'i') coverage->earlier_instructions += numbers[0];
    if (*line == 'w') map_put(&coverage->taken, numbers[0], 1);
    if (*line != 'b' || numbers[0] >= program->functions.count) return;
    for (u32 i = 1; i < COUNT_OF(numbers); i++) numbers[i] = strtoull(at, &at, 10);
    Function *function = program->functions.at[numbers[0]];
    Error error = {0};
    bool ok = function->has_body && program_body(program, function, &error) && numbers[1] < function->block_count;
    if (ok) map_put(&coverage->earlier, numbers[0] << 32 | numbers[1], numbers[2]);
    error_free(&error);
}
