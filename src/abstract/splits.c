/* Exits of a block on which something is one of few constants become several, one for each combination that occurs: what a
 * switch or a flag decided is then known behind the head, and the analysis of values goes on with it. Where ways met inside
 * of the block, such a value is an if-then-else of constants. */
#include "abstract/cegar.h"

enum { MOST_CHOICES = 16, MOST_COMBINATIONS = 48, MOST_VISITED = 200 };

/* What is chosen: a place, or a word of memory. */
typedef struct {
    const Place *place; /* NULL: a word */
    u32 function;
    u64 address;
    Term *value;
} Choice;

typedef VEC(Choice) Choices;

/* An if-then-else of constants, and of nothing else. */
static bool is_choice(Term *term) {
    if (term_is_array(term) || term->op != TERM_ITE) return false;
    VEC(Term *) todo = {0};
    Map seen = {0}, constants = {0};
    bool is_it = true;
    vec_push(&todo, term);
    while (todo.count && is_it) {
        Term *at = vec_pop(&todo);
        if (map_get(&seen, (u64)(uintptr_t)at, NULL)) continue;
        map_put(&seen, (u64)(uintptr_t)at, 1);
        if (term_is_const(at)) map_put(&constants, (u64)(uintptr_t)at, 1);
        is_it =
            (term_is_const(at) || at->op == TERM_ITE) && seen.count <= MOST_VISITED && constants.count <= MOST_CHOICES;
        if (at->op != TERM_ITE) continue;
        vec_push(&todo, at->arg[1]);
        vec_push(&todo, at->arg[2]);
    }
    vec_free(&todo);
    map_free(&seen);
    map_free(&constants);
    return is_it;
}

static void find_choices(Cegar *c, const Node *node, Head *head, const BlockState *state, Choices *out) {
    for (u32 i = 0; i < head->places.count; i++) {
        const Place *place = &head->places.at[i];
        if (place->kind == PLACE_MEMORY || head->seen.at[i].is_dropped) continue;
        Term *value = place_value(c, place, state);
        if (is_choice(value)) vec_push(out, (Choice){.place = place, .value = value});
    }
    for (u32 f = 0; f < c->encoder.space.memory.count; f++) {
        Map words = {0};
        values_words(c, node, state, head, f, &words);
        for (u32 i = 0; i < words.count; i++) {
            Term *value = (Term *)(uintptr_t)words.entries[i].value;
            if (value && is_choice(value))
                vec_push(out, (Choice){.function = f, .address = words.entries[i].key, .value = value});
        }
        map_free(&words);
    }
}

static void set_choice(Cegar *c, BlockState *state, const Choice *choice, Term *constant) {
    const Place *place = choice->place;
    if (!place) {
        Term *memory = state->memory->at[choice->function];
        row_set(&state->memory, choice->function,
                term_store(c->terms, memory, term_const(c->terms, 64, choice->address), constant));
    } else if (place->kind == PLACE_REGISTER) {
        row_set(&state->frames.at[place->frame], place->number, constant);
    } else {
        row_set(&state->counters, place->number, constant);
    }
}

/* The exit where the choices are what the model says; `is_it`: that they are. */
static BlockExit chosen(Cegar *c, BlockRun *run, const BlockExit *exit, const Choices *choices, Model *model,
                        Term **is_it) {
    BlockExit one = *exit;
    one.state = block_state_copy(&exit->state);
    *is_it = term_true(c->terms);
    for (u32 i = 0; i < choices->count; i++) {
        Term *constant = model_eval(model, choices->at[i].value);
        *is_it = term_and(c->terms, *is_it, term_eq(c->terms, choices->at[i].value, constant));
        set_choice(c, &one.state, &choices->at[i], constant);
    }
    one.state.guard = guard_add(run, exit->state.guard, *is_it);
    return one;
}

void exit_split(Cegar *c, Node *node, u32 number) {
    BlockExit exit = node->run->exits.at[number];
    Head *head = head_at(c, &exit.state);
    Choices choices = {0};
    VEC(BlockExit) found = {0};
    TermVec conditions = {0};
    find_choices(c, node, head, &exit.state, &choices);
    vec_push(&conditions, predicates_at(c, node));
    vec_push(&conditions, guard_term(c->terms, exit.state.guard));
    Answer answer = choices.count ? ANSWER_YES : ANSWER_UNKNOWN;
    while (answer == ANSWER_YES && found.count <= MOST_COMBINATIONS) {
        Model *model = NULL;
        answer = cegar_ask(c, conditions.at, conditions.count, &model);
        if (answer != ANSWER_YES) break;
        Term *is_it;
        vec_push(&found, chosen(c, node->run, &exit, &choices, model, &is_it));
        vec_push(&conditions, term_not(c->terms, is_it));
        model_release(model);
    }
    bool is_whole = answer == ANSWER_NO;
    for (u32 i = 0; i < found.count; i++) {
        if (is_whole) vec_push(&node->run->exits, found.at[i]);
        else block_state_free(&found.at[i].state);
    }
    if (is_whole) node->run->exits.at[number].is_split = true;
    vec_free(&found);
    vec_free(&conditions);
    vec_free(&choices);
}
