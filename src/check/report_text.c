/* Findings on a terminal, in the manner of clang: place, sentence, source line and caret, then the path as notes. */
#include "check/finding.h"

#include "report/diagnostic.h"

static void add_place(Text *out, const FindingPlace *place) {
    if (!place->file[0] || !place->line) return;
    text_printf(out, "%s:%u:", place->file, place->line);
    if (place->column) text_printf(out, "%u:", place->column);
    text_add_char(out, ' ');
}

static void add_note(Text *out, const FindingNote *note) {
    add_place(out, &note->place);
    text_printf(out, "note: %s\n", note->text);
}

static void add_values(Text *out, const Finding *finding) {
    if (!finding->value_count) return;
    text_add(out, "  with");
    for (u32 i = 0; i < finding->value_count; i++)
        text_printf(out, "%s %s = %s", i ? "," : "", finding->values[i].name, finding->values[i].value);
    text_add_char(out, '\n');
}

static void add_finding(Text *out, const Finding *finding) {
    add_place(out, &finding->place);
    text_printf(out, "%s: %s [%s, CWE-%u, %s]\n", severity_name(finding->severity), finding->message,
                finding_kinds[finding->kind].id, finding->cwe, confidence_name(finding->confidence));
    diagnostic_print_source(out, finding->place.file, finding->place.line, finding->place.column);
    if (finding->assumption[0]) text_printf(out, "  assumes: %s\n", finding->assumption);
    for (u32 i = 0; i < finding->note_count; i++) add_note(out, &finding->notes[i]);
    add_values(out, finding);
    if (finding->driver[0]) text_printf(out, "  reproducer: %s\n", finding->driver);
}

void report_text(Text *out, const FindingList *list) {
    for (u32 i = 0; i < list->all.count; i++) add_finding(out, &list->all.at[i]);
}
