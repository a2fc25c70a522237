#include "verify/follow.h"

#include "verify/validate.h"
#include "verify/verify.h"

#include <errno.h>
#include <string.h>

static u32 line_of(const Witness *witness, const Program *program, LocationId id, u32 *column) {
    const Location *place = &program->locations.at[id];
    *column = place->column;
    return place->line ? source_line(&witness->source, witness->file, program->files.at[place->file], place->line) : 0;
}

bool follow_is_target(const Witness *witness, const Program *program, LocationId location) {
    u32 column;
    return !witness->target_line || line_of(witness, program, location, &column) == witness->target_line;
}

/* The bytes of the input as one value. */
static Term *whole(TermStore *store, const PathInput *input) {
    Term *value = input->bytes[0];
    for (u32 i = 1; i < input->size; i++) value = term_concat(store, input->bytes[i], value);
    return value;
}

static bool read_constant(const char *text, InputKind kind, u32 size, u64 *bits) {
    char *end;
    errno = 0;
    *bits = 0;
    if (kind == INPUT_FLOAT) {
        double wide = strtod(text, &end);
        float narrow = (float)wide;
        memcpy(bits, size == 4 ? (void *)&narrow : (void *)&wide, size);
    } else {
        *bits = *text == '-' ? (u64)strtoll(text, &end, 0) : strtoull(text, &end, 0);
        if (size < 8) *bits &= low_mask(size * 8);
    }
    end += strspn(end, "uUlLfF ");
    return end != text && !*end && !errno;
}

/* NULL: it is not understood, and so restricts nothing. */
static Term *condition_of(TermStore *store, const ReturnPoint *point, const PathInput *input) {
    Text name = {0};
    u64 bits;
    verify_input_name(input->name, &name);
    InputKind kind = verify_input_kind(name.chars, input->size);
    text_free(&name);
    if (input->size > 8 || !read_constant(point->value, kind, input->size, &bits)) return NULL;
    Term *value = whole(store, input), *constant = term_const(store, input->size * 8, bits);
    bool is_signed = kind == INPUT_SIGNED, is_less = point->operator[0] == '<';
    if (!strcmp(point->operator, "==")) return term_eq(store, value, constant);
    if (!strcmp(point->operator, "!=")) return term_ne(store, value, constant);
    if (kind == INPUT_FLOAT) return NULL;
    Term *low = is_less ? value : constant, *high = is_less ? constant : value;
    if (point->operator[1] == '=') return is_signed ? term_sle(store, low, high) : term_ule(store, low, high);
    return is_signed ? term_slt(store, low, high) : term_ult(store, low, high);
}

bool follow_input(const Witness *witness, Machine *m, LocationId location, const PathInput *input) {
    Explorer *e = explorer_of(m);
    if (e->now.path.waypoints >= witness->returns.count) return true;
    const ReturnPoint *point = &witness->returns.at[e->now.path.waypoints];
    u32 column, line = line_of(witness, m->program, location, &column);
    if (!line || line != point->line) return true;
    if (point->column && source_call_end(&witness->source, line, column) != point->column) return true;
    e->now.path.waypoints++;
    Term *condition = condition_of(e->terms, point, input);
    return !condition || strategy_assume(m, condition);
}
