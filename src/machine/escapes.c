/* Addresses of local variables that outlive them: returned, or left behind in memory (MachineOptions.checks_escapes). */
#include "machine/leaks.h"

#include "program/visit.h"

#include <stdlib.h>

/* ---- Whether a function could leave one behind at all ---- */

static bool has(const bool *addresses, Operand operand) {
    return operand != OPERAND_NONE && operand_is_register(operand) && addresses[operand];
}

static bool moves_address(const Insn *insn, const bool *addresses) {
    switch ((Op)insn->op) {
    case OP_FIELD:
    case OP_INDEX:
    case OP_MOVE: return has(addresses, insn->a);
    case OP_SELECT: return has(addresses, insn->b) || has(addresses, insn->c);
    default: return false;
    }
}

static bool stores_address(const Function *function) {
    bool *addresses = xcalloc(function->register_count + 1, sizeof(bool)), found = false, has_changed = true;
    for (u32 i = 0; i < function->variable_count; i++)
        if (function->variables[i].kind == VARIABLE_OBJECT) addresses[function->variables[i].reg] = true;
    while (has_changed) {
        has_changed = false;
        for (u32 i = 0; i < function->insn_count; i++) {
            const Insn *insn = &function->insns[i];
            if (!moves_address(insn, addresses) || addresses[insn->dst]) continue;
            addresses[insn->dst] = has_changed = true;
        }
    }
    for (u32 i = 0; i < function->insn_count && !found; i++)
        found = function->insns[i].op == OP_STORE && has(addresses, function->insns[i].b);
    free(addresses);
    return found;
}

static bool may_leave_address(Machine *m, const Function *function) {
    bool is_new;
    u64 *known = map_cell(&m->leaves_addresses, (u64)(uintptr_t)function, &is_new);
    if (is_new) *known = stores_address(function);
    return *known;
}

/* ---- Where one is ---- */

typedef struct {
    const Compiled *compiled;
    const u64 *r;
    u32 found; /* a variable of the frame; 0: none */
} Search;

static void look(void *self, u32 object, u32 address) {
    Search *search = self;
    for (u32 i = 0; i < search->compiled->object_count && !search->found; i++)
        if (object && pointer_object(search->r[search->compiled->objects[i].cell]) == object) search->found = object;
}

static bool is_own(const Compiled *compiled, const u64 *r, u32 object) {
    Search search = {compiled, r, 0};
    look(&search, object, 0);
    return search.found != 0;
}

static bool returns_address(const Function *function) {
    const Type *result = function->c_type ? function->c_type->element : NULL;
    return result && (result->kind == TYPE_POINTER || result->kind == TYPE_STRUCT);
}

static void look_at_results(Machine *m, const Code *ip, u64 *r, Search *search) {
    u32 cells = ip->op == CODE_RETURN1 ? 1 : ip->op == CODE_RETURN_MANY ? ip->b : 0;
    for (u32 i = 0; i < cells; i++) {
        bool is_number = !frame_of(r)->is_tracked || !undefined_of(m, r)[ip->a + i];
        if (is_number) look(search, pointer_object(r[ip->a + i]), 0);
    }
}

static bool may_keep(const Machine *m, const Function *function, const ObjectInfo *holder) {
    const MachineOptions *options = &m->options;
    return options->may_keep_address && holder->kind == OBJECT_GLOBAL &&
           options->may_keep_address(options->address_keeper, function, holder->global);
}

static void look_at_memory(Machine *m, Search *search) {
    const Objects *objects = &m->objects;
    for (u32 number = 0; !search->found && (number = leak_next_live(objects, number + 1)) < objects->next;) {
        const ObjectInfo *info = object_info(objects, number);
        if (info->kind == OBJECT_FUNCTION || info->is_constant || is_own(search->compiled, search->r, number)) continue;
        leak_visit_numbers(m, number, look, search);
        if (search->found && may_keep(m, search->compiled->function, info)) search->found = 0;
    }
}

/* Several return statements have one end of the function: the one that has given this value, if only one can have; 0: it is
 * not known. */
static LocationId return_of(const Compiled *compiled, const Code *end, const u64 *r) {
    const Function *function = compiled->function;
    LocationId found = 0;
    if (end->op != CODE_RETURN1) return 0;
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        bool gives = insn->op == OP_MOVE && compiled->register_cells[insn->dst] == end->a;
        if (!gives || !operand_is_register(insn->a) || r[compiled->register_cells[insn->a]] != r[end->a]) continue;
        if (found) return 0;
        found = insn->location;
    }
    return found;
}

bool machine_find_escape(Machine *m, const Code *ip, u64 *r) {
    const Compiled *compiled = frame_of(r)->compiled;
    Search search = {compiled, r, 0};
    if (compiled->function->is_library) return false;
    if (returns_address(compiled->function)) look_at_results(m, ip + 1, r, &search);
    bool is_returned = search.found;
    if (!search.found && may_leave_address(m, compiled->function)) look_at_memory(m, &search);
    if (!search.found) return false;
    Text name = {0};
    fault_name_object(&name, &m->objects, search.found);
    m->fault.object = search.found;
    machine_fault_text(m, ip, r, FAULT_STACK_ADDRESS,
                       is_returned ? "the address of %s is returned" : "the address of %s is left behind in memory",
                       name.chars);
    text_free(&name);
    LocationId place = is_returned ? return_of(compiled, ip + 1, r) : 0;
    if (place) m->fault.stack.at[0].location = place;
    return true;
}
