// A queue of jobs. Jobs that are done are unlinked and freed while the list is walked.
//
//     build/loci exec examples/queue.c
//
// sweep() frees a job and then asks that job for its successor: use after free. The native program usually prints the
// expected result, because free() leaves most of the block as it was.
#include <stdio.h>
#include <stdlib.h>

struct job {
    int id, remaining;
    char owner[24];
    struct job *next;
};

static struct job *submit(struct job *queue, int id, int work)
{
    struct job *j = malloc(sizeof *j);
    j->id = id;
    j->remaining = work;
    snprintf(j->owner, sizeof j->owner, "user%d", id % 2);
    j->next = queue;
    return j;
}

static struct job *sweep(struct job *queue)
{
    struct job **link = &queue;
    for (struct job *j = queue; j; j = j->next) // the bug: j may be freed below
        if (j->remaining == 0) {
            *link = j->next;
            printf("job %d of %s is done\n", j->id, j->owner);
            free(j);
        } else {
            link = &j->next;
        }
    return queue;
}

int main(void)
{
    struct job *queue = NULL;
    for (int i = 1; i <= 4; i++)
        queue = submit(queue, i, i % 3);
    while (queue) {
        for (struct job *j = queue; j; j = j->next)
            if (j->remaining)
                j->remaining--;
        queue = sweep(queue);
    }
    return 0;
}
