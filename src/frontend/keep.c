/* What `loci cc` keeps: the bitcode of a source, as a record for the object file. */
#include "frontend/containers.h"
#include "frontend/state.h"

#include <string.h>

void frontend_keep(const FrontendOptions *options, const char *source, Text *record) {
    Compilation job;
    Error error = {0};
    LLVMMemoryBufferRef bitcode = NULL;
    FrontendUnit unit = {.path = source, .bits = options->bits};
    if (compile_start(&job, options, &unit, false, &error)) bitcode = compile_finish(&job, NULL, &error);
    if (bitcode) {
        kept_record(record, source, LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode));
        LLVMDisposeMemoryBuffer(bitcode);
    } else {
        kept_record(record, error.message.chars, NULL, 0);
    }
    error_free(&error);
}
