/* Answers, and how they travel from the process of an engine to the one that asked. */
#include "semantics/strategy.h"
#include "verify/bytes.h"
#include "verify/verify.h"

#include <string.h>

void answer_unknown(VerifyAnswer *answer, const char *format, ...) {
    va_list args;
    va_start(args, format);
    answer->verdict = VERDICT_UNKNOWN;
    text_clear(&answer->reason);
    text_vprintf(&answer->reason, format, args);
    va_end(args);
}

void answer_assume(VerifyAnswer *answer, const Machine *m) {
    const Program *program = m->program;
    const Location *place = &program->locations.at[m->symbolic->around];
    text_clear(&answer->assumed);
    if (m->symbolic->bound_pointers)
        text_add(&answer->assumed, "a pointer from outside leads to an object of its own\n");
    if (m->symbolic->around)
        text_printf(
            &answer->assumed,
            "a run goes on after an access out of bounds, which touches no other object, a copy of what overlaps "
            "and a shift too far (%s:%u)\n",
            program->files.at[place->file], place->line);
}

void inputs_forget(VerifyInputs *inputs) {
    ktest_free(&inputs->test);
    vec_free(&inputs->undefined);
    vec_free(&inputs->outside);
    vec_free(&inputs->contents);
    vec_free(&inputs->around);
    *inputs = (VerifyInputs){0};
}

void answer_free(VerifyAnswer *answer) {
    inputs_forget(&answer->inputs);
    text_free(&answer->reason);
    text_free(&answer->assumed);
    text_free(&answer->engine);
    text_free(&answer->statistics);
    for (u32 i = 0; i < answer->invariants.count; i++) {
        free(answer->invariants.at[i].function);
        free(answer->invariants.at[i].value);
    }
    vec_free(&answer->invariants);
    *answer = (VerifyAnswer){0};
}

/* ---- Bytes ---- */

static void add_inputs(Text *out, const VerifyInputs *inputs) {
    bytes_add_number(out, inputs->test.objects.count);
    for (u32 i = 0; i < inputs->test.objects.count; i++) {
        bytes_add_text(out, inputs->test.objects.at[i].name);
        bytes_add(out, inputs->test.objects.at[i].bytes, inputs->test.objects.at[i].size);
    }
    bytes_add_number(out, inputs->undefined.count);
    for (u32 i = 0; i < inputs->undefined.count; i++) {
        bytes_add_number(out, inputs->undefined.at[i].number);
        bytes_add_number(out, inputs->undefined.at[i].value);
    }
    bytes_add_number(out, inputs->outside.count);
    for (u32 i = 0; i < inputs->outside.count; i++) bytes_add_number(out, inputs->outside.at[i]);
    bytes_add_number(out, inputs->contents.count);
    for (u32 i = 0; i < inputs->contents.count; i++) {
        const OutsideValue *bytes = &inputs->contents.at[i];
        bytes_add_number(out, bytes->object);
        bytes_add_number(out, bytes->offset);
        bytes_add_number(out, bytes->size);
        bytes_add_number(out, bytes->value);
    }
    bytes_add_number(out, inputs->goes_around);
    bytes_add_number(out, inputs->around.count);
    for (u32 i = 0; i < inputs->around.count; i++) {
        bytes_add_number(out, inputs->around.at[i].object);
        bytes_add_number(out, inputs->around.at[i].address);
    }
}

void answer_encode(const VerifyAnswer *answer, Text *out) {
    bytes_add_number(out, answer->verdict);
    bytes_add_number(out, answer->violated);
    bytes_add_text(out, answer->assumed.chars);
    bytes_add_number(out, answer->is_weak);
    bytes_add_number(out, answer->is_out_of_time);
    bytes_add_number(out, answer->goes_alike);
    bytes_add_number(out, answer->says_little);
    bytes_add_text(out, answer->reason.chars);
    bytes_add_text(out, answer->engine.chars);
    bytes_add_text(out, answer->statistics.chars);
    add_inputs(out, &answer->inputs);
    bytes_add_number(out, answer->invariants.count);
    for (u32 i = 0; i < answer->invariants.count; i++) {
        bytes_add_number(out, answer->invariants.at[i].location);
        bytes_add_text(out, answer->invariants.at[i].function);
        bytes_add_text(out, answer->invariants.at[i].value);
    }
}

static void take_inputs(ByteReader *bytes, VerifyInputs *inputs) {
    Text name = {0};
    for (u64 count = bytes_number(bytes); count && !bytes->is_broken; count--) {
        size_t size;
        bytes_text(bytes, &name);
        const char *value = bytes_take(bytes, &size);
        if (!bytes->is_broken) ktest_add_object(&inputs->test, name.chars, value, (u32)size);
    }
    for (u64 count = bytes_number(bytes); count && !bytes->is_broken; count--) {
        u32 number = (u32)bytes_number(bytes);
        u64 value = bytes_number(bytes);
        vec_push(&inputs->undefined, (UndefinedValue){number, value});
    }
    for (u64 count = bytes_number(bytes); count && !bytes->is_broken; count--)
        vec_push(&inputs->outside, (u32)bytes_number(bytes));
    for (u64 count = bytes_number(bytes); count && !bytes->is_broken; count--) {
        OutsideValue value = {.object = (u32)bytes_number(bytes)};
        value.offset = (u32)bytes_number(bytes);
        value.size = (u32)bytes_number(bytes);
        value.value = bytes_number(bytes);
        vec_push(&inputs->contents, value);
    }
    inputs->goes_around = bytes_number(bytes) != 0;
    for (u64 count = bytes_number(bytes); count && !bytes->is_broken; count--) {
        u32 object = (u32)bytes_number(bytes);
        u64 address = bytes_number(bytes);
        vec_push(&inputs->around, (SurroundingObject){object, address});
    }
    text_free(&name);
}

bool answer_decode(VerifyAnswer *answer, const char *chars, size_t size) {
    *answer = (VerifyAnswer){0};
    if (!size) return false; /* the engine said nothing */
    ByteReader bytes = {chars, chars + size, false};
    answer->verdict = (Verdict)bytes_number(&bytes);
    answer->violated = (Property)bytes_number(&bytes);
    bytes_text(&bytes, &answer->assumed);
    answer->is_weak = bytes_number(&bytes) != 0;
    answer->is_out_of_time = bytes_number(&bytes) != 0;
    answer->goes_alike = bytes_number(&bytes) != 0;
    answer->says_little = bytes_number(&bytes) != 0;
    bytes_text(&bytes, &answer->reason);
    bytes_text(&bytes, &answer->engine);
    bytes_text(&bytes, &answer->statistics);
    take_inputs(&bytes, &answer->inputs);
    for (u64 count = bytes_number(&bytes); count && !bytes.is_broken; count--) {
        Text function = {0}, value = {0};
        LocationId location = (LocationId)bytes_number(&bytes);
        bytes_text(&bytes, &function);
        bytes_text(&bytes, &value);
        vec_push(&answer->invariants, (VerifyInvariant){location, function.chars, value.chars});
    }
    if (!bytes.is_broken && answer->verdict <= VERDICT_FALSE && answer->violated < PROPERTY_COUNT) return true;
    answer_free(answer);
    return false;
}
