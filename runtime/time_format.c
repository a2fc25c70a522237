/* strftime in the "C" locale, with the GNU C library's flags and widths. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include "loci_library.h"
#include "loci_time.h"

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March", "April", "May", "June",
                                     "July", "August", "September", "October", "November", "December"};

struct writer {
    char *out;
    size_t capacity, length; /* length may exceed capacity: then nothing more is written */
};

struct specification {
    char padding;   /* '_', '-', '0', or 0 for the conversion's own */
    _Bool upper;    /* '^' */
    _Bool swap;     /* '#' */
    int width;      /* -1: the conversion's own */
    char modifier;  /* 'E' or 'O', without effect in the "C" locale, or 0 */
    char conversion;
};

static void put(struct writer *writer, char c)
{
    if (writer->length < writer->capacity) writer->out[writer->length] = c;
    writer->length++;
}

static void pad(struct writer *writer, char with, int count)
{
    while (count-- > 0) put(writer, with);
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

enum letter_case { AS_IS, UPPER, LOWER };

static void put_text(struct writer *writer, const struct specification *spec, const char *text, size_t length,
                     enum letter_case letter_case)
{
    pad(writer, spec->padding == '0' ? '0' : ' ', spec->width - (int)length);
    for (size_t i = 0; i < length; i++)
        put(writer, letter_case == UPPER ? upper(text[i]) : letter_case == LOWER ? lower(text[i]) : text[i]);
}

static void put_name(struct writer *writer, const struct specification *spec, const char *const *names, int count,
                     int i, size_t most)
{
    const char *name = i >= 0 && i < count ? names[i] : "?";
    size_t length = strlen(name);
    if (length > most) length = most;
    put_text(writer, spec, name, length, spec->upper || spec->swap ? UPPER : AS_IS);
}

/* A number in at least `digits` places, padded with `padding` unless the flags say otherwise. */
static void put_number(struct writer *writer, const struct specification *spec, long long value, int digits, char padding)
{
    char text[24];
    int count = 0;
    _Bool negative = value < 0;
    unsigned long long rest = negative ? -(unsigned long long)value : (unsigned long long)value;
    do text[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);

    char with = spec->padding == '_' ? ' ' : spec->padding == '0' ? '0' : padding;
    if (spec->padding == '-') { /* the digits are bare, but a width is still filled up */
        digits = 0;
        with = ' ';
    }
    if (spec->width > digits) digits = spec->width;
    int missing = digits - count - negative;
    if (with == ' ') pad(writer, ' ', missing);
    if (negative) put(writer, '-');
    if (with == '0') pad(writer, '0', missing);
    while (count > 0) put(writer, text[--count]);
}

static void format(struct writer *writer, const char *text, const struct tm *fields, _Bool upper_case);

/* A conversion that is short for others. Its result is padded as a whole. */
static void put_composed(struct writer *writer, const struct specification *spec, const char *text, const struct tm *fields)
{
    struct writer measure = {NULL, 0, 0};
    format(&measure, text, fields, spec->upper);
    pad(writer, spec->padding == '0' ? '0' : ' ', spec->width - (int)measure.length);
    format(writer, text, fields, spec->upper);
}

static int twelve_hour(int hour)
{
    int rest = hour % 12;
    if (hour > 12) return hour - 12;
    return rest == 0 ? 12 : hour;
}

static int days_in_year(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365;
}

/* A week belongs to the year of its Thursday, and is numbered by that Thursday. */
static void iso_week(const struct tm *fields, long long *year, int *week)
{
    *year = (long long)fields->tm_year + 1900;
    int thursday = fields->tm_yday - (fields->tm_wday + 6) % 7 + 3; /* as a day of the year */
    if (thursday < 0) {
        --*year;
        thursday += days_in_year(*year);
    } else if (thursday >= days_in_year(*year)) {
        thursday -= days_in_year(*year);
        ++*year;
    }
    *week = thursday / 7 + 1;
}

static long long floor_modulo(long long number, long long divisor)
{
    long long rest = number % divisor;
    return rest < 0 ? rest + divisor : rest;
}

static void put_zone_offset(struct writer *writer, const struct specification *spec, const struct tm *fields)
{
    if (fields->tm_isdst < 0) return;
    long offset = fields->tm_gmtoff / 60;
    put_text(writer, spec, offset < 0 ? "-" : "+", 1, AS_IS); /* a width counts for the sign and for the number */
    if (offset < 0) offset = -offset;
    put_number(writer, spec, offset / 60 * 100 + offset % 60, 4, '0');
}

static void put_am_pm(struct writer *writer, const struct specification *spec, const struct tm *fields)
{
    _Bool small = spec->conversion == 'P' || (spec->conversion == 'p' && spec->swap);
    put_text(writer, spec, fields->tm_hour >= 12 ? "PM" : "AM", 2, small ? LOWER : AS_IS);
}

/* Returns false if the conversion is unknown. */
static _Bool convert(struct writer *writer, const struct specification *spec, const struct tm *fields)
{
    long long year = (long long)fields->tm_year + 1900, iso_year;
    int week;
    switch (spec->conversion) {
    case 'a': put_name(writer, spec, days, 7, fields->tm_wday, 3); break;
    case 'A': put_name(writer, spec, days, 7, fields->tm_wday, 9); break;
    case 'b': case 'h': put_name(writer, spec, months, 12, fields->tm_mon, 3); break;
    case 'B': put_name(writer, spec, months, 12, fields->tm_mon, 9); break;
    case 'c': put_composed(writer, spec, "%a %b %e %H:%M:%S %Y", fields); break;
    case 'C': put_number(writer, spec, (year - floor_modulo(year, 100)) / 100, 1, '0'); break;
    case 'd': put_number(writer, spec, fields->tm_mday, 2, '0'); break;
    case 'D': case 'x': put_composed(writer, spec, "%m/%d/%y", fields); break;
    case 'e': put_number(writer, spec, fields->tm_mday, 2, ' '); break;
    case 'F': put_composed(writer, spec, "%Y-%m-%d", fields); break;
    case 'g': iso_week(fields, &iso_year, &week); put_number(writer, spec, floor_modulo(iso_year, 100), 2, '0'); break;
    case 'G': iso_week(fields, &iso_year, &week); put_number(writer, spec, iso_year, 1, '0'); break;
    case 'H': put_number(writer, spec, fields->tm_hour, 2, '0'); break;
    case 'I': put_number(writer, spec, twelve_hour(fields->tm_hour), 2, '0'); break;
    case 'j': put_number(writer, spec, fields->tm_yday + 1, 3, '0'); break;
    case 'k': put_number(writer, spec, fields->tm_hour, 2, ' '); break;
    case 'l': put_number(writer, spec, twelve_hour(fields->tm_hour), 2, ' '); break;
    case 'm': put_number(writer, spec, fields->tm_mon + 1, 2, '0'); break;
    case 'M': put_number(writer, spec, fields->tm_min, 2, '0'); break;
    case 'n': put_text(writer, spec, "\n", 1, AS_IS); break;
    case 'p': case 'P': put_am_pm(writer, spec, fields); break;
    case 'r': put_composed(writer, spec, "%I:%M:%S %p", fields); break;
    case 'R': put_composed(writer, spec, "%H:%M", fields); break;
    case 's': put_number(writer, spec, __loci_time_of_fields(fields), 1, ' '); break;
    case 'S': put_number(writer, spec, fields->tm_sec, 2, '0'); break;
    case 't': put_text(writer, spec, "\t", 1, AS_IS); break;
    case 'T': case 'X': put_composed(writer, spec, "%H:%M:%S", fields); break;
    case 'u': put_number(writer, spec, (fields->tm_wday + 6) % 7 + 1, 1, '0'); break;
    case 'U': put_number(writer, spec, (fields->tm_yday - fields->tm_wday + 7) / 7, 2, '0'); break;
    case 'V': iso_week(fields, &iso_year, &week); put_number(writer, spec, week, 2, '0'); break;
    case 'w': put_number(writer, spec, fields->tm_wday, 1, '0'); break;
    case 'W': put_number(writer, spec, (fields->tm_yday - (fields->tm_wday + 6) % 7 + 7) / 7, 2, '0'); break;
    case 'y': put_number(writer, spec, floor_modulo(year, 100), 2, '0'); break;
    case 'Y': put_number(writer, spec, year, 1, '0'); break;
    case 'z': put_zone_offset(writer, spec, fields); break;
    case 'Z': {
        const char *zone = fields->tm_zone != NULL ? fields->tm_zone : "";
        put_text(writer, spec, zone, strlen(zone), spec->swap ? LOWER : spec->upper ? UPPER : AS_IS);
        break;
    }
    case '%': put_text(writer, spec, "%", 1, AS_IS); break;
    default: return 0;
    }
    return 1;
}

static _Bool allows_modifier(const struct specification *spec)
{
    if (spec->modifier == 'E') return strchr("aAbBdDeFgGhHIjklmMSUVwW", spec->conversion) == NULL;
    if (spec->modifier == 'O') return strchr("aAcDFxXY", spec->conversion) == NULL;
    return 1;
}

/* `at` is behind the '%'; the result is behind the conversion. */
static const char *parse(const char *at, struct specification *spec, _Bool upper_case)
{
    *spec = (struct specification){.width = -1, .upper = upper_case};
    for (;; at++) {
        if (*at == '_' || *at == '-' || *at == '0') spec->padding = *at;
        else if (*at == '^') spec->upper = 1;
        else if (*at == '#') spec->swap = 1;
        else break;
    }
    if (__loci_is_digit(*at)) {
        spec->width = 0;
        for (; __loci_is_digit(*at); at++)
            spec->width = spec->width > 100000 ? spec->width : spec->width * 10 + (*at - '0');
    }
    if (*at == 'E' || *at == 'O') spec->modifier = *at++;
    spec->conversion = *at;
    return *at != '\0' ? at + 1 : at;
}

static void format(struct writer *writer, const char *text, const struct tm *fields, _Bool upper_case)
{
    while (*text != '\0') {
        if (*text != '%') {
            put(writer, *text++);
            continue;
        }
        struct specification spec;
        const char *end = parse(text + 1, &spec, upper_case);
        if (!allows_modifier(&spec) || !convert(writer, &spec, fields))
            put_text(writer, &spec, text, (size_t)(end - text), spec.upper ? UPPER : AS_IS);
        text = end;
    }
}

static size_t write_time(char *out, size_t capacity, const char *text, const struct tm *fields)
{
    struct writer writer = {out, capacity, 0};
    format(&writer, text, fields, 0);
    if (writer.length >= capacity) {
        errno = ERANGE;
        return 0;
    }
    out[writer.length] = '\0';
    return writer.length;
}

size_t strftime(char *restrict out, size_t capacity, const char *restrict text, const struct tm *restrict fields)
{
    return write_time(out, capacity, text, fields);
}

size_t strftime_l(char *restrict out, size_t capacity, const char *restrict text, const struct tm *restrict fields,
                  locale_t locale)
{
    (void)locale;
    return write_time(out, capacity, text, fields);
}
