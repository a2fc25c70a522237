/* Every memory model, a line each. */
#include "memory/model.h"

#include <string.h>

extern const MemoryModel model_single, model_forking, model_merging, model_flat, model_segmented, model_partitioned,
    model_region, model_burstall, model_names;

const MemoryModel *const memory_models[] = {
    &model_single,      &model_forking, &model_merging,  &model_flat,  &model_segmented,
    &model_partitioned, &model_region,  &model_burstall, &model_names, NULL,
};

const MemoryModel *memory_model_named(const char *name) {
    for (u32 i = 0; memory_models[i]; i++)
        if (!strcmp(memory_models[i]->name, name)) return memory_models[i];
    return NULL;
}

void *memory_state_keep(const MemoryModel *model, void *state) {
    return state && model->keep ? model->keep(state) : state;
}

void memory_state_drop(const MemoryModel *model, void *state) {
    if (state && model->drop) model->drop(state);
}

bool memory_states_are_same(const MemoryModel *model, const void *a, const void *b) {
    return a == b || (a && b && model->is_same && model->is_same(a, b));
}

void memory_state_mark(const MemoryModel *model, const void *state, TermStore *store) {
    if (state && model->mark) model->mark(state, store);
}
