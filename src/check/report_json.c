/* Findings as one JSON object: {"version", ..., "findings": [...], "hidden": [...]}. Hidden are those that a comment or the
 * baseline keeps from being shown. */
#include "check/report.h"

static void add_place(Json *json, const FindingPlace *place) {
    json_text(json, "file", place->file);
    json_number(json, "line", place->line);
    json_number(json, "column", place->column);
    json_text(json, "function", place->function);
}

static void add_values(Json *json, const FindingValue *values, u32 count) {
    json_open_flat_array(json, "values");
    for (u32 i = 0; i < count; i++) {
        json_open_object(json, NULL);
        json_text(json, "name", values[i].name);
        json_text(json, "value", values[i].value);
        json_close(json);
    }
    json_close(json);
}

static void add_note(Json *json, const FindingNote *note) {
    json_open_flat_object(json, NULL);
    json_text(json, "kind", note_kind_name(note->kind));
    add_place(json, &note->place);
    json_text(json, "text", note->text);
    json_number(json, "depth", note->depth);
    if (note->value_count) add_values(json, note->values, note->value_count);
    json_close(json);
}

static void add_finding(Json *json, const Finding *finding) {
    char fingerprint[FINGERPRINT_TEXT];
    fingerprint_text(finding->fingerprint, fingerprint);
    json_open_object(json, NULL);
    json_text(json, "kind", finding_kinds[finding->kind].id);
    json_number(json, "cwe", finding->cwe);
    json_text(json, "severity", severity_name(finding->severity));
    json_text(json, "confidence", confidence_name(finding->confidence));
    json_text(json, "message", finding->message);
    json_text(json, "assumption", finding->assumption);
    add_place(json, &finding->place);
    json_text(json, "entry", finding->entry);
    json_text(json, "fingerprint", fingerprint);
    json_text(json, "standing", standing_name(finding->standing));
    if (finding->standing == STANDING_SUPPRESSED) json_text(json, "justification", finding->justification);
    json_truth(json, "confirmed", finding->is_confirmed);
    if (finding->doubt[0]) json_text(json, "doubt", finding->doubt);
    if (finding->driver[0]) json_text(json, "driver", finding->driver);
    add_values(json, finding->values, finding->value_count);
    json_open_array(json, "path");
    for (u32 i = 0; i < finding->note_count; i++) add_note(json, &finding->notes[i]);
    json_close(json);
    json_close(json);
}

static void add_findings(Json *json, const char *key, const FindingList *list, bool are_shown) {
    json_open_array(json, key);
    for (u32 i = 0; i < list->all.count; i++)
        if ((list->all.at[i].standing == STANDING_SHOWN) == are_shown) add_finding(json, &list->all.at[i]);
    json_close(json);
}

void report_json_members(Json *json, const FindingList *list, const CheckSummary *summary) {
    json_text(json, "tool", "loci check");
    json_text(json, "version", summary->version);
    json_text(json, "command", summary->command_line);
    json_text(json, "folder", summary->folder);
    json_number(json, "functions", summary->function_count);
    json_number(json, "stopped", summary->stopped_count);
    json_real(json, "seconds", summary->seconds);
    json_number(json, "suppressed", findings_standing(list, STANDING_SUPPRESSED));
    json_number(json, "known", findings_standing(list, STANDING_KNOWN));
    add_findings(json, "findings", list, true);
    add_findings(json, "hidden", list, false);
}

void report_json(Text *out, const FindingList *list, const CheckSummary *summary) {
    Json json = {out};
    json_open_object(&json, NULL);
    report_json_members(&json, list, summary);
    json_close(&json);
    text_add_char(out, '\n');
}
