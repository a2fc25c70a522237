#include "term/model.h"

#include "term/internal.h"

Model *model_new(TermStore *store) {
    Model *model = xcalloc(1, sizeof *model);
    model->store = store;
    model->references = 1;
    return model;
}

Model *model_copy(const Model *model) {
    Model *copy = model_new(model->store);
    for (u32 i = 0; i < model->values.count; i++)
        map_put(&copy->values, model->values.entries[i].key, model->values.entries[i].value);
    return copy;
}

Model *model_keep(Model *model) {
    if (model) model->references++;
    return model;
}

void model_release(Model *model) {
    if (!model || --model->references) return;
    map_free(&model->values);
    free(model);
}

void model_set(Model *model, Term *key, Term *constant) {
    assert(term_is_const(constant) && key->width == constant->width);
    map_put_ptr(&model->values, key, constant);
    model->stamp = 0;
}

Term *model_get(const Model *model, Term *key) { return map_get_ptr(&model->values, key); }

void model_mark(const Model *model, TermStore *store) {
    for (u32 i = 0; i < model->values.count; i++) {
        term_mark(store, (Term *)(uintptr_t)model->values.entries[i].key);
        term_mark(store, (Term *)(uintptr_t)model->values.entries[i].value);
    }
}
