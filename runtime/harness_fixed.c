/* KLEE's objects at addresses that the program says (include/user/klee/klee.h). */
#include "loci_machine.h"
#include "user/klee/klee.h"

void klee_define_fixed_object(void *address, size_t size)
{
    if (!__loci_fixed_object(address, size))
        __loci_unsupported("'klee_define_fixed_object': no object can be there (LP64: below 4 GiB, and apart from others)");
}
