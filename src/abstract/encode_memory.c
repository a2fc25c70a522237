/* Memory in states: loads and stores, ranges, new objects; pointers as numbers and back. */
#include "abstract/encode_inside.h"

#include "base/text.h"

/* ---- Pointers ---- */

static Term *entity(const Running *run, Term *pointer) { return space_entity_term(&run->e->space, pointer); }

static Term *is_entity(const Running *run, Term *pointer, u64 number) {
    return term_eq(run->e->terms, entity(run, pointer),
                   term_const(run->e->terms, 64 - run->e->space.position_bits, number));
}

/* The position wraps around, in ILP32 as it does natively. In LP64 a step that would is not followed. */
Term *address_step(Running *run, BlockState *state, Term *pointer, Term *delta) {
    TermStore *terms = run->e->terms;
    u32 bits = run->e->space.position_bits;
    Term *narrow = delta->width < bits ? term_sext(terms, delta, bits) : term_extract(terms, delta, 0, bits);
    if (bits > 32 && delta->width > bits) {
        Term *fits = term_eq(terms, term_sext(terms, narrow, delta->width), delta);
        state_exit(run, state, term_not(terms, fits), EXIT_CUT, "a pointer moves more than 32 GiB");
        encode_assume(run, state, fits);
    }
    Term *position = term_add(terms, space_position_term(&run->e->space, pointer), narrow);
    return term_concat(terms, entity(run, pointer), position);
}

static u32 pointer_bits(const Running *run) { return run->e->program->pointer_bytes * 8; }

/* No object is in the first or the last page. */
static Term *is_no_object(TermStore *terms, Term *number) {
    enum { PAGE = 4096 };
    Term *page = term_const(terms, number->width, PAGE);
    return term_or(terms, term_ult(terms, number, page), term_ule(terms, term_neg(terms, page), number));
}

static bool is_application(const Term *term, const TermSymbol *function) {
    return term->op == TERM_APPLY && term->symbol == function;
}

/* What the number of a pointer is, is not known, but that it is 0 where the pointer is null, and that it leads back. */
static Term *address_of(Running *run, BlockState *state, Term *pointer) {
    TermStore *terms = run->e->terms;
    const Space *space = &run->e->space;
    u32 bits = pointer_bits(run);
    if (is_application(pointer, space->pointer)) return pointer->arg[0];
    if (pointer->op == TERM_ITE)
        return term_ite(terms, pointer->arg[0], address_of(run, state, pointer->arg[1]),
                        address_of(run, state, pointer->arg[2]));
    Term *plain = term_extract(terms, pointer, 0, bits);
    Term *is_plain = is_no_object(terms, pointer);
    if (bits == 32) is_plain = is_entity(run, pointer, 0);
    if (term_is_true(is_plain)) return plain;
    Term *number = term_apply(terms, space->address, &pointer);
    Term *is_object = term_not(terms, is_no_object(terms, number));
    encode_assume(run, state, term_ite(terms, is_plain, term_eq(terms, number, plain), is_object));
    encode_assume(run, state, term_eq(terms, term_apply(terms, space->pointer, &number), pointer));
    return number;
}

Term *pointer_to_number(Running *run, BlockState *state, Term *pointer, u32 bits) {
    Term *number = address_of(run, state, pointer);
    return bits > number->width ? term_zext(run->e->terms, number, bits) : term_extract(run->e->terms, number, 0, bits);
}

/* The number of a pointer that is an addend of the sum; NULL: there is none. */
static Term *number_in_sum(Term *sum, const TermSymbol *address) {
    for (; sum->op == TERM_ADD; sum = sum->arg[0])
        if (is_application(sum->arg[1], address)) return sum->arg[1];
    return is_application(sum, address) ? sum : NULL;
}

Term *number_to_pointer(Running *run, BlockState *state, Term *number) {
    TermStore *terms = run->e->terms;
    const Space *space = &run->e->space;
    u32 bits = pointer_bits(run);
    number = number->width < bits ? term_zext(terms, number, bits) : term_extract(terms, number, 0, bits);
    if (term_is_const(number)) return term_zext(terms, number, 64);
    Term *base = number_in_sum(number, space->address);
    if (base) return address_step(run, state, base->arg[0], term_sub(terms, number, base));
    if (number->op == TERM_ITE)
        return term_ite(terms, number->arg[0], number_to_pointer(run, state, number->arg[1]),
                        number_to_pointer(run, state, number->arg[2]));
    Term *pointer = term_apply(terms, space->pointer, &number);
    Term *is_plain = is_no_object(terms, number), *plain = term_zext(terms, number, 64);
    Term *is_object = term_not(terms, is_entity(run, pointer, 0));
    encode_assume(run, state, term_ite(terms, is_plain, term_eq(terms, pointer, plain), is_object));
    encode_assume(run, state, term_eq(terms, term_apply(terms, space->address, &pointer), number));
    return pointer;
}

/* ---- Values of memory functions ---- */

/* Bits of memory as a value of the function, and back. */
static Term *to_value(Running *run, BlockState *state, const MemoryFunction *f, Term *bits) {
    return f->has_pointers ? number_to_pointer(run, state, bits) : bits;
}

static u32 bytes_in_memory(const Running *run, const Type *type) {
    return type->kind == TYPE_POINTER ? run->e->program->pointer_bytes : (MAX(type->bits, 1u) + 7) / 8;
}

static void set_memory(BlockState *state, u32 function, Term *array) { row_set(&state->memory, function, array); }

/* The run goes on only where the pointer is not null, or a member of what null points to: a number that is null but for a
 * constant that was added. What else is in the first page may be memory (programs do such things). */
static void follow(Running *run, BlockState *state, Term *pointer) {
    TermStore *terms = run->e->terms;
    Term *base = space_position_term(&run->e->space, pointer);
    if (base->op == TERM_ADD && term_is_const(base->arg[1])) base = base->arg[0];
    Term *is_null = term_eq(terms, base, term_const(terms, base->width, 0));
    if (term_is_const(pointer)) is_null = is_no_object(terms, pointer);
    encode_assume(run, state, term_not(terms, term_and(terms, is_entity(run, pointer, 0), is_null)));
}

static Term *byte_address(Running *run, BlockState *state, Term *pointer, u32 offset) {
    return address_step(run, state, pointer, term_const(run->e->terms, 32, offset));
}

static Term *load_bits(Running *run, BlockState *state, const MemoryFunction *f, Term *memory, Term *pointer,
                       u32 bytes) {
    TermStore *terms = run->e->terms;
    if (f->bytes == bytes) {
        Term *value = term_select(terms, memory, pointer);
        return f->has_pointers ? pointer_to_number(run, state, value, bytes * 8) : value;
    }
    Term *whole = NULL;
    for (u32 i = 0; i < bytes; i++) {
        Term *byte = term_select(terms, memory, byte_address(run, state, pointer, i));
        whole = whole ? term_concat(terms, byte, whole) : byte;
    }
    return whole;
}

static bool is_ignored(const Running *run, const Term *pointer) {
    return run->e->options.ignores_aliases && !term_is_const(pointer);
}

void encode_load(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    u32 number = space_access(&run->e->space, state->context, insn), bits = encode_bits(insn->type);
    u32 bytes = bytes_in_memory(run, insn->type);
    Term *pointer = state_operand(run, state, insn->a), *value;
    follow(run, state, pointer);
    const MemoryFunction *f = number == NO_FUNCTION ? NULL : &run->e->space.memory.at[number];
    if (!f || (f->bytes != 1 && f->bytes != bytes) || is_ignored(run, pointer)) {
        value = state_unknown(run, state, bits, 0);
    } else if (insn->type->kind == TYPE_POINTER) {
        Term *memory = state->memory->at[number];
        value = f->has_pointers ? term_select(terms, memory, pointer)
                                : number_to_pointer(run, state, load_bits(run, state, f, memory, pointer, bytes));
    } else {
        value = term_extract(terms, load_bits(run, state, f, state->memory->at[number], pointer, bytes), 0, bits);
    }
    state_set(run, state, insn->dst, value);
}

static Term *store_bits(Running *run, BlockState *state, const MemoryFunction *f, Term *memory, Term *pointer,
                        Term *bits) {
    TermStore *terms = run->e->terms;
    if (f->bytes * 8 == bits->width) return term_store(terms, memory, pointer, to_value(run, state, f, bits));
    for (u32 i = 0; i < bits->width / 8; i++)
        memory = term_store(terms, memory, byte_address(run, state, pointer, i), term_extract(terms, bits, i * 8, 8));
    return memory;
}

/* Nothing is known of memory any more. */
static void forget_memory(Running *run, BlockState *state) {
    Text name = {0};
    for (u32 i = 0; i < run->e->space.memory.count; i++) {
        const MemoryFunction *f = &run->e->space.memory.at[i];
        text_clear(&name);
        text_printf(&name, "any.%u.%u.%u", state->context->number, state->insn, i);
        set_memory(state, i, term_symbol_array(run->e->terms, name.chars, 64, f->bits));
    }
    text_free(&name);
}

void encode_store(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    u32 number = space_access(&run->e->space, state->context, insn), bytes = bytes_in_memory(run, insn->type);
    Term *pointer = state_operand(run, state, insn->a), *value = state_operand(run, state, insn->b);
    follow(run, state, pointer);
    const MemoryFunction *f = number == NO_FUNCTION ? NULL : &run->e->space.memory.at[number];
    if (is_ignored(run, pointer)) return;
    if (!f || (f->bytes != 1 && f->bytes != bytes)) {
        forget_memory(run, state);
        return;
    }
    Term *memory = state->memory->at[number];
    if (insn->type->kind == TYPE_POINTER && f->has_pointers) {
        set_memory(state, number, term_store(terms, memory, pointer, value));
        return;
    }
    if (insn->type->kind == TYPE_POINTER) value = pointer_to_number(run, state, value, bytes * 8);
    value = term_zext(terms, value, bytes * 8);
    set_memory(state, number, store_bits(run, state, f, memory, pointer, value));
}

/* ---- Variables that are no memory, but are to be ---- */

static Term *address_of_variable(Running *run, const BlockState *state, u32 reg) {
    enum { OF_REGISTER = 1u << 28 };
    return term_const(run->e->terms, 64, space_local(&run->e->space, state->context, OF_REGISTER | reg));
}

Term *encode_variable(Running *run, BlockState *state, u32 reg) {
    u32 bits = encode_bits(state->context->function->registers[reg].type);
    Term *memory = state->memory->at[run->e->space.variables];
    return term_extract(run->e->terms, term_select(run->e->terms, memory, address_of_variable(run, state, reg)), 0,
                        bits);
}

void encode_set_variable(Running *run, BlockState *state, u32 reg, Term *term) {
    u32 function = run->e->space.variables;
    set_memory(state, function,
               term_store(run->e->terms, state->memory->at[function], address_of_variable(run, state, reg),
                          term_zext(run->e->terms, term, 64)));
}

/* ---- Ranges ---- */

/* The functions that a range of bytes at the pointer may be in. */
static void functions_at(Running *run, Term *pointer, FunctionList *out) {
    Term *of = entity(run, pointer);
    if (term_is_const(of) && space_of_entity(&run->e->space, (u32)of->value, out)) return;
    vec_clear(out);
    for (u32 i = 0; i < run->e->space.memory.count; i++) vec_push(out, i);
}

static Term *as_size(TermStore *terms, Term *size) {
    return size->width < 64 ? term_zext(terms, size, 64) : term_extract(terms, size, 0, 64);
}

void encode_copy(Running *run, BlockState *state, Term *to, Term *from, Term *size) {
    TermStore *terms = run->e->terms;
    FunctionList functions = {0};
    size = as_size(terms, size);
    functions_at(run, to, &functions);
    for (u32 i = 0; i < functions.count; i++) {
        Term *memory = state->memory->at[functions.at[i]];
        set_memory(state, functions.at[i], term_copy(terms, memory, to, memory, from, size));
    }
    vec_free(&functions);
}

/* Memory that nothing is known of, for an object that is new. */
static Term *any_array(Running *run, const BlockState *state, u32 function) {
    Text name = {0};
    text_printf(&name, "new.%u.%u.%u", state->context->number, state->insn, function);
    Term *array = term_symbol_array(run->e->terms, name.chars, 64, run->e->space.memory.at[function].bits);
    text_free(&name);
    return array;
}

static void forget_range(Running *run, BlockState *state, u32 function, Term *to, Term *size) {
    TermStore *terms = run->e->terms;
    set_memory(state, function,
               term_copy(terms, state->memory->at[function], to, any_array(run, state, function), to, size));
}

void encode_fill(Running *run, BlockState *state, Term *to, Term *byte, Term *size) {
    TermStore *terms = run->e->terms;
    FunctionList functions = {0};
    size = as_size(terms, size);
    byte = term_extract(terms, byte, 0, 8);
    functions_at(run, to, &functions);
    for (u32 i = 0; i < functions.count; i++) {
        const MemoryFunction *f = &run->e->space.memory.at[functions.at[i]];
        bool is_zero = term_is_const(byte) && !byte->value;
        if (f->has_pointers && !is_zero) {
            forget_range(run, state, functions.at[i], to, size);
            continue;
        }
        Term *value = byte;
        while (value->width < f->bytes * 8) value = term_concat(terms, value, byte);
        value = term_zext(terms, value, f->bits);
        set_memory(state, functions.at[i], term_fill(terms, state->memory->at[functions.at[i]], to, value, size));
    }
    vec_free(&functions);
}

/* A pointer from outside leads to none of the program's objects. */
static void keep_outside(Running *run, BlockState *state, Term *pointer) {
    enum { OF_OUTSIDE = 8 }; /* entities whose highest bits are 01111111: no variable and no block has such a number */
    TermStore *terms = run->e->terms;
    Term *of = entity(run, pointer);
    Term *kind = term_extract(terms, of, of->width - OF_OUTSIDE, OF_OUTSIDE);
    Term *is_outside = term_eq(terms, kind, term_const(terms, OF_OUTSIDE, low_mask(OF_OUTSIDE - 1)));
    encode_assume(run, state, term_or(terms, is_no_object(terms, pointer), is_outside));
}

void encode_any(Running *run, BlockState *state, Term *to, Term *size, const char *name) {
    enum { MOST_BYTES = 64 };
    TermStore *terms = run->e->terms;
    FunctionList functions = {0};
    size = as_size(terms, size);
    functions_at(run, to, &functions);
    bool is_small = term_is_const(size) && size->value <= MOST_BYTES;
    Term *input = is_small ? state_input(run, state, (u32)size->value * 8, 0, name) : NULL;
    for (u32 i = 0; i < functions.count; i++) {
        u32 function = functions.at[i];
        const MemoryFunction *f = &run->e->space.memory.at[function];
        if (!input || size->value % f->bytes) {
            forget_range(run, state, function, to, size);
            continue;
        }
        Term *memory = state->memory->at[function];
        for (u32 at = 0; at < size->value; at += f->bytes) {
            Term *value = to_value(run, state, f, term_extract(terms, input, at * 8, f->bytes * 8));
            if (f->has_pointers) keep_outside(run, state, value);
            memory = term_store(terms, memory, byte_address(run, state, to, at), value);
        }
        set_memory(state, function, memory);
    }
    vec_free(&functions);
}

/* ---- New objects ---- */

void encode_local(Running *run, BlockState *state, u32 number) {
    TermStore *terms = run->e->terms;
    const Function *function = state->context->function;
    const Variable *variable = &function->variables[number];
    if (variable->kind == VARIABLE_SLOT) {
        if (variable->maybe_unset)
            state_set(run, state, variable->reg,
                      state_unknown(run, state, encode_bits(function->registers[variable->reg].type), 0));
        return;
    }
    if (variable->kind != VARIABLE_OBJECT) return;
    Term *at = term_const(terms, 64, space_local(&run->e->space, state->context, number));
    if (!context_repeats(state->context, state->insn)) return; /* nothing can be there yet */
    FunctionList functions = {0};
    functions_at(run, at, &functions);
    u32 bits = run->e->space.position_bits; /* what is around it is new as well */
    Term *first = term_const(terms, 64, at->value & ~low_mask(bits)), *all = term_const(terms, 64, (u64)1 << bits);
    for (u32 i = 0; i < functions.count; i++) forget_range(run, state, functions.at[i], first, all);
    vec_free(&functions);
}

Term *encode_heap(Running *run, BlockState *state) {
    TermStore *terms = run->e->terms;
    u32 number = space_heap_site(&run->e->space, state->context, state->insn);
    const HeapSite *site = &run->e->space.heap.at[number];
    if (!site->repeats) return term_const(terms, 64, space_address(&run->e->space, site->entity));
    Term *counter = number < state->counters->count ? state->counters->at[number] : NULL;
    if (!counter) counter = term_const(terms, COUNTER_BITS, 0);
    Term *is_last = term_eq(terms, counter, term_const(terms, COUNTER_BITS, low_mask(COUNTER_BITS)));
    encode_assume(run, state, term_not(terms, is_last));
    row_set(&state->counters, number, term_add(terms, counter, term_const(terms, COUNTER_BITS, 1)));
    u32 bits = run->e->space.position_bits;
    Term *of = term_concat(terms, term_const(terms, 64 - bits - COUNTER_BITS, site->entity >> COUNTER_BITS), counter);
    return term_concat(terms, of, term_const(terms, bits, space_first(&run->e->space)));
}
