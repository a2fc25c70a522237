/* Reading integers, for strtol and its many relatives and for scanf. */
#ifndef LOCI_NUMBER_H
#define LOCI_NUMBER_H

struct __loci_number {
    unsigned long long magnitude; /* ULLONG_MAX on overflow */
    const char *end;              /* behind the last digit, or the start if there is none */
    _Bool negative, overflow, bad_base;
};

/* `binary`: whether "0b1" is a number, as C23 has it. */
struct __loci_number __loci_read_number(const char *text, int base, _Bool binary);

/* The same, clamped to a range, with errno set as strtol sets it. */
long long __loci_to_signed(const char *text, char **end, int base, _Bool binary, long long least, long long most);
unsigned long long __loci_to_unsigned(const char *text, char **end, int base, _Bool binary, unsigned long long most);

#endif
