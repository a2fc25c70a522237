/* The operating system (loci_os.h): what every program with output needs. */
#include "loci_os.h"

LOCI_OS_STREAMS(LOCI_OS_DEFINE)
