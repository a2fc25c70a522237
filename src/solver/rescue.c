#include "solver/rescue.h"

/* The largest domain takes about a second. */
static const DomainLimits limits = {.size = 1 << 22, .hard_size = 1 << 22, .model_size = 1 << 22, .work = 1 << 29};
/* What the socket to Z3 takes at once: a longer question would have us wait for Z3 to read it, and the race is lost. */
static const size_t most_bytes = 1 << 17;
static const double before_drawing = 0.01, patience = 0.3, between_looks = 0.01; /* seconds */

void rescue_init(Rescue *rescue, TermStore *store, const SolverOptions *options) {
    *rescue = (Rescue){0};
    if (!options->impatient) rescue->before_drawing = before_drawing, rescue->patience = patience;
    if (!options->without_values) {
        rescue->sampler = sampler_new(store);
        rescue->domains = domains_new(store, limits);
    }
    if (!options->without_z3) rescue->z3 = z3_new(store, options->z3);
}

void rescue_free(Rescue *rescue) {
    sampler_free(rescue->sampler);
    if (rescue->domains) domains_free(rescue->domains);
    z3_free(rescue->z3);
}

void rescue_forget(Rescue *rescue) {
    if (!rescue->domains) return;
    sampler_forget(rescue->sampler);
    domains_forget(rescue->domains);
}

void rescue_begin(Rescue *rescue, Deadline *deadline) {
    rescue->phase = RESCUE_ALONE;
    rescue->deadline = deadline;
    rescue->next_look = deadline_now() + rescue->before_drawing;
}

void rescue_end(Rescue *rescue) {
    if (rescue->phase == RESCUE_RACING) z3_abandon(rescue->z3);
    rescue->phase = RESCUE_OVER;
}

bool rescue_is_due(Rescue *rescue) {
    if (rescue->phase == RESCUE_OVER || deadline_now() < rescue->next_look) return false;
    if (rescue->phase == RESCUE_ALONE || rescue->phase == RESCUE_PATIENT || z3_has_answered(rescue->z3)) return true;
    rescue->next_look = deadline_now() + between_looks;
    return false;
}

static bool is_over(void *self) {
    Rescue *rescue = self;
    return deadline_is_over(rescue->deadline) || rescue_is_due(rescue);
}

SatGuard rescue_guard(Rescue *rescue) { return (SatGuard){is_over, rescue}; }

bool rescue_by_values(Rescue *rescue, const Query *query, Result *result) {
    bool is_answered = rescue->domains && domains_answer(rescue->domains, query, result);
    rescue->by_values += is_answered;
    return is_answered;
}

/* Tries values, then begins the race. */
static bool begin_race(Rescue *rescue, const Query *query, Result *result) {
    if (rescue_by_values(rescue, query, result)) return true;
    rescue->phase = rescue->z3 && z3_begin(rescue->z3, query, most_bytes, result) ? RESCUE_RACING : RESCUE_OVER;
    rescue->races += rescue->phase == RESCUE_RACING;
    result_clear(result); /* why Z3 could not be asked is no answer */
    return false;
}

static bool draw_inputs(Rescue *rescue, const Query *query, Result *result) {
    rescue->phase = RESCUE_PATIENT;
    rescue->next_look = deadline_now() + rescue->patience;
    bool is_found = rescue->sampler && sampler_answer(rescue->sampler, query, result);
    rescue->by_drawing += is_found;
    if (!is_found) result_clear(result);
    return is_found;
}

bool rescue_try(Rescue *rescue, const Query *query, Result *result) {
    if (rescue->phase == RESCUE_ALONE) return draw_inputs(rescue, query, result);
    if (rescue->phase == RESCUE_PATIENT) return begin_race(rescue, query, result);
    rescue->phase = RESCUE_OVER;
    z3_wait(rescue->z3, query, result);
    if (result->answer != ANSWER_UNKNOWN) {
        rescue->by_z3++;
        return true;
    }
    result_clear(result);
    return false;
}
