/* strverscmp: strings with numbers in them, in the order a person would sort them. */
#define _GNU_SOURCE
#include <string.h>

static int is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static size_t digits_from(const char *text)
{
    size_t count = 0;
    while (is_digit(text[count])) count++;
    return count;
}

/* The strings first differ at `i`. If a run of digits spans that point on either side, the runs are
 * compared: as fractions when either starts with a zero (fewer zeroes is greater), else as integers,
 * where the longer run is greater. Everything else is decided by the differing byte. */
int strverscmp(const char *left, const char *right)
{
    size_t i = 0;
    while (left[i] != '\0' && left[i] == right[i]) i++;
    int difference = (unsigned char)left[i] - (unsigned char)right[i];
    if (difference == 0) return 0;

    size_t start = i; /* of the run of digits that ends in the common part, if any */
    while (start > 0 && is_digit(left[start - 1])) start--;
    size_t zeroes = start;
    while (zeroes < i && left[zeroes] == '0') zeroes++;

    int common_run_starts_with_zero = zeroes > start;
    int common_run_is_all_zeroes = common_run_starts_with_zero && zeroes == i;

    if (common_run_is_all_zeroes) {
        /* Fractional so far, and undecided: going on with a digit makes the number smaller. */
        int left_goes_on = is_digit(left[i]), right_goes_on = is_digit(right[i]);
        if (left_goes_on != right_goes_on) return left_goes_on ? -1 : 1;
        return difference;
    }
    if (common_run_starts_with_zero) return difference;

    int in_run = start < i;
    if (!in_run && (!is_digit(left[i]) || !is_digit(right[i]))) return difference;
    if (!in_run && (left[i] == '0' || right[i] == '0')) return difference;
    size_t left_digits = digits_from(left + i), right_digits = digits_from(right + i);
    if (left_digits != right_digits) return left_digits < right_digits ? -1 : 1;
    return difference;
}
