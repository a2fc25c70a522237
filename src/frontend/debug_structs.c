/* Which debug information belongs to an LLVM struct: they agree in name and size. A module's structs and
 * unions are found by a walk from its functions, variables and compile units, when first asked for. */
#include "frontend/state.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { TAG_ENUM = 0x04, TAG_STRUCT = 0x13, TAG_TYPEDEF = 0x16, TAG_UNION = 0x17 }; /* of DWARF */

enum { /* operands of debug info nodes, as LLVM 19 lays them out */
       TYPE_BASE = 3,
       COMPOSITE_ELEMENTS = 4,
       FUNCTION_TYPES = 3,
       SUBPROGRAM_TYPE = 4,
       SUBPROGRAM_VARIABLES = 7,
       UNIT_RETAINED = 5,
       UNIT_GLOBALS = 6,
       VARIABLE_TYPE = 3,
};

static u16 tag_of(LLVMMetadataRef debug) { return LLVMGetDINodeTag(debug); }

static const char *tagged_name(Frontend *fe, bool is_union, LLVMMetadataRef debug) {
    size_t length;
    const char *name = LLVMDITypeGetName(debug, &length);
    return length ? arena_printf(&fe->program->arena, "%s %.*s", is_union ? "union" : "struct", (int)length, name)
                  : NULL;
}

typedef struct {
    Frontend *fe;
    Module *module;
    Map seen;
    VEC(LLVMMetadataRef) stack;
} Survey;

static void survey_later(Survey *survey, LLVMMetadataRef node) {
    if (!node) return;
    bool is_new;
    map_cell(&survey->seen, (u64)(uintptr_t)node, &is_new);
    if (is_new) vec_push(&survey->stack, node);
}

static void add_composite(Survey *survey, const char *name, LLVMMetadataRef debug) {
    if (!name || !LLVMDITypeGetSizeInBits(debug)) return;
    Module *module = survey->module;
    u64 head = 0;
    string_map_get(&module->composites, name, &head);
    vec_push(&module->composite_list, debug);
    vec_push(&module->composite_next, (u32)head);
    string_map_put(&module->composites, name, module->composite_list.count);
}

static bool is_composite(LLVMMetadataRef debug) {
    return debug && LLVMGetMetadataKind(debug) == LLVMDICompositeTypeMetadataKind &&
           (tag_of(debug) == TAG_STRUCT || tag_of(debug) == TAG_UNION);
}

/* clang names an anonymous struct after its typedef. */
static void survey_typedef(Survey *survey, LLVMMetadataRef debug) {
    LLVMMetadataRef base = debug_operand(survey->fe, debug, TYPE_BASE);
    size_t length;
    if (!is_composite(base)) return;
    LLVMDITypeGetName(base, &length);
    if (!length) add_composite(survey, tagged_name(survey->fe, tag_of(base) == TAG_UNION, debug), base);
}

static void survey_type(Survey *survey, LLVMMetadataRef debug) {
    Frontend *fe = survey->fe;
    switch (LLVMGetMetadataKind(debug)) {
    case LLVMDIDerivedTypeMetadataKind:
        if (tag_of(debug) == TAG_TYPEDEF) survey_typedef(survey, debug);
        survey_later(survey, debug_operand(fe, debug, TYPE_BASE));
        break;
    case LLVMDICompositeTypeMetadataKind: {
        if (is_composite(debug)) add_composite(survey, tagged_name(fe, tag_of(debug) == TAG_UNION, debug), debug);
        survey_later(survey, debug_operand(fe, debug, TYPE_BASE));
        if (tag_of(debug) != TAG_ENUM) survey_later(survey, debug_operand(fe, debug, COMPOSITE_ELEMENTS));
        break;
    }
    case LLVMDISubroutineTypeMetadataKind: survey_later(survey, debug_operand(fe, debug, FUNCTION_TYPES)); break;
    case LLVMDILocalVariableMetadataKind:
    case LLVMDIGlobalVariableMetadataKind: survey_later(survey, debug_operand(fe, debug, VARIABLE_TYPE)); break;
    case LLVMDIGlobalVariableExpressionMetadataKind:
        survey_later(survey, LLVMDIGlobalVariableExpressionGetVariable(debug));
        break;
    case LLVMMDTupleMetadataKind: {
        u32 count = debug_operand_count(fe, debug);
        LLVMValueRef *nodes = xcalloc(count + 1, sizeof *nodes);
        LLVMGetMDNodeOperands(LLVMMetadataAsValue(fe->context, debug), nodes);
        for (u32 i = 0; i < count; i++)
            if (nodes[i]) survey_later(survey, LLVMValueAsMetadata(nodes[i]));
        free(nodes);
        break;
    }
    default: break;
    }
}

static void survey_units(Survey *survey) {
    LLVMModuleRef llvm = survey->module->llvm;
    u32 count = LLVMGetNamedMetadataNumOperands(llvm, "llvm.dbg.cu");
    LLVMValueRef *units = xcalloc(count + 1, sizeof *units);
    LLVMGetNamedMetadataOperands(llvm, "llvm.dbg.cu", units);
    for (u32 i = 0; i < count; i++) {
        survey_later(survey, debug_operand(survey->fe, LLVMValueAsMetadata(units[i]), UNIT_RETAINED));
        survey_later(survey, debug_operand(survey->fe, LLVMValueAsMetadata(units[i]), UNIT_GLOBALS));
    }
    free(units);
}

static void survey_module(Frontend *fe, Module *module) {
    Survey survey = {.fe = fe, .module = module};
    module->is_surveyed = true;
    survey_units(&survey);
    for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
        LLVMMetadataRef subprogram = LLVMGetSubprogram(f);
        if (!subprogram) continue;
        survey_later(&survey, debug_operand(fe, subprogram, SUBPROGRAM_TYPE));
        survey_later(&survey, debug_operand(fe, subprogram, SUBPROGRAM_VARIABLES));
    }
    while (survey.stack.count) survey_type(&survey, vec_pop(&survey.stack));
    map_free(&survey.seen);
    vec_free(&survey.stack);
}

LLVMMetadataRef debug_composite_of(Frontend *fe, LLVMTypeRef type) {
    Module *module = fe->current;
    const char *llvm_name = LLVMGetStructName(type);
    const char *dot = llvm_name ? strchr(llvm_name, '.') : NULL;
    if (!module || !dot) return NULL;
    if (!module->is_surveyed) survey_module(fe, module);
    Text name = {0};
    text_printf(&name, "%.*s %s", (int)(dot - llvm_name), llvm_name, dot + 1);
    char *suffix = strrchr(name.chars, '.');
    if (suffix && strspn(suffix + 1, "0123456789") == strlen(suffix + 1)) *suffix = 0;
    u64 head = 0;
    string_map_get(&module->composites, name.chars, &head);
    text_free(&name);
    u64 bits = LLVMABISizeOfType(fe->layout, type) * 8;
    for (u32 i = (u32)head; i; i = module->composite_next.at[i - 1])
        if (LLVMDITypeGetSizeInBits(module->composite_list.at[i - 1]) == bits) return module->composite_list.at[i - 1];
    return NULL;
}
