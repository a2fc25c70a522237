/* Resolution, plans and segments: random pointers, for which it is known what they are when the symbols are what a model
 * says. The solver proves that what can happen excludes each other and covers everything; loads and stores under every
 * model that keeps objects are compared with plain bytes. */
#include "check.h"
#include "memory/plan.h"
#include "memory/segments.h"
#include "memory/validity.h"
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

enum { OBJECTS = 6, DEAD = 4, MOST_BYTES = 32, SYMBOLS = 4, ACCESSES = 24 };

typedef struct {
    Objects objects;
    Memory memory;
    TermStore *terms;
    Solver *solver;
    Model *model;
    Term *symbols[SYMBOLS]; /* 8 bits */
    u32 numbers[OBJECTS], sizes[OBJECTS];
    u8 expected[OBJECTS][MOST_BYTES];
    u64 seed;
} Bench;

/* A pointer, and what it is in the model: into an object of the bench, or OBJECTS: based on none. */
typedef struct {
    Term *term;
    u32 object;
    i64 offset;
} Pointer;

static u64 next(Bench *b) { return b->seed += 0x9e3779b97f4a7c15u, hash_mix(b->seed); }
static u32 below(Bench *b, u32 n) { return (u32)(next(b) % n); }
static u64 number_of(Bench *b, Term *term) { return model_eval(b->model, term)->value; }
static bool holds(Bench *b, Term *condition) { return model_satisfies(b->model, condition); }

static Answer ask(Bench *b, Term *condition, Model **model) {
    return solver_check(b->solver, &condition, 1, (SolverLimits){.seconds = 20}, model, NULL);
}

static bool find_values(void *self, Term *term, u32 most, TermVec *values) {
    Bench *b = self;
    Term *differs = term_true(b->terms);
    while (values->count < most) {
        Model *model = NULL;
        Answer answer = ask(b, differs, &model);
        if (answer != ANSWER_YES) return answer == ANSWER_NO;
        vec_push(values, model_eval(model, term));
        model_release(model);
        differs = term_and(b->terms, differs, term_ne(b->terms, term, vec_last(values)));
    }
    return false;
}

static u32 preferred(void *self, Term *object) { return (u32)number_of(self, object); }
static u32 class_of(void *self, u32 object) { return object % 2 + 1; }
static void no_statics(void *self) {} /* all objects are made from the beginning */
static Term *no_undefined(void *self, u32 object, u32 width) { abort(); }

static void begin(Bench *b, u64 seed, u32 pointer_bytes, const char *model) {
    *b = (Bench){.seed = seed, .terms = term_store_new()};
    b->solver = solver_new(b->terms, NULL);
    b->model = model_new(b->terms);
    objects_init(&b->objects, pointer_bytes, 1 << 20, true);
    b->memory = (Memory){.objects = &b->objects,
                         .terms = b->terms,
                         .self = b,
                         .new_undefined = no_undefined,
                         .values = find_values,
                         .make_statics = no_statics,
                         .preferred = preferred,
                         .class_of = class_of,
                         .model = memory_model_named(model),
                         .segment_bytes = 64};
    if (b->memory.model->begin) b->memory.state = b->memory.model->begin(&b->memory);
    for (u32 i = 0; i < SYMBOLS; i++) {
        b->symbols[i] = term_symbol(b->terms, (const char *[]){"a", "b", "c", "d"}[i], 8);
        model_set(b->model, b->symbols[i], term_const(b->terms, 8, next(b) & 0xff));
    }
    for (u32 i = 0; i < OBJECTS; i++) {
        b->sizes[i] = below(b, 2) ? 16 : 1 + below(b, MOST_BYTES);
        b->numbers[i] = objects_new_heap(&b->objects, b->sizes[i], 16, true);
        for (u32 k = 0; k < b->sizes[i]; k++)
            object_own(&b->objects, b->numbers[i])->bytes[k] = b->expected[i][k] = (u8)next(b);
    }
    objects_end(&b->objects, b->numbers[DEAD], OBJECT_FREED);
}

static void end(Bench *b) {
    memory_state_drop(b->memory.model, b->memory.state);
    objects_free(&b->objects);
    model_release(b->model);
    solver_free(b->solver);
    term_store_free(b->terms);
}

/* ---- Pointers ---- */

static Pointer start_of(Bench *b, u32 object) {
    u64 value = object < OBJECTS ? object_pointer(&b->objects, b->numbers[object]) : 0;
    return (Pointer){term_const(b->terms, 64, value), object, 0};
}

static Pointer table(Bench *b) {
    u64 entries[4];
    u32 objects[4];
    for (u32 i = 0; i < 4; i++) {
        objects[i] = below(b, OBJECTS);
        entries[i] = start_of(b, objects[i]).term->value;
    }
    Term *index = term_extract(b->terms, b->symbols[below(b, SYMBOLS)], 0, 2);
    Term *data = term_data(b->terms, MEMORY_INDEX_BITS, 64, entries, 4);
    return (Pointer){term_select(b->terms, data, term_zext(b->terms, index, MEMORY_INDEX_BITS)),
                     objects[number_of(b, index)], 0};
}

static Term *some_condition(Bench *b) {
    return term_ult(b->terms, b->symbols[below(b, SYMBOLS)], term_const(b->terms, 8, next(b) & 0xff));
}

static Pointer make(Bench *b, u32 levels) {
    if (!levels) return below(b, 4) ? start_of(b, below(b, OBJECTS + 1)) : table(b);
    Pointer p = make(b, levels - 1), q = make(b, levels - 1);
    if (below(b, 2)) {
        Term *condition = some_condition(b);
        Pointer taken = holds(b, condition) ? p : q;
        taken.term = term_ite(b->terms, condition, p.term, q.term);
        return taken;
    }
    Term *narrow = term_extract(b->terms, b->symbols[below(b, SYMBOLS)], 0, 1 + below(b, 5));
    Term *wide = term_mul(b->terms, term_zext(b->terms, narrow, 64), term_const(b->terms, 64, 1 + below(b, 4)));
    Term *delta = term_sub(b->terms, wide, term_const(b->terms, 64, below(b, 4)));
    p.term = pointer_step(b->terms, b->objects.placement != NULL, p.term, delta);
    p.offset += (i64)number_of(b, delta);
    return p;
}

/* ---- What must hold ---- */

/* One of them is true, and only one, whatever the symbols are. */
static void check_cover(Bench *b, Term *const *conditions, u32 count) {
    Term *any = term_false(b->terms), *twice = term_false(b->terms);
    for (u32 i = 0; i < count; i++) {
        twice = term_or(b->terms, twice, term_and(b->terms, any, conditions[i]));
        any = term_or(b->terms, any, conditions[i]);
    }
    CHECK(ask(b, twice, NULL) == ANSWER_NO);
    CHECK(ask(b, term_not(b->terms, any), NULL) == ANSWER_NO);
}

static u32 number_at(const Bench *b, u32 object) { return object < OBJECTS ? b->numbers[object] : 0; }

static void check_candidates(Bench *b, const Pointer *p) {
    Candidates candidates;
    resolve_pointer(&b->memory, p->term, NULL, AIM_BYTES, &candidates);
    u32 number = number_at(b, p->object);
    bool is_listed = false;
    TermVec guards = {0}, ways = {0};
    for (u32 i = 0; i < candidates.objects.count; i++) {
        is_listed |= candidates.objects.at[i] == number;
        if (i) CHECK(candidates.objects.at[i - 1] < candidates.objects.at[i]);
        vec_push(&guards, candidate_guard(&b->memory, &candidates, candidates.objects.at[i]));
        CHECK(holds(b, guards.at[i]) == (candidates.objects.at[i] == number));
    }
    CHECK(is_listed && !candidates.is_incomplete);
    CHECK(number_of(b, candidates.object) == number);
    if (number) CHECK((i64)number_of(b, candidates.offset) == p->offset);
    check_cover(b, guards.at, guards.count);
    Term *size = below(b, 3) ? term_const(b->terms, 64, 1 + below(b, 8)) : NULL;
    Use use = !size ? USE_FREE : below(b, 2) ? USE_READ : USE_WRITE;
    candidates_wrong_ways(&b->memory, &candidates, p->term, size, use, &ways);
    check_cover(b, ways.at, ways.count);
    vec_free(&guards);
    vec_free(&ways);
    candidates_free(&candidates);
}

static OutcomeKind check_outcomes(Bench *b, const Plan *plan, u32 *happens) {
    TermVec conditions = {0};
    *happens = UINT32_MAX;
    for (u32 i = 0; i < plan->outcomes.count; i++) {
        vec_push(&conditions, plan->outcomes.at[i].condition);
        if (holds(b, plan->outcomes.at[i].condition)) *happens = i;
    }
    check_cover(b, conditions.at, conditions.count);
    vec_free(&conditions);
    CHECK(*happens != UINT32_MAX);
    return *happens == UINT32_MAX ? OUTCOME_FAULT : plan->outcomes.at[*happens].kind;
}

/* ---- Accesses ---- */

static Term *some_value(Bench *b, u32 size) {
    Term *value = term_const(b->terms, size * 8, next(b) & low_mask(size * 8));
    Term *symbol = term_zext(b->terms, b->symbols[below(b, SYMBOLS)], size * 8);
    return below(b, 2) ? term_xor(b->terms, value, symbol) : value;
}

static void access_somewhere(Bench *b) {
    Pointer p = make(b, 1 + below(b, 3));
    check_candidates(b, &p);
    u32 size = 1u << below(b, 4), happens;
    bool is_store = below(b, 2), is_live = p.object != OBJECTS && p.object != DEAD;
    bool is_valid = is_live && p.offset >= 0 && p.offset + size <= b->sizes[p.object];
    Access access = {.op = is_store ? MEMORY_STORE : MEMORY_LOAD,
                     .pointer = p.term,
                     .size = term_const(b->terms, 64, size),
                     .value = is_store ? some_value(b, size) : NULL};
    Plan plan;
    b->memory.model->plan(&b->memory, &access, &plan);
    OutcomeKind kind = check_outcomes(b, &plan, &happens);
    if (!is_valid) CHECK(kind == OUTCOME_FAULT);
    else CHECK(kind == OUTCOME_ACCESS || (kind == OUTCOME_CUT && !strcmp(b->memory.model->name, "single")));
    if (is_valid && kind == OUTCOME_ACCESS) {
        Term *guard = plan.outcomes.at[happens].condition;
        Term *loaded = b->memory.model->commit(&b->memory, &plan, happens, guard);
        u64 value = number_of(b, is_store ? access.value : loaded);
        u8 *bytes = b->expected[p.object] + p.offset;
        if (is_store) memcpy(bytes, &value, size);
        else CHECK(!memcmp(bytes, &value, size));
    }
    plan_free(&plan);
}

static void check_bytes(Bench *b) {
    for (u32 i = 0; i < OBJECTS; i++)
        for (u32 k = 0; i != DEAD && k < b->sizes[i]; k++)
            CHECK(number_of(b, contents_load(&b->memory, b->numbers[i], k, 1)) == b->expected[i][k]);
}

static void random_accesses(u64 seed, u32 pointer_bytes, const char *model) {
    Bench b;
    begin(&b, seed, pointer_bytes, model);
    for (u32 i = 0; i < ACCESSES && !checks_failed; i++) {
        access_somewhere(&b);
        if (i % 8 == 7) check_bytes(&b);
    }
    if (checks_failed) printf("seed %llu, pointers of %u, %s\n", (unsigned long long)seed, pointer_bytes, model);
    end(&b);
}

/* ---- Segments one by one ---- */

static void gaps_are_used_again(void) {
    Bench b;
    begin(&b, 1, 8, "flat");
    Segments *segments = b.memory.state;
    u32 a = objects_new_heap(&b.objects, 40, 16, true), c = objects_new_heap(&b.objects, 16, 16, true);
    segments_add(&b.memory, a, 7, false);
    segments_add(&b.memory, c, 7, false);
    u32 segment = object_info(&b.objects, a)->segment;
    CHECK(segment && segment == object_info(&b.objects, c)->segment);
    CHECK(object_info(&b.objects, a)->segment_at == 0 && object_info(&b.objects, c)->segment_at == 48);
    void *shared = segments_keep(segments);
    objects_end(&b.objects, a, OBJECT_FREED);
    u32 d = objects_new_heap(&b.objects, 16, 16, true), e = objects_new_heap(&b.objects, 100, 16, true);
    segments_add(&b.memory, d, 7, false);
    segments_add(&b.memory, e, 7, false);
    CHECK(object_info(&b.objects, d)->segment_at == 0); /* where the dead one was */
    CHECK(object_info(&b.objects, e)->segment_at == 64);
    CHECK(b.memory.state != shared && !segments_are_same(b.memory.state, shared)); /* the other state's stays */
    CHECK(((Segments *)shared)->list.at[segment].members.count == 2 && ((Segments *)shared)->references == 1);
    segments_add(&b.memory, b.numbers[0], 7, true);
    CHECK(object_info(&b.objects, b.numbers[0])->segment != segment);
    segments_drop(shared);
    end(&b);
}

static void full_segments_take_no_more(void) {
    Bench b;
    begin(&b, 2, 8, "segmented"); /* full when it has more than 64 bytes */
    u32 of[4];
    for (u32 i = 0; i < 4; i++) {
        u32 block = objects_new_heap(&b.objects, 48, 16, true);
        segments_add(&b.memory, block, 3, false);
        of[i] = object_info(&b.objects, block)->segment;
    }
    CHECK(of[0] == of[1] && of[1] != of[2] && of[2] == of[3]);
    end(&b);
}

int main(int argc, char **argv) {
    static const char *const models[] = {"single", "forking", "merging", "flat", "segmented"};
    u64 first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 0) : 3;
    gaps_are_used_again();
    full_segments_take_no_more();
    for (u64 seed = first; seed < first + count; seed++)
        for (u32 i = 0; i < COUNT_OF(models) && !checks_failed; i++) {
            random_accesses(seed, 8, models[i]);
            random_accesses(seed, 4, models[i]);
        }
    return finish();
}
