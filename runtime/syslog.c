/* The system log: messages go nowhere. */
#include <stdarg.h>
#include <stdio.h>
#include <syslog.h>

void openlog(const char *name, int options, int facility)
{
    (void)name;
    (void)options;
    (void)facility;
}

void closelog(void)
{
}

int setlogmask(int mask)
{
    static int current = 0xff;
    int before = current;
    if (mask != 0) current = mask;
    return before;
}

void vsyslog(int priority, const char *format, va_list arguments)
{
    (void)priority;
    (void)format;
    (void)arguments;
}

void syslog(int priority, const char *format, ...)
{
    (void)priority;
    (void)format;
}
