/* KLEE's objects at addresses that the program says (include/user/klee/klee.h): here objects stand where the machine puts
 * them, and a path that wants another place ends. */
#include "loci_machine.h"
#include "user/klee/klee.h"

void klee_define_fixed_object(void *address, size_t size)
{
    (void)address, (void)size;
    __loci_unsupported("'klee_define_fixed_object': there are no objects at fixed addresses");
}
