/* gmtime, localtime, mktime and their relatives. On ILP32 time_t has 32 bits, and headers with 64-bit
 * time refer to second names. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include "loci_time.h"

static char utc[] = "UTC";
char *__tzname[2] = {utc, utc};
long __timezone;
int __daylight;
extern char *tzname[2] __attribute__((alias("__tzname")));
extern long timezone __attribute__((alias("__timezone")));
extern int daylight __attribute__((alias("__daylight")));

static struct tm shared; /* what gmtime and localtime return */

static struct tm *convert(int64_t seconds, struct tm *fields, const char *zone)
{
    if (!__loci_fields_of_time(seconds, fields)) return NULL;
    fields->tm_zone = zone;
    return fields;
}

/* Fields that do not fit time_t are left as they are. */
static time_t normalise(struct tm *fields, const char *zone)
{
    int64_t seconds = __loci_time_of_fields(fields);
    if ((time_t)seconds == seconds) return (time_t)__loci_normalise_fields(fields, zone);
    errno = EOVERFLOW;
    return -1;
}

void tzset(void)
{
}

struct tm *gmtime(const time_t *seconds)
{
    return convert(*seconds, &shared, "GMT");
}

struct tm *gmtime_r(const time_t *restrict seconds, struct tm *restrict fields)
{
    return convert(*seconds, fields, "GMT");
}

struct tm *localtime(const time_t *seconds)
{
    return convert(*seconds, &shared, utc);
}

struct tm *localtime_r(const time_t *restrict seconds, struct tm *restrict fields)
{
    return convert(*seconds, fields, utc);
}

time_t mktime(struct tm *fields)
{
    return normalise(fields, utc);
}

time_t timelocal(struct tm *fields)
{
    return normalise(fields, utc);
}

time_t timegm(struct tm *fields)
{
    return normalise(fields, "GMT");
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

#if __SIZEOF_LONG__ == 4
struct tm *__gmtime64(const int64_t *seconds);
struct tm *__gmtime64(const int64_t *seconds)
{
    return convert(*seconds, &shared, "GMT");
}

struct tm *__gmtime64_r(const int64_t *seconds, struct tm *fields);
struct tm *__gmtime64_r(const int64_t *seconds, struct tm *fields)
{
    return convert(*seconds, fields, "GMT");
}

struct tm *__localtime64(const int64_t *seconds);
struct tm *__localtime64(const int64_t *seconds)
{
    return convert(*seconds, &shared, utc);
}

struct tm *__localtime64_r(const int64_t *seconds, struct tm *fields);
struct tm *__localtime64_r(const int64_t *seconds, struct tm *fields)
{
    return convert(*seconds, fields, utc);
}

int64_t __mktime64(struct tm *fields);
int64_t __mktime64(struct tm *fields)
{
    return __loci_normalise_fields(fields, utc);
}

int64_t __timegm64(struct tm *fields);
int64_t __timegm64(struct tm *fields)
{
    return __loci_normalise_fields(fields, "GMT");
}

double __difftime64(int64_t later, int64_t earlier);
double __difftime64(int64_t later, int64_t earlier)
{
    return (double)later - (double)earlier;
}
#endif
