/* Calls of functions that are defined nowhere, as the setting "external" of the run wants them: without it the path ends
 * there; `any`: the result is an input, and whatever else the function does is left out; `host`: the function of that name
 * in the host's C library is called, in a process of its own, if all it takes and gives are numbers. */
#include "machine/builtins.h"
#include "machine/inputs.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const Builtin *builtin_external(const Machine *m) {
    const char *wanted = m->inputs ? inputs_setting(m->inputs, "external") : NULL;
    if (!wanted) return NULL;
    if (!strcmp(wanted, "any")) return builtin_named(m, "__loci_any_result");
    return !strcmp(wanted, "host") ? builtin_named(m, "__loci_host_call") : NULL;
}

static const char *name_of(const BuiltinCall *call) { return call->site->function ? call->site->function->name : NULL; }

/* ---- any ---- */

/* How many bytes the result has; 0: none. UINT32_MAX: it is no number. */
static u32 result_bytes(const BuiltinCall *call) {
    const Type *type = call->site->call->type->element;
    if (!call->site->result_cells) return 0;
    bool is_number = type->kind == TYPE_INT || type->kind == TYPE_FLOAT;
    return is_number && type->bits <= 64 ? (type->bits + 7) / 8 : UINT32_MAX;
}

bool builtin_begin_any(Machine *m, const BuiltinCall *call, const char **name, u32 *size) {
    *name = name_of(call);
    *size = result_bytes(call);
    if (!*name || *size == UINT32_MAX) {
        machine_stuck(m, call->ip, call->r,
                      "a function is called that is defined nowhere, and its result is more than a number");
        return false;
    }
    Text text = {0};
    text_printf(&text, "'%s' is defined nowhere: its result may be anything, what else it does is left out", *name);
    machine_unmodelled(m, call->ip, call->r, text.chars);
    text_free(&text);
    return true;
}

static bool do_any_result(Machine *m, const BuiltinCall *call) {
    const char *name;
    u32 size;
    u8 bytes[8] = {0};
    Error error = {0};
    if (!builtin_begin_any(m, call, &name, &size)) return false;
    bool ok = !size || inputs_take(m->inputs, name, bytes, size, &error);
    if (!ok) machine_stuck(m, call->ip, call->r, "%s", error.message.chars);
    else if (size) memcpy(call->result, bytes, sizeof bytes);
    error_free(&error);
    return ok;
}

/* ---- host ---- */

enum { MOST_WHOLE = 6, MOST_FLOATS = 8, MOST_SECONDS = 10 };

/* By the convention of x86-64 whole numbers and floats have registers of their own: one type of function serves all. */
typedef u64 WholeCall(u64, u64, u64, u64, u64, u64, double, double, double, double, double, double, double, double);
typedef double DoubleCall(u64, u64, u64, u64, u64, u64, double, double, double, double, double, double, double, double);
typedef float SingleCall(u64, u64, u64, u64, u64, u64, double, double, double, double, double, double, double, double);

typedef struct {
    u64 whole[MOST_WHOLE];
    double floats[MOST_FLOATS];
    u32 whole_count, float_count;
} HostArguments;

/* False: it is one that the host's function could not be given. */
static bool add_argument(HostArguments *to, const Argument *arg, u64 cell) {
    const Type *type = arg->type;
    if (arg->byval || arg->lanes != 1 || type->bits > 64) return false;
    if (type->kind == TYPE_INT && to->whole_count < MOST_WHOLE) {
        u32 unused = 64 - type->bits;
        to->whole[to->whole_count++] = (u64)((i64)(cell << unused) >> unused);
        return true;
    }
    if (type->kind != TYPE_FLOAT || to->float_count == MOST_FLOATS || (type->bits != 32 && type->bits != 64))
        return false;
    memcpy(&to->floats[to->float_count++], &cell, sizeof cell); /* a float is the low half of its register */
    return true;
}

static u64 call_host(void (*function)(void), const HostArguments *a, const Type *result) {
    u64 cell = 0;
#define ARGUMENTS                                                                                                      \
    a->whole[0], a->whole[1], a->whole[2], a->whole[3], a->whole[4], a->whole[5], a->floats[0], a->floats[1],          \
        a->floats[2], a->floats[3], a->floats[4], a->floats[5], a->floats[6], a->floats[7]
    if (result->kind == TYPE_FLOAT && result->bits == 64) {
        double value = ((DoubleCall *)function)(ARGUMENTS);
        memcpy(&cell, &value, sizeof value);
    } else if (result->kind == TYPE_FLOAT) {
        float value = ((SingleCall *)function)(ARGUMENTS);
        memcpy(&cell, &value, sizeof value);
    } else {
        cell = ((WholeCall *)function)(ARGUMENTS);
    }
#undef ARGUMENTS
    return result->kind == TYPE_INT && result->bits < 64 ? cell & low_mask(result->bits) : cell;
}

/* A function of the host can do what it likes to its own process only. */
static bool ask_host(void (*function)(void), const HostArguments *arguments, const Type *result, u64 *cell) {
    int ends[2];
    if (pipe(ends)) return false;
    pid_t child = fork();
    if (child == 0) {
        alarm(MOST_SECONDS);
        u64 value = call_host(function, arguments, result);
        _exit(write(ends[1], &value, sizeof value) == sizeof value ? 0 : 1);
    }
    close(ends[1]);
    ssize_t got = child > 0 ? read(ends[0], cell, sizeof *cell) : -1;
    while (got < 0 && errno == EINTR && child > 0) got = read(ends[0], cell, sizeof *cell);
    close(ends[0]);
    int status;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return got == sizeof *cell;
}

static bool do_host_call(Machine *m, const BuiltinCall *call) {
    const char *name = name_of(call);
    const Call *site = call->site->call;
    HostArguments arguments = {0};
    bool fits = name && m->program->pointer_bytes == 8 && result_bytes(call) != UINT32_MAX &&
                site->arg_count == call->site->arg_cells;
    for (u32 i = 0; fits && i < site->arg_count; i++) fits = add_argument(&arguments, &site->args[i], call->args[i]);
    if (!fits) {
        machine_stuck(m, call->ip, call->r,
                      "'%s' is defined nowhere, and the host's cannot be called: it takes or gives more than numbers",
                      name ? name : "a function");
        return false;
    }
    void (*function)(void);
    *(void **)&function = dlsym(RTLD_DEFAULT, name);
    if (!function) {
        machine_stuck(m, call->ip, call->r, "the function '%s' is defined nowhere, not in the host's library either",
                      name);
        return false;
    }
    u64 cell = 0;
    if (!ask_host(function, &arguments, site->type->element, &cell)) {
        machine_stuck(m, call->ip, call->r, "the host's function '%s' did not return", name);
        return false;
    }
    if (call->site->result_cells) *call->result = cell;
    return true;
}

const Builtin builtins_external[] = {
    {.name = "__loci_any_result", .run = do_any_result},
    {.name = "__loci_host_call", .run = do_host_call},
    {0},
};
