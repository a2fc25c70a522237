/* The harness functions the programs here use; Loci knows them, the oracle's driver implements them. */
#ifndef HARNESS_H
#define HARNESS_H

#include <stddef.h>
#include <stdint.h>

void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_range(int begin, int end, const char *name);
void klee_assume(uintptr_t condition);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
void __VERIFIER_assume(int condition);
void reach_error(void) __attribute__((noreturn));

#endif
