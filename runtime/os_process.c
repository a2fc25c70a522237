/* The operating system (loci_os.h): time and the process. */
#include "loci_os.h"

LOCI_OS_PROCESS(LOCI_OS_DEFINE)
