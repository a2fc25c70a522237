// time.h on fixed times: gmtime, mktime, strftime, difftime, asctime, strptime.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void show(time_t t)
{
    struct tm *tm = gmtime(&t);
    char text[200];
    printf("%lld: %d-%d-%d %d:%d:%d %d %d\n", (long long)t, tm->tm_year, tm->tm_mon, tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, tm->tm_wday, tm->tm_yday);
    strftime(text, sizeof text, "%a %A %b %B %d %e %H %I %j %m %M %p %S %U %w %W %y %Y %% %F %T %D %R %C %u %V %G %g %h %n%t|", tm);
    printf("%s\n", text);
    printf("%s", asctime(tm));
}

int main(void)
{
    setenv("TZ", "UTC0", 1);
    tzset();
    time_t times[] = {0, 1, 86399, 951782400, 1709164800, 1234567890, 2147483647, -1, -86400, 1704067199};
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++)
        show(times[i]);
    struct tm tm = {0};
    tm.tm_year = 124, tm.tm_mon = 13, tm.tm_mday = -5, tm.tm_hour = 30, tm.tm_min = 70;
    time_t t = mktime(&tm);
    printf("%lld %d %d %d %d %d\n", (long long)t, tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_wday, tm.tm_yday);
    memset(&tm, 0, sizeof tm);
    tm.tm_year = 70, tm.tm_mday = 1;
    printf("%lld %lld\n", (long long)timegm(&tm), (long long)mktime(&tm));
    printf("%g\n", difftime(1000, 250));
    struct tm *local = localtime(&times[3]);
    printf("%d %d ", local->tm_hour, local->tm_isdst);
    printf("%s", ctime(&times[5]));
    struct tm parsed = {0};
    char *end = strptime("2024-02-29 12:34:56 rest", "%Y-%m-%d %H:%M:%S", &parsed);
    printf("%d %d %d %d %s\n", parsed.tm_year, parsed.tm_mon, parsed.tm_mday, parsed.tm_min, end);
    char small[5];
    printf("%d\n", (int)strftime(small, sizeof small, "%Y-%m", local));
    struct tm reentrant;
    gmtime_r(&times[4], &reentrant);
    printf("%d %d\n", reentrant.tm_mon, reentrant.tm_mday);
    printf("%d\n", time(NULL) > 1600000000);
    clock_t c = clock();
    printf("%d\n", c != (clock_t)-1);
    struct timespec ts;
    printf("%d %d\n", clock_gettime(CLOCK_REALTIME, &ts), ts.tv_nsec >= 0 && ts.tv_nsec < 1000000000);
    return 0;
}
