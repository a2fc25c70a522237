/* Which lines and branches of the user's code were run: of one path from the machine's counters, of all paths from the
 * explorer's totals. A line was run as often as the most frequent block that has code of it. */
#ifndef REPORT_COVERAGE_H
#define REPORT_COVERAGE_H

#include "engine/explore.h"

typedef struct {
    u32 file, line; /* file: index into Program.files */
} CoverageLine;

/* A way from a block that has several. */
typedef struct {
    u32 target;             /* index into Machine.blocks */
    bool is_only, is_taken; /* nobody else goes to the target; some path went this way */
} CoverageWay;

typedef struct {
    VEC(CoverageLine) lines;
    Map line_index; /* (file, line) -> index into lines */
    VEC(u32) order; /* the lines by file and number */
    VEC(u32)
    block_first, block_lines; /* of each block of Machine.blocks that is known: a range of indexes into lines */
    VEC(u32) way_first;       /* of each block that is known: its ways from here to those of the next */
    VEC(CoverageWay) ways;
    Map taken;                /* (function, block, way): the ways that were taken, by earlier processes too */
    VEC(u64) counts;          /* of each line, for one question at a time */
    u32 functions;            /* of the program whose lines are known */
    Map earlier;              /* (function, block) -> how often an earlier process ran it */
    u64 earlier_instructions; /* of the C library */
} Coverage;

void coverage_free(Coverage *coverage);
/* The ways that the running path has taken so far; whether there are some that no path has taken before. Of a path that is not
 * over only those are known to whose targets nobody else leads: a block that it is in, with a call, has not been left. */
bool coverage_count_path(Coverage *coverage, const Machine *m, bool is_over);
/* The lines that the running path has run, as `line:count`, a paragraph for each file. */
void coverage_print_path(Coverage *coverage, Text *out, const Machine *m);

typedef struct {
    u32 lines, lines_total, branches, branches_total;
} CoverageSummary;

/* Functions that were never called are taken into account. */
CoverageSummary coverage_summary(Coverage *coverage, const Explorer *e);
/* The same of each file that has code, in the order of their numbers. */
typedef struct {
    u32 file;
    CoverageSummary summary;
} CoverageFile;
typedef VEC(CoverageFile) CoverageFiles;
void coverage_files(Coverage *coverage, const Explorer *e, CoverageFiles *files);
/* line,count,... of a file, as coverage_files has counted them last. */
void coverage_add_counts(const Coverage *coverage, u32 file, Text *out);
u64 coverage_instructions(const Coverage *coverage, const Explorer *e);
/* The source with the count of each line before it, `#####` where code was never run. */
void coverage_print_listing(Coverage *coverage, Text *out, const Explorer *e);

/* All counts, the running path's included, for another process to go on with: lines that begin with a letter. */
void coverage_save(const Coverage *coverage, Text *out, const Explorer *e);
void coverage_restore(Coverage *coverage, Program *program, const char *line);

#endif
