/* Findings on a terminal, in the manner of clang: place, sentence, source line and caret, then the path as notes. */
#include "check/report.h"

#include "report/diagnostic.h"

#include <string.h>

static void add_place(Text *out, const FindingPlace *place) {
    if (!place->file[0] || !place->line) return;
    text_printf(out, "%s:%u:", place->file, place->line);
    if (place->column) text_printf(out, "%u:", place->column);
    text_add_char(out, ' ');
}

static bool is_same_place(const FindingPlace *a, const FindingPlace *b) {
    return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file);
}

/* The last step is the finding itself: nothing new unless it is elsewhere, as the end of a block's life is. */
static void add_step_values(Text *out, const FindingNote *note) {
    for (u32 i = 0; i < note->value_count; i++)
        text_printf(out, "%s%s = %s", i ? ", " : "      | where ", note->values[i].name, note->values[i].value);
    if (note->value_count) text_add_char(out, '\n');
}

static void add_path(Text *out, const Finding *finding, bool with_values) {
    const FindingPlace *shown = &finding->place;
    for (u32 i = 0; i < finding->note_count; i++) {
        const FindingNote *note = &finding->notes[i];
        bool says_the_same = is_same_place(&note->place, &finding->place) && !strcmp(note->text, finding->message);
        if (says_the_same && i + 1 == finding->note_count) {
            if (with_values && note->value_count) text_printf(out, "  at the end:\n");
            if (with_values) add_step_values(out, note);
            break;
        }
        add_place(out, &note->place);
        text_printf(out, "note: %s\n", note->text);
        if (!is_same_place(shown, &note->place))
            diagnostic_print_source(out, note->place.file, note->place.line, note->place.column);
        if (with_values) add_step_values(out, note);
        shown = &note->place;
    }
}

static void add_values(Text *out, const Finding *finding) {
    if (!finding->value_count) return;
    text_add(out, "  with");
    for (u32 i = 0; i < finding->value_count; i++)
        text_printf(out, "%s %s = %s", i ? "," : "", finding->values[i].name, finding->values[i].value);
    text_add_char(out, '\n');
}

static void add_finding(Text *out, const Finding *finding, bool with_values) {
    add_place(out, &finding->place);
    text_printf(out, "%s: %s [%s, CWE-%u, %s]\n", severity_name(finding->severity), finding->message,
                finding_kinds[finding->kind].id, finding->cwe, confidence_name(finding->confidence));
    diagnostic_print_source(out, finding->place.file, finding->place.line, finding->place.column);
    if (finding->assumption[0]) text_printf(out, "  assumes: %s\n", finding->assumption);
    add_path(out, finding, with_values);
    add_values(out, finding);
    bool is_doubted = finding->doubt[0] && strcmp(finding->doubt, finding->assumption) != 0;
    if (is_doubted) text_printf(out, "  not run again: %s\n", finding->doubt);
    if (finding->driver[0]) text_printf(out, "  reproducer: %s\n", finding->driver);
}

static void add_count(Text *out, u32 count, const char *what) {
    if (count) text_printf(out, ", %u %s", count, what);
}

void report_text(Text *out, const FindingList *list, bool with_values) {
    for (u32 i = 0; i < list->all.count; i++)
        if (list->all.at[i].standing == STANDING_SHOWN) add_finding(out, &list->all.at[i], with_values);
    u32 shown = findings_standing(list, STANDING_SHOWN);
    text_printf(out, "%u finding%s", shown, shown == 1 ? "" : "s");
    add_count(out, findings_standing(list, STANDING_SUPPRESSED), "suppressed by comments");
    add_count(out, findings_standing(list, STANDING_KNOWN), "in the baseline");
    text_add_char(out, '\n');
}
