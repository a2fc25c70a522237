/* Logs of paths: merges that share, their order in a list, and depth that no recursion would bear. */
#include "check.h"
#include "state/path_log.h"

static PathLog log_of(Merge *origin, const u32 *decisions, u32 count, u32 joins) {
    PathLog log = {.origin = merge_keep(origin)};
    for (u32 i = 0; i < count; i++) path_log_add(&log, decisions[i]);
    log.joins = joins;
    return log;
}

static Merge *merge_of(Merge *a, u32 decision_a, Merge *b, u32 decision_b) {
    PathLog first = log_of(a, &decision_a, 1, 1), second = log_of(b, &decision_b, 1, 2);
    Merge *merge = merge_new(&first, &second);
    path_log_free(&first);
    path_log_free(&second);
    return merge;
}

static void decisions_end_a_row_of_joins(void) {
    PathLog log = {.joins = 4};
    path_log_add(&log, 1);
    CHECK(log.joins == 0 && log.decisions.count == 1);
    path_log_free(&log);
}

static void hashes_tell_logs_apart(void) {
    const u32 decisions[] = {1, 0, 1};
    Merge *one = merge_of(NULL, 0, NULL, 1), *same = merge_of(NULL, 0, NULL, 1), *other = merge_of(NULL, 1, NULL, 0);
    PathLog a = log_of(one, decisions, 3, 0), b = log_of(same, decisions, 3, 0), c = log_of(other, decisions, 3, 0);
    PathLog from_main = log_of(NULL, decisions, 3, 0);
    CHECK(one->hash == same->hash && one->hash != other->hash);
    CHECK(path_log_hash(&a) == path_log_hash(&b));
    CHECK(path_log_hash(&a) != path_log_hash(&c));
    CHECK(path_log_hash(&a) != path_log_hash(&from_main));
    path_log_free(&a);
    path_log_free(&b);
    path_log_free(&c);
    path_log_free(&from_main);
    merge_drop(one);
    merge_drop(same);
    merge_drop(other);
}

static void a_list_has_what_is_needed_first(void) {
    Merge *root = merge_of(NULL, 0, NULL, 1), *left = merge_of(root, 0, NULL, 1), *right = merge_of(NULL, 0, root, 1);
    Merge *top = merge_of(left, 0, right, 1);
    PathLog log = log_of(top, NULL, 0, 0);
    Merges merges = {0};
    merges_add(&merges, &log);
    merges_add(&merges, &log);
    CHECK(merges.count == 4 && merges.at[0] == root && merges.at[3] == top);
    CHECK(root->number == 1 && top->number == 4);
    merges_free(&merges);
    CHECK(top->number == 0);
    path_log_free(&log);
    merge_drop(root);
    merge_drop(left);
    merge_drop(right);
    CHECK(top->references == 1);
    merge_drop(top);
}

static void depth_is_no_matter(void) {
    enum { DEPTH = 1000000 };
    Merge *top = NULL;
    for (u32 i = 0; i < DEPTH; i++) {
        Merge *next = merge_of(top, 0, top, 1);
        merge_drop(top);
        top = next;
    }
    PathLog log = log_of(top, NULL, 0, 0);
    Merges merges = {0};
    merges_add(&merges, &log);
    CHECK(merges.count == DEPTH);
    merges_free(&merges);
    path_log_free(&log);
    merge_drop(top);
}

int main(void) {
    decisions_end_a_row_of_joins();
    hashes_tell_logs_apart();
    a_list_has_what_is_needed_first();
    depth_is_no_matter();
    return finish();
}
