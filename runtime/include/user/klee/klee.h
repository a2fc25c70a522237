/* KLEE's functions, as Loci understands them. Found by #include <klee/klee.h> in programs under test. */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs: the bytes of an object, an int, or an int of a range (the end excluded) may be anything. */
void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name);
uintptr_t klee_choose(uintptr_t n); /* 0 to n - 1 */

/* Only paths on which the condition is not 0 go on. */
void klee_assume(uintptr_t condition);
/* Tests in which the condition holds are preferred; no path is lost. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Errors and ends. */
#define klee_assert(expression)                                                                                        \
    ((expression) ? (void)0 : klee_assert_fail(#expression, __FILE__, __LINE__, __func__))
__attribute__((noreturn)) void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_silent_exit(int status); /* no test is made */
void klee_check_memory_access(const void *address, size_t size);

/* Questions to the engine. */
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
size_t klee_get_obj_size(void *object);
int klee_get_errno(void);
/* A value that the expression can have; the path is not bound to it. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* Messages on standard error, with the place in the source. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);

/* How the engine searches. After klee_set_forking(0) a path goes one way wherever it could fork; the run is not complete
 * then. Paths that fork between open and close become one again at the close, as far as they can. */
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_mark_global(void *object); /* accepted, without effect */

/* An object of zeros at a fixed address, below 4 GiB. */
void klee_define_fixed_object(void *address, size_t size);

#ifdef __cplusplus
}
#endif

#endif
