/* Debian's 32-bit headers lack the kernel's <asm/errno.h> unless gcc-multilib is installed. */
#include <asm-generic/errno.h>
