/* Writes the tests of a run and the lines of its journal while the run goes on: making files is most of what tests cost.
 *
 * A thread takes what was given every few milliseconds, all together, and writes it: first the texts for reading, then the
 * files of the tests under other names (testN.new), then the lines of the journal, then it gives the files their names.
 * So always
 * - a line of the journal that speaks of a test is there before the file has its name, and after the file is whole but for
 *   its name (run_journal.c says why);
 * - what was given first is written first;
 * - behind scribe_wait all that was given is written.
 * The thread allocates nothing and takes no signals: processes may be forked beside it. */
#ifndef REPORT_SCRIBE_H
#define REPORT_SCRIBE_H

#include "base/text.h"

typedef struct Scribe Scribe;

/* Descriptors: of the folder, of the texts for reading (-1: none are written), of the journal. NULL: no thread was to be
 * had. */
Scribe *scribe_begin(int folder, int texts, int journal);
void scribe_line(Scribe *scribe, const Text *line); /* for the journal */
/* A test, with its line for the journal. */
void scribe_test(Scribe *scribe, u32 number, const Text *text, const Text *file, const Text *line);

typedef struct {
    u32 tests, lines;
} ScribeFailures;
/* Returns when all is written; what could not be, since the last call. */
ScribeFailures scribe_wait(Scribe *scribe);
void scribe_end(Scribe *scribe); /* waits, too; NULL is fine */

#endif
