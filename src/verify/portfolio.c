/* Several engines share the time. Each has its turn in a process of its own, which cannot harm the others whatever
 * happens to it; turns are short at first, for most tasks are easy for one engine or the other, and longer when all have
 * had theirs. The first sound answer counts: TRUE of an engine that has seen everything, FALSE when the inputs violate
 * the property in the machine. */
#include "base/clock.h"
#include "verify/bytes.h"
#include "verify/verify.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_chosen(const VerifyEngine *engine, const char *family) {
    return !strcmp(family, "auto") || !strcmp(family, engine->family);
}

bool portfolio_has(const char *family) {
    for (const VerifyEngine *engine = verify_engines; engine->name; engine++)
        if (is_chosen(engine, family)) return true;
    return false;
}

/* ---- In the engine's process ---- */

static volatile sig_atomic_t is_asked_to_stop; /* by a signal, which has no context of its own */

static void on_stop(int number) { is_asked_to_stop = 1; }

static _Noreturn void run_engine(const VerifyEngine *engine, const VerifyTask *task, double seconds, u64 bytes,
                                 int pipe) {
    VerifyLimits limits = {.seconds = seconds, .bytes = bytes, .stop = &is_asked_to_stop};
    VerifyAnswer answer = {0};
    Text encoded = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); /* the parent asks */
    signal(SIGTERM, on_stop);
    engine->run(task, &limits, &answer);
    answer_encode(&answer, &encoded);
    bytes_write_pipe(pipe, &encoded);
    _exit(0);
}

/* ---- In ours ---- */

/* Bytes of the process in memory. */
static u64 resident_bytes(pid_t process) {
    char path[64], text[128];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0) close(fd);
    if (length <= 0) return 0;
    text[length] = 0;
    char *resident;
    strtoull(text, &resident, 10);
    return strtoull(resident, NULL, 10) * (u64)sysconf(_SC_PAGESIZE);
}

typedef struct {
    const VerifyEngine *engine;
    pid_t process;
    int pipe;
    double started, seconds; /* 0: no limit */
    u64 bytes;
    Text encoded;
    const char *killed; /* why */
    bool was_asked;     /* to stop */
} Turn;

/* Reads what has come; false at the end. */
static bool read_some(Turn *turn) {
    char buffer[65536];
    ssize_t length = read(turn->pipe, buffer, sizeof buffer);
    if (length > 0) text_add_n(&turn->encoded, buffer, (size_t)length);
    return length > 0 || (length < 0 && errno == EINTR);
}

/* Engines end by themselves in time. One that does not is asked, and then not asked any more. */
static void keep_limits(Turn *turn) {
    double passed = clock_seconds() - turn->started, grace = MAX(0.15, turn->seconds * 0.02);
    if (turn->seconds > 0 && passed > turn->seconds && !turn->was_asked) {
        kill(turn->process, SIGTERM);
        turn->was_asked = true;
    }
    if (turn->seconds > 0 && passed > turn->seconds + grace) turn->killed = "it did not end in time";
    if (turn->bytes && resident_bytes(turn->process) > turn->bytes) turn->killed = "it is out of memory";
    if (turn->killed) kill(turn->process, SIGKILL);
}

static void wait_for(Turn *turn, const PortfolioOptions *options, const char *name) {
    enum { MILLISECONDS = 20 };
    for (;;) {
        struct pollfd event = {.fd = turn->pipe, .events = POLLIN};
        int ready = poll(&event, 1, MILLISECONDS);
        if (ready > 0 && !read_some(turn)) break;
        if (turn->killed) break;
        keep_limits(turn);
        if (options->says) {
            char line[128];
            snprintf(line, sizeof line, "%s, %.0f s", name, clock_seconds() - turn->started);
            options->says(line);
        }
    }
}

static void explain_end(const Turn *turn, int status, VerifyAnswer *answer) {
    if (turn->killed) answer_unknown(answer, "%s", turn->killed);
    else if (WIFSIGNALED(status)) answer_unknown(answer, "the engine was killed by signal %d", WTERMSIG(status));
    else answer_unknown(answer, "the engine ended with status %d", WEXITSTATUS(status));
    answer->is_out_of_time = answer->goes_alike = turn->killed != NULL; /* else it would have ended in time */
}

static void run_turn(const VerifyTask *task, const VerifyEngine *engine, const PortfolioOptions *options,
                     double seconds, VerifyAnswer *answer) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return answer_unknown(answer, "no pipe: %s", strerror(errno));
    fflush(NULL);
    Turn turn = {
        .engine = engine, .pipe = ends[0], .started = clock_seconds(), .seconds = seconds, .bytes = options->bytes};
    turn.process = fork();
    if (turn.process == 0) run_engine(engine, task, seconds, options->bytes, ends[1]);
    close(ends[1]);
    int status = 0;
    if (turn.process > 0) {
        wait_for(&turn, options, engine->name);
        while (waitpid(turn.process, &status, 0) < 0 && errno == EINTR) continue;
    }
    close(ends[0]);
    if (!answer_decode(answer, turn.encoded.chars, turn.encoded.length)) explain_end(&turn, status, answer);
    text_clear(&answer->engine);
    text_add(&answer->engine, engine->name);
    text_free(&turn.encoded);
}

/* Nobody's word counts alone. */
static void confirm(const VerifyTask *task, VerifyAnswer *answer) {
    VerifyReplay replay;
    bool shows = verify_replay(task, &answer->inputs, &replay) && replay.violated == answer->violated;
    replay_free(&replay);
    if (!shows) answer_unknown(answer, "a violation that %s found did not show again", answer->engine.chars);
}

typedef struct {
    const VerifyEngine *engine;
    u32 share;    /* of the time; the engine's own, and those of others that it stands for */
    bool is_done; /* more time will not help it */
    bool goes_alike;
} Runner;
typedef VEC(Runner) Runners;

/* The shares of those that wait, from one of them on; 0: nobody waits. */
static u32 waiting_from(const Runners *runners, u32 first) {
    u32 shares = 0;
    for (u32 i = first; i < runners->count; i++) shares += runners->at[i].is_done ? 0 : runners->at[i].share;
    return shares;
}

/* The reasons of the engines: the first that is not about time says most. */
static void keep_reason(VerifyAnswer *kept, VerifyAnswer *answer) {
    bool was_cut_short = !kept->statistics.length && answer->statistics.length; /* it could not say why */
    bool has_nothing = !kept->is_weak && !kept->reason.length;
    bool is_better = (kept->says_little && !answer->says_little) ||
                     (!answer->says_little && kept->is_out_of_time && (!answer->is_out_of_time || was_cut_short));
    bool says_more = has_nothing || (!kept->is_weak && is_better);
    if (says_more) {
        answer_free(kept);
        *kept = *answer;
        *answer = (VerifyAnswer){0};
    } else {
        answer_free(answer);
    }
}

/* True: it is known. A violation that says little waits for a better one, as long as there is time. */
static bool take_turn(const VerifyTask *task, const PortfolioOptions *options, Runner *runner, double seconds,
                      VerifyAnswer *kept) {
    VerifyAnswer answer = {0};
    run_turn(task, runner->engine, options, seconds, &answer);
    if (answer.verdict == VERDICT_FALSE) confirm(task, &answer);
    if (answer.verdict != VERDICT_UNKNOWN) {
        answer_free(kept);
        *kept = answer;
        return !answer.is_weak || !answer.is_out_of_time;
    }
    runner->is_done = !answer.is_out_of_time;
    runner->goes_alike = answer.goes_alike;
    keep_reason(kept, &answer);
    return false;
}

/* Where the searches of a family would do the same the first of them goes on, with the time of all. */
static void leave_one_of_those_alike(Runners *runners) {
    for (u32 i = 0; i < runners->count; i++)
        for (u32 k = 0; k < i && runners->at[i].goes_alike && !runners->at[i].is_done; k++) {
            Runner *first = &runners->at[k];
            bool is_same = !strcmp(first->engine->family, runners->at[i].engine->family);
            if (!is_same || !first->goes_alike || first->is_done) continue;
            first->share += runners->at[i].share;
            runners->at[i].is_done = true;
        }
}

/* The first turns are a small part of the time; then what is left is shared. Without a limit turns grow. An engine that is
 * alone has all of it at once. */
static double turn_seconds(const PortfolioOptions *options, double left, u32 round, double part, bool is_alone) {
    enum { SHARE = 20 };
    if (!options->seconds) return 2.0 * (1u << MIN(2 * round, 20u));
    double share = left * part;
    return round || is_alone ? share : MIN(share, MIN(2.0, MAX(0.3, options->seconds / SHARE)));
}

void portfolio_run(const VerifyTask *task, const PortfolioOptions *options, VerifyAnswer *answer) {
    double started = clock_seconds();
    bool is_known = false;
    Runners runners = {0};
    for (const VerifyEngine *engine = verify_engines; engine->name; engine++)
        if (is_chosen(engine, options->family) && !(engine->silent & task->properties))
            vec_push(&runners, (Runner){.engine = engine, .share = engine->share});
    for (u32 round = 0; waiting_from(&runners, 0) && !is_known && (round < 2 || !options->seconds); round++) {
        for (u32 i = 0; i < runners.count && !is_known; i++) {
            double left = options->seconds - (clock_seconds() - started);
            if (runners.at[i].is_done || (options->seconds > 0 && left < 0.05)) continue;
            double part = (double)runners.at[i].share / waiting_from(&runners, i);
            double seconds = turn_seconds(options, left, round, part, runners.count == 1);
            is_known = take_turn(task, options, &runners.at[i], seconds, answer);
        }
        leave_one_of_those_alike(&runners);
    }
    if (!is_known && !answer->is_weak && !answer->reason.length)
        answer_unknown(answer, runners.count ? "there was no time" : "the engine says nothing about this property");
    vec_free(&runners);
}
