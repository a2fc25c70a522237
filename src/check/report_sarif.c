/* Findings as SARIF 2.1.0: a rule a kind, the path as a code flow, CWE as a taxonomy, fingerprints that survive moved lines,
 * suppressions and the state against a baseline. */
#include "check/report.h"

#include "base/sha256.h"
#include "check/sources.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char SCHEMA[] =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

typedef struct {
    Json json;
    const FindingList *list;
    const CheckSummary *summary;
    Sources sources;     /* artifacts in this order */
    VEC(u32) weaknesses; /* numbers of CWE, in the order of the taxonomy */
    bool has_baseline;
} Sarif;

/* ---- Places ---- */

/* RFC 3986: what is no letter, digit or harmless sign is given by its number. */
static void add_uri(Text *out, const char *path) {
    for (; *path; path++) {
        if (isalnum((unsigned char)*path) || strchr("-._~/", *path)) text_add_char(out, *path);
        else text_printf(out, "%%%02X", (u8)*path);
    }
}

static void add_artifact_location(Sarif *s, const char *key, const char *path) {
    Text uri = {0};
    if (path[0] == '/') text_add(&uri, "file://");
    while (path[0] == '.' && path[1] == '/') path += 2;
    add_uri(&uri, path);
    json_open_flat_object(&s->json, key);
    json_text(&s->json, "uri", uri.chars ? uri.chars : "");
    if (path[0] != '/') json_text(&s->json, "uriBaseId", "SRCROOT");
    text_free(&uri);
}

static u32 artifact_index(const Sarif *s, const char *path) {
    u32 i = 0;
    while (i < s->sources.files.count && strcmp(s->sources.files.at[i]->path, path) != 0) i++;
    return i;
}

/* The column in UTF-16 units of a column in bytes. */
static u32 utf16_column(const SourceFile *file, u32 number, u32 column) {
    u32 length, units = 1;
    const char *line = sources_line(file, number, &length);
    if (!line) return column;
    for (u32 i = 0; i + 1 < column && i < length; i++) {
        u8 byte = (u8)line[i];
        if ((byte & 0xc0) != 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    return units + (column > length + 1 ? column - length - 1 : 0);
}

static void add_region(Sarif *s, const FindingPlace *place) {
    const SourceFile *file = sources_get(&s->sources, place->file);
    json_open_flat_object(&s->json, "region");
    json_number(&s->json, "startLine", place->line);
    if (place->column) {
        u32 end = sources_end_of_word(file, place->line, place->column);
        json_number(&s->json, "startColumn", utf16_column(file, place->line, place->column));
        json_number(&s->json, "endColumn", utf16_column(file, place->line, end));
    }
    json_close(&s->json);
}

/* The members of a `location`. */
static void add_location(Sarif *s, const FindingPlace *place, const char *message) {
    if (message) {
        json_open_flat_object(&s->json, "message");
        json_text(&s->json, "text", message);
        json_close(&s->json);
    }
    if (place->file[0]) {
        json_open_object(&s->json, "physicalLocation");
        add_artifact_location(s, "artifactLocation", place->file);
        json_number(&s->json, "index", artifact_index(s, place->file));
        json_close(&s->json);
        if (place->line) add_region(s, place);
        json_close(&s->json);
    }
    if (place->function[0]) {
        json_open_flat_array(&s->json, "logicalLocations");
        json_open_object(&s->json, NULL);
        json_text(&s->json, "fullyQualifiedName", place->function);
        json_text(&s->json, "kind", "function");
        json_close(&s->json);
        json_close(&s->json);
    }
}

/* ---- Rules and CWE ---- */

static u32 weakness_index(Sarif *s, u32 cwe) {
    u32 i = 0;
    while (i < s->weaknesses.count && s->weaknesses.at[i] != cwe) i++;
    if (i == s->weaknesses.count) vec_push(&s->weaknesses, cwe);
    return i;
}

/* A reference to an entry of the taxonomy: its members. */
static void add_weakness(Sarif *s, u32 cwe) {
    char id[12];
    snprintf(id, sizeof id, "%u", cwe);
    json_text(&s->json, "id", id);
    json_number(&s->json, "index", weakness_index(s, cwe));
    json_open_object(&s->json, "toolComponent");
    json_text(&s->json, "name", "CWE");
    json_number(&s->json, "index", 0);
    json_close(&s->json);
}

/* "null-dereference" as "NullDereference". */
static void add_rule_name(Json *json, const char *id) {
    Text name = {0};
    bool is_first = true;
    for (; *id; id++) {
        if (*id != '-') text_add_char(&name, (char)(is_first ? toupper((unsigned char)*id) : *id));
        is_first = *id == '-';
    }
    json_text(json, "name", name.chars);
    text_free(&name);
}

static void add_message(Json *json, const char *key, const char *text) {
    json_open_flat_object(json, key);
    json_text(json, "text", text);
    json_close(json);
}

static void add_rule(Sarif *s, const FindingKindInfo *kind) {
    Json *json = &s->json;
    Text tag = {0};
    text_printf(&tag, "external/cwe/cwe-%03u", kind->cwe);
    json_open_object(json, NULL);
    json_text(json, "id", kind->id);
    add_rule_name(json, kind->id);
    add_message(json, "shortDescription", kind->title);
    json_open_flat_object(json, "defaultConfiguration");
    json_text(json, "level", severity_name(kind->severity));
    json_truth(json, "enabled", kind->is_shown);
    json_close(json);
    json_open_flat_array(json, "relationships");
    json_open_object(json, NULL);
    json_open_object(json, "target");
    add_weakness(s, kind->cwe);
    json_close(json);
    json_open_array(json, "kinds");
    json_text(json, NULL, "superset");
    json_close(json);
    json_close(json);
    json_close(json);
    json_open_flat_object(json, "properties");
    json_open_array(json, "tags");
    json_text(json, NULL, "security");
    json_text(json, NULL, tag.chars);
    json_close(json);
    json_text(json, "precision", "very-high");
    json_close(json);
    json_close(json);
    text_free(&tag);
}

static void add_tool(Sarif *s) {
    Json *json = &s->json;
    json_open_object(json, "tool");
    json_open_object(json, "driver");
    json_text(json, "name", "Loci");
    json_text(json, "fullName", "loci check");
    json_text(json, "version", s->summary->version);
    json_open_flat_array(json, "supportedTaxonomies");
    json_open_object(json, NULL);
    json_text(json, "name", "CWE");
    json_number(json, "index", 0);
    json_close(json);
    json_close(json);
    json_open_array(json, "rules");
    for (u32 i = 0; i < FINDING_KIND_COUNT; i++) add_rule(s, &finding_kinds[i]);
    json_close(json);
    json_close(json);
    json_close(json);
}

static void add_taxonomy(Sarif *s) {
    Json *json = &s->json;
    json_open_array(json, "taxonomies");
    json_open_object(json, NULL);
    json_text(json, "name", "CWE");
    json_text(json, "organization", "MITRE");
    json_text(json, "informationUri", "https://cwe.mitre.org/");
    add_message(json, "shortDescription", "The MITRE Common Weakness Enumeration");
    json_open_array(json, "taxa");
    for (u32 i = 0; i < s->weaknesses.count; i++) {
        char text[64];
        json_open_flat_object(json, NULL);
        snprintf(text, sizeof text, "%u", s->weaknesses.at[i]);
        json_text(json, "id", text);
        snprintf(text, sizeof text, "https://cwe.mitre.org/data/definitions/%u.html", s->weaknesses.at[i]);
        json_text(json, "helpUri", text);
        json_close(json);
    }
    json_close(json);
    json_close(json);
    json_close(json);
}

/* ---- Results ---- */

static void add_state(Json *json, const FindingNote *note) {
    if (!note->value_count) return;
    json_open_flat_object(json, "state");
    for (u32 i = 0; i < note->value_count; i++) {
        json_open_object(json, note->values[i].name);
        json_text(json, "text", note->values[i].value);
        json_close(json);
    }
    json_close(json);
}

/* The words of SARIF for the kinds of steps. */
static const char *const step_kinds[NOTE_KIND_COUNT][2] = {[NOTE_ASSUMPTION] = {"value"},
                                                           [NOTE_BRANCH] = {"branch"},
                                                           [NOTE_CALL] = {"call", "function"},
                                                           [NOTE_RETURN] = {"return", "function"},
                                                           [NOTE_ALLOCATION] = {"acquire", "memory"},
                                                           [NOTE_FREE] = {"release", "memory"},
                                                           [NOTE_EVENT] = {"value"}};

static void add_step(Sarif *s, const FindingNote *note, u32 order, bool is_last) {
    Json *json = &s->json;
    json_open_object(json, NULL);
    json_number(json, "executionOrder", order);
    json_number(json, "nestingLevel", note->depth);
    bool is_essential =
        is_last || note->kind == NOTE_ASSUMPTION || note->kind == NOTE_ALLOCATION || note->kind == NOTE_FREE;
    json_text(json, "importance", is_essential ? "essential" : note->kind == NOTE_RETURN ? "unimportant" : "important");
    json_open_flat_array(json, "kinds");
    for (u32 i = 0; i < 2 && step_kinds[note->kind][i]; i++) json_text(json, NULL, step_kinds[note->kind][i]);
    if (is_last) json_text(json, NULL, "danger");
    json_close(json);
    json_open_object(json, "location");
    add_location(s, &note->place, note->text);
    json_close(json);
    add_state(json, note);
    json_close(json);
}

static void add_code_flow(Sarif *s, const Finding *finding) {
    if (!finding->note_count) return;
    json_open_array(&s->json, "codeFlows");
    json_open_object(&s->json, NULL);
    json_open_array(&s->json, "threadFlows");
    json_open_object(&s->json, NULL);
    json_open_array(&s->json, "locations");
    for (u32 i = 0; i < finding->note_count; i++) add_step(s, &finding->notes[i], i + 1, i + 1 == finding->note_count);
    json_close(&s->json);
    json_close(&s->json);
    json_close(&s->json);
    json_close(&s->json);
    json_close(&s->json);
}

/* Where blocks were allocated and freed: the places a reader wants first. */
static void add_related_locations(Sarif *s, const Finding *finding) {
    u32 count = 0;
    for (u32 i = 0; i + 1 < finding->note_count; i++) {
        const FindingNote *note = &finding->notes[i];
        if (note->kind != NOTE_ALLOCATION && note->kind != NOTE_FREE) continue;
        if (!count++) json_open_array(&s->json, "relatedLocations");
        json_open_object(&s->json, NULL);
        json_number(&s->json, "id", count);
        add_location(s, &note->place, note->text);
        json_close(&s->json);
    }
    if (count) json_close(&s->json);
}

static void add_suppressions(Sarif *s, const Finding *finding) {
    if (finding->standing != STANDING_SUPPRESSED) return;
    json_open_flat_array(&s->json, "suppressions");
    json_open_object(&s->json, NULL);
    json_text(&s->json, "kind", "inSource");
    if (finding->justification[0]) json_text(&s->json, "justification", finding->justification);
    json_close(&s->json);
    json_close(&s->json);
}

static void add_properties(Json *json, const Finding *finding) {
    json_open_object(json, "properties");
    json_text(json, "confidence", confidence_name(finding->confidence));
    json_truth(json, "confirmed", finding->is_confirmed);
    json_text(json, "entry", finding->entry);
    if (finding->assumption[0]) json_text(json, "assumption", finding->assumption);
    if (finding->driver[0]) json_text(json, "reproducer", finding->driver);
    json_open_flat_object(json, "inputs");
    for (u32 i = 0; i < finding->value_count; i++) json_text(json, finding->values[i].name, finding->values[i].value);
    json_close(json);
    json_close(json);
}

static void add_result(Sarif *s, const Finding *finding) {
    Json *json = &s->json;
    char fingerprint[FINGERPRINT_TEXT];
    fingerprint_text(finding->fingerprint, fingerprint);
    json_open_object(json, NULL);
    json_text(json, "ruleId", finding_kinds[finding->kind].id);
    json_number(json, "ruleIndex", finding->kind);
    json_text(json, "level", severity_name(finding->severity));
    json_text(json, "kind", "fail");
    add_message(json, "message", finding->message);
    json_open_array(json, "locations");
    json_open_object(json, NULL);
    add_location(s, &finding->place, NULL);
    json_close(json);
    json_close(json);
    add_related_locations(s, finding);
    json_open_flat_object(json, "partialFingerprints");
    json_text(json, "lociFingerprint/v1", fingerprint);
    json_close(json);
    if (s->has_baseline) json_text(json, "baselineState", finding->standing == STANDING_KNOWN ? "unchanged" : "new");
    add_suppressions(s, finding);
    json_open_flat_array(json, "taxa");
    json_open_object(json, NULL);
    add_weakness(s, finding->cwe);
    json_close(json);
    json_close(json);
    add_code_flow(s, finding);
    add_properties(json, finding);
    json_close(json);
}

static void add_artifacts(Sarif *s) {
    json_open_array(&s->json, "artifacts");
    for (u32 i = 0; i < s->sources.files.count; i++) {
        const SourceFile *file = s->sources.files.at[i];
        char hash[65];
        json_open_object(&s->json, NULL);
        add_artifact_location(s, "location", file->path);
        json_close(&s->json);
        json_text(&s->json, "sourceLanguage", "c");
        if (file->text.length) {
            sha256_hex(file->text.chars, file->text.length, hash);
            json_open_flat_object(&s->json, "hashes");
            json_text(&s->json, "sha-256", hash);
            json_close(&s->json);
        }
        json_close(&s->json);
    }
    json_close(&s->json);
}

static void add_invocation(Sarif *s) {
    Json *json = &s->json;
    Text root = {0};
    text_add(&root, "file://");
    add_uri(&root, s->summary->folder);
    if (root.chars[root.length - 1] != '/') text_add_char(&root, '/');
    json_text(json, "columnKind", "utf16CodeUnits");
    json_open_flat_object(json, "originalUriBaseIds");
    json_open_object(json, "SRCROOT");
    json_text(json, "uri", root.chars);
    json_close(json);
    json_close(json);
    json_open_array(json, "invocations");
    json_open_object(json, NULL);
    json_text(json, "commandLine", s->summary->command_line);
    json_truth(json, "executionSuccessful", true);
    json_number(json, "exitCode", s->summary->status);
    json_close(json);
    json_close(json);
    text_free(&root);
}

/* Every file that a finding or its path names becomes an artifact. */
static void find_artifacts(Sarif *s) {
    for (u32 i = 0; i < s->list->all.count; i++) {
        const Finding *finding = &s->list->all.at[i];
        s->has_baseline |= finding->standing == STANDING_KNOWN;
        if (finding->place.file[0]) sources_get(&s->sources, finding->place.file);
        for (u32 k = 0; k < finding->note_count; k++)
            if (finding->notes[k].place.file[0]) sources_get(&s->sources, finding->notes[k].place.file);
    }
}

void report_sarif(Text *out, const FindingList *list, const CheckSummary *summary) {
    Sarif s = {.json = {out}, .list = list, .summary = summary};
    find_artifacts(&s);
    json_open_object(&s.json, NULL);
    json_text(&s.json, "$schema", SCHEMA);
    json_text(&s.json, "version", "2.1.0");
    json_open_array(&s.json, "runs");
    json_open_object(&s.json, NULL);
    add_tool(&s);
    add_invocation(&s);
    add_artifacts(&s);
    json_open_array(&s.json, "results");
    for (u32 i = 0; i < list->all.count; i++) add_result(&s, &list->all.at[i]);
    json_close(&s.json);
    add_taxonomy(&s);
    json_close(&s.json);
    json_close(&s.json);
    json_close(&s.json);
    text_add_char(out, '\n');
    sources_free(&s.sources);
    vec_free(&s.weaknesses);
}
