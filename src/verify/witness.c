/* Witnesses in format 2.0. A violation is the sequence of what the functions that ask for inputs return, and where it
 * ends; a proof is its invariants, of which there may be none. */
#include "verify/verify.h"

#include "base/sha256.h"
#include "verify/source.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* ---- Words ---- */

static void quoted(Text *out, const char *chars) {
    text_add_char(out, '"');
    for (; *chars; chars++) {
        if (*chars == '"' || *chars == '\\') text_printf(out, "\\%c", *chars);
        else if (*chars == '\n') text_add(out, "\\n");
        else text_add_char(out, *chars);
    }
    text_add_char(out, '"');
}

/* A random UUID, version 4. */
static void add_uuid(Text *out) {
    u8 bytes[16] = {0};
    if (getrandom(bytes, sizeof bytes, 0) < 0) bytes[0] = (u8)time(NULL);
    bytes[6] = (u8)((bytes[6] & 0x0f) | 0x40);
    bytes[8] = (u8)((bytes[8] & 0x3f) | 0x80);
    for (u32 i = 0; i < sizeof bytes; i++)
        text_printf(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", bytes[i]);
}

static void add_time(Text *out) {
    char text[40];
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    text_add(out, text);
}

void witness_specification(Text *out, PropertySet properties, const char *error_function) {
    for (u32 i = 0; i < PROPERTY_COUNT; i++) {
        if (!property_in(properties, (Property)i)) continue;
        if (out->length) text_add(out, "\n");
        if (i == PROPERTY_UNREACH_CALL && error_function)
            text_printf(out, "CHECK( init(main()), LTL(G ! call(%s())) )", error_function);
        else text_printf(out, "CHECK( init(main()), LTL(%s) )", property_formula((Property)i));
    }
}

static void add_metadata(Text *out, const VerifyTask *task, const Source *source) {
    char hash[65];
    Text specification = {0};
    sha256_hex(source->text.chars, source->text.length, hash);
    witness_specification(&specification, task->properties, task->error_function);
    text_add(out, "  metadata:\n    format_version: \"2.0\"\n    uuid: \"");
    add_uuid(out);
    text_add(out, "\"\n    creation_time: \"");
    add_time(out);
    text_add(
        out,
        "\"\n    producer:\n      name: \"Loci\"\n      version: \"0.1\"\n    task:\n      input_files:\n        - ");
    quoted(out, task->file);
    text_add(out, "\n      input_file_hashes:\n        ");
    quoted(out, task->file);
    text_printf(out, ": \"%s\"\n      specification: ", hash);
    quoted(out, specification.chars ? specification.chars : "");
    text_printf(out, "\n      data_model: %s\n      language: C\n",
                task->program->pointer_bytes == 4 ? "ILP32" : "LP64");
    text_free(&specification);
}

static void add_location(Text *out, const char *indent, const VerifyTask *task, u32 line, u32 column,
                         const char *function) {
    text_printf(out, "%slocation:\n%s  file_name: ", indent, indent);
    quoted(out, task->file);
    text_printf(out, "\n%s  line: %u\n", indent, line);
    if (column) text_printf(out, "%s  column: %u\n", indent, column);
    if (function && *function) text_printf(out, "%s  function: %s\n", indent, function);
}

/* ---- Violations ---- */

/* A value that C can write. Pointers are not compared with numbers. */
static bool has_constant(const KTestObject *object) {
    Text name = {0};
    verify_input_name(object->name, &name);
    InputKind kind = verify_input_kind(name.chars, object->size);
    bool is_function = name.chars[0] != '(';
    text_free(&name);
    if (kind == INPUT_FLOAT) {
        float narrow = 0;
        double wide = 0;
        memcpy(&narrow, object->bytes, MIN((size_t)object->size, sizeof narrow));
        if (object->size == sizeof wide) memcpy(&wide, object->bytes, sizeof wide);
        return is_function && isfinite(object->size == sizeof wide ? wide : (double)narrow);
    }
    return is_function && (kind == INPUT_SIGNED || kind == INPUT_UNSIGNED);
}

static void add_return(Text *out, const VerifyTask *task, const Source *source, const KTestObject *object,
                       const InputPlace *place) {
    u32 line = source_line(source, task->file, place->file, place->line);
    u32 column = line ? source_call_end(source, line, place->column) : 0;
    if (!column || !has_constant(object)) return;
    Text value = {0};
    text_add(&value, "\\result == ");
    verify_print_value(&value, object);
    text_add(out, "    - segment:\n        - waypoint:\n            type: function_return\n            action: follow\n"
                  "            constraint:\n              value: ");
    quoted(out, value.chars);
    text_add(out, "\n              format: acsl_expression\n");
    add_location(out, "            ", task, line, column, place->function);
    text_free(&value);
}

static void add_target(Text *out, const VerifyTask *task, const Source *source, const VerifyReplay *replay) {
    u32 line = source_line(source, task->file, replay->file, replay->line);
    text_add(out, "    - segment:\n        - waypoint:\n            type: target\n            action: follow\n");
    add_location(out, "            ", task, line ? line : 1, line ? source_statement(source, line, replay->column) : 0,
                 replay->function);
}

static void add_violation(Text *out, const VerifyTask *task, const Source *source, const VerifyAnswer *answer,
                          const VerifyReplay *replay) {
    text_add(out, "- entry_type: violation_sequence\n");
    add_metadata(out, task, source);
    text_add(out, "  content:\n");
    for (u32 i = 0; i < answer->inputs.test.objects.count && i < replay->places.count; i++) {
        const KTestObject *object = &answer->inputs.test.objects.at[i];
        if (!verify_is_outside(&answer->inputs, object, task->program->pointer_bytes))
            add_return(out, task, source, object, &replay->places.at[i]);
    }
    add_target(out, task, source, replay);
}

/* ---- Proofs ---- */

static void add_invariant(Text *out, const VerifyTask *task, const Source *source, const VerifyInvariant *invariant) {
    const Location *place = &task->program->locations.at[invariant->location];
    u32 line = source_line(source, task->file, task->program->files.at[place->file], place->line);
    if (!line) return;
    text_add(out, "    - invariant:\n        type: loop_invariant\n");
    add_location(out, "        ", task, line, source_statement(source, line, place->column), invariant->function);
    text_add(out, "        value: ");
    quoted(out, invariant->value);
    text_add(out, "\n        format: c_expression\n");
}

static void add_proof(Text *out, const VerifyTask *task, const Source *source, const VerifyAnswer *answer) {
    text_add(out, "- entry_type: invariant_set\n");
    add_metadata(out, task, source);
    Text invariants = {0};
    for (u32 i = 0; i < answer->invariants.count; i++)
        add_invariant(&invariants, task, source, &answer->invariants.at[i]);
    if (invariants.length) text_printf(out, "  content:\n%s", invariants.chars);
    else text_add(out, "  content: []\n");
    text_free(&invariants);
}

bool witness_print(Text *out, const VerifyTask *task, const VerifyAnswer *answer, const VerifyReplay *replay) {
    Source source;
    if (answer->verdict == VERDICT_UNKNOWN || !source_read(&source, task->file)) return false;
    if (answer->verdict == VERDICT_FALSE) add_violation(out, task, &source, answer, replay);
    else add_proof(out, task, &source, answer);
    source_free(&source);
    return true;
}
