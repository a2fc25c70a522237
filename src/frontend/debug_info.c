/* Debug information: places in the source, names of functions and variables. What LLVM's C API cannot
 * read by a function of its own is read as an operand of the metadata node. */
#include "base/path.h"
#include "frontend/state.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { /* operands of debug info nodes, as LLVM 19 lays them out */
       VARIABLE_NAME = 1,
       VARIABLE_TYPE = 3,
       SUBPROGRAM_TYPE = 4,
};

u32 debug_operand_count(Frontend *fe, LLVMMetadataRef node) {
    return (u32)LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(fe->context, node));
}

LLVMMetadataRef debug_operand(Frontend *fe, LLVMMetadataRef node, u32 index) {
    LLVMValueRef value = LLVMMetadataAsValue(fe->context, node), few[32], *operands = few;
    u32 count = (u32)LLVMGetMDNodeNumOperands(value);
    if (index >= count) return NULL;
    if (count > COUNT_OF(few)) operands = xcalloc(count, sizeof *operands);
    LLVMGetMDNodeOperands(value, operands);
    LLVMValueRef operand = operands[index];
    if (operands != few) free(operands);
    return operand ? LLVMValueAsMetadata(operand) : NULL;
}

const char *debug_string(Frontend *fe, LLVMMetadataRef text) {
    if (!text || LLVMGetMetadataKind(text) != LLVMMDStringMetadataKind) return NULL;
    unsigned length;
    const char *chars = LLVMGetMDString(LLVMMetadataAsValue(fe->context, text), &length);
    return length ? arena_strndup(&fe->program->arena, chars, length) : NULL;
}

/* Relative to the working directory if it is in it or below it, and without "." and "..". */
static const char *short_name(const Frontend *fe, const char *path) {
    size_t length = strlen(fe->working_directory);
    if (path[0] != '/') return path;
    const char *whole = path_without_dots(&fe->program->arena, path);
    bool is_inside = length > 1 && !strncmp(whole, fe->working_directory, length) && whole[length] == '/';
    return is_inside ? whole + length + 1 : whole;
}

/* A relative name is relative to where the compiler ran, which matters only if that was elsewhere. */
static u32 file_number(Frontend *fe, LLVMMetadataRef file) {
    u64 known;
    if (map_get(&fe->files, (u64)(uintptr_t)file, &known)) return (u32)known;
    unsigned name_length, folder_length;
    const char *name = LLVMDIFileGetFilename(file, &name_length);
    const char *folder = LLVMDIFileGetDirectory(file, &folder_length);
    Text path = {0};
    bool is_elsewhere =
        folder_length && name_length && name[0] != '/' &&
        (strlen(fe->working_directory) != folder_length || strncmp(folder, fe->working_directory, folder_length) != 0);
    if (is_elsewhere) text_printf(&path, "%.*s/", (int)folder_length, folder);
    text_add_n(&path, name, name_length);
    u32 number = program_add_file(fe->program, fe->shortens_names ? short_name(fe, path.chars) : path.chars);
    text_free(&path);
    map_put(&fe->files, (u64)(uintptr_t)file, number);
    return number;
}

LocationId debug_line(Frontend *fe, LLVMMetadataRef file, u32 line) {
    return file && line ? program_add_location(fe->program, file_number(fe, file), line, 0) : 0;
}

LocationId debug_location(Frontend *fe, LLVMMetadataRef location) {
    if (!location) return 0;
    u64 known;
    if (map_get(&fe->locations, (u64)(uintptr_t)location, &known)) return (LocationId)known;
    u32 line = LLVMDILocationGetLine(location);
    LLVMMetadataRef scope = LLVMDILocationGetScope(location);
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    LocationId id = 0;
    if (file && line)
        id = program_add_location(fe->program, file_number(fe, file), line, LLVMDILocationGetColumn(location));
    map_put(&fe->locations, (u64)(uintptr_t)location, id);
    return id;
}

static LLVMMetadataRef debug_variable_of(Frontend *fe, LLVMValueRef global) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    LLVMMetadataRef variable = NULL;
    for (unsigned i = 0; i < count && !variable; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, i) == fe->debug_kind)
            variable = LLVMDIGlobalVariableExpressionGetVariable(LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    return variable;
}

void debug_describe_global(Frontend *fe, Global *global, LLVMValueRef value) {
    LLVMMetadataRef variable = debug_variable_of(fe, value);
    if (!variable) return;
    const char *name = debug_string(fe, debug_operand(fe, variable, VARIABLE_NAME));
    if (name) global->name = name;
    LLVMMetadataRef type = debug_operand(fe, variable, VARIABLE_TYPE);
    if (type) {
        const Type *c_type = debug_type(fe, type);
        if (c_type->kind != TYPE_VOID) global->type = c_type;
    }
    global->location = debug_line(fe, LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable));
}

void debug_describe_function(Frontend *fe, Function *function, LLVMValueRef value) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(value);
    if (!subprogram) return;
    function->location = debug_line(fe, LLVMDIScopeGetFile(subprogram), LLVMDISubprogramGetLine(subprogram));
    LLVMMetadataRef type = debug_operand(fe, subprogram, SUBPROGRAM_TYPE);
    if (type) function->c_type = debug_type(fe, type);
}
