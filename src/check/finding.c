/* Lists of findings: order, fingerprints, and their form between processes. */
#include "check/finding.h"

#include "base/map.h"
#include "base/path.h"
#include "report/diagnostic.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const FindingKindInfo finding_kinds[FINDING_KIND_COUNT] = {
#define KIND(NAME, id, cwe, severity, shown, title) [FINDING_##NAME] = {id, cwe, SEVERITY_##severity, shown, title},
#include "check/kinds.def"
#undef KIND
};

static const char *const severity_names[] = {"note", "warning", "error"};
static const char *const confidence_names[] = {"certain", "possible"};
static const char *const note_kind_names[NOTE_KIND_COUNT] = {"assumption", "branch", "call", "return",
                                                             "allocation", "free",   "event"};

const char *severity_name(Severity severity) { return severity_names[severity]; }
const char *confidence_name(Confidence confidence) { return confidence_names[confidence]; }
const char *note_kind_name(NoteKind kind) { return note_kind_names[kind]; }

FindingKind finding_kind_named(const char *id) {
    u32 i = 0;
    while (i < FINDING_KIND_COUNT && strcmp(finding_kinds[i].id, id) != 0) i++;
    return (FindingKind)i;
}

/* ---- The list ---- */

static const char *keep(Arena *arena, const char *text) { return text && *text ? arena_strdup(arena, text) : ""; }

static FindingPlace keep_place(Arena *arena, FindingPlace place) {
    place.file = keep(arena, place.file);
    place.function = keep(arena, place.function);
    return place;
}

static FindingValue *keep_values(Arena *arena, const FindingValue *values, u32 count) {
    FindingValue *copy = ARENA_ARRAY(arena, FindingValue, count + 1);
    for (u32 i = 0; i < count; i++) copy[i] = (FindingValue){keep(arena, values[i].name), keep(arena, values[i].value)};
    return copy;
}

void findings_add(FindingList *list, const Finding *finding) {
    Arena *arena = &list->arena;
    Finding copy = *finding;
    copy.assumption = keep(arena, finding->assumption);
    copy.message = keep(arena, finding->message);
    copy.entry = keep(arena, finding->entry);
    copy.unit = keep(arena, finding->unit);
    copy.driver = keep(arena, finding->driver);
    copy.code = keep(arena, finding->code);
    copy.inputs = keep(arena, finding->inputs);
    copy.doubt = keep(arena, finding->doubt);
    copy.justification = keep(arena, finding->justification);
    copy.place = keep_place(arena, finding->place);
    copy.notes = ARENA_ARRAY(arena, FindingNote, finding->note_count + 1);
    for (u32 i = 0; i < finding->note_count; i++) {
        copy.notes[i] = finding->notes[i];
        copy.notes[i].place = keep_place(arena, finding->notes[i].place);
        copy.notes[i].text = keep(arena, finding->notes[i].text);
        copy.notes[i].values = keep_values(arena, finding->notes[i].values, finding->notes[i].value_count);
    }
    copy.values = keep_values(arena, finding->values, finding->value_count);
    vec_push(&list->all, copy);
}

void findings_free(FindingList *list) {
    vec_free(&list->all);
    arena_free(&list->arena);
}

/* ---- Order ---- */

static int compare_numbers(u32 a, u32 b) { return a < b ? -1 : a > b; }

/* Equal: they say the same. */
static int compare(const Finding *a, const Finding *b) {
    int order = strcmp(a->place.file, b->place.file);
    if (!order) order = compare_numbers(a->place.line, b->place.line);
    if (!order) order = compare_numbers(a->place.column, b->place.column);
    if (!order) order = compare_numbers(a->kind, b->kind);
    return order ? order : strcmp(a->place.function, b->place.function);
}

static int in_order(const void *one, const void *other) {
    const Finding *a = one, *b = other;
    int order = compare(a, b);
    if (!order) order = compare_numbers(a->confidence, b->confidence);
    if (!order) order = compare_numbers(a->note_count, b->note_count);
    return order ? order : strcmp(a->entry, b->entry);
}

static u64 hash_text(u64 hash, const char *text, bool without_spaces) {
    for (; *text; text++) /* FNV-1a */
        if (!without_spaces || !isspace((unsigned char)*text)) hash = (hash ^ (u8)*text) * 0x100000001b3u;
    return hash * 0x100000001b3u;
}

/* Neither the number of the line nor the folder is in it. */
static u64 fingerprint(const Finding *finding) {
    Text line = {0};
    u64 hash = hash_text(0xcbf29ce484222325u, finding_kinds[finding->kind].id, false);
    hash = hash_text(hash, path_base(finding->place.file), false);
    hash = hash_text(hash, finding->place.function, false);
    if (diagnostic_source_line(finding->place.file, finding->place.line, &line))
        hash = hash_text(hash, line.chars ? line.chars : "", true);
    text_free(&line);
    return hash;
}

/* The same line twice in a function: the second one has a fingerprint of its own. */
static void give_fingerprints(FindingList *list) {
    Map seen = {0};
    for (u32 i = 0; i < list->all.count; i++) {
        u64 hash = fingerprint(&list->all.at[i]);
        while (map_get(&seen, hash, NULL)) hash = hash * 0x100000001b3u + 1;
        map_put(&seen, hash, 1);
        list->all.at[i].fingerprint = hash;
    }
    map_free(&seen);
}

void findings_sort(FindingList *list) {
    if (list->all.count) qsort(list->all.at, list->all.count, sizeof *list->all.at, in_order);
    u32 kept = 0;
    for (u32 i = 0; i < list->all.count; i++)
        if (!kept || compare(&list->all.at[kept - 1], &list->all.at[i])) list->all.at[kept++] = list->all.at[i];
    list->all.count = kept;
    give_fingerprints(list);
}

/* ---- Between processes: a word for the field, then its value; texts with \n, \t and \\ escaped ---- */

static void write_text(Text *out, const char *text) {
    text_add_char(out, '\t');
    for (; *text; text++) {
        if (*text == '\n') text_add(out, "\\n");
        else if (*text == '\t') text_add(out, "\\t");
        else if (*text == '\\') text_add(out, "\\\\");
        else text_add_char(out, *text);
    }
}

static void write_place(Text *out, const FindingPlace *place) {
    text_printf(out, "\t%u\t%u", place->line, place->column);
    write_text(out, place->file);
    write_text(out, place->function);
}

static void write_values(Text *out, const char *word, const FindingValue *values, u32 count) {
    for (u32 i = 0; i < count; i++) {
        text_add(out, word);
        write_text(out, values[i].name);
        write_text(out, values[i].value);
        text_add_char(out, '\n');
    }
}

static void write_finding(Text *out, const Finding *finding) {
    text_printf(out, "finding\t%s\t%u\t%u\t%u\t%u\t%" PRIu64, finding_kinds[finding->kind].id, finding->cwe,
                finding->severity, finding->confidence, finding->is_confirmed, finding->fingerprint);
    write_place(out, &finding->place);
    write_text(out, finding->assumption);
    write_text(out, finding->message);
    write_text(out, finding->entry);
    write_text(out, finding->driver);
    write_text(out, finding->code);
    write_text(out, finding->inputs);
    write_text(out, finding->doubt);
    write_text(out, finding->unit);
    text_add_char(out, '\n');
    for (u32 i = 0; i < finding->note_count; i++) {
        text_printf(out, "note\t%u\t%u", finding->notes[i].kind, finding->notes[i].depth);
        write_place(out, &finding->notes[i].place);
        write_text(out, finding->notes[i].text);
        text_add_char(out, '\n');
        write_values(out, "at", finding->notes[i].values, finding->notes[i].value_count);
    }
    write_values(out, "value", finding->values, finding->value_count);
    text_add(out, "end\n");
}

void findings_write(Text *out, const FindingList *list) {
    for (u32 i = 0; i < list->all.count; i++) write_finding(out, &list->all.at[i]);
}

enum { MOST_FIELDS = 24 };

/* The fields of a line, taken apart in place. */
typedef struct {
    char *at[MOST_FIELDS];
    u32 count;
} Fields;

static void unescape(char *text) {
    char *to = text;
    for (; *text; text++) {
        if (*text != '\\' || !text[1]) *to++ = *text;
        else *to++ = *++text == 'n' ? '\n' : *text == 't' ? '\t' : *text;
    }
    *to = 0;
}

static void split(char *line, Fields *fields) {
    fields->count = 0;
    while (line && fields->count < MOST_FIELDS) {
        char *tab = strchr(line, '\t');
        if (tab) *tab = 0;
        unescape(line);
        fields->at[fields->count++] = line;
        line = tab ? tab + 1 : NULL;
    }
}

static u32 number(const Fields *fields, u32 field) { return (u32)strtoul(fields->at[field], NULL, 10); }

static FindingPlace read_place(const Fields *fields, u32 first) {
    return (FindingPlace){.line = number(fields, first),
                          .column = number(fields, first + 1),
                          .file = fields->at[first + 2],
                          .function = fields->at[first + 3]};
}

static bool read_head(const Fields *fields, Finding *finding) {
    if (fields->count != 19) return false;
    *finding = (Finding){.kind = finding_kind_named(fields->at[1]),
                         .cwe = number(fields, 2),
                         .severity = (Severity)number(fields, 3),
                         .confidence = (Confidence)number(fields, 4),
                         .is_confirmed = number(fields, 5) != 0,
                         .fingerprint = strtoull(fields->at[6], NULL, 10),
                         .place = read_place(fields, 7),
                         .assumption = fields->at[11],
                         .message = fields->at[12],
                         .entry = fields->at[13],
                         .driver = fields->at[14],
                         .code = fields->at[15],
                         .inputs = fields->at[16],
                         .doubt = fields->at[17],
                         .unit = fields->at[18]};
    return finding->kind < FINDING_KIND_COUNT && finding->severity <= SEVERITY_ERROR &&
           finding->confidence <= CONFIDENCE_POSSIBLE;
}

/* What is being read: a finding with its notes and values so far. */
typedef struct {
    Finding finding;
    bool is_open;
    VEC(FindingNote) notes;
    VEC(FindingValue) values;
    VEC(FindingValue) note_values; /* of all notes, one after the other */
} Reader;

static void close_finding(Reader *reader, FindingList *list) {
    for (u32 i = 0, at = 0; i < reader->notes.count; at += reader->notes.at[i++].value_count)
        reader->notes.at[i].values = reader->notes.at[i].value_count ? &reader->note_values.at[at] : NULL;
    reader->finding.notes = reader->notes.at;
    reader->finding.note_count = reader->notes.count;
    reader->finding.values = reader->values.at;
    reader->finding.value_count = reader->values.count;
    findings_add(list, &reader->finding);
    reader->is_open = false;
}

static bool read_line(Reader *reader, FindingList *list, const Fields *fields) {
    if (!strcmp(fields->at[0], "finding")) {
        if (reader->is_open || !read_head(fields, &reader->finding)) return false;
        vec_clear(&reader->notes);
        vec_clear(&reader->values);
        vec_clear(&reader->note_values);
        return reader->is_open = true;
    }
    if (!reader->is_open) return false;
    if (!strcmp(fields->at[0], "note") && fields->count == 8 && number(fields, 1) < NOTE_KIND_COUNT) {
        vec_push(&reader->notes, (FindingNote){.kind = (NoteKind)number(fields, 1),
                                               .depth = number(fields, 2),
                                               .place = read_place(fields, 3),
                                               .text = fields->at[7]});
        return true;
    }
    if (!strcmp(fields->at[0], "at") && fields->count == 3 && reader->notes.count) {
        vec_push(&reader->note_values, (FindingValue){fields->at[1], fields->at[2]});
        vec_last(&reader->notes).value_count++;
        return true;
    }
    if (!strcmp(fields->at[0], "value") && fields->count == 3) {
        vec_push(&reader->values, (FindingValue){fields->at[1], fields->at[2]});
        return true;
    }
    if (strcmp(fields->at[0], "end") != 0) return false;
    close_finding(reader, list);
    return true;
}

bool findings_read(FindingList *list, const char *text) {
    Reader reader = {0};
    char *copy = xstrdup(text);
    bool ok = true;
    for (char *line = copy; *line && ok;) {
        char *end = strchr(line, '\n');
        Fields fields;
        if (!end) break;
        *end = 0;
        split(line, &fields);
        ok = read_line(&reader, list, &fields);
        line = end + 1;
    }
    ok = ok && !reader.is_open;
    vec_free(&reader.notes);
    vec_free(&reader.values);
    vec_free(&reader.note_values);
    free(copy);
    return ok;
}
