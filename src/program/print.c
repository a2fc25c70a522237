/* The program as text, for `loci ir` and for messages: close to C in names and types, one line an instruction. */
#include "program/visit.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* ---- Types ---- */

static void print_function_type(Text *out, const Type *type) {
    program_print_type(out, type->element);
    text_add(out, " (");
    for (u32 i = 0; i < type->field_count; i++) {
        if (i) text_add(out, ", ");
        program_print_type(out, type->fields[i].type);
    }
    if (type->is_variadic) text_add(out, type->field_count ? ", ..." : "...");
    text_add_char(out, ')');
}

static void print_members(Text *out, const Type *type) {
    text_add(out, type->kind == TYPE_UNION ? "union {" : "struct {");
    for (u32 i = 0; i < type->field_count; i++) {
        text_add(out, i ? "; " : " ");
        program_print_type(out, type->fields[i].type);
        if (type->fields[i].name) text_printf(out, " %s", type->fields[i].name);
    }
    text_add(out, " }");
}

/* The array bounds after the innermost element: int [2][3]. */
static void print_array(Text *out, const Type *type) {
    const Type *element = type;
    while (element->kind == TYPE_ARRAY && !element->name) element = element->element;
    program_print_type(out, element);
    text_add_char(out, ' ');
    for (const Type *t = type; t != element; t = t->element) {
        if (t->count) text_printf(out, "[%" PRIu64 "]", t->count);
        else text_add(out, "[]");
    }
}

static void print_float_type(Text *out, const Type *type) {
    switch (type->bits) {
    case 16: text_add(out, "half"); break;
    case 32: text_add(out, "float"); break;
    case 64: text_add(out, "double"); break;
    default: text_printf(out, "float%u", type->bits); break;
    }
}

void program_print_type(Text *out, const Type *type) {
    if (!type) {
        text_add(out, "void");
        return;
    }
    if (type->name) {
        text_add(out, type->name);
        return;
    }
    switch (type->kind) {
    case TYPE_VOID: text_add(out, "void"); break;
    case TYPE_INT: text_printf(out, "i%u", type->bits); break;
    case TYPE_FLOAT: print_float_type(out, type); break;
    case TYPE_POINTER:
        if (!type->element) {
            text_add(out, "ptr");
            break;
        }
        program_print_type(out, type->element);
        text_add(out, type->element->kind == TYPE_POINTER && !type->element->name ? "*" : " *");
        break;
    case TYPE_ARRAY: print_array(out, type); break;
    case TYPE_VECTOR:
        text_printf(out, "<%" PRIu64 " x ", type->count);
        program_print_type(out, type->element);
        text_add_char(out, '>');
        break;
    case TYPE_STRUCT:
    case TYPE_UNION: print_members(out, type); break;
    case TYPE_FUNCTION: print_function_type(out, type); break;
    }
}

/* ---- Operands ---- */

static void print_quoted(Text *out, const u8 *bytes, u64 length) {
    enum { MOST = 60 };
    text_add_char(out, '"');
    for (u64 i = 0; i < MIN(length, (u64)MOST); i++) {
        if (bytes[i] == '\n') text_add(out, "\\n");
        else if (bytes[i] == '"' || bytes[i] == '\\') text_printf(out, "\\%c", bytes[i]);
        else if (isprint(bytes[i])) text_add_char(out, (char)bytes[i]);
        else text_printf(out, "\\%03o", bytes[i]);
    }
    text_add(out, length > MOST ? "\"..." : "\"");
}

/* A string literal by its text, any other global by its name. */
static void print_global_name(Text *out, const Global *global) {
    if (global->is_string_literal && global->is_initialised && global->bytes && global->size)
        print_quoted(out, global->bytes, global->bytes[global->size - 1] ? global->size : global->size - 1);
    else text_printf(out, "@%s", global->name);
}

static void print_limbs(Text *out, const Constant *constant) {
    u32 limbs = type_limbs(constant->type);
    text_add(out, "0x");
    u32 top = limbs;
    while (top > 1 && !constant->limbs[top - 1]) top--;
    text_printf(out, "%" PRIx64, constant->limbs[top - 1]);
    while (--top) text_printf(out, "%016" PRIx64, constant->limbs[top - 1]);
}

static void print_float(Text *out, const Constant *constant) {
    if (constant->type->bits == 32) {
        float value;
        memcpy(&value, constant->limbs, sizeof value);
        text_printf(out, "%.9g", (double)value);
    } else if (constant->type->bits == 64) {
        double value;
        memcpy(&value, constant->limbs, sizeof value);
        text_printf(out, "%.17g", value);
    } else {
        print_limbs(out, constant);
    }
}

static void print_constant(Text *out, const Program *program, const Constant *constant) {
    switch (constant->kind) {
    case CONSTANT_INT:
        if (constant->type->bits <= 64)
            text_printf(out, "%" PRId64,
                        constant->type->bits == 1 ? (i64)constant->limbs[0]
                                                  : sign_extend(constant->limbs[0], constant->type->bits));
        else print_limbs(out, constant);
        break;
    case CONSTANT_FLOAT: print_float(out, constant); break;
    case CONSTANT_NULL: text_add(out, "null"); break;
    case CONSTANT_GLOBAL:
        print_global_name(out, constant->global);
        if (constant->offset) text_printf(out, "%+" PRId64, constant->offset);
        break;
    case CONSTANT_FUNCTION: text_printf(out, "@%s", constant->function->name); break;
    case CONSTANT_BLOCK: text_printf(out, "@%s.block%u", constant->function->name, constant->block); break;
    case CONSTANT_UNDEF: text_add(out, "undef"); break;
    case CONSTANT_POISON: text_add(out, "poison"); break;
    }
}

/* Slots and objects are shown by their source names: %i.3, &buffer.7. */
static void print_register(Text *out, const Function *function, u32 reg) {
    u32 variable = reg < function->register_count ? function->registers[reg].variable : 0;
    if (!variable) {
        text_printf(out, "%%%u", reg);
        return;
    }
    const Variable *v = &function->variables[variable - 1];
    text_printf(out, "%c%s.%u", v->kind == VARIABLE_SLOT ? '%' : '&', v->name ? v->name : "tmp", reg);
}

static void print_operand(Text *out, const Program *program, const Function *function, Operand operand) {
    if (operand == OPERAND_NONE) text_add_char(out, '_');
    else if (operand_is_constant(operand)) print_constant(out, program, &program->constants.at[operand_index(operand)]);
    else print_register(out, function, operand);
}

/* ---- Instructions ---- */

static const char *const float_function_names[FLOAT_FUNCTION_COUNT] = {
    "fabs", "sqrt",  "floor", "ceil",    "trunc", "rint",  "nearbyint", "round",  "roundeven", "copysign",
    "fmin", "fmax",  "fma",   "fmuladd", "pow",   "powi",  "sin",       "cos",    "tan",       "exp",
    "exp2", "exp10", "log",   "log2",    "log10", "ldexp", "lrint",     "lround", "isfpclass",
};

static void print_flags(Text *out, u32 flags) {
    static const struct {
        u32 flag;
        const char *name;
    } names[] = {
        {INSN_CHECKED, "checked"},
        {INSN_SIGNED_BASE, "signed-base"},
        {INSN_NSW, "nsw"},
        {INSN_NUW, "nuw"},
        {INSN_EXACT, "exact"},
        {INSN_INBOUNDS, "inbounds"},
        {INSN_VOLATILE, "volatile"},
        {INSN_OVERLAP_OK, "overlap-ok"},
        {INSN_SOURCE_UNREACHABLE, "source"},
        {INSN_NO_RETURN, "noreturn"},
        {INSN_ZERO_POISON, "zero-poison"},
        {INSN_STRICT_SHIFT, "strict-shift"},
        {INSN_DECIDES, "decides"},
    };
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (flags & names[i].flag) text_printf(out, " %s", names[i].name);
}

static void print_call(Text *out, const Program *program, const Function *function, const Insn *insn) {
    const Call *call = &function->calls[insn->extra];
    text_add_char(out, ' ');
    print_operand(out, program, function, insn->a);
    text_add_char(out, '(');
    for (u32 i = 0; i < call->arg_count; i++) {
        if (i) text_add(out, i == call->fixed_count ? "; " : ", ");
        program_print_type(out, call->args[i].byval ? call->args[i].byval : call->args[i].type);
        text_add(out, call->args[i].byval ? " byval " : " ");
        print_operand(out, program, function, call->args[i].value);
    }
    text_add_char(out, ')');
}

static void print_switch(Text *out, const Program *program, const Function *function, const Insn *insn) {
    const Switch *table = &function->switches[insn->extra];
    u32 limbs = type_limbs(insn->type);
    text_add_char(out, ' ');
    print_operand(out, program, function, insn->a);
    for (u32 i = 0; i < table->count; i++)
        text_printf(out, ", %" PRId64 ": block%u",
                    insn->type->bits <= 64 ? sign_extend(table->values[i], insn->type->bits)
                                           : (i64)table->values[(size_t)i * limbs],
                    table->targets[i]);
    text_printf(out, ", else: block%u", table->default_target);
}

static void print_variable_name(Text *out, const Function *function, u32 number) {
    const Variable *variable = &function->variables[number];
    text_printf(out, " %s.%u", variable->name ? variable->name : "tmp", variable->reg);
}

static void print_field(Text *out, const Program *program, const Function *function, const Insn *insn) {
    text_add_char(out, ' ');
    print_operand(out, program, function, insn->a);
    u64 number = program->constants.at[operand_index(insn->b)].limbs[0];
    const char *name = number < insn->type->field_count ? insn->type->fields[number].name : NULL;
    if (name) text_printf(out, " .%s", name);
    else text_printf(out, " .%" PRIu64, number);
}

static void print_plain_operands(Text *out, const Program *program, const Function *function, const Insn *insn) {
    const Operand operands[] = {insn->a, insn->b, insn->c};
    bool any = false;
    u32 fields = insn_value_fields(insn);
    for (u32 i = 0; i < fields && i < COUNT_OF(operands); i++) {
        if (operands[i] == OPERAND_NONE) continue;
        text_add(out, any ? ", " : " ");
        print_operand(out, program, function, operands[i]);
        any = true;
    }
}

static void print_fcmp(Text *out, u32 set) {
    static const char letters[] = {'l', 'e', 'g', 'u'};
    text_add_char(out, '.');
    for (u32 i = 0; i < 4; i++)
        if (set >> i & 1) text_add_char(out, letters[i]);
}

static void print_operation(Text *out, const Function *function, const Insn *insn) {
    text_add(out, op_name((Op)insn->op));
    if (insn->op == OP_FCMP) print_fcmp(out, insn->extra);
    if (insn->op == OP_FMATH) text_printf(out, ".%s", float_function_names[insn->extra]);
    print_flags(out, insn->flags);
    const Type *type = insn->c_type ? insn->c_type : insn->type;
    if (insn->op == OP_CALL) type = function->calls[insn->extra].type->element;
    if (!type) return;
    text_add_char(out, ' ');
    program_print_type(out, type);
}

static void print_rest(Text *out, const Program *program, const Function *function, const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_CALL: print_call(out, program, function, insn); break;
    case OP_SWITCH: print_switch(out, program, function, insn); break;
    case OP_JUMP: text_printf(out, " block%u", insn->b); break;
    case OP_BRANCH:
        print_plain_operands(out, program, function, insn);
        text_printf(out, ", block%u, block%u", insn->b, insn->c);
        break;
    case OP_FIELD: print_field(out, program, function, insn); break;
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END: print_variable_name(out, function, insn->extra); break;
    case OP_CHECK:
        print_plain_operands(out, program, function, insn);
        text_printf(out, " \"%s\"", function->texts[insn->extra]);
        break;
    case OP_UNSUPPORTED: text_printf(out, " \"%s\"", function->texts[insn->extra]); break;
    case OP_RETURN:
        for (u32 i = 0; i < insn->c; i++) {
            text_add(out, i ? ", " : " ");
            print_operand(out, program, function, function->returns[insn->extra + i]);
        }
        break;
    default: print_plain_operands(out, program, function, insn); break;
    }
}

static void print_location(Text *out, const Program *program, LocationId id) {
    const Location *location = &program->locations.at[id];
    text_printf(out, "%s:%u", program->files.at[location->file], location->line);
    if (location->column) text_printf(out, ":%u", location->column);
}

void program_print_insn(Text *out, const Program *program, const Function *function, const Insn *insn) {
    u32 written = insn_write_count(function, insn);
    for (u32 i = 0; i < written; i++) {
        if (i) text_add(out, ", ");
        print_register(out, function, insn->dst + i);
    }
    if (written) text_add(out, " = ");
    print_operation(out, function, insn);
    print_rest(out, program, function, insn);
}

/* ---- Functions and globals ---- */

static void print_variable(Text *out, const Program *program, const Function *function, const Variable *variable) {
    static const char *const kinds[] = {"slot   ", "object ", "dynamic"};
    text_printf(out, "    %s ", kinds[variable->kind]);
    program_print_type(out, variable->type);
    text_add_char(out, ' ');
    print_register(out, function, variable->reg);
    if (variable->is_parameter) text_add(out, " parameter");
    if (variable->has_scope) text_add(out, " scoped");
    if (variable->maybe_unset) text_add(out, " maybe-unset");
    if (variable->location) {
        text_add(out, "   ; ");
        print_location(out, program, variable->location);
    }
    text_add_char(out, '\n');
}

static void print_signature(Text *out, const Function *function) {
    const Type *type = function->c_type ? function->c_type : function->type;
    program_print_type(out, type->element);
    text_printf(out, " %s(", function->name);
    for (u32 i = 0; i < type->field_count; i++) {
        if (i) text_add(out, ", ");
        program_print_type(out, type->fields[i].type);
    }
    if (type->is_variadic) text_add(out, type->field_count ? ", ..." : "...");
    text_add_char(out, ')');
}

static void print_body(Text *out, const Program *program, const Function *function) {
    for (u32 i = 0; i < function->block_count; i++) {
        const Block *block = &function->blocks[i];
        text_printf(out, "  block%u:%s%s\n", i, block->name ? " ; " : "", block->name ? block->name : "");
        for (u32 k = 0; k < block->count; k++) {
            const Insn *insn = &function->insns[block->first + k];
            size_t start = out->length;
            text_add(out, "    ");
            program_print_insn(out, program, function, insn);
            if (insn->location) {
                size_t width = out->length - start;
                text_fill(out, ' ', width < 60 ? 60 - width : 1);
                text_add(out, "; ");
                print_location(out, program, insn->location);
            }
            text_add_char(out, '\n');
        }
    }
}

void program_print_function(Text *out, const Program *program, const Function *function) {
    text_add(out, function->has_body ? "function " : "declare ");
    if (function->linkage == LINK_INTERNAL) text_add(out, "static ");
    if (function->linkage == LINK_WEAK) text_add(out, "weak ");
    print_signature(out, function);
    if (function->location) {
        text_add(out, "   ; ");
        print_location(out, program, function->location);
    }
    text_add_char(out, '\n');
    if (!function->is_lowered) return;
    text_add(out, "    registers");
    for (u32 i = 0; i < function->param_count; i++) {
        text_add(out, i ? ", " : " ");
        print_register(out, function, function->params[i]);
    }
    text_printf(out, "%s%u\n", function->param_count ? " of " : " ", function->register_count);
    for (u32 i = 0; i < function->variable_count; i++) print_variable(out, program, function, &function->variables[i]);
    print_body(out, program, function);
}

static void print_bytes(Text *out, const Global *global) {
    enum { MOST = 32 };
    if (!global->bytes) {
        text_add(out, " = zero");
        return;
    }
    text_add(out, " =");
    for (u64 i = 0; i < MIN(global->size, (u64)MOST); i++) text_printf(out, " %02x", global->bytes[i]);
    if (global->size > MOST) text_add(out, " ...");
}

void program_print_global(Text *out, const Program *program, const Global *global) {
    text_add(out, global->is_defined ? "global " : "extern ");
    if (global->linkage == LINK_INTERNAL) text_add(out, "static ");
    if (global->linkage == LINK_WEAK) text_add(out, "weak ");
    if (global->is_thread_local) text_add(out, "thread-local ");
    if (global->is_constant) text_add(out, "const ");
    program_print_type(out, global->type);
    text_printf(out, " @%s, %" PRIu64 " bytes, align %u", global->name, global->size, global->align);
    if (global->is_initialised && global->is_string_literal && global->bytes) {
        text_add(out, " = ");
        print_quoted(out, global->bytes, global->size);
    } else if (global->is_initialised) {
        print_bytes(out, global);
    }
    for (u32 i = 0; i < global->relocation_count; i++) {
        text_printf(out, ", +%" PRIu64 ": ", global->relocations[i].offset);
        print_constant(out, program, &program->constants.at[global->relocations[i].constant]);
    }
    if (global->location) {
        text_add(out, "   ; ");
        print_location(out, program, global->location);
    }
    text_add_char(out, '\n');
}
