/* SHA-256 (FIPS 180-4): witnesses name files by it. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/base.h"

/* 64 hexadecimal digits and a terminator. */
void sha256_hex(const void *bytes, size_t size, char out[65]);

#endif
