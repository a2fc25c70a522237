#include "verify/draw.h"

#include "memory/store/placement.h"
#include "program/visit.h"

#include <stdio.h>
#include <string.h>

/* ---- The dictionary ---- */

enum { MOST_TEXTS = 4096, MOST_NUMBERS = 4096 };

static bool is_printable(u8 byte) { return byte >= ' ' && byte <= '~'; }

/* Tables have texts one behind the other, each with zeros after it. */
static void add_texts(Drawing *drawing, const Global *global) {
    for (u64 start = 0, end; start < global->size && drawing->texts.count < MOST_TEXTS; start = end + 1) {
        for (end = start; end < global->size && is_printable(global->bytes[end]);) end++;
        bool is_whole = end == global->size || !global->bytes[end];
        if (end == start || end - start > DRAW_LONGEST_WORD || !is_whole) continue;
        vec_push(&drawing->texts, arena_strndup(&drawing->arena, (const char *)global->bytes + start, end - start));
    }
}

typedef struct {
    Drawing *drawing;
    const Program *program;
} NumberSearch;

static void add_number(void *context, Operand *operand) {
    const NumberSearch *search = context;
    if (!operand_is_constant(*operand) || search->drawing->numbers.count >= MOST_NUMBERS) return;
    const Constant *constant = &search->program->constants.at[operand_index(*operand)];
    if (constant->kind != CONSTANT_INT || constant->type->bits > 64 || constant->type->bits < 8) return;
    vec_push(&search->drawing->numbers, constant->limbs[0]);
}

static void add_numbers(Drawing *drawing, const Program *program, const Function *function) {
    NumberSearch search = {drawing, program};
    for (u32 i = 0; i < function->insn_count; i++) insn_visit_reads(function, &function->insns[i], add_number, &search);
    for (u32 i = 0; i < function->switch_count; i++)
        for (u32 k = 0; k < function->switches[i].count && drawing->numbers.count < MOST_NUMBERS; k++)
            vec_push(&drawing->numbers, function->switches[i].values[k]);
}

void drawing_begin(Drawing *drawing, Program *program) {
    *drawing = (Drawing){.is_32 = program->pointer_bytes == 4, .random = 0x9e3779b97f4a7c15};
    for (u32 i = 0; i < program->globals.count; i++) {
        Global *global = program->globals.at[i];
        Error error = {0};
        bool has_bytes = !global->is_library && global->is_defined && program_initialiser(program, global, &error);
        if (has_bytes && global->bytes) add_texts(drawing, global);
        error_free(&error);
    }
    for (u32 i = 0; i < program->functions.count; i++) {
        const Function *function = program->functions.at[i];
        if (function->has_body && function->is_lowered && !function->is_library)
            add_numbers(drawing, program, function);
    }
}

void drawing_free(Drawing *drawing) {
    vec_free(&drawing->texts);
    vec_free(&drawing->numbers);
    arena_free(&drawing->arena);
}

/* ---- Chance ---- */

/* xorshift64*, Vigna 2016. */
static u64 next_random(Drawing *drawing) {
    drawing->random ^= drawing->random >> 12;
    drawing->random ^= drawing->random << 25;
    drawing->random ^= drawing->random >> 27;
    return drawing->random * 0x2545f4914f6cdd1d;
}

u64 draw_below(Drawing *drawing, u64 limit) { return (next_random(drawing) >> 11) % limit; }

static bool is_one_of(Drawing *drawing, u32 count) { return draw_below(drawing, count) == 0; }

/* ---- Numbers ---- */

static u64 number_of_dictionary(Drawing *drawing) {
    if (!drawing->numbers.count) return draw_below(drawing, 64);
    u64 number = drawing->numbers.at[draw_below(drawing, drawing->numbers.count)];
    return is_one_of(drawing, 2) ? number : number + draw_below(drawing, 3) - 1;
}

static u64 any_number(Drawing *drawing) {
    enum { SMALL, LESS_SMALL, NEGATIVE, OF_DICTIONARY, POWER, ANY };
    static const u8 kinds[] = {SMALL,    SMALL,         SMALL,         SMALL, SMALL, SMALL, LESS_SMALL, LESS_SMALL,
                               NEGATIVE, OF_DICTIONARY, OF_DICTIONARY, SMALL, SMALL, POWER, ANY,        OF_DICTIONARY};
    switch (kinds[draw_below(drawing, COUNT_OF(kinds))]) {
    case SMALL: return draw_below(drawing, 6);
    case LESS_SMALL: return draw_below(drawing, 128);
    case NEGATIVE: return -draw_below(drawing, 4) - 1;
    case OF_DICTIONARY: return number_of_dictionary(drawing);
    case POWER: return ((u64)1 << draw_below(drawing, 64)) + draw_below(drawing, 3) - 1;
    default: return next_random(drawing) >> draw_below(drawing, 64);
    }
}

/* Objects have addresses from PLACEMENT_START on in ILP32, and their number above bit 32 in LP64. */
static bool may_be_address(const Drawing *drawing, u64 number, u32 bytes) {
    if (drawing->is_32) {
        u32 slab = (u32)number >> PLACEMENT_SLAB_SHIFT;
        return bytes >= 4 && slab >= PLACEMENT_START && slab < PLACEMENT_OUTSIDE_END;
    }
    u32 object = (u32)(number >> 32);
    return bytes == 8 && object && object != UINT32_MAX;
}

u64 draw_number(Drawing *drawing, u32 bytes) {
    u64 number = any_number(drawing) & low_mask(bytes * 8);
    return may_be_address(drawing, number, bytes) ? number & 0xffff : number;
}

/* ---- Words ---- */

u32 draw_stride(Drawing *drawing) {
    enum { LONGEST = 64 };
    for (u32 tries = 0; tries < 16 && drawing->numbers.count; tries++) {
        u64 number = drawing->numbers.at[draw_below(drawing, drawing->numbers.count)];
        if (number > 1 && number <= LONGEST) return (u32)number;
    }
    return 1 + (u32)draw_below(drawing, 16);
}

static const char *any_text(Drawing *drawing) {
    return drawing->texts.count ? drawing->texts.at[draw_below(drawing, drawing->texts.count)] : "-";
}

static void draw_word(Drawing *drawing) {
    enum { TEXT, OPTION, DIGITS, CHARACTER, EMPTY };
    static const u8 kinds[] = {TEXT, TEXT, TEXT, OPTION, OPTION, DIGITS, DIGITS, CHARACTER, CHARACTER, EMPTY};
    char *word = drawing->word;
    const char *text = any_text(drawing);
    switch (kinds[draw_below(drawing, COUNT_OF(kinds))]) {
    case TEXT: snprintf(word, sizeof drawing->word, "%s", text); break;
    case OPTION: snprintf(word, sizeof drawing->word, "-%c", text[draw_below(drawing, strlen(text))]); break;
    case DIGITS: snprintf(word, sizeof drawing->word, "%lld", (long long)(i64)any_number(drawing)); break;
    case CHARACTER: snprintf(word, sizeof drawing->word, "%c", (char)(' ' + draw_below(drawing, 95))); break;
    default: word[0] = 0;
    }
}

u8 draw_byte(Drawing *drawing, u32 position) {
    if (!position) draw_word(drawing);
    if (is_one_of(drawing, 64)) return (u8)draw_number(drawing, 1);
    return position < strlen(drawing->word) ? (u8)drawing->word[position] : 0;
}
