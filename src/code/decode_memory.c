/* Decoding of address steps, loads and stores. */
#include "code/decode.h"

#include "program/visit.h"

enum { FARTHEST_FOLD = 24 }; /* how many instructions ahead a folded address may be used */

/* ---- Pending addresses ---- */

static bool writes_register(const Decoder *dec, const Insn *insn, Operand reg) {
    if (reg == OPERAND_NONE || operand_is_constant(reg)) return false;
    if (insn->op == OP_SCOPE_BEGIN) return dec->function->variables[insn->extra].reg == reg;
    return reg >= insn->dst && reg - insn->dst < insn_write_count(dec->function, insn);
}

/* The instruction that uses `reg` as `wanted` says, in this block, before any of the sources changes. */
static const Insn *only_use(const Decoder *dec, const Insn *insn, Operand source1, Operand source2,
                            bool (*wanted)(const Insn *, u32 reg)) {
    if (!decode_is_used_once(dec, insn)) return NULL;
    const Block *block = &dec->function->blocks[dec->block];
    const Insn *end = dec->function->insns + block->first + block->count;
    for (const Insn *next = insn + 1; next < end && next < insn + FARTHEST_FOLD; next++) {
        if (wanted(next, insn->dst)) return next;
        if (next->a == insn->dst || next->b == insn->dst || next->c == insn->dst) return NULL;
        if (writes_register(dec, next, source1) || writes_register(dec, next, source2)) return NULL;
        if (writes_register(dec, next, insn->dst)) return NULL; /* used by a call, and shared by another temporary */
    }
    return NULL;
}

static bool uses_as_address(const Insn *insn, u32 reg) {
    return insn->a == reg && insn->b != reg &&
           (insn->op == OP_LOAD || insn->op == OP_STORE || insn->op == OP_FIELD || insn->op == OP_INDEX);
}
static bool uses_as_index(const Insn *insn, u32 reg) {
    return insn->op == OP_INDEX && insn->b == reg && insn->a != reg;
}

/* `reg` as an address: what is pending for it, or itself. */
static Address address_of(const Decoder *dec, Operand operand) {
    if (!operand_is_constant(operand) && dec->addresses[operand].is_pending) return dec->addresses[operand];
    return (Address){.base = operand, .index = OPERAND_NONE, .scale = 1};
}

/* The cells and immediate of an address in code. */
typedef struct {
    u32 a, b;
    u16 scale;
    i64 imm;
    u32 form; /* 0: plain, 1: index of 64 bits, 2: index of 32 bits */
} AddressCode;

static AddressCode address_code(Decoder *dec, const Address *address, i64 extra_offset) {
    AddressCode code = {.imm = address->offset + extra_offset, .scale = (u16)address->scale};
    code.a = decode_cell(dec, address->base);
    if (address->index != OPERAND_NONE) {
        code.b = decode_cell(dec, address->index);
        code.form = address->index_is_32 ? 2 : 1;
    }
    return code;
}

static void emit_access(Decoder *dec, CodeOp plain, u32 per_form, u32 cell, const AddressCode *address) {
    decode_emit(dec, (CodeOp)(plain + per_form * address->form), cell, address->a, address->b, address->imm)->aux =
        address->scale;
}

static void materialise(Decoder *dec, const Address *address, u32 cell) {
    AddressCode code = address_code(dec, address, 0);
    emit_access(dec, dec->is_32 ? CODE_ADDRESS32 : CODE_ADDRESS, 1, cell, &code);
}

/* ---- FIELD and INDEX ---- */

static void compute_address(Decoder *dec, const Insn *insn, const Address *address) {
    const Insn *use = only_use(dec, insn, address->base, address->index, uses_as_address);
    if (use && !dec->is_repeating) {
        dec->addresses[insn->dst] = *address;
        dec->addresses[insn->dst].is_pending = true;
        dec->widened[insn->dst] = OPERAND_NONE;
        dec->is_deferred = true;
        return;
    }
    materialise(dec, address, decode_result(dec, insn));
    decode_wrote(dec, insn->dst);
}

static u64 constant_index(const Decoder *dec, Operand operand) {
    const Constant *constant = &dec->program->constants.at[operand_index(operand)];
    u32 bits = MIN(64u, constant->type->bits);
    return constant->kind == CONSTANT_INT ? (u64)sign_extend(constant->limbs[0], bits) : 0;
}

static void decode_field(Decoder *dec, const Insn *insn) {
    Address address = address_of(dec, insn->a);
    address.is_pending = false;
    address.offset += (i64)insn->type->fields[constant_index(dec, insn->b)].offset;
    compute_address(dec, insn, &address);
}

/* Sets the index of an address whose base has none yet; makes the scale small enough for the code. */
static void set_index(Decoder *dec, Address *address, const Insn *insn) {
    u32 bits = operand_type(dec->program, dec->function, insn->b)->bits;
    address->index = insn->b;
    address->scale = (u32)insn->type->size;
    address->index_is_32 = bits == 32 || dec->is_32;
    if (!operand_is_constant(insn->b) && dec->widened[insn->b] != OPERAND_NONE) {
        address->index = dec->widened[insn->b];
        address->index_is_32 = true;
    }
}

static bool index_is_plain(const Decoder *dec, const Insn *insn) {
    u32 bits = operand_type(dec->program, dec->function, insn->b)->bits;
    bool width_ok = bits == 64 || bits == 32;
    return width_ok && insn->type->size <= UINT16_MAX;
}

/* The index times the size, as a signed 64-bit number in a cell. */
static u32 scaled_index_cell(Decoder *dec, const Insn *insn) {
    u32 bits = operand_type(dec->program, dec->function, insn->b)->bits, cell = decode_cell(dec, insn->b);
    u32 scaled = decode_scratch(dec, 1);
    if (bits < 64) {
        decode_emit(dec, CODE_SEXT, scaled, cell, 0, -1)->aux = (u16)bits;
        cell = scaled;
    }
    decode_emit(dec, CODE_MUL64I, scaled, cell, 0, (i64)insn->type->size);
    return scaled;
}

static void decode_index(Decoder *dec, const Insn *insn) {
    Address address = address_of(dec, insn->a);
    bool was_pending = address.is_pending;
    address.is_pending = false;
    if (operand_is_constant(insn->b)) {
        address.offset += (i64)(constant_index(dec, insn->b) * insn->type->size);
        compute_address(dec, insn, &address);
        return;
    }
    if (!index_is_plain(dec, insn)) {
        u32 base = decode_scratch(dec, 1);
        materialise(dec, &address, base);
        u32 index = scaled_index_cell(dec, insn);
        decode_emit(dec, dec->is_32 ? CODE_ADDRESS32_X : CODE_ADDRESS_X, decode_result(dec, insn), base, index, 0)
            ->aux = 1;
        decode_wrote(dec, insn->dst);
        return;
    }
    if (was_pending && address.index != OPERAND_NONE) { /* two indices: the first is computed now */
        u32 cell = dec->compiled->register_cells[insn->a];
        materialise(dec, &address, cell);
        address = (Address){.base = insn->a, .index = OPERAND_NONE, .scale = 1};
        dec->addresses[insn->a].is_pending = false;
    }
    set_index(dec, &address, insn);
    compute_address(dec, insn, &address);
}

/* A sign extension that only makes an index is left to the access that uses it. */
static bool decode_widening(Decoder *dec, const Insn *insn) {
    if (insn->type->bits != 64 || operand_is_constant(insn->a) || dec->is_repeating) return false;
    if (operand_type(dec->program, dec->function, insn->a)->bits != 32) return false;
    const Insn *use = only_use(dec, insn, insn->a, OPERAND_NONE, uses_as_index);
    if (!use || !index_is_plain(dec, use)) return false;
    dec->widened[insn->dst] = insn->a;
    dec->addresses[insn->dst].is_pending = false;
    dec->is_deferred = true;
    return true;
}

/* ---- Loads and stores ---- */

static CodeOp access_of_bytes(bool load, u32 bytes) {
    return (CodeOp)((load ? CODE_LOAD8 : CODE_STORE8) + __builtin_ctz(bytes));
}
enum { CODES_PER_FORM = CODE_LOADX8 - CODE_LOAD8 };

/* A value that is not 1, 2, 4 or 8 bytes long is accessed in pieces that are, the largest first. */
static void load_pieces(Decoder *dec, u32 cell, const Address *address, u32 bytes) {
    for (u32 done = 0; done < bytes;) {
        u32 piece = 1u << (31 - __builtin_clz(MIN(8u, bytes - done)));
        AddressCode code = address_code(dec, address, done);
        u32 limb = cell + done / 8, shift = done % 8 * 8;
        if (!shift) {
            emit_access(dec, access_of_bytes(true, piece), CODES_PER_FORM, limb, &code);
        } else {
            u32 part = decode_scratch(dec, 1);
            emit_access(dec, access_of_bytes(true, piece), CODES_PER_FORM, part, &code);
            decode_emit(dec, CODE_SHL64I, part, part, 0, shift);
            decode_emit(dec, CODE_OR64, limb, limb, part, 0);
        }
        done += piece;
    }
}

static void store_pieces(Decoder *dec, u32 cell, const Address *address, u32 bytes) {
    for (u32 done = 0; done < bytes;) {
        u32 piece = 1u << (31 - __builtin_clz(MIN(8u, bytes - done)));
        AddressCode code = address_code(dec, address, done);
        u32 limb = cell + done / 8, shift = done % 8 * 8;
        if (shift) {
            u32 part = decode_scratch(dec, 1);
            decode_emit(dec, CODE_LSHR64I, part, limb, 0, shift);
            limb = part;
        }
        emit_access(dec, access_of_bytes(false, piece), CODES_PER_FORM, limb, &code);
        done += piece;
    }
}

static u32 store_bytes(const Decoder *dec, const Type *type) { return (decode_value_bits(dec, type) + 7) / 8; }
static bool is_plain_size(u32 bytes) { return bytes <= 8 && (bytes & (bytes - 1)) == 0; }

static void decode_load(Decoder *dec, const Insn *insn) {
    Address address = address_of(dec, insn->a);
    u32 bytes = store_bytes(dec, insn->type), bits = decode_value_bits(dec, insn->type),
        cell = decode_result(dec, insn);
    if (dec->is_32 && insn->type->kind == TYPE_POINTER) {
        AddressCode code = address_code(dec, &address, 0);
        emit_access(dec, CODE_LOADP, CODES_PER_FORM, cell, &code);
    } else if (is_plain_size(bytes)) {
        AddressCode code = address_code(dec, &address, 0);
        emit_access(dec, access_of_bytes(true, bytes), CODES_PER_FORM, cell, &code);
        if (bits < bytes * 8) decode_emit(dec, CODE_MASK, cell, cell, 0, (i64)low_mask(bits));
    } else {
        /* The destination may be the base of the address: load aside, then move. */
        u32 limbs = type_limbs(insn->type), aside = decode_scratch(dec, limbs);
        load_pieces(dec, aside, &address, bytes);
        for (u32 i = 0; i < limbs; i++) decode_emit(dec, CODE_MOVE, cell + i, aside + i, 0, 0);
        if (bits % 64) decode_emit(dec, CODE_MASK, cell + limbs - 1, cell + limbs - 1, 0, (i64)low_mask(bits % 64));
    }
    decode_wrote(dec, insn->dst);
}

static void decode_store(Decoder *dec, const Insn *insn) {
    Address address = address_of(dec, insn->a);
    u32 bytes = store_bytes(dec, insn->type), value = decode_cell(dec, insn->b);
    if (dec->is_32 && insn->type->kind == TYPE_POINTER) {
        AddressCode code = address_code(dec, &address, 0);
        emit_access(dec, CODE_STOREP, CODES_PER_FORM, value, &code);
    } else if (is_plain_size(bytes)) {
        AddressCode code = address_code(dec, &address, 0);
        emit_access(dec, access_of_bytes(false, bytes), CODES_PER_FORM, value, &code);
    } else {
        store_pieces(dec, value, &address, bytes);
    }
}

/* What machine.c wrote into the table: windows apart (LP64) or bytes apart (ILP32). */
static void decode_load_relative(Decoder *dec, const Insn *insn) {
    u32 table = decode_cell(dec, insn->a), offset = decode_cell(dec, insn->b), entry = decode_scratch(dec, 1);
    decode_emit(dec, dec->is_32 ? CODE_LOADW32 : CODE_LOADX32, entry, table, offset, 0)->aux = 1;
    if (dec->is_32) {
        decode_emit(dec, CODE_ADD32, entry, entry, table, 0);
        decode_emit(dec, CODE_INTTOPTR32, decode_result(dec, insn), entry, 0, 0);
    } else {
        decode_emit(dec, CODE_SHL64I, entry, entry, 0, 32);
        decode_emit(dec, CODE_ADD64, decode_result(dec, insn), table, entry, 0);
    }
    decode_wrote(dec, insn->dst);
}

/* ---- Ranges, scopes, the rest ---- */

static u32 log2_of(u32 alignment) { return alignment > 1 ? (u32)(31 - __builtin_clz(alignment)) : 0; }

static void decode_range(Decoder *dec, const Insn *insn) {
    u32 a = decode_cell(dec, insn->a), b = decode_cell(dec, insn->b), size = decode_cell(dec, insn->c);
    Code *code = decode_emit(dec, insn->op == OP_COPY ? CODE_COPY : CODE_FILL, 0, a, b, size);
    code->aux = (insn->flags & INSN_OVERLAP_OK) != 0;
}

static void decode_va_copy(Decoder *dec, const Insn *insn) {
    u32 a = decode_cell(dec, insn->a), b = decode_cell(dec, insn->b), size = decode_scratch(dec, 1);
    decode_emit(dec, CODE_CONST, size, 0, 0, dec->is_32 ? 4 : 24);
    decode_emit(dec, CODE_COPY, 0, a, b, size)->aux = 1;
}

static void decode_scope(Decoder *dec, const Insn *insn) {
    const Variable *variable = &dec->function->variables[insn->extra];
    if (variable->kind == VARIABLE_SLOT) {
        if (insn->op == OP_SCOPE_BEGIN && dec->flags[variable->reg])
            decode_emit(dec, CODE_CONST, dec->flags[variable->reg], 0, 0, 0);
        return;
    }
    const FrameObject *object = dec->compiled->objects;
    while (object->variable != variable) object++;
    decode_emit(dec, insn->op == OP_SCOPE_BEGIN ? CODE_SCOPE_BEGIN : CODE_SCOPE_END, 0, 0, 0, 0)->data = object;
}

static void decode_alloca(Decoder *dec, const Insn *insn) {
    u32 size = decode_cell(dec, insn->a);
    u32 variable = dec->function->registers[insn->dst].variable;
    Code *code = decode_emit(dec, CODE_ALLOCA, decode_result(dec, insn), size, 0, 0);
    code->aux = (u16)log2_of(insn->extra);
    code->data = variable ? &dec->function->variables[variable - 1] : NULL;
}

bool decode_memory(Decoder *dec, const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_FIELD: decode_field(dec, insn); return true;
    case OP_INDEX: decode_index(dec, insn); return true;
    case OP_SEXT: return decode_widening(dec, insn);
    case OP_LOAD: decode_load(dec, insn); return true;
    case OP_STORE: decode_store(dec, insn); return true;
    case OP_LOAD_RELATIVE: decode_load_relative(dec, insn); return true;
    case OP_COPY:
    case OP_FILL: decode_range(dec, insn); return true;
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END: decode_scope(dec, insn); return true;
    case OP_ALLOCA: decode_alloca(dec, insn); return true;
    case OP_STACK_SAVE: decode_emit(dec, CODE_STACK_SAVE, decode_result(dec, insn), 0, 0, 0); return true;
    case OP_STACK_RESTORE: decode_emit(dec, CODE_STACK_RESTORE, 0, decode_cell(dec, insn->a), 0, 0); return true;
    case OP_VA_START: decode_emit(dec, CODE_VA_START, 0, decode_cell(dec, insn->a), 0, 0); return true;
    case OP_VA_COPY: decode_va_copy(dec, insn); return true;
    case OP_VA_END: return true;
    default: return false;
    }
}
