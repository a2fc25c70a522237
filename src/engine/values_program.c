/* The program as the values engine sees it: which pieces of global variables are places, what is called from where. */
#include "engine/values_inside.h"

#include "program/visit.h"

#include <string.h>

/* ---- Pieces ---- */

static u64 piece_key(const Global *global, u64 offset) { return (u64)global->number << 32 | offset; }

static const Constant *constant_of(const Program *program, Operand operand) {
    return operand_is_constant(operand) ? &program->constants.at[operand_index(operand)] : NULL;
}

static const Global *global_of(const Program *program, Operand operand) {
    const Constant *constant = constant_of(program, operand);
    return constant && constant->kind == CONSTANT_GLOBAL ? constant->global : NULL;
}

u32 program_view_piece(const ProgramView *view, Operand address) {
    u64 found;
    const Global *global = global_of(view->program, address);
    if (!global) return PLACE_NONE;
    i64 offset = constant_of(view->program, address)->offset;
    if (offset < 0 || offset > UINT32_MAX) return PLACE_NONE;
    return map_get(&view->piece_index, piece_key(global, (u64)offset), &found) ? (u32)found : PLACE_NONE;
}

/* ---- Obstacles ---- */

static bool is_jump(const char *name) {
    return strstr(name, "setjmp") || strstr(name, "longjmp") || strstr(name, "context");
}

/* Jumps lead anywhere. */
static void look_at_library_call(ProgramView *view, const Function *callee) {
    view->is_used[callee->number] = true;
    if (is_jump(callee->name) && !view->obstacle.length)
        text_printf(&view->obstacle, "'%s' may jump elsewhere", callee->name);
}

/* ---- Searching ---- */

/* What is looked for: globals of which more is done than loads and stores of pieces, and functions whose address is more
 * than called. */
typedef struct {
    ProgramView *view;
    bool *is_exposed; /* globals */
    bool is_user;     /* not in the library */
    Map bits;         /* piece_key -> the width of its accesses */
} Search;

static void expose_operand(void *context, Operand *operand) {
    Search *search = context;
    const Constant *constant = constant_of(search->view->program, *operand);
    if (!constant) return;
    if (constant->kind == CONSTANT_GLOBAL) search->is_exposed[constant->global->number] = true;
    if (constant->kind != CONSTANT_FUNCTION) return;
    search->view->is_address_taken[constant->function->number] = true;
    if (search->is_user && constant->function->is_library && !constant->function->is_unknown)
        look_at_library_call(search->view, constant->function);
}

/* The width of a piece that is loaded or stored by itself; 0: it is none. */
static u32 piece_bits(const Program *program, const Insn *insn) {
    if (insn->flags & INSN_VOLATILE) return 0;
    if (insn->type->kind == TYPE_POINTER) return program->pointer_bytes * 8;
    bool is_whole = insn->type->kind == TYPE_INT && insn->type->bits % 8 == 0 && insn->type->bits <= 64;
    return is_whole ? insn->type->bits : 0;
}

static void look_at_access(Search *search, Insn *insn) {
    const Program *program = search->view->program;
    const Global *global = global_of(program, insn->a);
    if (insn->op == OP_STORE) expose_operand(search, &insn->b);
    if (!global) return;
    i64 offset = constant_of(program, insn->a)->offset;
    u32 bits = piece_bits(program, insn);
    bool is_piece =
        search->is_user && bits && offset >= 0 && (u64)offset + bits / 8 <= global->size && !global->is_library;
    bool inserted;
    u64 *known = is_piece ? map_cell(&search->bits, piece_key(global, (u64)offset), &inserted) : NULL;
    if (!known || (!inserted && *known != bits)) search->is_exposed[global->number] = true;
    if (known) *known = bits;
}

static void look_at_insn(Search *search, const Function *function, Insn *insn) {
    if (insn->op == OP_LOAD || insn->op == OP_STORE) {
        look_at_access(search, insn);
    } else if (insn->op == OP_CALL) {
        const Call *call = &function->calls[insn->extra];
        for (u32 i = 0; i < call->arg_count; i++) expose_operand(search, &call->args[i].value);
    } else {
        insn_visit_reads(function, insn, expose_operand, search);
    }
}

static void look_at_initialiser(Search *search, const Global *global) {
    if (!global->is_defined || !global->is_initialised) return;
    search->is_user = !global->is_library;
    for (u32 i = 0; i < global->relocation_count; i++) {
        Operand operand = OPERAND_CONSTANT | global->relocations[i].constant;
        expose_operand(search, &operand);
    }
}

/* Pieces that lie upon each other are none. */
static void expose_overlaps(Search *search) {
    const Map *bits = &search->bits;
    for (u32 i = 0; i < bits->count; i++)
        for (u64 k = 1; k < bits->entries[i].value / 8; k++)
            if (map_get(bits, bits->entries[i].key + k, NULL)) search->is_exposed[bits->entries[i].key >> 32] = true;
}

static void number_pieces(Search *search) {
    ProgramView *view = search->view;
    expose_overlaps(search);
    for (u32 i = 0; i < search->bits.count; i++) {
        const Global *global = view->program->globals.at[search->bits.entries[i].key >> 32];
        if (search->is_exposed[global->number]) continue;
        map_put(&view->piece_index, search->bits.entries[i].key, view->pieces.count);
        vec_push(&view->pieces, (Piece){.global = global,
                                        .offset = (u32)search->bits.entries[i].key,
                                        .bits = (u32)search->bits.entries[i].value,
                                        .distance = FAR_AWAY});
    }
}

/* ---- Calls ---- */

bool program_view_is_followed(const Function *function) {
    return function->has_body && function->is_lowered && !function->is_library && !function->is_unknown;
}

bool program_view_ends_run(const Function *function) {
    static const char *const names[] = {"abort", "exit", "_exit", "_Exit", "__assert_fail", "__loci_end_path"};
    for (u32 i = 0; i < COUNT_OF(names) && function->is_library; i++)
        if (!strcmp(function->name, names[i])) return true;
    return false;
}

const Function *program_view_callee(const ProgramView *view, const Insn *call) {
    const Constant *constant = constant_of(view->program, call->a);
    return constant && constant->kind == CONSTANT_FUNCTION ? constant->function : NULL;
}

bool program_view_fits(const Function *caller, const Insn *insn, const Function *callee) {
    const Call *call = &caller->calls[insn->extra];
    bool takes =
        callee->type->is_variadic ? callee->param_count <= call->arg_count : callee->param_count == call->arg_count;
    bool gives = callee->result_count == call->dst_count || !call->dst_count || !callee->result_count;
    return program_view_is_followed(callee) && takes && gives;
}

static void add_caller(ProgramView *view, const Function *function, u32 insn, const Function *callee) {
    vec_push(&view->functions[callee->number].callers, (CallPlace){function->number, insn});
}

static void look_at_call(ProgramView *view, const Function *function, u32 number) {
    const Insn *insn = &function->insns[number];
    const Function *callee = program_view_callee(view, insn);
    if (callee && !program_view_is_followed(callee) && !callee->is_unknown) look_at_library_call(view, callee);
    if (callee) add_caller(view, function, number, callee);
    for (u32 i = 0; i < view->taken.count && !callee; i++) {
        const Function *taken = view->program->functions.at[view->taken.at[i]];
        if (program_view_fits(function, insn, taken)) add_caller(view, function, number, taken);
    }
}

static bool is_not_understood(const Insn *insn) {
    if (insn->op == OP_JUMP_INDIRECT || (insn->op == OP_UNSUPPORTED && !(insn->flags & INSN_GOES_ON))) return true;
    return insn->op == OP_UNREACHABLE && insn->flags & INSN_SOURCE_UNREACHABLE;
}

static void look_at_body(ProgramView *view, const Function *function) {
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op == OP_CALL) look_at_call(view, function, i);
        if (insn->op == OP_UNSUPPORTED) view->has_assembly = true;
        if (is_not_understood(insn) && !view->obstacle.length) {
            const Location *place = &view->program->locations.at[insn->location];
            text_printf(&view->obstacle, "an instruction that is not followed, %s:%u",
                        view->program->files.at[place->file], place->line);
        }
    }
}

/* ---- What functions touch, with what they call ---- */

static void touch(ProgramView *view, FunctionView *of, Operand address) {
    u32 piece = program_view_piece(view, address);
    if (piece != PLACE_NONE) of->touches[piece] = true;
}

static void find_touches(ProgramView *view) {
    for (u32 f = 0; f < view->program->functions.count; f++) {
        FunctionView *of = &view->functions[f];
        of->touches = xcalloc(view->pieces.count + 1, sizeof(bool));
        for (u32 i = 0; of->function && i < of->function->insn_count; i++) {
            const Insn *insn = &of->function->insns[i];
            if (insn->op == OP_LOAD || insn->op == OP_STORE) touch(view, of, insn->a);
        }
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (u32 f = 0; f < view->program->functions.count; f++)
            for (u32 i = 0; i < view->functions[f].callers.count; i++) {
                FunctionView *caller = &view->functions[view->functions[f].callers.at[i].function];
                for (u32 p = 0; p < view->pieces.count; p++) {
                    has_changed |= view->functions[f].touches[p] && !caller->touches[p];
                    caller->touches[p] |= view->functions[f].touches[p];
                }
            }
    }
}

/* ---- What the library calls ---- */

/* What the library calls is not followed: it must not lead to the error, nor touch pieces. */
static bool *find_harmful(ProgramView *view, const ValuesOptions *options) {
    u32 functions = view->program->functions.count;
    bool *is_harmful = xcalloc(functions + 1, sizeof(bool));
    for (u32 f = 0; f < functions; f++) {
        is_harmful[f] = options->is_error(options->listener, view->program->functions.at[f]);
        for (u32 p = 0; p < view->pieces.count; p++) is_harmful[f] |= view->functions[f].touches[p];
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (u32 f = 0; f < functions; f++)
            for (u32 i = 0; is_harmful[f] && i < view->functions[f].callers.count; i++) {
                u32 caller = view->functions[f].callers.at[i].function;
                has_changed |= !is_harmful[caller];
                is_harmful[caller] = true;
            }
    }
    return is_harmful;
}

static void refuse_library_call(ProgramView *view, const bool *is_harmful, const Function *callee) {
    bool is_main = !strcmp(callee->name, "main");
    if (program_view_is_followed(callee) && !is_main && is_harmful[callee->number] && !view->obstacle.length)
        text_printf(&view->obstacle, "the library may call '%s'", callee->name);
}

/* Functions of the library that keep what they are handed, for later. */
static bool keeps_functions(const char *name) {
    static const char *const parts[] = {"atexit",    "on_exit", "at_quick_exit", "signal",
                                        "sigaction", "sigset",  "pthread_",      "cookie"};
    for (u32 i = 0; i < COUNT_OF(parts); i++)
        if (strstr(name, parts[i])) return true;
    return false;
}

/* Functions of the library that call what they are handed, or what they find in memory. */
static bool *find_callers_back(const ProgramView *view) {
    u32 functions = view->program->functions.count;
    bool *calls_back = xcalloc(functions + 1, sizeof(bool));
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (u32 f = 0; f < functions; f++) {
            const Function *function = view->program->functions.at[f];
            bool does = keeps_functions(function->name), has_code = function->has_body && function->is_lowered;
            for (u32 i = 0; has_code && i < function->insn_count && !does; i++) {
                const Insn *insn = &function->insns[i];
                const Function *callee = insn->op == OP_CALL ? program_view_callee(view, insn) : NULL;
                does = insn->op == OP_CALL && (!callee || (calls_back[callee->number] && callee->is_library));
            }
            has_changed |= does && !calls_back[f];
            calls_back[f] |= does;
        }
    }
    return calls_back;
}

/* Streams call functions of the library alone, or those that were kept with a cookie. */
static bool is_of_streams(const char *name) {
    static const char *const names[] = {"puts",   "putchar", "putc",    "fputc", "fputs", "fwrite", "fread", "fflush",
                                        "perror", "fclose",  "getchar", "getc",  "fgetc", "fgets",  "fopen"};
    if (strstr(name, "printf") || strstr(name, "scanf")) return true;
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

/* Does the user's code call something that may call functions back? Ends of the program call only what was kept for it. */
static bool is_handed_functions(const ProgramView *view) {
    bool *calls_back = find_callers_back(view), is_handed = false;
    for (u32 f = 0; f < view->program->functions.count; f++) {
        const Function *function = view->program->functions.at[f];
        bool is_safe = program_view_ends_run(function) || is_of_streams(function->name);
        is_handed |= view->is_used[f] && calls_back[f] && !is_safe;
    }
    free(calls_back);
    return is_handed;
}

static void look_at_library(ProgramView *view, const ValuesOptions *options) {
    bool *is_harmful = find_harmful(view, options), is_handed = is_handed_functions(view);
    for (u32 f = 0; f < view->program->functions.count; f++) {
        const Function *function = view->program->functions.at[f];
        bool has_code = function->is_library && function->has_body && function->is_lowered;
        for (u32 i = 0; has_code && i < function->insn_count; i++) {
            const Insn *insn = &function->insns[i];
            const Function *callee = insn->op == OP_CALL ? program_view_callee(view, insn) : NULL;
            if (callee) refuse_library_call(view, is_harmful, callee);
        }
    }
    for (u32 i = 0; is_handed && i < view->taken.count; i++)
        refuse_library_call(view, is_harmful, view->program->functions.at[view->taken.at[i]]);
    free(is_harmful);
}

/* ---- All of it ---- */

static void view_function(FunctionView *of, Function *function) {
    of->function = function;
    of->flow = flow_of(function);
    of->live = live_sets_of(function);
    of->distance = xmalloc((function->register_count + 1) * sizeof(u32));
    for (u32 i = 0; i < function->register_count; i++) of->distance[i] = FAR_AWAY;
    of->is_param = xcalloc(function->register_count + 1, sizeof(bool));
    for (u32 i = 0; i < function->param_count; i++) of->is_param[function->params[i]] = true;
    of->block_of = xmalloc((function->insn_count + 1) * sizeof(u32));
    for (u32 b = 0; b < function->block_count; b++)
        for (u32 i = 0; i < function->blocks[b].count; i++) of->block_of[function->blocks[b].first + i] = b;
}

/* The constructor that gives variables which are defined nowhere any value is what their pieces begin with. */
static bool is_convention(const Function *function) { return !strcmp(function->name, "__loci_any_variables"); }

static void refuse_constructors(ProgramView *view) {
    const Program *program = view->program;
    bool has_any = program->destructors.count > 0;
    for (u32 i = 0; i < program->constructors.count; i++)
        has_any |=
            !is_convention(program->constructors.at[i].function) && !program->constructors.at[i].function->is_library;
    if (has_any) text_add(&view->obstacle, "there are constructors or destructors");
}

static void not_understood(ProgramView *view, const char *name, Error *error) {
    if (!view->obstacle.length) text_printf(&view->obstacle, "'%s' is not understood", name ? name : "a text");
    error_free(error);
}

/* Library code knows globals of the program only if it was linked to them by name. A body or an initialiser may bring
 * further functions and variables. */
static void make_all_known(ProgramView *view) {
    Program *program = view->program;
    Error error = {0};
    for (u32 f = 0, g = 0; f < program->functions.count || g < program->globals.count;) {
        for (; f < program->functions.count; f++) {
            Function *function = program->functions.at[f];
            if (function->has_body && !program_body(program, function, &error))
                not_understood(view, function->name, &error);
        }
        for (; g < program->globals.count; g++) {
            Global *global = program->globals.at[g];
            if (global->is_defined && !program_initialiser(program, global, &error))
                not_understood(view, global->name, &error);
        }
    }
}

void program_view_init(ProgramView *view, Program *program, const ValuesOptions *options) {
    *view = (ProgramView){.program = program};
    make_all_known(view);
    u32 functions = program->functions.count;
    view->functions = xcalloc(functions + 1, sizeof(FunctionView));
    view->is_address_taken = xcalloc(functions + 1, sizeof(bool));
    view->is_used = xcalloc(functions + 1, sizeof(bool));
    Search search = {.view = view, .is_exposed = xcalloc(program->globals.count + 1, sizeof(bool))};
    for (u32 f = 0; f < functions; f++) {
        Function *function = program->functions.at[f];
        if (program_view_is_followed(function) && !is_convention(function))
            view_function(&view->functions[f], function);
        if (!function->is_lowered || !function->has_body || is_convention(function)) continue;
        search.is_user = !function->is_library;
        for (u32 i = 0; i < function->insn_count; i++) look_at_insn(&search, function, &function->insns[i]);
    }
    for (u32 i = 0; i < program->globals.count; i++) look_at_initialiser(&search, program->globals.at[i]);
    number_pieces(&search);
    for (u32 f = 0; f < functions; f++)
        if (view->is_address_taken[f] && !program->functions.at[f]->is_library) vec_push(&view->taken, f);
    refuse_constructors(view);
    for (u32 f = 0; f < functions; f++)
        if (view->functions[f].function) look_at_body(view, view->functions[f].function);
    find_touches(view);
    look_at_library(view, options);
    free(search.is_exposed);
    map_free(&search.bits);
}

void program_view_free(ProgramView *view) {
    for (u32 f = 0; f < view->program->functions.count; f++) {
        FunctionView *of = &view->functions[f];
        vec_free(&of->callers);
        free(of->touches);
        if (!of->function) continue;
        flow_free(of->flow);
        live_sets_free(&of->live);
        free(of->distance);
        free(of->is_param);
        free(of->block_of);
    }
    free(view->functions);
    free(view->is_address_taken);
    free(view->is_used);
    vec_free(&view->taken);
    vec_free(&view->pieces);
    map_free(&view->piece_index);
    text_free(&view->obstacle);
}
