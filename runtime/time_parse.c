/* strptime in the "C" locale. */
#define _GNU_SOURCE
#include <string.h>
#include "loci_library.h"
#include "loci_time.h"

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March", "April", "May", "June",
                                     "July", "August", "September", "October", "November", "December"};

/* What has been read, and what must be worked out from it at the end. */
struct parser {
    const char *at;
    struct tm *fields;
    int century;             /* -1: none was given */
    int year_of_century;     /* -1: none was given */
    _Bool afternoon, half_day;
    _Bool has_date;          /* a part of the date was given: the days of week and year follow */
    _Bool has_month, has_day, has_day_of_year, has_week_day;
};

static void skip_space(struct parser *parser)
{
    while (__loci_is_space(*parser->at)) parser->at++;
}

static _Bool read_number(struct parser *parser, int digits, int least, int most, int *result)
{
    int value = 0, count = 0;
    skip_space(parser);
    while (count < digits && __loci_is_digit(*parser->at)) {
        value = value * 10 + (*parser->at++ - '0');
        count++;
    }
    *result = value;
    return count > 0 && value >= least && value <= most;
}

static _Bool starts_with(const char *text, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char a = text[i], b = word[i];
        if (a >= 'A' && a <= 'Z') a = (char)(a - 'A' + 'a');
        if (b >= 'A' && b <= 'Z') b = (char)(b - 'A' + 'a');
        if (a != b) return 0;
    }
    return 1;
}

/* A full name or its first three letters. */
static _Bool read_name(struct parser *parser, const char *const *names, int count, int *result)
{
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        if (!starts_with(parser->at, names[i], length)) length = 3;
        if (!starts_with(parser->at, names[i], length)) continue;
        parser->at += length;
        *result = i;
        return 1;
    }
    return 0;
}

static _Bool read_half_of_day(struct parser *parser)
{
    parser->afternoon = starts_with(parser->at, "PM", 2);
    if (!parser->afternoon && !starts_with(parser->at, "AM", 2)) return 0;
    parser->at += 2;
    return 1;
}

/* "+hhmm", "+hh:mm", "+hh" or "Z". */
static _Bool read_zone(struct parser *parser)
{
    skip_space(parser);
    if (*parser->at == 'Z') {
        parser->at++;
        parser->fields->tm_gmtoff = 0;
        return 1;
    }
    char sign = *parser->at;
    if (sign != '+' && sign != '-') return 0;
    parser->at++;
    int hours, minutes = 0;
    if (!read_number(parser, 2, 0, 24, &hours)) return 0;
    if (*parser->at == ':') parser->at++;
    if (__loci_is_digit(*parser->at) && !read_number(parser, 2, 0, 59, &minutes)) return 0;
    long offset = (hours * 60L + minutes) * 60;
    parser->fields->tm_gmtoff = sign == '-' ? -offset : offset;
    return 1;
}

static _Bool read_seconds_since_1970(struct parser *parser)
{
    int64_t seconds = 0;
    if (!__loci_is_digit(*parser->at)) return 0;
    while (__loci_is_digit(*parser->at) && seconds < INT64_MAX / 100) seconds = seconds * 10 + (*parser->at++ - '0');
    return __loci_fields_of_time(seconds, parser->fields);
}

static _Bool read_all(struct parser *parser, const char *format);

static _Bool read_conversion(struct parser *parser, char conversion)
{
    struct tm *fields = parser->fields;
    int number;
    switch (conversion) {
    case '%': return *parser->at++ == '%';
    case 'a': case 'A': parser->has_week_day = 1; return read_name(parser, days, 7, &fields->tm_wday);
    case 'b': case 'B': case 'h':
        parser->has_date = parser->has_month = 1;
        return read_name(parser, months, 12, &fields->tm_mon);
    case 'c': return read_all(parser, "%a %b %e %H:%M:%S %Y");
    case 'C': parser->has_date = 1; return read_number(parser, 2, 0, 99, &parser->century);
    case 'd': case 'e': parser->has_date = parser->has_day = 1; return read_number(parser, 2, 1, 31, &fields->tm_mday);
    case 'D': case 'x': return read_all(parser, "%m/%d/%y");
    case 'F': return read_all(parser, "%Y-%m-%d");
    case 'H': case 'k': parser->half_day = 0; return read_number(parser, 2, 0, 23, &fields->tm_hour);
    case 'I': case 'l':
        if (!read_number(parser, 2, 1, 12, &number)) return 0;
        fields->tm_hour = number % 12;
        parser->half_day = 1;
        return 1;
    case 'j':
        if (!read_number(parser, 3, 1, 366, &number)) return 0;
        fields->tm_yday = number - 1;
        parser->has_day_of_year = 1;
        return 1;
    case 'm':
        if (!read_number(parser, 2, 1, 12, &number)) return 0;
        fields->tm_mon = number - 1;
        parser->has_date = parser->has_month = 1;
        return 1;
    case 'M': return read_number(parser, 2, 0, 59, &fields->tm_min);
    case 'n': case 't': skip_space(parser); return 1;
    case 'p': case 'P': return read_half_of_day(parser);
    case 'r': return read_all(parser, "%I:%M:%S %p");
    case 'R': return read_all(parser, "%H:%M");
    case 's': return read_seconds_since_1970(parser);
    case 'S': return read_number(parser, 2, 0, 61, &fields->tm_sec);
    case 'T': case 'X': return read_all(parser, "%H:%M:%S");
    case 'u':
        if (!read_number(parser, 1, 1, 7, &number)) return 0;
        fields->tm_wday = number % 7;
        parser->has_week_day = 1;
        return 1;
    case 'U': case 'V': case 'W': case 'g': return read_number(parser, 2, 0, 99, &number); /* not enough to fix a date */
    case 'G': return read_number(parser, 4, 0, 9999, &number);
    case 'w': parser->has_week_day = 1; return read_number(parser, 1, 0, 6, &fields->tm_wday);
    case 'y': parser->has_date = 1; return read_number(parser, 2, 0, 99, &parser->year_of_century);
    case 'Y':
        if (!read_number(parser, 4, 0, 9999, &number)) return 0;
        fields->tm_year = number - 1900;
        parser->century = parser->year_of_century = -1;
        parser->has_date = 1;
        return 1;
    case 'z': return read_zone(parser);
    case 'Z': return 1;
    default: return 0;
    }
}

static _Bool read_all(struct parser *parser, const char *format)
{
    for (; *format != '\0'; format++) {
        if (__loci_is_space(*format)) {
            skip_space(parser);
        } else if (*format != '%') {
            if (*parser->at++ != *format) return 0;
        } else {
            format++;
            while (*format == '-' || *format == '_' || *format == '0' || *format == '^' || *format == '#') format++;
            if (*format == 'E' || *format == 'O') format++;
            if (*format == '\0' || !read_conversion(parser, *format)) return 0;
        }
    }
    return 1;
}

static void settle_year(struct parser *parser)
{
    int year = parser->year_of_century;
    if (parser->century >= 0) parser->fields->tm_year = (parser->century - 19) * 100 + (year >= 0 ? year : 0);
    else if (year >= 0) parser->fields->tm_year = year < 69 ? year + 100 : year; /* 69 to 99 are 1969 to 1999 */
}

static int64_t day_number(int year, int month, int day)
{
    struct tm date = {.tm_year = year, .tm_mon = month, .tm_mday = day};
    return __loci_time_of_fields(&date) / 86400;
}

/* Works out what the date says about the days, unless the text has said it. */
static void settle_days(struct parser *parser)
{
    struct tm *fields = parser->fields;
    if (!parser->has_date) return;
    if (parser->has_day_of_year && !(parser->has_month && parser->has_day)) {
        struct tm date = {.tm_year = fields->tm_year, .tm_mday = fields->tm_yday + 1}, normal;
        if (!__loci_fields_of_time(__loci_time_of_fields(&date), &normal)) return;
        if (!parser->has_month) fields->tm_mon = normal.tm_mon;
        if (!parser->has_day) fields->tm_mday = normal.tm_mday;
    }
    int64_t day = day_number(fields->tm_year, fields->tm_mon, fields->tm_mday);
    if (!parser->has_week_day) fields->tm_wday = (int)((day % 7 + 11) % 7); /* day 0 was a Thursday */
    if (!parser->has_day_of_year) fields->tm_yday = (int)(day - day_number(fields->tm_year, 0, 1));
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict fields)
{
    struct parser parser = {.at = text, .fields = fields, .century = -1, .year_of_century = -1};
    if (!read_all(&parser, format)) return NULL;
    if (parser.half_day && parser.afternoon) fields->tm_hour += 12;
    settle_year(&parser);
    settle_days(&parser);
    return (char *)parser.at;
}
