"""Threads in loci run: which schedules are followed, what is said of the others, errors with the threads they are of."""
import os
import tempfile

import common
from klee_words import run, what_is_wrong

HEAD = """
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
#include <klee/klee.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int number, flag;
"""
# The second thread's work is lost if the first has looked before: only in some schedules.
CHECKED_THEN_DONE = HEAD + """
static void *add(void *given) {
    pthread_mutex_lock(&lock); int seen = number; pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock); number = seen + 1; pthread_mutex_unlock(&lock);
    return given;
}
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(number == 2);
    return 0;
}
"""
RACE = HEAD + """
static void *add(void *given) { number++; return given; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    number++;
    pthread_join(thread, NULL);
    assert(number == 2);
    return 0;
}
"""
# Signalled before anybody waits.
LOST_SIGNAL = HEAD + """
static void *wait(void *given) {
    pthread_mutex_lock(&lock);
    if (!flag || FORGETFUL) pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return given;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
"""
# An input and a schedule together.
BOTH = HEAD + """
static void *add(void *given) { atomic_fetch_add((atomic_int *)&number, *(int *)given); return NULL; }
int main(void) {
    pthread_t thread;
    int by;
    klee_make_symbolic(&by, sizeof by, "by");
    if (by < 0 || by > 100) return 0;
    pthread_create(&thread, NULL, add, &by);
    if (atomic_load((atomic_int *)&number) == 77) abort();
    pthread_join(thread, NULL);
    return 0;
}
"""
LEFT_RUNNING = HEAD + """
static void *fail(void *given) { abort(); return given; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, fail, NULL);
    return 0;
}
"""
SPIN = HEAD + """
static volatile int done;
static void *finish(void *given) { done = 1; return given; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, finish, NULL);
    while (!done) continue;
    return 7;
}
"""


def kinds(report):
    return sorted(bug["kind"] for bug in report["bugs"])


def one_schedule(loci):
    """Nothing is found in the plainest schedule, and the run does not claim more."""
    report, _ = run(loci, CHECKED_THEN_DONE, [])
    assert report["paths"] == 1 and not report["bugs"] and not report["complete"], report
    assert any("another thread could have gone on" in reason for reason in report["incomplete_reasons"]), report


def all_schedules(loci):
    report, _ = run(loci, CHECKED_THEN_DONE, ["--threads=fork"])
    assert kinds(report) == ["assertion-failure"] and report["complete"], report
    assert "share memory only by locks" in report["complete_if"], report
    assert any(item["name"].startswith("threads:fork") for item in report["bugs"][0]["input"]), report["bugs"]


def bound(loci):
    """Without a preemption the threads run one behind the other; with one the error is there."""
    report, _ = run(loci, CHECKED_THEN_DONE, ["--threads=fork", "--max-preemptions=0"])
    assert not report["bugs"] and not report["complete"], report
    report, _ = run(loci, CHECKED_THEN_DONE, ["--threads=fork", "--max-preemptions=1"])
    assert kinds(report) == ["assertion-failure"] and not report["complete"], report


def race(loci):
    """`number++` is a load and a store: between them threads give way only if that is asked for."""
    report, _ = run(loci, RACE, ["--threads=fork"])
    assert not report["bugs"] and "share memory only by locks" in report["complete_if"], report
    report, _ = run(loci, RACE, ["--threads=all"])
    assert kinds(report) == ["assertion-failure"] and report["complete"], report
    assert "sequentially consistent" in report["complete_if"], report


def lost_signal(loci):
    report, _ = run(loci, LOST_SIGNAL.replace("FORGETFUL", "0"), ["--threads=fork"])
    assert not report["bugs"] and report["complete"], report
    report, _ = run(loci, LOST_SIGNAL.replace("FORGETFUL", "1"), ["--threads=fork"])
    assert set(kinds(report)) == {"deadlock"} and report["complete"], report
    text = report["bugs"][0]["message"] if "message" in report["bugs"][0] else str(report["bugs"][0])
    assert "the main thread waits for the end of thread 1" in text and "thread 1 waits for a condition variable" in text, text


def inputs_and_schedules(loci):
    report, _ = run(loci, BOTH, ["--threads=fork"])
    assert kinds(report) == ["abort"] and report["complete"], report
    by = next(item for item in report["bugs"][0]["input"] if item["name"] == "by")
    assert by["bytes"].startswith("4d"), by


def left_running(loci):
    """A thread that nobody waits for may come before the end, and need not."""
    report, _ = run(loci, LEFT_RUNNING, ["--threads=fork"])
    assert kinds(report) == ["abort"] and report["paths"] == 2 and report["complete"], report


def spinning(loci):
    report, _ = run(loci, SPIN, ["--max-time=60"])
    assert report["paths"] == 1 and not report["bugs"], report


def memory_models(loci):
    for memory in ("merging", "flat", "segmented", "partitioned", "region"):
        report, _ = run(loci, BOTH, ["--threads=fork", "--memory=" + memory])
        assert kinds(report) == ["abort"] and report["complete"], (memory, report)


def with_text(text, check):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "p.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        return check(source)


def not_verified(loci):
    """A proof about one schedule is none: loci verify says that it does not follow threads."""
    text = 'void reach_error(void) {}\n' + CHECKED_THEN_DONE.replace("assert(number == 2);", "if (number != 2) reach_error();").replace(
        "#include <klee/klee.h>", "")
    def check(source):
        result = common.run([loci, "verify", "--max-time=20", source])
        out = result.out.decode() + result.err.decode()
        assert "RESULT: unknown" in out and "follow threads" in out, out
    with_text(text, check)


def said_clearly(loci):
    def check(source):
        result = common.run([loci, "run", "--threads=some", source])
        assert result.status == 2 and "one, fork or all is expected" in result.err.decode(), result.err
    with_text(RACE, check)


CHECKS = [one_schedule, all_schedules, bound, race, lost_signal, inputs_and_schedules, left_running, spinning, memory_models,
          not_verified, said_clearly]


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    for check in CHECKS:
        yield "threads-" + check.__name__.replace("_", "-"), lambda check=check: what_is_wrong(check)(loci)
