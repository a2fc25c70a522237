# Loci: make, make test, make demo. See README.md.

CC      := clang-19
LLVM    := /usr/lib/llvm-19
BUILD   ?= build
PREFIX  ?= /usr/local
MODE    ?= release

WARN    := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
           -Wno-unused-parameter -Wno-missing-field-initializers -Werror
CFLAGS  := -std=gnu17 -g -Isrc -I$(LLVM)/include $(WARN)
LDLIBS  := -L$(LLVM)/lib -lLLVM-19 -lgmp -lm
ifeq ($(MODE),release)
CFLAGS  += -O2 -DNDEBUG -fno-plt
else ifeq ($(MODE),check)
CFLAGS  += -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DLOCI_CHECKS
LDFLAGS += -fsanitize=address,undefined
else ifeq ($(MODE),coverage)
CFLAGS  += -O0 -fprofile-instr-generate -fcoverage-mapping -DLOCI_CHECKS
LDFLAGS += -fprofile-instr-generate
endif

SOURCES := $(wildcard src/*/*.c)
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY_OBJECTS := $(filter-out $(BUILD)/obj/cli/main.o,$(OBJECTS))

all: $(BUILD)/loci runtime

$(BUILD)/loci: $(OBJECTS)
	$(CC) $(LDFLAGS) -o $@ $(OBJECTS) $(LDLIBS)

$(BUILD)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d)

# The C library for programs under test, as bitcode, one file a source file and data model.
RUNTIME_FLAGS := -std=gnu17 -O1 -Xclang -disable-llvm-passes -U__OPTIMIZE__ -U_FORTIFY_SOURCE -fno-builtin -g \
                 -Wall -Wextra -Werror -Iruntime/include
RUNTIME_SOURCES := $(wildcard runtime/*.c)
RUNTIME := $(RUNTIME_SOURCES:runtime/%.c=$(BUILD)/runtime/64/%.bc) $(RUNTIME_SOURCES:runtime/%.c=$(BUILD)/runtime/32/%.bc)

runtime: $(RUNTIME)

$(BUILD)/runtime/64/%.bc: runtime/%.c $(wildcard runtime/include/*.h)
	@mkdir -p $(@D)
	$(CC) -m64 $(RUNTIME_FLAGS) -c -emit-llvm -o $@ $<
$(BUILD)/runtime/32/%.bc: runtime/%.c $(wildcard runtime/include/*.h)
	@mkdir -p $(@D)
	$(CC) -m32 -msse2 -mfpmath=sse $(RUNTIME_FLAGS) -c -emit-llvm -o $@ $<

clean:
	rm -rf $(BUILD)

.PHONY: all runtime clean
