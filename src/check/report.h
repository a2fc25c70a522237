/* Reports of findings, one file a format, and which findings are reported at all.
 *
 * A finding stands as shown, suppressed (a comment in the source) or known (it is in the baseline). Text and the index of the
 * HTML page have what is shown; JSON and SARIF have everything and say how it stands. */
#ifndef CHECK_REPORT_H
#define CHECK_REPORT_H

#include "base/error.h"
#include "check/finding.h"
#include "report/json.h"

/* What the reports say of the run beside its findings. */
typedef struct {
    const char *version;
    const char *command_line;
    const char *folder; /* that relative names of files are relative to */
    double seconds;
    u32 function_count; /* that the analysis began with */
    u32 stopped_count;  /* of these: not followed to the end */
    int status;         /* of the process */
} CheckSummary;

/* clang-like: source, caret, the path as notes; `with_values`: with what variables are worth at each. */
void report_text(Text *out, const FindingList *list, bool with_values);
void report_json(Text *out, const FindingList *list, const CheckSummary *summary);
void report_sarif(Text *out, const FindingList *list, const CheckSummary *summary); /* SARIF 2.1.0 */
/* One page that needs nothing else. */
void report_html(Text *out, const FindingList *list, const CheckSummary *summary);
/* The members of the JSON object, for a report that has more. */
void report_json_members(Json *json, const FindingList *list, const CheckSummary *summary);

/* `// loci: ignore[KIND, ...] reason` at the line of a finding, or alone on the line above, suppresses it; `ignore[all]` any. */
void findings_suppress(FindingList *list);
/* Findings whose fingerprints are in an earlier report (JSON or SARIF) are known. */
bool findings_apply_baseline(FindingList *list, const char *path, Error *error);

enum { FINGERPRINT_TEXT = 17 };
void fingerprint_text(u64 fingerprint, char out[FINGERPRINT_TEXT]);       /* 16 hexadecimal digits */
u32 findings_standing(const FindingList *list, FindingStanding standing); /* how many stand so */
const char *standing_name(FindingStanding standing);                      /* "suppressed" */

#endif
