/* Concrete floats against Z3: every operation, format and rounding mode on random and special patterns, in one script.
 * Usage: term_floats [how many, 300 unless told] [seed]. */
#include "term/smtlib.h"
#include "term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static u64 seed;

static u64 next(void) {
    seed += 0x9e3779b97f4a7c15u;
    return hash_mix(seed);
}

/* Random bits, or an exponent and fraction near the ends of their ranges. */
static Term *pattern(TermStore *s, u32 width) {
    u64 limbs[2] = {next(), next()};
    u32 fraction = width == 16 ? 10 : width == 32 ? 23 : width == 64 ? 52 : width == 80 ? 64 : 112;
    u32 kind = (u32)(next() % 4);
    u128 value = (u128)limbs[1] << 64 | limbs[0];
    if (kind) {
        u128 low = ((u128)1 << fraction) - 1, exponents = (u128)(width == 16   ? 31
                                                                 : width == 32 ? 255
                                                                 : width == 64 ? 2047
                                                                               : 32767);
        u128 bias = exponents / 2, exponent = kind == 1   ? next() % 3
                                              : kind == 2 ? exponents - next() % 3
                                                          : bias + next() % 70 - 3;
        u128 part = next() % 3 ? value & low : (u128)(next() % 4);
        if (width == 80) part = (part & ~((u128)1 << 63)) | (u128)(exponent != 0 || next() % 20 == 0) << 63;
        value = (u128)(next() & 1) << (width - 1) | exponent << fraction | part;
    }
    if (width < 128) value &= ((u128)1 << width) - 1;
    return term_const_wide(s, width, (u64[]){(u64)value, (u64)(value >> 64)});
}

static Term *integer(TermStore *s, u32 width) {
    u64 limbs[2] = {next(), next()};
    u32 shift = (u32)(next() % 64);
    limbs[0] >>= shift;
    limbs[1] = next() % 2 ? limbs[1] >> shift : 0;
    if (next() % 4 == 0) { /* small and negative */
        limbs[0] = -limbs[0];
        limbs[1] = ~limbs[1];
    }
    if (width % 64) limbs[width / 64] &= low_mask(width % 64);
    return term_const_wide(s, width, limbs);
}

/* The operation on symbols, with the operands' values and the result asserted to differ from ours: must be unsat. */
static void write_case(TermStore *s, FILE *script, TermOp op, TermRounding mode, u32 width, u32 arity,
                       Term *const *operands) {
    Term *symbols[3], *constraints[4];
    for (u32 i = 0; i < arity; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%u", i);
        symbols[i] = term_symbol(s, name, operands[i]->width);
        constraints[i] = term_eq(s, symbols[i], operands[i]);
    }
    Term *ours = term_float(s, op, mode, width, operands);
    constraints[arity] = term_ne(s, term_float(s, op, mode, width, symbols), ours);
    Text text = {0};
    SmtWriter writer = {.out = &text, .store = s};
    if (!smt_write_query(&writer, constraints, arity + 1)) abort();
    fprintf(script, "(reset)\n%s(check-sat)\n", text.chars);
    smt_writer_free(&writer);
    text_free(&text);
}

static const struct {
    TermOp op;
    u32 arity;
} operations[] = {{TERM_FADD, 2},  {TERM_FSUB, 2},   {TERM_FMUL, 2}, {TERM_FDIV, 2}, {TERM_FFMA, 3},
                  {TERM_FSQRT, 1}, {TERM_FROUND, 1}, {TERM_FEQ, 2},  {TERM_FLT, 2},  {TERM_FLE, 2},
                  {TERM_FTOF, 1},  {TERM_UTOF, 1},   {TERM_STOF, 1}, {TERM_FTOU, 1}, {TERM_FTOS, 1}};

static void write_random(TermStore *s, FILE *script, char *note, size_t size) {
    static const u32 widths[] = {16, 32, 64, 80, 128};
    static const u32 integers[] = {8, 16, 32, 64, 100, 128};
    u32 which = (u32)(next() % COUNT_OF(operations)), from = widths[next() % 5], width = from;
    TermOp op = operations[which].op;
    TermRounding mode = (TermRounding)(next() % 5);
    if (op == TERM_FTOF) width = widths[next() % 5];
    if (op == TERM_FEQ || op == TERM_FLT || op == TERM_FLE) width = 1;
    if (op == TERM_FTOU || op == TERM_FTOS) width = integers[next() % 5];
    Term *operands[3];
    for (u32 i = 0; i < operations[which].arity; i++)
        operands[i] = op == TERM_UTOF || op == TERM_STOF ? integer(s, integers[next() % 6]) : pattern(s, from);
    if (operations[which].arity > 1 && next() % 8 == 0) operands[1] = operands[0];
    Text text = {0};
    text_printf(&text, "%s mode %d, to width %u:", term_op_name(op), (int)mode, width);
    for (u32 i = 0; i < operations[which].arity; i++) {
        text_add_char(&text, ' ');
        smt_write_const(&text, operands[i]);
    }
    snprintf(note, size, "%s", text.chars);
    text_free(&text);
    write_case(s, script, op, mode, width, operations[which].arity, operands);
}

int main(int argc, char **argv) {
    u32 count = argc > 1 ? (u32)atoi(argv[1]) : 300, passed = 0, failed = 0;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    TermStore *store = term_store_new();
    char path[] = "/tmp/term_floats_XXXXXX", command[64], line[256];
    int descriptor = mkstemp(path);
    if (descriptor < 0) return 2;
    FILE *script = fdopen(descriptor, "w");
    char(*notes)[256] = xmalloc(count * sizeof *notes);
    for (u32 i = 0; i < count; i++) write_random(store, script, notes[i], sizeof notes[i]);
    fclose(script);
    snprintf(command, sizeof command, "z3 %s", path);
    FILE *answers = popen(command, "r");
    for (u32 i = 0; i < count; i++) {
        if (!fgets(line, sizeof line, answers)) strcpy(line, "nothing\n");
        if (!strcmp(line, "unsat\n")) {
            passed++;
        } else {
            failed++;
            printf("FAILED (%.*s): %s\n", (int)strcspn(line, "\n"), line, notes[i]);
        }
    }
    pclose(answers);
    remove(path);
    free(notes);
    term_store_free(store);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
