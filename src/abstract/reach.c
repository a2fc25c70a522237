/* The algorithm: reached states, and those among them that wait to be followed. A refinement takes out of the graph what it
 * makes doubtful, and the rest stays. */
#include "abstract/heap.h"
#include "abstract/invent.h"

#include "base/clock.h"

#include <stdarg.h>
#include <string.h>

/* ---- Around it ---- */

bool cegar_stops(Cegar *c) {
    if (c->options.stops && c->options.stops(c->options.self)) c->is_out_of_time = true;
    if (c->options.seconds > 0 && clock_seconds() - c->started > c->options.seconds) c->is_out_of_time = true;
    return c->is_out_of_time;
}

void cegar_log(Cegar *c, const char *format, ...) {
    if (!c->options.log) return;
    Text line = {0};
    va_list args;
    va_start(args, format);
    text_vprintf(&line, format, args);
    va_end(args);
    c->options.log(c->options.self, line.chars);
    text_free(&line);
}

SolverLimits cegar_limits(const Cegar *c, double seconds) {
    double left = c->options.seconds > 0 ? c->options.seconds - (clock_seconds() - c->started) : seconds;
    return (SolverLimits){.seconds = MAX(0.05, MIN(seconds, left))};
}

Answer cegar_ask(Cegar *c, Term *const *constraints, u32 count, Model **model) {
    enum { QUERY_SECONDS = 10 };
    double start = clock_seconds();
    c->queries++;
    TermVec asked = {0};
    for (u32 i = 0; i < count; i++) vec_push(&asked, constraints[i]);
    if (c->options.uses_functions)
        vec_push(&asked, uf_rewrite(&c->encoder.space, asked.at, count, &c->options.uf, &c->uf));
    Answer answer = solver_check(c->solver, asked.at, asked.count, cegar_limits(c, QUERY_SECONDS), model, NULL);
    vec_free(&asked);
    c->solver_seconds += clock_seconds() - start;
    return answer;
}

Answer cegar_ask_exactly(Cegar *c, Term *const *constraints, u32 count, double seconds, Model **model, TermVec *core) {
    double start = clock_seconds();
    c->queries++;
    Answer answer = solver_check(c->solver, constraints, count, cegar_limits(c, seconds), model, core);
    c->solver_seconds += clock_seconds() - start;
    return answer;
}

/* ---- The graph ---- */

static Node *node_new(Cegar *c, Head *head, Node *parent, u32 exit) {
    Node *node = xcalloc(1, sizeof *node);
    *node = (Node){.number = c->nodes.count, .head = head, .parent = parent, .exit = exit};
    node->set = abstract_all(c->sets);
    return node;
}

static void node_free(Node *node) {
    known_values_free(node->values);
    vec_free(&node->blocks);
    if (node->run) block_run_free(node->run);
    free(node->run);
    free(node);
}

static void graph_clear(Cegar *c) {
    for (u32 i = 0; i < c->nodes.count; i++) node_free(c->nodes.at[i]);
    vec_clear(&c->nodes);
    for (u32 i = 0; i < c->heads.count; i++) vec_clear(&c->heads.at[i]->nodes);
}

static bool is_covered_by(Cegar *c, const Node *node, const Node *other) {
    for (u32 i = 0; c->cpas[i]; i++)
        if (!c->cpas[i]->covers(c, other, node)) return false;
    return true;
}

/* The paper's stop. */
static Node *covering(Cegar *c, const Node *node) {
    for (u32 i = 0; i < node->head->nodes.count; i++) {
        Node *other = node->head->nodes.at[i];
        if (other != node && !other->covered_by && is_covered_by(c, node, other)) return other;
    }
    return NULL;
}

/* What is known where the node is reached from its parent; false: it is not. */
static bool find_elements(Cegar *c, Node *node) {
    known_values_free(node->values);
    node->values = NULL;
    for (u32 i = 0; c->cpas[i]; i++)
        if (!c->cpas[i]->transfer(c, node->parent, &node->parent->run->exits.at[node->exit], node)) return false;
    return true;
}

typedef enum { STEP_GOES_ON, STEP_ERROR, STEP_AGAIN } Step;

/* So many states at one head come of values that are told apart: fewer are, from now on. */
static bool has_too_many(const Cegar *c, Head *head) {
    u32 count = 0;
    for (u32 i = 0; i < head->nodes.count; i++) count += !head->nodes.at[i]->covered_by;
    if (!c->options.uses_values || count <= head->most_nodes) return false;
    head->most_nodes *= 2;
    return known_values_thin(head);
}

static Step add_successor(Cegar *c, Node *from, u32 number) {
    Node *node = node_new(c, head_at(c, &from->run->exits.at[number].state), from, number);
    if (!find_elements(c, node)) {
        node_free(node);
        return STEP_GOES_ON;
    }
    vec_push(&c->nodes, node);
    if (known_values_note(c, node)) return STEP_AGAIN;
    node->covered_by = covering(c, node);
    vec_push(&node->head->nodes, node);
    return has_too_many(c, node->head) ? STEP_AGAIN : STEP_GOES_ON;
}

/* ---- Taking back ---- */

static void remove_marked(Cegar *c) {
    u32 kept = 0;
    for (u32 i = 0; i < c->heads.count; i++) vec_clear(&c->heads.at[i]->nodes);
    for (u32 i = 0; i < c->nodes.count; i++) {
        Node *node = c->nodes.at[i];
        if (node->covered_by && node->covered_by->is_cut_off) node->covered_by = NULL;
    }
    for (u32 i = 0; i < c->nodes.count; i++) {
        Node *node = c->nodes.at[i];
        if (node->is_cut_off) {
            node_free(node);
            continue;
        }
        node->number = kept;
        c->nodes.at[kept++] = node;
        if (node->head) vec_push(&node->head->nodes, node);
    }
    c->nodes.count = kept;
}

/* The node's predicates are others than they were: it is abstracted again, and what came behind it is forgotten. Its values
 * are the same, and so is the run of its block. */
static void graph_cut(Cegar *c, Node *pivot) {
    for (u32 i = 0; i < c->nodes.count; i++) {
        Node *node = c->nodes.at[i];
        if (node->parent && (node->parent == pivot || node->parent->is_cut_off)) node->is_cut_off = true;
        if (node->covered_by == pivot) node->covered_by = NULL;
    }
    pivot->is_followed = false;
    pivot->covered_by = NULL;
    pivot->is_cut_off = !find_elements(c, pivot);
    remove_marked(c);
}

u64 cegar_cut_key(const BlockExit *exit) {
    return hash_combine(hash_bytes(exit->why, strlen(exit->why)), exit->location);
}

/* Whether the abstraction leads to the error, or to what is not modelled. */
static bool may_reach(Cegar *c, const Node *from, const BlockExit *exit) {
    if (exit->end == EXIT_CUT && map_get(&c->cuts, cegar_cut_key(exit), NULL)) return false;
    Term *conditions[] = {predicates_at(c, from), guard_term(c->terms, exit->state.guard), NULL};
    conditions[2] = heap_known(c, from, conditions, 2);
    return cegar_ask(c, conditions, COUNT_OF(conditions), NULL) != ANSWER_NO;
}

static Step expand(Cegar *c, Node *node) {
    if (!node->run) {
        node->run = xcalloc(1, sizeof *node->run);
        block_run(&c->encoder, node_state(c, node), node->run);
    }
    for (u32 i = 0; i < node->run->exits.count && !cegar_stops(c); i++) {
        const BlockExit *exit = &node->run->exits.at[i];
        if (exit->end == EXIT_HEAD || !may_reach(c, node, exit)) continue;
        c->error_node = node;
        c->error_exit = i;
        return STEP_ERROR;
    }
    u32 count = node->run->exits.count;
    for (u32 i = 0; i < count && c->options.uses_values && !cegar_stops(c); i++)
        if (node->run->exits.at[i].end == EXIT_HEAD && !node->run->exits.at[i].is_split) exit_split(c, node, i);
    for (u32 i = 0; i < node->run->exits.count && !cegar_stops(c); i++) {
        if (node->run->exits.at[i].end != EXIT_HEAD || node->run->exits.at[i].is_split) continue;
        if (add_successor(c, node, i) == STEP_AGAIN) return STEP_AGAIN;
    }
    node->is_followed = true;
    return STEP_GOES_ON;
}

/* Oldest first: paths to the error are as short as they can be, and refinement learns from short ones. */
static Step build(Cegar *c) {
    if (!c->nodes.count) vec_push(&c->nodes, node_new(c, NULL, NULL, 0));
    for (u32 next = 0; next < c->nodes.count && !cegar_stops(c); next++) {
        Node *node = c->nodes.at[next];
        if (node->is_followed || node->covered_by) continue;
        if (node->head) node->covered_by = covering(c, node);
        Step step = node->covered_by ? STEP_GOES_ON : expand(c, node);
        if (step != STEP_GOES_ON) return step;
    }
    return STEP_GOES_ON;
}

static void conclude_safe(Cegar *c) {
    Text why_not = {0};
    if (cegar_prove(c, &why_not)) {
        c->verdict = CEGAR_SAFE;
        cegar_take_invariants(c);
    }
    if (why_not.length) text_add(&c->reason, why_not.chars);
    text_free(&why_not);
}

/* The first state of the path whose head has predicates that were not there when it was abstracted. */
static bool abstract_again(Cegar *c) {
    Node *pivot = NULL;
    for (Node *node = c->error_node; node->head && c->options.uses_predicates; node = node->parent)
        if (node->predicates < node->head->predicates.count) pivot = node;
    if (pivot) graph_cut(c, pivot);
    return pivot;
}

/* False: the verdict stands. */
static bool go_on_after(Cegar *c, Step step) {
    if (step != STEP_AGAIN && abstract_again(c)) return true; /* what is known has not been asked yet */
    if (step != STEP_AGAIN && !cegar_refine(c)) return false;
    if (step != STEP_AGAIN && !c->begins_again) {
        abstract_again(c);
        return true;
    }
    c->restarts++;
    c->begins_again = false;
    graph_clear(c);
    return true;
}

void cegar_run(Cegar *c) {
    c->started = clock_seconds();
    while (c->encoder.start) {
        Step step = build(c);
        if (cegar_stops(c)) break;
        if (step == STEP_GOES_ON) return c->cut.length ? text_add(&c->reason, c->cut.chars) : conclude_safe(c);
        if (!go_on_after(c, step)) break;
    }
    if (c->is_out_of_time && c->verdict == CEGAR_UNKNOWN && !c->reason.length)
        text_printf(&c->reason, "out of time after %u refinements", c->refinements);
    if (c->verdict == CEGAR_UNKNOWN) growth_explain(c, &c->reason);
}

static bool stops(void *self) { return cegar_stops(self); }

void cegar_init(Cegar *c, Program *program, Alias *alias, const CegarOptions *options) {
    *c = (Cegar){.options = *options, .terms = term_store_new()};
    c->solver = solver_new(c->terms, NULL);
    c->sets = abstract_sets_new();
    EncodeOptions encode = {.recursion = options->recursion,
                            .finds_overflows = options->finds_overflows,
                            .ignores_aliases = options->ignores_aliases,
                            .all_in_memory = options->all_in_memory,
                            .ends_at_calls = options->ends_at_calls,
                            .most_length = options->most_length};
    if (!encoder_init(&c->encoder, program, alias, c->terms, options->split, &encode))
        text_add(&c->reason, "the program has no main that can be read");
    c->encoder.stops = stops;
    c->encoder.self = c;
    u32 count = 0;
    if (options->uses_values) c->cpas[count++] = &cpa_value;
    if (options->uses_predicates) c->cpas[count++] = &cpa_predicate;
    if (options->uses_predicates) c->cpas[count++] = &cpa_heap;
}

void cegar_free(Cegar *c) {
    graph_clear(c);
    for (u32 i = 0; i < c->heads.count; i++) {
        Head *head = c->heads.at[i];
        vec_free(&head->places);
        vec_free(&head->predicates);
        vec_free(&head->seen);
        map_free(&head->cells);
        vec_free(&head->cell_seen);
        vec_free(&head->nodes);
    }
    vec_free(&c->heads);
    map_free(&c->head_index);
    vec_free(&c->predicates);
    vec_free(&c->growths);
    vec_free(&c->heap_words);
    vec_free(&c->heap_values);
    map_free(&c->predicate_index);
    vec_free(&c->nodes);
    vec_free(&c->inputs);
    for (u32 i = 0; i < c->invariants.count; i++) free(c->invariants.at[i].text);
    vec_free(&c->invariants);
    text_free(&c->reason);
    text_free(&c->cut);
    map_free(&c->cuts);
    encoder_free(&c->encoder);
    abstract_sets_free(c->sets);
    solver_free(c->solver);
    term_store_free(c->terms);
    arena_free(&c->arena);
}
