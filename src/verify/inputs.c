/* The inputs of a violation, for reading: what they are called, where they were asked for, and their values. */
#include "verify/verify.h"

#include <stdio.h>
#include <string.h>

/* Equal names are told apart by a number behind them (NAME_1), and functions that are defined nowhere end in (). */
void verify_input_name(const char *name, Text *out) {
    size_t length = strlen(name), digits = 0;
    while (digits < length && name[length - 1 - digits] >= '0' && name[length - 1 - digits] <= '9') digits++;
    if (digits && digits + 1 < length && name[length - 1 - digits] == '_') length -= digits + 1;
    text_clear(out);
    text_add_n(out, name, length);
}

static bool has_suffix(const char *name, const char *suffix) {
    size_t length = strlen(name), wanted = strlen(suffix);
    return length >= wanted && !strcmp(name + length - wanted, suffix);
}

InputKind verify_input_kind(const char *base_name, u32 size) {
    static const char *const pointers[] = {"_pointer", "_pchar", "_charp", "_string", "_const_char_pointer"};
    static const char *const unsigned_ones[] = {"_uchar", "_ushort", "_uint", "_ulong", "_unsigned", "_size_t",
                                                "_u8",    "_u16",    "_u32",  "_u64",   "_bool",     "_ulonglong",
                                                "_U8",    "_U16",    "_U32",  "_U64",   "__Bool",    "_unsigned_char"};
    if (size == 4 && has_suffix(base_name, "_float")) return INPUT_FLOAT;
    if (size == 8 && has_suffix(base_name, "_double")) return INPUT_FLOAT;
    for (u32 i = 0; i < COUNT_OF(pointers); i++)
        if (has_suffix(base_name, pointers[i])) return INPUT_POINTER;
    if (size != 1 && size != 2 && size != 4 && size != 8) return INPUT_BYTES;
    for (u32 i = 0; i < COUNT_OF(unsigned_ones); i++)
        if (has_suffix(base_name, unsigned_ones[i])) return INPUT_UNSIGNED;
    return INPUT_SIGNED;
}

static u64 number_of(const KTestObject *object) {
    u64 value = 0;
    memcpy(&value, object->bytes, MIN(object->size, (u32)sizeof value));
    return value;
}

bool verify_is_outside(const VerifyInputs *inputs, const KTestObject *object, u32 pointer_bytes) {
    u64 value = number_of(object);
    for (u32 i = 0; i < inputs->outside.count && object->size == pointer_bytes; i++)
        if (value == outside_address(inputs->outside.at[i], pointer_bytes == 4)) return true;
    return false;
}

void verify_print_value(Text *out, const KTestObject *object) {
    Text name = {0};
    verify_input_name(object->name, &name);
    u64 value = number_of(object);
    switch (verify_input_kind(name.chars, object->size)) {
    case INPUT_SIGNED: text_printf(out, "%lld", (long long)sign_extend(value, object->size * 8)); break;
    case INPUT_UNSIGNED: text_printf(out, "%llu", (unsigned long long)value); break;
    case INPUT_POINTER: text_printf(out, "0x%llx", (unsigned long long)value); break;
    case INPUT_FLOAT: {
        float narrow;
        double wide;
        memcpy(&narrow, object->bytes, sizeof narrow);
        if (object->size == sizeof wide) memcpy(&wide, object->bytes, sizeof wide);
        text_printf(out, "%.*g", object->size == sizeof wide ? 17 : 9,
                    object->size == sizeof wide ? wide : (double)narrow);
        break;
    }
    case INPUT_BYTES:
        for (u32 i = 0; i < object->size && i < 64; i++) text_printf(out, "%s%02x", i ? " " : "", object->bytes[i]);
        if (object->size > 64) text_add(out, " ...");
        break;
    }
    text_free(&name);
}

void verify_print_inputs(Text *out, const VerifyInputs *inputs, const VerifyReplay *replay) {
    Text name = {0};
    for (u32 i = 0; i < inputs->test.objects.count; i++) {
        const KTestObject *object = &inputs->test.objects.at[i];
        if (i >= replay->places.count) break; /* never asked for */
        const InputPlace *place = &replay->places.at[i];
        verify_input_name(object->name, &name);
        if (place->line) text_printf(out, "%s:%u: in %s: ", place->file, place->line, place->function);
        text_printf(out, "%s = ", name.chars);
        verify_print_value(out, object);
        text_add_char(out, '\n');
    }
    for (u32 i = 0; i < inputs->undefined.count; i++)
        text_printf(out, "uninitialised value number %u = %llu\n", inputs->undefined.at[i].number + 1,
                    (unsigned long long)inputs->undefined.at[i].value);
    for (u32 i = 0; i < inputs->contents.count; i++) {
        const OutsideValue *bytes = &inputs->contents.at[i];
        text_printf(out, "object from outside number %u, offset %d, %u byte%s = %llu\n",
                    bytes->object - OUTSIDE_FIRST + 1, (int)bytes->offset - OUTSIDE_BEFORE, bytes->size,
                    bytes->size == 1 ? "" : "s", (unsigned long long)bytes->value);
    }
    text_free(&name);
}
