/* What the page of a run (--html) needs to know, kept while the run goes on: how it went over time, and the paths that ended
 * with what they decided. Only forks are kept (ExploreOptions.keeps_forks), so that the steps of all paths together are the
 * tree; after MOST_PATHS paths the rest is only counted. */
#ifndef REPORT_RUN_PAGE_H
#define REPORT_RUN_PAGE_H

#include "engine/explore.h"
#include "report/ktest.h"

typedef struct {
    double seconds;
    u64 paths, states, tests, bugs, queries, memory;
    double solver;
    u32 lines, branches;
} PageSample;

typedef struct {
    const TrailStep *last; /* its last fork; NULL: it has none */
    u16 end;               /* RunEnd */
    int status;
    u32 test; /* number; 0: none */
    u32 bug;  /* its place in Run.bugs + 1; 0: none */
    char *inputs;
} PagePath;

typedef struct {
    const char *file; /* to be written; NULL: there is no page */
    VEC(PageSample) samples;
    double next, interval; /* of the next sample; between two of them */
    VEC(PagePath) paths;
    u64 uncounted; /* paths that are not among them */
} RunPage;

struct Run;
/* The run has begun, something has happened, a path has ended or was left. */
bool page_can_be_written(const char *file, Error *error); /* asked before anything is run */
void page_begin(struct Run *run, const char *file);
void page_sample(struct Run *run, bool is_last);
void page_add_path(struct Run *run, const PathEnd *end, const KTest *test, u32 number, u32 bug);
bool page_write(struct Run *run, Error *error);
void page_free(RunPage *page);

#endif
