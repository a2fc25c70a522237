/* Findings that are not shown: comments in the source, and those that an earlier report has. */
#include "check/report.h"

#include "base/map.h"
#include "check/sources.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const standing_names[STANDING_COUNT] = {"shown", "suppressed", "known"};
const char *standing_name(FindingStanding standing) { return standing_names[standing]; }

u32 findings_standing(const FindingList *list, FindingStanding standing) {
    u32 count = 0;
    for (u32 i = 0; i < list->all.count; i++) count += list->all.at[i].standing == standing;
    return count;
}

void fingerprint_text(u64 fingerprint, char out[FINGERPRINT_TEXT]) {
    snprintf(out, FINGERPRINT_TEXT, "%016" PRIx64, fingerprint);
}

/* ---- Comments ---- */

static const char MARK[] = "loci: ignore[";

/* Whether the list of kinds that ends at `end` has this one. */
static bool names_kind(const char *list, const char *end, const char *id) {
    while (list < end) {
        while (list < end && (*list == ' ' || *list == ',')) list++;
        size_t length = 0;
        while (list + length < end && list[length] != ',' && list[length] != ' ') length++;
        if (length == strlen(id) && !memcmp(list, id, length)) return true;
        if (length == 3 && !memcmp(list, "all", 3)) return true;
        list += length;
    }
    return false;
}

/* The place behind the mark, if it is in a comment; NULL otherwise. */
static const char *find_mark(const char *line, u32 length) {
    for (const char *at = line; at + sizeof MARK - 1 <= line + length; at++) {
        if (memcmp(at, MARK, sizeof MARK - 1) != 0) continue;
        const char *before = at;
        while (before > line && before[-1] == ' ') before--;
        bool is_comment = before - line >= 2 && before[-2] == '/' && (before[-1] == '/' || before[-1] == '*');
        if (is_comment) return at + sizeof MARK - 1;
    }
    return NULL;
}

/* Whether a line of the source ignores a kind, and why. */
static bool line_ignores(const SourceFile *file, u32 number, const char *id, bool must_be_alone, Text *reason) {
    u32 length;
    const char *line = sources_line(file, number, &length);
    const char *kinds = line ? find_mark(line, length) : NULL;
    const char *end = kinds ? memchr(kinds, ']', (size_t)(line + length - kinds)) : NULL;
    if (!end || !names_kind(kinds, end, id)) return false;
    const char *first = line;
    while (isspace((unsigned char)*first)) first++;
    if (must_be_alone && *first != '/') return false;
    const char *last = line + length;
    for (end++; end < last && *end == ' ';) end++;
    if (last - end >= 2 && last[-1] == '/' && last[-2] == '*') last -= 2;
    while (last > end && last[-1] == ' ') last--;
    text_add_n(reason, end, (size_t)(last - end));
    return true;
}

void findings_suppress(FindingList *list) {
    Sources sources = {0};
    for (u32 i = 0; i < list->all.count; i++) {
        Finding *finding = &list->all.at[i];
        const SourceFile *file = sources_get(&sources, finding->place.file);
        const char *id = finding_kinds[finding->kind].id;
        Text reason = {0};
        if (line_ignores(file, finding->place.line, id, false, &reason) ||
            line_ignores(file, finding->place.line - 1, id, true, &reason)) {
            finding->standing = STANDING_SUPPRESSED;
            finding->justification = reason.length ? arena_strdup(&list->arena, reason.chars) : "";
        }
        text_free(&reason);
    }
    sources_free(&sources);
}

/* ---- Baselines ---- */

/* The string that is the value of a key, wherever it stands: both reports have fingerprints under these keys only. */
static void collect_fingerprints(Map *known, const char *text, const char *key) {
    for (const char *at = text; (at = strstr(at, key)) != NULL;) {
        at += strlen(key);
        while (isspace((unsigned char)*at) || *at == ':') at++;
        if (*at == '"') map_put(known, strtoull(at + 1, NULL, 16), 1);
    }
}

bool findings_apply_baseline(FindingList *list, const char *path, Error *error) {
    Text text = {0};
    if (!text_read_file(&text, path)) return error_set(error, "cannot read the baseline '%s'", path);
    const char *first = text.length ? text.chars : "";
    while (isspace((unsigned char)*first)) first++;
    bool is_report = *first == '{' && (strstr(first, "\"findings\"") || strstr(first, "\"runs\""));
    Map known = {0};
    if (is_report) {
        collect_fingerprints(&known, first, "\"fingerprint\"");
        collect_fingerprints(&known, first, "\"lociFingerprint/v1\"");
    }
    for (u32 i = 0; i < list->all.count; i++)
        if (list->all.at[i].standing == STANDING_SHOWN && map_get(&known, list->all.at[i].fingerprint, NULL))
            list->all.at[i].standing = STANDING_KNOWN;
    map_free(&known);
    text_free(&text);
    return is_report || error_set(error, "the baseline '%s' is no report of loci check (JSON or SARIF)", path);
}
