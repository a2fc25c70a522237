/* The operating system (loci_os.h): files and folders. */
#include "loci_os.h"

LOCI_OS_FILES(LOCI_OS_DEFINE)
