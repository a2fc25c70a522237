#include "check/result.h"

#include "verify/bytes.h"

void result_write(Text *out, const CheckResult *result) {
    Text findings = {0};
    bytes_add_number(out, result->statistics.roots.count);
    for (u32 i = 0; i < result->statistics.roots.count; i++) {
        const RootStatistics *root = &result->statistics.roots.at[i];
        bytes_add_text(out, root->function);
        bytes_add_number(out, root->paths);
        bytes_add_number(out, root->queries);
        bytes_add_number(out, root->widened);
        bytes_add_text(out, root->skipped);
        bytes_add_number(out, (u64)(root->seconds * 1e6));
        bytes_add_text(out, root->stopped);
    }
    findings_write(&findings, &result->findings);
    bytes_add_text(out, findings.chars);
    text_free(&findings);
}

static const char *read_text(ByteReader *reader, Text *text, Arena *arena) {
    bytes_text(reader, text);
    return arena_strdup(arena, text->length ? text->chars : "");
}

bool result_read(CheckResult *result, const Text *bytes) {
    ByteReader reader = {bytes->chars, bytes->chars + bytes->length, false};
    CheckStatistics *statistics = &result->statistics;
    Text text = {0};
    for (u64 count = bytes_number(&reader); count && !reader.is_broken; count--) {
        RootStatistics root = {.function = read_text(&reader, &text, &statistics->arena)};
        root.paths = bytes_number(&reader);
        root.queries = bytes_number(&reader);
        root.widened = bytes_number(&reader);
        root.skipped = read_text(&reader, &text, &statistics->arena);
        root.seconds = (double)bytes_number(&reader) / 1e6;
        root.stopped = read_text(&reader, &text, &statistics->arena);
        if (!reader.is_broken) vec_push(&statistics->roots, root);
    }
    bytes_text(&reader, &text);
    bool ok = !reader.is_broken && findings_read(&result->findings, text.length ? text.chars : "");
    text_free(&text);
    return ok;
}

void result_append(CheckResult *to, const CheckResult *from) {
    for (u32 i = 0; i < from->findings.all.count; i++) findings_add(&to->findings, &from->findings.all.at[i]);
    for (u32 i = 0; i < from->statistics.roots.count; i++) {
        RootStatistics root = from->statistics.roots.at[i];
        root.function = arena_strdup(&to->statistics.arena, root.function);
        root.skipped = arena_strdup(&to->statistics.arena, root.skipped);
        root.stopped = arena_strdup(&to->statistics.arena, root.stopped);
        vec_push(&to->statistics.roots, root);
    }
}

void result_free(CheckResult *result) {
    findings_free(&result->findings);
    vec_free(&result->statistics.roots);
    arena_free(&result->statistics.arena);
    *result = (CheckResult){0};
}
