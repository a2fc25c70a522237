#include "engine/seeds.h"

#include <stdlib.h>
#include <string.h>

void seeds_begin(Seeds *seeds, TermStore *store, const MachineInputs *tests, u32 count) {
    *seeds = (Seeds){.tests = tests, .count = count, .are_under_way = count != 0};
    if (!count) return;
    seeds->models = xcalloc(count, sizeof *seeds->models);
    seeds->is_unfit = xcalloc(count, sizeof *seeds->is_unfit);
    for (u32 i = 0; i < count; i++) seeds->models[i] = model_new(store);
}

void seeds_free(Seeds *seeds) {
    for (u32 i = 0; i < seeds->count; i++) model_release(seeds->models[i]);
    free(seeds->models);
    free(seeds->is_unfit);
    *seeds = (Seeds){0};
}

void seeds_mark(const Seeds *seeds, TermStore *store) {
    for (u32 i = 0; i < seeds->count; i++) model_mark(seeds->models[i], store);
}

void seeds_all(const Seeds *seeds, Path *path) {
    vec_clear(&path->seeds);
    for (u32 i = 0; i < seeds->count; i++) vec_push(&path->seeds, i);
}

u32 seeds_unfit(const Seeds *seeds) {
    u32 count = 0;
    for (u32 i = 0; i < seeds->count; i++) count += seeds->is_unfit[i];
    return count;
}

/* ---- Inputs ---- */

static const Input *input_named(const MachineInputs *test, const char *name) {
    for (u32 i = 0; i < test->objects.count; i++)
        if (!strcmp(test->objects.at[i].name, name)) return &test->objects.at[i];
    return NULL;
}

/* The bytes of an input are symbols, or pieces of one symbol. */
static void bind(Model *model, TermStore *store, const PathInput *input, const u8 *bytes) {
    for (u32 i = 0; i < input->size;) {
        Term *byte = input->bytes[i], *symbol = byte->op == TERM_SYMBOL ? byte : byte->arg[0];
        u32 width = symbol->width / 8;
        u64 value = 0;
        for (u32 k = 0; k < width && i + k < input->size; k++) value |= (u64)bytes[i + k] << 8 * k;
        model_set(model, symbol, term_const(store, symbol->width, value));
        i += MAX(1u, width);
    }
}

void seeds_made_input(Seeds *seeds, Path *path, const PathInput *input) {
    u32 kept = 0;
    for (u32 i = 0; i < path->seeds.count; i++) {
        u32 seed = path->seeds.at[i];
        const Input *object = input_named(&seeds->tests[seed], input->name);
        if (!object || object->size != input->size) {
            seeds->is_unfit[seed] = true;
            continue;
        }
        bind(seeds->models[seed], seeds->models[seed]->store, input, object->bytes);
        path->seeds.at[kept++] = seed;
    }
    path->seeds.count = kept;
}

/* ---- Conditions ---- */

void seeds_keep(const Seeds *seeds, Path *path, Term *condition) {
    u32 kept = 0;
    for (u32 i = 0; i < path->seeds.count; i++)
        if (model_satisfies(seeds->models[path->seeds.at[i]], condition)) path->seeds.at[kept++] = path->seeds.at[i];
    path->seeds.count = kept;
}

Model *seeds_model(const Seeds *seeds, const Path *path, Term *condition) {
    for (u32 i = 0; i < path->seeds.count; i++) {
        Model *model = seeds->models[path->seeds.at[i]];
        if (model_satisfies(model, condition)) return model_copy(model);
    }
    return NULL;
}
