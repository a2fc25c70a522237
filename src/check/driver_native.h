/* What a driver defines where it runs natively: functions that are defined nowhere, and functions of the library that have
 * to return what they returned on the path. */
#ifndef CHECK_DRIVER_NATIVE_H
#define CHECK_DRIVER_NATIVE_H

#include "base/text.h"
#include "base/vec.h"
#include "program/program.h"

typedef struct {
    const char *name; /* of the input */
    const u8 *bytes;
    u32 size;
    u32 block, offset; /* the address of block_N + offset; block 0: a number, or bytes */
} NativeInput;
typedef VEC(NativeInput) NativeInputs;

/* Around the include: allocations of the file fail, or do not, as told. */
void native_begin_failures(Text *out);
void native_end_failures(Text *out, const bool *fails, u32 count);
void native_definitions(Text *out, const Program *program, const NativeInputs *inputs);

#endif
