#include "report/scribe.h"

#include "base/vec.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* More waits for the thread: what is behind when the run is over takes time then. */
enum { NAP_MILLISECONDS = 4, MOST_TESTS = 128, MOST_BYTES = 4 << 20 };

typedef struct {
    u32 number;
    size_t end; /* of its file among `files` of the batch */
} BatchTest;

typedef struct {
    Text texts, files, lines;
    VEC(BatchTest) tests;
} Batch;

struct Scribe {
    int folder, texts, journal;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t given; /* something is to be written, at once if is_urgent */
    pthread_cond_t written;
    bool is_urgent, is_over, is_writing;
    Batch next;              /* what was given: of all threads, under the mutex */
    Batch now;               /* what is being written: of the thread */
    ScribeFailures failures; /* under the mutex */
};

/* ---- Writing ---- */

static bool write_all(int fd, const char *bytes, size_t length) {
    while (length) {
        ssize_t done = write(fd, bytes, length);
        if (done <= 0) return false;
        bytes += done;
        length -= (size_t)done;
    }
    return true;
}

static void names_of(u32 number, char partial[40], char name[40]) {
    snprintf(partial, 40, "test%06u.new", number);
    snprintf(name, 40, "test%06u.ktest", number);
}

static bool write_file(const Scribe *scribe, u32 number, const char *bytes, size_t length) {
    char partial[40], name[40];
    names_of(number, partial, name);
    int fd = openat(scribe->folder, partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    bool ok = write_all(fd, bytes, length);
    close(fd);
    if (!ok) unlinkat(scribe->folder, partial, 0);
    return ok;
}

static bool name_file(const Scribe *scribe, u32 number) {
    char partial[40], name[40];
    names_of(number, partial, name);
    return !renameat(scribe->folder, partial, scribe->folder, name);
}

static ScribeFailures write_batch(const Scribe *scribe, Batch *batch) {
    bool has_texts = scribe->texts < 0 || write_all(scribe->texts, batch->texts.chars, batch->texts.length);
    ScribeFailures failures = {.tests = has_texts ? 0 : batch->tests.count};
    size_t start = 0;
    for (u32 i = 0; i < batch->tests.count; i++) {
        BatchTest *test = &batch->tests.at[i];
        if (!write_file(scribe, test->number, batch->files.chars + start, test->end - start)) {
            failures.tests += has_texts;
            test->number = 0;
        }
        start = test->end;
    }
    failures.lines += !write_all(scribe->journal, batch->lines.chars, batch->lines.length);
    for (u32 i = 0; i < batch->tests.count; i++)
        if (batch->tests.at[i].number && !name_file(scribe, batch->tests.at[i].number)) failures.tests += has_texts;
    return failures;
}

/* ---- The thread ---- */

static bool is_empty(const Batch *batch) { return !batch->tests.count && !batch->lines.length; }

static void batch_clear(Batch *batch) {
    text_clear(&batch->texts);
    text_clear(&batch->files);
    text_clear(&batch->lines);
    vec_clear(&batch->tests);
}

/* Some more is likely to come: that is written together. */
static void nap(Scribe *scribe) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += NAP_MILLISECONDS * 1000000l;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    bool is_late = false;
    while (!scribe->is_urgent && !scribe->is_over && !is_late)
        is_late = pthread_cond_timedwait(&scribe->given, &scribe->mutex, &end) != 0;
}

static void *work(void *argument) {
    Scribe *scribe = argument;
    pthread_mutex_lock(&scribe->mutex);
    for (;;) {
        while (is_empty(&scribe->next) && !scribe->is_over) pthread_cond_wait(&scribe->given, &scribe->mutex);
        if (is_empty(&scribe->next)) break;
        nap(scribe);
        Batch empty = scribe->now;
        scribe->now = scribe->next;
        scribe->next = empty;
        scribe->is_urgent = false;
        scribe->is_writing = true;
        pthread_mutex_unlock(&scribe->mutex);
        ScribeFailures failures = write_batch(scribe, &scribe->now);
        pthread_mutex_lock(&scribe->mutex);
        batch_clear(&scribe->now);
        scribe->failures.tests += failures.tests;
        scribe->failures.lines += failures.lines;
        scribe->is_writing = false;
        pthread_cond_broadcast(&scribe->written);
    }
    pthread_mutex_unlock(&scribe->mutex);
    return NULL;
}

/* ---- What the run calls ---- */

Scribe *scribe_begin(int folder, int texts, int journal) {
    Scribe *scribe = xcalloc(1, sizeof *scribe);
    *scribe = (Scribe){.folder = folder, .texts = texts, .journal = journal};
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&scribe->mutex, NULL);
    pthread_cond_init(&scribe->given, &clock);
    pthread_cond_init(&scribe->written, NULL);
    pthread_condattr_destroy(&clock);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&scribe->thread, NULL, work, scribe);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!error) return scribe;
    free(scribe);
    return NULL;
}

/* Until the thread has written a batch. */
static void wait_for_batch(Scribe *scribe) {
    scribe->is_urgent = true;
    pthread_cond_signal(&scribe->given);
    pthread_cond_wait(&scribe->written, &scribe->mutex);
}

static bool is_full(const Batch *batch) {
    return batch->tests.count >= MOST_TESTS ||
           batch->texts.length + batch->files.length + batch->lines.length > MOST_BYTES;
}

static void wait_for_room(Scribe *scribe) {
    while (is_full(&scribe->next)) wait_for_batch(scribe);
}

void scribe_line(Scribe *scribe, const Text *line) {
    pthread_mutex_lock(&scribe->mutex);
    wait_for_room(scribe);
    bool was_empty = is_empty(&scribe->next);
    text_add_n(&scribe->next.lines, line->chars, line->length);
    if (was_empty) pthread_cond_signal(&scribe->given);
    pthread_mutex_unlock(&scribe->mutex);
}

void scribe_test(Scribe *scribe, u32 number, const Text *text, const Text *file, const Text *line) {
    assert(number && line->length);
    pthread_mutex_lock(&scribe->mutex);
    wait_for_room(scribe);
    Batch *batch = &scribe->next;
    bool was_empty = is_empty(batch);
    text_add_n(&batch->texts, text->chars, text->length);
    text_add_n(&batch->files, file->chars, file->length);
    text_add_n(&batch->lines, line->chars, line->length);
    vec_push(&batch->tests, (BatchTest){number, batch->files.length});
    if (was_empty) pthread_cond_signal(&scribe->given);
    pthread_mutex_unlock(&scribe->mutex);
}

ScribeFailures scribe_wait(Scribe *scribe) {
    pthread_mutex_lock(&scribe->mutex);
    while (!is_empty(&scribe->next) || scribe->is_writing) wait_for_batch(scribe);
    ScribeFailures failures = scribe->failures;
    scribe->failures = (ScribeFailures){0};
    scribe->is_urgent = false;
    pthread_mutex_unlock(&scribe->mutex);
    return failures;
}

static void batch_free(Batch *batch) {
    text_free(&batch->texts);
    text_free(&batch->files);
    text_free(&batch->lines);
    vec_free(&batch->tests);
}

void scribe_end(Scribe *scribe) {
    if (!scribe) return;
    pthread_mutex_lock(&scribe->mutex);
    scribe->is_over = true;
    pthread_cond_signal(&scribe->given);
    pthread_mutex_unlock(&scribe->mutex);
    pthread_join(scribe->thread, NULL);
    pthread_cond_destroy(&scribe->given);
    pthread_cond_destroy(&scribe->written);
    pthread_mutex_destroy(&scribe->mutex);
    batch_free(&scribe->next);
    batch_free(&scribe->now);
    free(scribe);
}
