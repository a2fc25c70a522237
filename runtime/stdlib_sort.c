/* qsort: the same merge sort as in the GNU C library 2.36, comparison by comparison, so that programs
 * behave as they do natively even where elements compare equal or comparisons are counted. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

struct sorter {
    size_t size;
    int (*compare)(const void *, const void *, void *);
    void *context;
    char *scratch; /* room for all elements */
};

static void merge(const struct sorter *sorter, char *left, size_t left_count, char *right, size_t right_count)
{
    size_t size = sorter->size;
    char *start = left, *out = sorter->scratch;
    while (left_count > 0 && right_count > 0) {
        if (sorter->compare(left, right, sorter->context) <= 0) {
            memcpy(out, left, size);
            left += size;
            left_count--;
        } else {
            memcpy(out, right, size);
            right += size;
            right_count--;
        }
        out += size;
    }
    /* What is left of the right part is in its place already. */
    memcpy(out, left, left_count * size);
    out += left_count * size;
    memcpy(start, sorter->scratch, (size_t)(out - sorter->scratch));
}

static void sort(const struct sorter *sorter, char *elements, size_t count)
{
    if (count <= 1) return;
    size_t half = count / 2;
    char *right = elements + half * sorter->size;
    sort(sorter, elements, half);
    sort(sorter, right, count - half);
    merge(sorter, elements, half, right, count - half);
}

static void swap(char *left, char *right, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char byte = left[i];
        left[i] = right[i];
        right[i] = byte;
    }
}

/* Without memory for a copy: slow, but stable too. */
static void sort_in_place(const struct sorter *sorter, char *elements, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *right = elements + j * sorter->size, *left = right - sorter->size;
            if (sorter->compare(left, right, sorter->context) <= 0) break;
            swap(left, right, sorter->size);
        }
}

static void sort_with_context(void *elements, size_t count, size_t size,
                              int (*compare)(const void *, const void *, void *), void *context)
{
    char small[1024];
    struct sorter sorter = {size, compare, context, small};
    if (count <= 1 || size == 0) return;
    /* An array that is too short is the caller's error, not the comparison's. */
    (void)*(volatile char *)elements;
    (void)*((volatile char *)elements + count * size - 1);
    char *large = count * size < sizeof small ? NULL : malloc(count * size);
    if (large != NULL) sorter.scratch = large;
    if (large != NULL || count * size < sizeof small) sort(&sorter, elements, count);
    else sort_in_place(&sorter, elements, count);
    free(large);
}

void qsort_r(void *elements, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context)
{
    sort_with_context(elements, count, size, compare, context);
}

struct plain_comparison {
    int (*compare)(const void *, const void *);
};

static int compare_plainly(const void *left, const void *right, void *context)
{
    return ((struct plain_comparison *)context)->compare(left, right);
}

void qsort(void *elements, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    struct plain_comparison plain = {compare};
    sort_with_context(elements, count, size, compare_plainly, &plain);
}
