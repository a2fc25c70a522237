#include "cli/check_confirm.h"

#include "check/confirm.h"
#include "check/driver.h"
#include "check/report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum {
    DRIVER_SHOWS = 10,
    DRIVER_IS_SILENT,
    DRIVER_IS_CUT,
    DRIVER_IS_BROKEN
} DriverEnd; /* status of its process */

static const char other_main[] = "-Dmain=" DRIVER_OTHER_MAIN;

/* ---- The program of a driver ---- */

static bool defines_main(const PlannedUnit *unit) {
    for (u32 i = 0; i < unit->defines.count; i++)
        if (!strcmp(unit->defines.at[i], "main")) return true;
    return false;
}

static bool is_unit_of(const PlannedUnit *unit, const Finding *finding) {
    return !strcmp(unit->compiled.path, finding->unit);
}

static const PlannedUnit *unit_of(const CheckPlan *plan, u32 program, const Finding *finding) {
    const BuildMembers *members = &plan->programs.at[program];
    for (u32 i = 0; i < members->count; i++)
        if (is_unit_of(&plan->units.at[members->at[i].unit], finding)) return &plan->units.at[members->at[i].unit];
    return NULL;
}

/* A unit as it is, with another flag, perhaps by another name. */
static void compile_with(const CheckPlan *plan, const PlannedUnit *unit, const char *path, const char *flag,
                         CompiledUnit *out) {
    Words flags = {0};
    FrontendUnit source = unit->source;
    for (u32 i = 0; i < source.cflag_count; i++) vec_push(&flags, source.cflags[i]);
    vec_push(&flags, flag);
    source.path = path;
    source.cflags = flags.at;
    source.cflag_count = flags.count;
    frontend_compile(&plan->frontend, &source, 1, out);
    vec_free(&flags);
}

/* The driver stands in the place of the file that it includes. NULL: it does not compile. */
static Program *load_driver(const CheckPlan *plan, u32 number, const Finding *finding, const char *path) {
    const BuildMembers *members = &plan->programs.at[number];
    const CompiledUnit **compiled = xcalloc(members->count + 1, sizeof *compiled);
    CompiledUnit *changed = xcalloc(members->count + 1, sizeof *changed);
    FrontendOptions options = plan->frontend;
    bool is_whole = true;
    for (u32 i = 0; i < members->count; i++) {
        const PlannedUnit *unit = &plan->units.at[members->at[i].unit];
        bool is_own = is_unit_of(unit, finding), has_other_main = !is_own && defines_main(unit);
        if (is_own) compile_with(plan, unit, path, "-DLOCI_CHECK", &changed[i]);
        else if (has_other_main) compile_with(plan, unit, unit->source.path, other_main, &changed[i]);
        compiled[i] = is_own || has_other_main ? &changed[i] : &unit->compiled;
        is_whole = is_whole && compiled[i]->bitcode;
        options.bits = unit->source.bits;
    }
    options.input_count = 0;
    options.compiled = compiled;
    options.compiled_count = members->count;
    Error error = {0};
    Program *program = is_whole ? frontend_load(&options, &error) : NULL;
    error_free(&error);
    return program; /* what it was made of goes with the process */
}

/* ---- A process a driver ---- */

static bool write_driver(const char *path, const char *code) {
    Text text = {0};
    Error error = {0};
    text_add(&text, code);
    bool ok = cli_write_file(path, &text, &error);
    text_free(&text);
    error_free(&error);
    return ok;
}

static _Noreturn void run_driver(const CheckPlan *plan, u32 program, const CheckOptions *options,
                                 const Finding *finding, const char *path) {
    enum { MOST_SECONDS = 300 }; /* to compile it, mostly */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(MOST_SECONDS);
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; fd++) dup2(nothing, fd);
    Program *driver = load_driver(plan, program, finding, path);
    if (!driver) _exit(DRIVER_IS_BROKEN);
    ConfirmEnd end = confirm_run(driver, options, finding);
    _exit(end == CONFIRM_SHOWS ? DRIVER_SHOWS : end == CONFIRM_SILENT ? DRIVER_IS_SILENT : DRIVER_IS_CUT);
}

typedef struct {
    pid_t process;
    Finding *finding;
} DriverJob;

static void conclude(FindingList *findings, Finding *finding, int status) {
    int end = WIFEXITED(status) ? WEXITSTATUS(status) : DRIVER_IS_BROKEN;
    finding->is_confirmed = end == DRIVER_SHOWS;
    if (end == DRIVER_SHOWS) return;
    bool is_silent = end == DRIVER_IS_SILENT || end == DRIVER_IS_CUT;
    bool is_of_one_run = finding->kind != FINDING_UNBOUNDED_ALLOCATION; /* which is about all values that may come */
    finding->is_contradicted = end == DRIVER_IS_SILENT && is_of_one_run;
    finding->doubt = is_silent ? "a driver with these inputs does not show it"
                               : "a driver for it does not compile: it cannot be called from outside";
    if (!is_silent || finding->confidence != CONFIDENCE_CERTAIN) return;
    finding->confidence = CONFIDENCE_POSSIBLE;
    finding->assumption = arena_strdup(&findings->arena, finding->doubt);
}

/* ---- How it is compiled natively ---- */

static void add_word(Text *out, const char *word) {
    bool is_plain = word[0] && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:") ==
                                   strlen(word);
    text_add_char(out, ' ');
    if (!is_plain) text_add_char(out, '\'');
    text_add(out, word);
    if (!is_plain) text_add_char(out, '\'');
}

/* The command, from the folder in which the file is compiled. */
static void describe_command(const CheckPlan *plan, u32 program, const Finding *finding, Text *out) {
    const BuildMembers *members = &plan->programs.at[program];
    const PlannedUnit *own = unit_of(plan, program, finding);
    text_printf(out, "cd %s && clang -g -fsanitize=address,undefined", own->source.folder);
    if (own->source.bits == 32) text_add(out, " -m32");
    for (u32 i = 0; i < own->source.cflag_count; i++) add_word(out, own->source.cflags[i]);
    text_add(out, " THIS_FILE");
    for (u32 i = 0; i < members->count; i++) {
        const PlannedUnit *unit = &plan->units.at[members->at[i].unit];
        if (unit == own) continue;
        add_word(out, unit->compiled.path);
        if (defines_main(unit)) text_printf(out, " (compiled with %s)", other_main);
    }
}

static void complete(const CheckPlan *plan, u32 program, FindingList *findings, Finding *finding) {
    const char *mark = strstr(finding->code, DRIVER_COMMAND);
    if (!mark || !unit_of(plan, program, finding)) return;
    Text code = {0};
    text_add_n(&code, finding->code, (size_t)(mark - finding->code));
    describe_command(plan, program, finding, &code);
    text_add(&code, mark + strlen(DRIVER_COMMAND));
    finding->code = arena_strdup(&findings->arena, code.chars);
    text_free(&code);
}

/* ---- All findings of a program ---- */

/* What its own inputs do not show when they are numbers is nothing to tell a maintainer of. */
static void leave_out_contradicted(FindingList *findings) {
    u32 kept = 0;
    for (u32 i = 0; i < findings->all.count; i++)
        if (!findings->all.at[i].is_contradicted) findings->all.at[kept++] = findings->all.at[i];
    findings->all.count = kept;
}

typedef VEC(DriverJob) DriverJobs;

static void wait_for_one(DriverJobs *running, FindingList *findings) {
    int status;
    pid_t ended = wait(&status);
    for (u32 i = 0; i < running->count; i++) {
        if (running->at[i].process != ended) continue;
        conclude(findings, running->at[i].finding, status);
        running->at[i] = vec_last(running);
        running->count--;
        return;
    }
    if (ended < 0 && errno != EINTR) running->count = 0;
}

static void start(DriverJobs *running, const CheckPlan *plan, u32 program, const CheckOptions *options,
                  Finding *finding, const char *path) {
    fflush(NULL);
    pid_t process = write_driver(path, finding->code) ? fork() : -1;
    if (process == 0) run_driver(plan, program, options, finding, path);
    if (process > 0) vec_push(running, (DriverJob){process, finding});
    else finding->doubt = "its driver could not be run";
}

void check_confirm(CheckPlan *plan, u32 program, const CheckOptions *options, FindingList *findings) {
    char folder[] = "/tmp/loci-driver-XXXXXX";
    DriverJobs running = {0};
    if (plan->is_whole || !findings->all.count || !mkdtemp(folder)) return;
    Text path = {0};
    for (u32 i = 0; i < findings->all.count; i++) {
        Finding *finding = &findings->all.at[i];
        if (!finding->code[0] || !unit_of(plan, program, finding)) continue;
        complete(plan, program, findings, finding);
        while (running.count >= options->jobs) wait_for_one(&running, findings);
        text_clear(&path);
        text_printf(&path, "%s/driver-%u.c", folder, i);
        start(&running, plan, program, options, finding, path.chars);
    }
    while (running.count) wait_for_one(&running, findings);
    for (u32 i = 0; i < findings->all.count; i++) {
        text_clear(&path);
        text_printf(&path, "%s/driver-%u.c", folder, i);
        unlink(path.chars);
    }
    rmdir(folder);
    if (!options->shows_all) leave_out_contradicted(findings);
    text_free(&path);
    vec_free(&running);
}

/* ---- Keeping them ---- */

bool check_keep_drivers(FindingList *findings, const char *folder, Error *error) {
    if (mkdir(folder, 0777) && errno != EEXIST)
        return error_set(error, "cannot make the folder '%s': %s", folder, strerror(errno));
    for (u32 i = 0; i < findings->all.count && !error_is_set(error); i++) {
        Finding *finding = &findings->all.at[i];
        char print[FINGERPRINT_TEXT];
        if (finding->standing != STANDING_SHOWN || !finding->code[0]) continue;
        fingerprint_text(finding->fingerprint, print);
        finding->driver = arena_printf(&findings->arena, "%s/%s-%s-%s.c", folder, finding_kinds[finding->kind].id,
                                       finding->entry, print);
        Text code = {0};
        text_add(&code, finding->code);
        cli_write_file(finding->driver, &code, error);
        text_free(&code);
    }
    return !error_is_set(error);
}
