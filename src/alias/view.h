/* What is shown of the groups: their pieces, the pointers in registers, and which of all that is the user's. */
#ifndef ALIAS_VIEW_H
#define ALIAS_VIEW_H

#include "alias/result.h"

typedef struct {
    u32 object;
    u64 offset, size;
} Piece;

typedef VEC(Piece) Pieces;

/* A pointer variable that stands in no memory, for its address is never taken. */
typedef struct {
    const Function *function;
    const char *name;
    GroupList groups; /* that it may point to, ascending */
} PointerView;

typedef struct {
    const Alias *alias;
    Pieces *pieces;   /* of each group */
    bool *is_shown;   /* group: the user's code accesses it, or it is made of the user's objects */
    GroupList *edges; /* group -> those it points to, of those that are shown */
    VEC(PointerView) pointers;
} GroupsView;

GroupsView view_new(const Alias *alias, bool with_library);
void view_free(GroupsView *view);
void view_print_piece(const GroupsView *view, const Piece *piece, Text *out);
void view_print_size(const GroupsView *view, u32 group, Text *out);
/* The next group after this one that is shown, from 0 on; 0: there are no more. */
u32 view_next(const GroupsView *view, u32 group);

#endif
