/* The calendar, in 64 bits and UTC, whatever time_t is. */
#ifndef LOCI_TIME_H
#define LOCI_TIME_H

#include <stdint.h>
#include <time.h>

/* Seconds since 1970 into fields; false if the year does not fit an int. */
_Bool __loci_fields_of_time(int64_t seconds, struct tm *fields);

/* Fields, of any size, into seconds since 1970. The day of the month is the only one looked at. */
int64_t __loci_time_of_fields(const struct tm *fields);

/* The same, after which the fields are brought into range; -1 and EOVERFLOW if they cannot be. */
int64_t __loci_normalise_fields(struct tm *fields, const char *zone);

/* Set by alarm.c when an alarm is first asked for: sleeps, and gives what is left (in nanoseconds) when the alarm has
 * interrupted it, or minus an error number. */
extern int64_t (*__loci_sleep_with_alarm)(int64_t seconds, int64_t nanoseconds);

#endif
