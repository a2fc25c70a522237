/* What the contracts of library functions ask (runtime/include/loci_contract.h). */
#include "semantics/contracts.h"

#include "semantics/lift.h"

#include <stdlib.h>
#include <string.h>

static Term *term_of(Machine *m, const BuiltinCall *call, u32 index) {
    return lift_term(m, call->r, (u32)(call->args - call->r) + index);
}

static void answer(Machine *m, const BuiltinCall *call, u64 number) {
    lift_set(m, call->r, (u32)(call->result - call->r), term_const(m->symbolic->terms, 64, number));
}

/* Its argument is defined, or it is not called. */
bool contract_use(Machine *m, const BuiltinCall *call) { return true; }

bool contract_new_resource(Machine *m, const BuiltinCall *call) {
    u64 pointer = memory_new_block(m, call, call->args[1], 0, true);
    if (pointer) object_own_info(&m->objects, pointer_object(pointer))->resource = (u8)call->args[0];
    answer(m, call, pointer);
    return true;
}

bool contract_resource_of(Machine *m, const BuiltinCall *call) {
    u32 number = term_of(m, call, 0) ? 0 : object_of_descriptor(&m->objects, (u32)call->args[0]);
    answer(m, call, number ? object_pointer(&m->objects, number) : 0);
    return true;
}

bool contract_descriptor_of(Machine *m, const BuiltinCall *call) {
    answer(m, call, object_descriptor(pointer_object(call->args[0])));
    return true;
}

bool contract_misuse(Machine *m, const BuiltinCall *call) {
    char *text = memory_string(m, call->ip, call->r, call->args[0]);
    if (text) machine_fault_text(m, call->ip, call->r, FAULT_MISUSE, "%s", text);
    free(text);
    return false;
}

/* ---- Where values come from ---- */

/* The names of inputs that are none of the program's: check/check.h gives them. */
bool contract_is_unknown_symbol(const Term *symbol) {
    static const char *const names[] = {"argument ",  "variable ",   "setting of ", "result of ",
                                        "answer of ", "written by ", "outside#"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strncmp(symbol->symbol->name, names[i], strlen(names[i]))) return true;
    return false;
}

bool contract_is_unknown(Machine *m, const BuiltinCall *call) {
    Term *value = term_of(m, call, 0);
    TermVec symbols = {0};
    bool found = false;
    if (value) term_symbols(m->symbolic->terms, &value, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) found = found || contract_is_unknown_symbol(symbols.at[i]);
    vec_free(&symbols);
    answer(m, call, found);
    return true;
}

/* ---- Variadic arguments ---- */

enum {
    NO_ARGUMENT,
    NARROW_INTEGER,
    WIDE_INTEGER,
    POINTER,
    DOUBLE,
    LONG_DOUBLE,
    OTHER
}; /* as loci_contract.h has them */

static u32 class_of(const Argument *arg) {
    if (arg->byval || arg->lanes != 1) return OTHER;
    switch (arg->type->kind) {
    case TYPE_INT: return arg->type->bits <= 32 ? NARROW_INTEGER : WIDE_INTEGER;
    case TYPE_POINTER: return POINTER;
    case TYPE_FLOAT: return arg->type->bits == 64 ? DOUBLE : arg->type->bits == 80 ? LONG_DOUBLE : OTHER;
    default: return OTHER;
    }
}

bool contract_argument_class(Machine *m, const BuiltinCall *call) {
    const Frame *frame = frame_of(call->r);
    while (frame && !(frame->site && frame->compiled->function->type->is_variadic)) frame = frame->caller;
    u64 wanted = call->args[0], class = frame ? NO_ARGUMENT : OTHER, index = 0;
    u32 cell = 0;
    for (u32 i = 0; frame && i < frame->site->call->arg_count; i++) {
        const Argument *arg = &frame->site->call->args[i];
        if (cell >= frame->compiled->param_cells && index++ == wanted) class = class_of(arg);
        cell += MAX(1u, type_limbs(arg->type));
    }
    answer(m, call, class);
    return true;
}
