/* asctime and ctime. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include "loci_time.h"

static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static char shared[128]; /* larger than asctime_r's 26, since a year may have ten digits */

static char *write_text(const struct tm *fields, char *buffer, size_t size)
{
    const char *day = fields->tm_wday >= 0 && fields->tm_wday < 7 ? days[fields->tm_wday] : "???";
    const char *month = fields->tm_mon >= 0 && fields->tm_mon < 12 ? months[fields->tm_mon] : "???";
    int length = snprintf(buffer, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %lld\n", day, month, fields->tm_mday,
                          fields->tm_hour, fields->tm_min, fields->tm_sec, (long long)fields->tm_year + 1900);
    if (length >= 0 && (size_t)length < size) return buffer;
    errno = EOVERFLOW;
    return NULL;
}

char *asctime(const struct tm *fields)
{
    return write_text(fields, shared, sizeof shared);
}

char *asctime_r(const struct tm *restrict fields, char *restrict buffer)
{
    return write_text(fields, buffer, 26);
}

char *ctime(const time_t *seconds)
{
    struct tm fields;
    return __loci_fields_of_time(*seconds, &fields) ? write_text(&fields, shared, sizeof shared) : NULL;
}

char *ctime_r(const time_t *restrict seconds, char *restrict buffer)
{
    struct tm fields;
    return __loci_fields_of_time(*seconds, &fields) ? write_text(&fields, buffer, 26) : NULL;
}

#if __SIZEOF_LONG__ == 4
char *__ctime64(const int64_t *seconds);
char *__ctime64(const int64_t *seconds)
{
    struct tm fields;
    return __loci_fields_of_time(*seconds, &fields) ? write_text(&fields, shared, sizeof shared) : NULL;
}
#endif
