/* <libintl.h>: messages stay as they are. */
#include <libintl.h>
#include <stddef.h>

#undef gettext
#undef dgettext
#undef dcgettext
#undef ngettext
#undef dngettext
#undef dcngettext

static char default_domain[] = "messages";

char *gettext(const char *message)
{
    return (char *)message;
}

char *dgettext(const char *domain, const char *message)
{
    (void)domain;
    return (char *)message;
}

char *dcgettext(const char *domain, const char *message, int category)
{
    (void)domain;
    (void)category;
    return (char *)message;
}

char *ngettext(const char *one, const char *many, unsigned long count)
{
    return (char *)(count == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long count)
{
    (void)domain;
    return (char *)(count == 1 ? one : many);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long count, int category)
{
    (void)domain;
    (void)category;
    return (char *)(count == 1 ? one : many);
}

char *textdomain(const char *domain)
{
    return domain != NULL ? (char *)domain : default_domain;
}

char *bindtextdomain(const char *domain, const char *folder)
{
    (void)domain;
    return (char *)folder;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset)
{
    (void)domain;
    return (char *)codeset;
}
