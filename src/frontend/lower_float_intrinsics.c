/* LLVM's intrinsics for floats: the functions of <math.h>, and the constrained forms that clang emits
 * when a program asks for strict floating point, taken as plain ones. */
#include "frontend/lower.h"

#include <string.h>

typedef struct {
    const char *name;
    u32 number;    /* FloatFunction or Op */
    u32 arguments; /* values among the arguments; constrained forms have metadata after them */
} FloatIntrinsic;

static const FloatIntrinsic functions[] = {
    {"fabs", FLOAT_FABS, 1},
    {"sqrt", FLOAT_SQRT, 1},
    {"floor", FLOAT_FLOOR, 1},
    {"ceil", FLOAT_CEIL, 1},
    {"trunc", FLOAT_TRUNC, 1},
    {"rint", FLOAT_RINT, 1},
    {"nearbyint", FLOAT_NEARBYINT, 1},
    {"round", FLOAT_ROUND, 1},
    {"roundeven", FLOAT_ROUNDEVEN, 1},
    {"copysign", FLOAT_COPYSIGN, 2},
    {"minnum", FLOAT_FMIN, 2},
    {"maxnum", FLOAT_FMAX, 2},
    {"fma", FLOAT_FMA, 3},
    {"fmuladd", FLOAT_FMULADD, 3},
    {"pow", FLOAT_POW, 2},
    {"powi", FLOAT_POWI, 2},
    {"sin", FLOAT_SIN, 1},
    {"cos", FLOAT_COS, 1},
    {"tan", FLOAT_TAN, 1},
    {"exp", FLOAT_EXP, 1},
    {"exp2", FLOAT_EXP2, 1},
    {"exp10", FLOAT_EXP10, 1},
    {"log", FLOAT_LOG, 1},
    {"log2", FLOAT_LOG2, 1},
    {"log10", FLOAT_LOG10, 1},
    {"ldexp", FLOAT_LDEXP, 2},
    {"lrint", FLOAT_LRINT, 1},
    {"llrint", FLOAT_LRINT, 1},
    {"lround", FLOAT_LROUND, 1},
    {"llround", FLOAT_LROUND, 1},
    {"is.fpclass", FLOAT_ISFPCLASS, 2},
};

static const FloatIntrinsic operations[] = {
    {"fadd", OP_FADD, 2},     {"fsub", OP_FSUB, 2},       {"fmul", OP_FMUL, 2},     {"fdiv", OP_FDIV, 2},
    {"frem", OP_FREM, 2},     {"fptosi", OP_FPTOSI, 1},   {"fptoui", OP_FPTOUI, 1}, {"sitofp", OP_SITOFP, 1},
    {"uitofp", OP_UITOFP, 1}, {"fptrunc", OP_FPTRUNC, 1}, {"fpext", OP_FPEXT, 1},
};

static const FloatIntrinsic *find(const FloatIntrinsic *table, u32 count, const char *name) {
    for (u32 i = 0; i < count; i++)
        if (!strcmp(table[i].name, name)) return &table[i];
    return NULL;
}

/* The n-th argument for element i: a scalar argument (a power, a class mask) serves all elements. */
static Operand element(Lowering *lower, LLVMValueRef call, const FloatIntrinsic *intrinsic, u32 n, u32 i) {
    if (n >= intrinsic->arguments) return OPERAND_NONE;
    LLVMValueRef value = LLVMGetOperand(call, n);
    return operand_at(lower, value, LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind ? i : 0);
}

static void lower_function(Lowering *lower, LLVMValueRef call, const FloatIntrinsic *intrinsic) {
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(LLVMGetOperand(call, 0)));
    u32 dst = result_registers(lower, call);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand a = element(lower, call, intrinsic, 0, i), b = element(lower, call, intrinsic, 1, i),
                c = element(lower, call, intrinsic, 2, i);
        emit(lower, OP_FMATH, scalars->types[i], dst + i, a, b, c)->extra = intrinsic->number;
    }
}

static void lower_operation(Lowering *lower, LLVMValueRef call, const FloatIntrinsic *intrinsic) {
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(call));
    u32 dst = result_registers(lower, call);
    for (u32 i = 0; i < scalars->count; i++)
        emit(lower, (Op)intrinsic->number, scalars->types[i], dst + i, element(lower, call, intrinsic, 0, i),
             element(lower, call, intrinsic, 1, i), OPERAND_NONE);
}

/* The predicate of a constrained comparison is a metadata string: "olt". */
static u32 relations_named(const char *name) {
    static const struct {
        const char *name;
        u32 set;
    } sets[] = {{"eq", FCMP_EQUAL}, {"gt", FCMP_GREATER},           {"ge", FCMP_GREATER | FCMP_EQUAL},
                {"lt", FCMP_LESS},  {"le", FCMP_LESS | FCMP_EQUAL}, {"ne", FCMP_LESS | FCMP_GREATER}};
    if (!strcmp(name, "ord")) return FCMP_LESS | FCMP_EQUAL | FCMP_GREATER;
    if (!strcmp(name, "uno")) return FCMP_UNORDERED;
    for (u32 i = 0; i < COUNT_OF(sets); i++)
        if (name[0] && !strcmp(name + 1, sets[i].name)) return sets[i].set | (name[0] == 'u' ? FCMP_UNORDERED : 0);
    return 0;
}

static void lower_comparison(Lowering *lower, LLVMValueRef call) {
    const char *predicate = debug_string(lower->fe, LLVMValueAsMetadata(LLVMGetOperand(call, 2)));
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(LLVMGetOperand(call, 0)));
    u32 dst = result_registers(lower, call);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand a = operand_at(lower, LLVMGetOperand(call, 0), i), b = operand_at(lower, LLVMGetOperand(call, 1), i);
        emit(lower, OP_FCMP, scalars->types[i], dst + i, a, b, OPERAND_NONE)->extra =
            relations_named(predicate ? predicate : "");
    }
}

bool lower_float_intrinsic(Lowering *lower, LLVMValueRef call, const char *name) {
    static const char constrained[] = "experimental.constrained.";
    bool is_constrained = !strncmp(name, constrained, sizeof constrained - 1);
    if (is_constrained) name += sizeof constrained - 1;
    if (!scalars_of(lower->fe, LLVMTypeOf(call))->is_supported ||
        !scalars_of(lower->fe, LLVMTypeOf(LLVMGetOperand(call, 0)))->is_supported)
        return false;
    const FloatIntrinsic *function = find(functions, COUNT_OF(functions), name);
    const FloatIntrinsic *operation = is_constrained ? find(operations, COUNT_OF(operations), name) : NULL;
    if (function) lower_function(lower, call, function);
    else if (operation) lower_operation(lower, call, operation);
    else if (is_constrained && !strncmp(name, "fcmp", 4)) lower_comparison(lower, call);
    else return false;
    return true;
}
