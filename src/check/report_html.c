/* Findings as one page for a browser: style, script and data are in it, and nothing is loaded from anywhere. The data is the
 * report as JSON and the lines of the sources around the steps; src/check/page/ has the rest. */
#include "check/report.h"

#include "check/sources.h"
#include "report/html.h"

#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"
static const char STYLE[] = {
#embed "page/style.css"
    , 0};
static const char BODY[] = {
#embed "page/body.html"
    , 0};
static const char SCRIPT[] = {
#embed "page/view.js"
    , 0};

enum { AROUND = 12 }; /* lines before and after a step; view.js shows as many */

static int by_number(const void *a, const void *b) {
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return x < y ? -1 : x > y;
}

typedef VEC(u32) Numbers;

/* The lines of a file that steps of shown findings are at. */
static void collect_lines(const FindingList *list, const char *path, Numbers *lines) {
    for (u32 i = 0; i < list->all.count; i++) {
        const Finding *finding = &list->all.at[i];
        if (finding->standing != STANDING_SHOWN) continue;
        for (u32 k = 0; k < finding->note_count; k++)
            if (finding->notes[k].place.line && !strcmp(finding->notes[k].place.file, path))
                vec_push(lines, finding->notes[k].place.line);
    }
    if (lines->count) qsort(lines->at, lines->count, sizeof *lines->at, by_number);
}

static void add_line(Json *json, const SourceFile *file, u32 number) {
    u32 length;
    Text line = {0};
    const char *chars = sources_line(file, number, &length);
    text_add_n(&line, chars, length);
    json_text(json, NULL, line.chars);
    text_free(&line);
}

/* {"count": lines of the file, "parts": [{"from": 3, "lines": ["...", ...]}, ...]} */
static void add_source(Json *json, const FindingList *list, const SourceFile *file) {
    Numbers lines = {0};
    u32 count = sources_line_count(file), next = 1;
    collect_lines(list, file->path, &lines);
    json_open_flat_object(json, file->path);
    json_number(json, "count", count);
    json_open_array(json, "parts");
    for (u32 i = 0; i < lines.count; i++) {
        u32 from = MAX(next, lines.at[i] > AROUND ? lines.at[i] - AROUND : 1), end = MIN(count, lines.at[i] + AROUND);
        if (from > end) continue;
        json_open_object(json, NULL);
        json_number(json, "from", from);
        json_open_array(json, "lines");
        for (u32 number = from; number <= end; number++) add_line(json, file, number);
        json_close(json);
        json_close(json);
        next = end + 1;
    }
    json_close(json);
    json_close(json);
    vec_free(&lines);
}

static void add_sources(Json *json, const FindingList *list) {
    Sources sources = {0};
    for (u32 i = 0; i < list->all.count; i++)
        for (u32 k = 0; k < list->all.at[i].note_count; k++) sources_get(&sources, list->all.at[i].notes[k].place.file);
    json_open_object(json, "sources");
    for (u32 i = 0; i < sources.files.count; i++) add_source(json, list, sources.files.at[i]);
    json_close(json);
    sources_free(&sources);
}

void report_html(Text *out, const FindingList *list, const CheckSummary *summary) {
    Text data = {0};
    Json json = {&data};
    json_open_object(&json, NULL);
    report_json_members(&json, list, summary);
    add_sources(&json, list);
    json_close(&json);
    html_page(out, &(HtmlPage){"findings", STYLE, BODY, {SCRIPT}, &data});
    text_free(&data);
}
