/* The journal and the frontier: what lets another process go on where this one ended, however it did.
 *
 *     run.json   what the run is of
 *     journal    a line for each finished path, in the order of finishing: NUMBER END[BUG] [@HASH] DECISIONS; END is U for
 *                a test of a state that was left: it is removed when the run goes on
 *     frontier   what was left to do some seconds ago: what was cut, what was made (run_order.c), the coverage (coverage.h),
 *                then LOG LOG of each merge, FORKS LOG of each state, then `end` and the hash of all that
 *
 * A log is DECISIONS if it begins with main and came by no join since its last decision, else @ORIGIN JOINS DECISIONS:
 * ORIGIN is the number of the merge it begins with, from 1 in the order of their lines, or 0 for main; in the journal, the
 * hash of the merge. Without --merge-joins there are neither merges nor joins.
 *
 * NUMBER is that of the path's test, 0 if it has none. Whoever goes on runs all states of the frontier again, and
 * leaves out the tests of paths that the journal knows. A path comes to the journal when its test is written but for its
 * name: a test without a line has no name yet, so nothing is there twice; a line without a test is one whose file has
 * only to be renamed, so nothing is lost. */
#include "base/clock.h"
#include "report/run.h"

#include "report/json.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Decisions ---- */

/* A digit each, in brackets where it takes more. */
void journal_print_decisions(Text *out, const PathLog *log) {
    for (u32 i = 0; i < log->decisions.count; i++) {
        u32 decision = log->decisions.at[i];
        if (decision < 10) text_add_char(out, (char)('0' + decision));
        else text_printf(out, "(%u)", decision);
    }
}

/* Up to a blank or the end of the line. */
const char *journal_read_decisions(const char *at, PathLog *log) {
    while (*at && *at != '\n' && *at != ' ') {
        u32 decision = (u32)(*at - '0');
        char *end = NULL;
        if (*at == '(') decision = (u32)strtoul(at + 1, &end, 10);
        vec_push(&log->decisions, decision);
        at = end ? end + (*end == ')') : at + 1;
    }
    return at;
}

static void print_log(Text *out, const PathLog *log) {
    if (log->origin || log->joins) text_printf(out, "@%u %u ", log->origin ? log->origin->number : 0, log->joins);
    journal_print_decisions(out, log);
}

static const char *read_log(const char *at, const Merges *merges, PathLog *log) {
    if (*at == '@') {
        char *end;
        u64 origin = strtoull(at + 1, &end, 10);
        if (origin && origin <= merges->count) log->origin = merge_keep(merges->at[origin - 1]);
        log->joins = (u32)strtoul(end, &end, 10);
        at = end + (*end == ' ');
    }
    return journal_read_decisions(at, log);
}

/* ---- The journal ---- */

bool journal_has(const Run *run) {
    return run->journal.earlier.count && map_get(&run->journal.earlier, path_log_hash(&run->e->now.path.log), NULL);
}

static void print_line(const Run *run, u32 number, const char *end, Text *line) {
    const PathLog *log = &run->e->now.path.log;
    text_add_number(line, number);
    text_add_char(line, ' ');
    text_add(line, end);
    text_add_char(line, ' ');
    if (log->origin) text_printf(line, "@%016" PRIx64 " ", log->origin->hash);
    journal_print_decisions(line, log);
    text_add_char(line, '\n');
}

void journal_print_line(const Run *run, const PathEnd *end, u32 number, Text *line) {
    static const char letters[] = {
        [RUN_EXITED] = 'E', [RUN_SIGNALLED] = 'S', [RUN_FAULT] = 'F', [RUN_STUCK] = 'X', [RUN_PAUSED] = 'U'};
    char text[32] = {letters[end->end]};
    if (end->end == RUN_FAULT)
        snprintf(text + 1, sizeof text - 1, "%" PRIx64, run_bug_key(run->e->m->program, end->fault));
    print_line(run, number, text, line);
}

void journal_add(Run *run, const PathEnd *end) {
    Text line = {0};
    journal_print_line(run, end, 0, &line);
    scribe_line(run->scribe, &line);
    text_free(&line);
}

void journal_add_without_model(Run *run) {
    Text line = {0};
    print_line(run, 0, "N", &line);
    scribe_line(run->scribe, &line);
    text_free(&line);
}

/* The path goes on, and will have a test of its own. */
static void remove_left(Run *run, u32 number) {
    char name[40];
    snprintf(name, sizeof name, "test%06u.ktest", number);
    unlinkat(run->folder, name, 0);
    if (run->options.writes_testcomp) run_remove_testcase(run, number);
    run->next_test = MAX(run->next_test, number + 1);
}

/* A test that was written but for its name gets it now. */
static void finish_test(Run *run, u32 number) {
    char name[40], partial[40];
    snprintf(name, sizeof name, "test%06u.ktest", number);
    snprintf(partial, sizeof partial, "test%06u.new", number);
    renameat(run->folder, partial, run->folder, name);
    if (faccessat(run->folder, name, R_OK, 0) == 0) run->tests++;
    run->next_test = MAX(run->next_test, number + 1);
}

/* What path_log_hash says of the log that the line tells of. */
static u64 read_hash(const char *at) {
    Merge origin = {.references = 1};
    char *end;
    PathLog log = {0};
    if (*at == '@') {
        origin.hash = strtoull(at + 1, &end, 16);
        at = end + (*end == ' ');
        log.origin = &origin;
    }
    journal_read_decisions(at, &log);
    u64 hash = path_log_hash(&log);
    vec_free(&log.decisions);
    return hash;
}

static void read_line(Run *run, const char *at) {
    char *rest;
    u32 number = (u32)strtoul(at, &rest, 10);
    char letter = *rest ? rest[1] : 0;
    const char *after = letter ? strchr(rest + 1, ' ') : NULL;
    if (!after) return;
    if (letter == 'U') {
        remove_left(run, number);
        return;
    }
    map_put(&run->journal.earlier, read_hash(after + 1), 1);
    run->earlier_paths++;
    run->without_model += letter == 'N';
    if (number) finish_test(run, number);
    if (letter == 'F') run_add_earlier_bug(run, strtoull(rest + 2, NULL, 16), number);
}

static void read_journal(Run *run) {
    Text path = {0}, text = {0};
    text_printf(&path, "%s/journal", run->options.folder);
    char *at = text_read_file(&text, path.chars) && text.chars ? text.chars : NULL;
    for (char *end; at && (end = strchr(at, '\n')); at = end + 1) { /* a line without an end was not written whole */
        *end = 0;
        read_line(run, at);
    }
    text_free(&path);
    text_free(&text);
}

/* ---- The frontier ---- */

/* A file and the hash of what was written to it. */
typedef struct {
    FILE *file;
    u64 hash;
} FrontierFile;

/* Byte by byte, so that it does not matter in which pieces the text comes. */
static u64 hash_text(u64 hash, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) hash = (hash ^ (u8)bytes[i]) * 0x100000001b3u;
    return hash;
}

static void write_text(FrontierFile *to, Text *text) {
    if (text->length) fwrite(text->chars, 1, text->length, to->file);
    to->hash = hash_text(to->hash, text->chars, text->length);
    text_clear(text);
}

typedef struct {
    u32 forks;
    const PathLog *log;
} FrontierState;

/* The states that wait, and, behind them, the one that runs or is about to; how many there are is `count`. */
static FrontierState frontier_state(const Explorer *e, u32 index) {
    if (index < e->states.count)
        return (FrontierState){e->states.at[index]->path.forks, &e->states.at[index]->path.log};
    if (e->held) return (FrontierState){e->held->path.forks, &e->held->path.log};
    return (FrontierState){e->now.path.forks, explore_replays(e) ? &e->replay : &e->now.path.log};
}

static u32 frontier_count(const Explorer *e) { return e->states.count + (e->held || e->is_running); }

static void write_merges(FrontierFile *file, Text *buffer, const Merges *merges) {
    for (u32 i = 0; i < merges->count; i++) {
        const PathLog *parents = merges->at[i]->parents;
        text_printf(buffer, "@%u %u ", parents[0].origin ? parents[0].origin->number : 0, parents[0].joins);
        journal_print_decisions(buffer, &parents[0]);
        text_add_char(buffer, ' ');
        print_log(buffer, &parents[1]);
        text_add_char(buffer, '\n');
        write_text(file, buffer);
    }
}

/* A state at a time: all of them together may be more than the memory has room for. */
static void write_states(FrontierFile *file, Text *buffer, const Explorer *e) {
    Merges merges = {0};
    for (u32 i = 0; i < frontier_count(e); i++) merges_add(&merges, frontier_state(e, i).log);
    write_merges(file, buffer, &merges);
    for (u32 i = 0; i < frontier_count(e); i++) {
        FrontierState state = frontier_state(e, i);
        text_printf(buffer, "%u ", state.forks);
        print_log(buffer, state.log);
        text_add_char(buffer, '\n');
        write_text(file, buffer);
    }
    merges_free(&merges);
}

static void write_frontier(const Run *run, FrontierFile *file) {
    const Explorer *e = run->e;
    Text buffer = {0};
    for (u32 i = 0; i < CUT_KIND_COUNT; i++)
        text_printf(&buffer, "%" PRIu64 "%c", i == CUT_TIME || i == CUT_ASKED ? 0 : e->statistics.cuts[i],
                    i + 1 < CUT_KIND_COUNT ? ' ' : '\n');
    order_save(&buffer, e->m);
    coverage_save(&run->coverage, &buffer, e);
    write_text(file, &buffer);
    write_states(file, &buffer, e);
    text_free(&buffer);
}

static void print_end(Text *text, u64 hash) { text_printf(text, "end %016" PRIx64 "\n", hash); }

/* Paths that have ended are not in the frontier: the journal has them first. */
void journal_frontier(Run *run) {
    double start = clock_seconds();
    run_write_waiting(run);
    int fd = openat(run->folder, "frontier.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file) {
        FrontierFile frontier = {.file = file};
        write_frontier(run, &frontier);
        Text end = {0};
        print_end(&end, frontier.hash);
        write_text(&frontier, &end);
        text_free(&end);
        bool ok = !ferror(file);
        ok = !fclose(file) && ok;
        if (ok) renameat(run->folder, "frontier.new", run->folder, "frontier");
    }
    run->journal.last_frontier = clock_seconds();
    run->journal.frontier_seconds = run->journal.last_frontier - start;
    run->journal.frontier_states = frontier_count(run->e);
}

static void read_cuts(Run *run, const char *at) {
    for (u32 i = 0; i < CUT_KIND_COUNT && *at && *at != '\n'; i++) { /* there were fewer kinds once */
        char *end;
        run->e->statistics.cuts[i] += strtoull(at, &end, 10);
        at = end;
    }
}

static void read_merge(const char *line, Merges *merges) {
    PathLog parents[2] = {0};
    const char *rest = read_log(line, merges, &parents[0]);
    read_log(rest + (*rest == ' '), merges, &parents[1]);
    vec_push(merges, merge_new(&parents[0], &parents[1]));
    path_log_free(&parents[0]);
    path_log_free(&parents[1]);
}

static void read_state(Run *run, const char *line, const Merges *merges) {
    char *rest;
    PathLog log = {0};
    u32 forks = (u32)strtoul(line, &rest, 10);
    read_log(rest + 1, merges, &log);
    explore_add_parked(run->e, log, forks, true);
}

/* Cuts off the end line, if it is there and right: states of a damaged file would be missing without a word. */
static bool is_whole(Text *text) {
    size_t length = strlen("end ") + 16 + 1;
    if (!text->chars || text->length < length || memchr(text->chars, 0, text->length)) return false;
    Text expected = {0};
    print_end(&expected, hash_text(0, text->chars, text->length - length));
    bool same = !memcmp(expected.chars, text->chars + text->length - length, length);
    text_free(&expected);
    if (same) text->chars[text->length -= length] = 0;
    return same;
}

static void read_frontier(Run *run) {
    Text path = {0}, text = {0};
    Merges merges = {0};
    text_printf(&path, "%s/frontier", run->options.folder);
    bool is_usable = text_read_file(&text, path.chars) && is_whole(&text);
    const char *first = is_usable ? strchr(text.chars, '\n') : NULL;
    if (first && first[1] == '=') is_usable = order_restore(run->e->m, first + 1);
    if (!is_usable) { /* it ended before the first was written, or numbers would mean something else: all is to be done */
        explore_add_parked(run->e, (PathLog){0}, 0, false);
    } else {
        const char *at = text.chars, *line;
        read_cuts(run, at);
        for (; (line = strchr(at, '\n')) && line[1]; at = line + 1) {
            if (isalpha((u8)line[1])) coverage_restore(&run->coverage, run->e->m->program, line + 1);
            else if (line[1] == '@') read_merge(line + 1, &merges);
            else if (line[1] != '=') read_state(run, line + 1, &merges);
        }
    }
    for (u32 i = 0; i < merges.count; i++) merge_drop(merges.at[i]);
    vec_free(&merges);
    text_free(&path);
    text_free(&text);
}

/* ---- What the run is of ---- */

static void write_identity(const Run *run) {
    Text text = {0};
    text_printf(&text, "{\"identity\": \"%s\", \"program\": ", run->options.identity);
    json_string(&text, run->options.command);
    text_add(&text, "}\n");
    run_write_file(run, "run.json", &text);
    text_free(&text);
}

static bool has_identity(const Run *run, Error *error) {
    Text path = {0}, text = {0};
    text_printf(&path, "%s/run.json", run->options.folder);
    bool is_run = text_read_file(&text, path.chars) && text.chars;
    bool ok = is_run && strstr(text.chars, run->options.identity);
    if (!is_run) error_set(error, "'%s' is not the folder of a run: it has no run.json", run->options.folder);
    else if (!ok) error_set(error, "the run in '%s' was of another program, or had other options", run->options.folder);
    text_free(&path);
    text_free(&text);
    return ok;
}

bool journal_open(Run *run, bool goes_on, Error *error) {
    if (goes_on && !has_identity(run, error)) return false;
    if (goes_on) {
        read_journal(run);
        read_frontier(run);
    } else {
        write_identity(run);
    }
    run->journal.journal = openat(run->folder, "journal", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    run->journal.last_frontier = clock_seconds();
    if (run->journal.journal >= 0) return true;
    return error_set(error, "cannot write '%s/journal': %s", run->options.folder, strerror(errno));
}

void journal_close(Run *run) {
    if (run->journal.journal >= 0) close(run->journal.journal);
    map_free(&run->journal.earlier);
}
