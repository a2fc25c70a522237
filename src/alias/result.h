/* What an analysis fills in; the inside of Alias. */
#ifndef ALIAS_RESULT_H
#define ALIAS_RESULT_H

#include "alias/alias.h"
#include "alias/constraints.h"
#include "alias/placesets.h"

typedef VEC(u32) GroupList;

typedef struct {
    u64 size;        /* of every access; 0: not known, or accesses overlap otherwise */
    u32 accesses;    /* how many, in all instances */
    GroupList edges; /* groups of what its contents point to, ascending */
} AliasGroup;

struct Alias {
    Constraints *cs;
    u32 *representative; /* node -> the node that has its set */
    PlaceSets *places;
    PlaceSet *sets; /* node -> the places it may point to; of representatives only */
    u32 *classes;   /* object -> class */
    u32 class_count;
    Map heap; /* hash of (call, context) -> object + 1 */

    VEC(AliasGroup) groups; /* 0: none */
    Map group_keys;         /* the analysis's own number of a group -> group */
    u32 *access_groups;     /* of Constraints.accesses -> group */
    Map access_numbers;     /* hash of (instruction, context) -> access */
    u32 (*group_at)(const Alias *alias, u32 object, u64 offset);
    /* Adds the groups that the node may point to, ascending, each once. */
    void (*groups_of_pointer)(const Alias *alias, u32 node, GroupList *out);
    /* What an access touches, or which object one is, after these calls (innermost first, those that led to the function
     * of the access or of the object); NULL: it is the same after all calls that share the instance. */
    u32 (*group_in_context)(const Alias *alias, u32 access, const Insn *const *calls, u32 count);
    bool (*object_in_context)(const Alias *alias, u32 *object, const Insn *const *calls, u32 count);
    void *analysis; /* the analysis's own, for these */
    void (*free_analysis)(void *analysis);
};

/* Takes the constraints and the sets over; computes the classes of the paper. */
Alias *alias_new(Constraints *cs, u32 *representative, PlaceSets *places, PlaceSet *sets);
/* The access is to the group with this key; the cell there has this size (0: unknown). */
void alias_add_access(Alias *alias, u32 access, u64 key, u64 size);
void alias_add_group(GroupList *list, u32 group); /* keeps it ascending */
void groups_free(Alias *alias);
void groups_of_sets(Alias *alias); /* of an analysis by inclusion */

static inline PlaceSet alias_set(const Alias *alias, u32 node) { return alias->sets[alias->representative[node]]; }

#endif
