/* The Gregorian calendar: seconds to fields and back. There are no time zones: local time is UTC. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <string.h>
#include "loci_time.h"

enum { SECONDS_A_DAY = 86400, DAYS_IN_400_YEARS = 146097 };

static int64_t floor_divide(int64_t number, int64_t divisor)
{
    int64_t quotient = number / divisor;
    return number % divisor < 0 ? quotient - 1 : quotient;
}

/* Days before a month in a year that begins in March, so that the leap day is the last. */
static int64_t days_before_month_from_march(int64_t month)
{
    return (153 * month + 2) / 5;
}

/* Days from 1970-01-01 to the first of a month (0 to 11) of any year. */
static int64_t days_to_month(int64_t year, int month)
{
    int64_t from_march = (month + 10) % 12, y = month < 2 ? year - 1 : year;
    int64_t era = floor_divide(y, 400), year_of_era = y - era * 400;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + days_before_month_from_march(from_march);
    return era * DAYS_IN_400_YEARS + day_of_era - 719468;
}

_Bool __loci_fields_of_time(int64_t seconds, struct tm *fields)
{
    int64_t days = floor_divide(seconds, SECONDS_A_DAY), rest = seconds - days * SECONDS_A_DAY;
    int64_t from_march_of_0 = days + 719468;
    int64_t era = floor_divide(from_march_of_0, DAYS_IN_400_YEARS);
    int64_t day_of_era = from_march_of_0 - era * DAYS_IN_400_YEARS;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t from_march = (5 * day_of_year + 2) / 153;
    int month = (int)(from_march < 10 ? from_march + 2 : from_march - 10);
    int64_t year = year_of_era + era * 400 + (month < 2);

    if (year - 1900 < INT_MIN || year - 1900 > INT_MAX) {
        errno = EOVERFLOW;
        return 0;
    }
    memset(fields, 0, sizeof *fields);
    fields->tm_year = (int)(year - 1900);
    fields->tm_mon = month;
    fields->tm_mday = (int)(day_of_year - days_before_month_from_march(from_march)) + 1;
    fields->tm_yday = (int)(days - days_to_month(year, 0));
    fields->tm_wday = (int)((days % 7 + 11) % 7); /* 1970 began on a Thursday */
    fields->tm_hour = (int)(rest / 3600);
    fields->tm_min = (int)(rest / 60 % 60);
    fields->tm_sec = (int)(rest % 60);
    fields->tm_zone = "GMT";
    return 1;
}

int64_t __loci_time_of_fields(const struct tm *fields)
{
    int64_t years = floor_divide(fields->tm_mon, 12);
    int month = (int)(fields->tm_mon - years * 12);
    int64_t days = days_to_month((int64_t)fields->tm_year + 1900 + years, month) + fields->tm_mday - 1;
    return days * SECONDS_A_DAY + (int64_t)fields->tm_hour * 3600 + (int64_t)fields->tm_min * 60 + fields->tm_sec;
}

int64_t __loci_normalise_fields(struct tm *fields, const char *zone)
{
    int64_t seconds = __loci_time_of_fields(fields);
    struct tm normal;
    if (!__loci_fields_of_time(seconds, &normal)) return -1;
    normal.tm_zone = zone;
    *fields = normal;
    return seconds;
}
