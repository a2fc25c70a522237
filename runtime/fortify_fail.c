/* What a program compiled with -fstack-protector or _FORTIFY_SOURCE calls when a check fails. */
#include "loci_process.h"

_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail_local(void);
_Noreturn void __chk_fail(void);
_Noreturn void __fortify_fail(const char *what);

_Noreturn void __stack_chk_fail(void)
{
    __loci_abort_with("*** stack smashing detected ***: terminated\n");
}

_Noreturn void __stack_chk_fail_local(void)
{
    __stack_chk_fail();
}

_Noreturn void __chk_fail(void)
{
    __loci_abort_with("*** buffer overflow detected ***: terminated\n");
}

_Noreturn void __fortify_fail(const char *what)
{
    (void)what;
    __loci_abort_with("*** fortify failure detected ***: terminated\n");
}
