/* The scribe: what was given is written once, in its order; a test has its name only when the journal knows it; what cannot
 * be written is counted. */
#include "report/scribe.h"

#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TESTS = 3000 };

typedef struct {
    char path[64];
    int folder, texts, journal;
} Place;

static Place make_place(void) {
    Place place = {.path = "/tmp/loci-scribe-XXXXXX"};
    CHECK(mkdtemp(place.path));
    place.folder = open(place.path, O_RDONLY | O_DIRECTORY);
    place.texts = openat(place.folder, "tests.txt", O_WRONLY | O_CREAT | O_APPEND, 0666);
    place.journal = openat(place.folder, "journal", O_WRONLY | O_CREAT | O_APPEND, 0666);
    CHECK(place.folder >= 0 && place.texts >= 0 && place.journal >= 0);
    return place;
}

static void remove_place(Place *place) {
    DIR *list = fdopendir(dup(place->folder));
    for (struct dirent *entry; (entry = readdir(list));) unlinkat(place->folder, entry->d_name, 0);
    closedir(list);
    close(place->folder);
    close(place->texts);
    close(place->journal);
    rmdir(place->path);
}

static Text read_file(const Place *place, const char *name) {
    Text path = {0}, text = {0};
    text_printf(&path, "%s/%s", place->path, name);
    CHECK(text_read_file(&text, path.chars));
    text_free(&path);
    return text;
}

static void give_test(Scribe *scribe, u32 number) {
    Text text = {0}, file = {0}, line = {0};
    text_printf(&text, "text %u\n", number);
    text_printf(&file, "file %u", number);
    text_fill(&file, '.', number % 700);
    text_printf(&line, "%u\n", number);
    scribe_test(scribe, number, &text, &file, &line);
    text_free(&text);
    text_free(&file);
    text_free(&line);
}

static void check_file(const Place *place, u32 number) {
    char name[40];
    Text expected = {0};
    text_printf(&expected, "file %u", number);
    text_fill(&expected, '.', number % 700);
    snprintf(name, sizeof name, "test%06u.ktest", number);
    Text file = read_file(place, name);
    CHECK(file.length == expected.length && !memcmp(file.chars, expected.chars, file.length));
    text_free(&file);
    text_free(&expected);
}

static void test_everything_is_written(void) {
    Place place = make_place();
    Scribe *scribe = scribe_begin(place.folder, place.texts, place.journal);
    Text lines = {0}, texts = {0}, other = {0};
    text_add(&other, "other\n");
    for (u32 i = 1; i <= TESTS; i++) {
        give_test(scribe, i);
        text_printf(&texts, "text %u\n", i);
        text_printf(&lines, "%u\n", i);
        if (i % 7) continue;
        scribe_line(scribe, &other);
        text_add(&lines, other.chars);
        if (i % 5) continue;
        ScribeFailures failures = scribe_wait(scribe);
        CHECK(!failures.tests && !failures.lines);
        check_file(&place, i);
    }
    scribe_end(scribe);
    Text journal = read_file(&place, "journal"), written = read_file(&place, "tests.txt");
    CHECK(!strcmp(journal.chars, lines.chars));
    CHECK(!strcmp(written.chars, texts.chars));
    for (u32 i = 1; i <= TESTS; i++) check_file(&place, i);
    text_free(&journal);
    text_free(&written);
    text_free(&lines);
    text_free(&texts);
    text_free(&other);
    remove_place(&place);
}

/* Each test that has its name when the process is killed has its line, and each line its file, whatever its name. */
static void test_killed(u32 microseconds) {
    Place place = make_place();
    pid_t child = fork();
    if (!child) {
        Scribe *scribe = scribe_begin(place.folder, place.texts, place.journal);
        for (u32 i = 1; i; i++) give_test(scribe, i);
    }
    usleep(microseconds);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    Text journal = read_file(&place, "journal");
    u32 last = 0;
    for (const char *at = journal.chars, *end; at && (end = strchr(at, '\n'));
         at = end + 1) { /* the last may be cut off */
        CHECK(strtoul(at, NULL, 10) == last + 1);
        last++;
        char name[40];
        snprintf(name, sizeof name, "test%06u.ktest", last);
        bool has_name = !faccessat(place.folder, name, R_OK, 0);
        snprintf(name, sizeof name, "test%06u.new", last);
        CHECK(has_name != !faccessat(place.folder, name, R_OK, 0));
        if (has_name) check_file(&place, last);
    }
    char name[40];
    snprintf(name, sizeof name, "test%06u.ktest", last + 1);
    CHECK(faccessat(place.folder, name, R_OK, 0));
    text_free(&journal);
    remove_place(&place);
}

static void test_failures_are_counted(void) {
    Place place = make_place();
    Scribe *scribe = scribe_begin(place.texts, place.texts, open("/dev/full", O_WRONLY));
    give_test(scribe, 1);
    ScribeFailures failures = scribe_wait(scribe);
    CHECK(failures.tests == 1 && failures.lines == 1);
    failures = scribe_wait(scribe);
    CHECK(!failures.tests && !failures.lines);
    scribe_end(scribe);
    remove_place(&place);
}

int main(void) {
    test_everything_is_written();
    for (u32 i = 0; i < 40; i++) test_killed(300 * i);
    test_failures_are_counted();
    return finish();
}
