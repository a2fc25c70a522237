/* <sys/single_threaded.h>: programs read it to leave out locks. */
char __libc_single_threaded = 1;
