/* nl_langinfo of the "C" locale. */
#define _GNU_SOURCE
#include <langinfo.h>

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const short_days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char *const months[] = {"January", "February", "March", "April", "May", "June",
                                     "July", "August", "September", "October", "November", "December"};
static const char *const short_months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static const char *information(nl_item item)
{
    if (item >= DAY_1 && item <= DAY_7) return days[item - DAY_1];
    if (item >= ABDAY_1 && item <= ABDAY_7) return short_days[item - ABDAY_1];
    if (item >= MON_1 && item <= MON_12) return months[item - MON_1];
    if (item >= ABMON_1 && item <= ABMON_12) return short_months[item - ABMON_1];
    switch (item) {
    case CODESET: return "ANSI_X3.4-1968";
    case RADIXCHAR: return ".";
    case AM_STR: return "AM";
    case PM_STR: return "PM";
    case D_T_FMT: return "%a %b %e %H:%M:%S %Y";
    case D_FMT: return "%m/%d/%y";
    case T_FMT: return "%H:%M:%S";
    case T_FMT_AMPM: return "%I:%M:%S %p";
    case YESEXPR: return "^[yY]";
    case NOEXPR: return "^[nN]";
    case CRNCYSTR: return "-";
    default: return "";
    }
}

char *nl_langinfo(nl_item item)
{
    return (char *)information(item);
}

char *nl_langinfo_l(nl_item item, locale_t locale)
{
    (void)locale;
    return (char *)information(item);
}
