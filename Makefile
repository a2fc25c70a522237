# Loci: make, make test, make demo. See README.md.

CC      := clang-19
LLVM    := /usr/lib/llvm-19
BUILD   ?= build
PREFIX  ?= /usr/local
MODE    ?= release

WARN    := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
           -Wno-unused-parameter -Wno-missing-field-initializers -Werror
CFLAGS  := -std=gnu17 -D_GNU_SOURCE= -g -Isrc -I$(LLVM)/include $(WARN)
# LLVM is linked statically: only what reads bitcode, and no 130 MB to relocate at every start.
LLVM_LIBS = $(shell $(LLVM)/bin/llvm-config --link-static --libs core bitreader irreader asmparser analysis target)
LDLIBS  = -L$(LLVM)/lib $(LLVM_LIBS) -lgmp -lbdd -lcadical -lz3 -lyaml -lz -lzstd -lstdc++ -lm -ldl -lpthread
ifeq ($(MODE),release)
CFLAGS  += -O2 -DNDEBUG -DLOCI_TCMALLOC -fno-plt -ffunction-sections
ALLOCATOR := -ltcmalloc_minimal
LDLIBS  := $(ALLOCATOR) $(LDLIBS)
LDFLAGS += -Wl,--gc-sections
else ifeq ($(MODE),check)
CFLAGS  += -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DLOCI_CHECKS
LDFLAGS += -fsanitize=address,undefined
else ifeq ($(MODE),coverage)
CFLAGS  += -O0 -fprofile-instr-generate -fcoverage-mapping -DLOCI_CHECKS
LDFLAGS += -fprofile-instr-generate
endif

SOURCES := $(wildcard src/*/*.c src/*/*/*.c)
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY_OBJECTS := $(filter-out $(BUILD)/obj/cli/%,$(OBJECTS))

all: $(BUILD)/loci runtime

$(BUILD)/loci: $(OBJECTS)
	@echo "  $@"; $(CC) $(LDFLAGS) -o $@ $(OBJECTS) $(LDLIBS)

$(BUILD)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	@echo "  $@"; $(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d)

# The C library for programs under test, as bitcode, one file a source file and data model.
RUNTIME_FLAGS := -std=gnu17 -O1 -Xclang -disable-llvm-passes -U__OPTIMIZE__ -U_FORTIFY_SOURCE -fno-builtin -gline-tables-only \
                 -Wall -Wextra -Werror -Iruntime/include
RUNTIME_SOURCES := $(wildcard runtime/*.c runtime/contracts/*.c)
RUNTIME := $(RUNTIME_SOURCES:runtime/%.c=$(BUILD)/runtime/64/%.bc) $(RUNTIME_SOURCES:runtime/%.c=$(BUILD)/runtime/32/%.bc)

# Headers for programs under test, and the sources that `loci replay` compiles natively with them.
RUNTIME_TEXT := $(patsubst runtime/include/user/%,include/%,$(wildcard runtime/include/user/*/*.h)) \
                $(patsubst runtime/%,native/%,$(wildcard runtime/harness_*.c) runtime/include/loci_harness.h \
                  runtime/include/loci_machine.h $(wildcard runtime/include/user/*/*.h)) native/replay.c

REPLAY_OBJECTS := $(foreach kind,64-none 64-address-undefined 64-memory 32-none 32-address-undefined,$(BUILD)/runtime/native/replay-$(kind).o)
RUNTIME_INDEXES := $(foreach folder,32 64 32/contracts 64/contracts,$(BUILD)/runtime/$(folder)/symbols.index)
runtime: $(RUNTIME) $(RUNTIME_INDEXES) $(RUNTIME_TEXT:%=$(BUILD)/runtime/%) $(BUILD)/runtime/record.so \
         $(BUILD)/runtime/stamp $(REPLAY_OBJECTS)

# Which Loci it is: results that another one found are not taken for its own.
$(BUILD)/runtime/stamp: $(BUILD)/loci $(RUNTIME)
	@cat $^ | sha256sum | cut -c1-64 > $@

# Watches the processes of a build: loci check -- make.
$(BUILD)/runtime/record.so: runtime/native/record.c Makefile
	@mkdir -p $(@D)
	@echo "  $@"; $(CC) -std=gnu17 -D_GNU_SOURCE= -O2 $(WARN) -shared -fPIC -o $@ $<

$(BUILD)/runtime/include/%: runtime/include/user/%
	@mkdir -p $(@D); cp $< $@
$(BUILD)/runtime/native/replay.c: runtime/native/replay.c
	@mkdir -p $(@D); cp $< $@
# The same compiled, for the sanitizers that confirm bugs, so that no run has to: replay-BITS-SANITIZERS.o
REPLAY_FLAGS := -std=gnu17 -O1 -w -c -I$(BUILD)/runtime/native -I$(BUILD)/runtime/native/include -idirafter /usr/include/x86_64-linux-gnu \
                -fno-sanitize-recover=all -fno-omit-frame-pointer
$(BUILD)/runtime/native/replay-%.o: $(filter $(BUILD)/runtime/native/%,$(RUNTIME_TEXT:%=$(BUILD)/runtime/%))
	@echo "  $@"; $(CC) -m$(firstword $(subst -, ,$*)) $(REPLAY_FLAGS) \
	  $(patsubst %,-fsanitize=%,$(filter-out none,$(wordlist 2,9,$(subst -, ,$*)))) -o $@ $(BUILD)/runtime/native/replay.c
$(BUILD)/runtime/native/%: runtime/%
	@mkdir -p $(@D); cp $< $@

$(BUILD)/runtime/64/%.bc: runtime/%.c Makefile $(wildcard runtime/include/*.h runtime/include/user/*/*.h)
	@mkdir -p $(@D)
	@echo "  $@"; $(CC) -m64 $(RUNTIME_FLAGS) -c -emit-llvm -o $@ $<
$(BUILD)/runtime/32/%.bc: runtime/%.c Makefile $(wildcard runtime/include/*.h runtime/include/user/*/*.h)
	@mkdir -p $(@D)
	@echo "  $@"; $(CC) -m32 -msse2 -mfpmath=sse -idirafter /usr/include/x86_64-linux-gnu $(RUNTIME_FLAGS) -c -emit-llvm -o $@ $<

# symbols.index says which file defines what, so that only what a program needs is loaded.
$(BUILD)/runtime/%/symbols.index: $(BUILD)/loci $(RUNTIME)
	@$(BUILD)/loci internal-index $(@D)

# ---- Tests ----

UNIT_SOURCES := $(wildcard test/unit/*.c)
UNIT_TESTS   := $(UNIT_SOURCES:test/unit/%.c=$(BUILD)/test/%)

$(BUILD)/test/%: test/unit/%.c $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	@echo "  $@"; $(CC) $(CFLAGS) -Itest/unit -MMD -MP $(LDFLAGS) -o $@ $< $(LIBRARY_OBJECTS) $(LDLIBS)
-include $(UNIT_TESTS:=.d)

deps:
	@tools/deps

# Dependencies first, then the build proper, in a second make that sees them.
test: deps
	@$(MAKE) --no-print-directory -j2 build-test
	@python3 test/run.py --loci $(BUILD)/loci --build $(BUILD)

build-test: all $(UNIT_TESTS)

# The same with every check compiled in and the sanitizers on.
test-check: deps
	@$(MAKE) --no-print-directory -j2 MODE=check BUILD=build-check build-test
	@python3 test/run.py --loci build-check/loci --build build-check

test-long: deps
	@$(MAKE) --no-print-directory -j2 all
	@python3 test/long.py --loci $(BUILD)/loci
	@python3 test/check_truth.py
	@python3 test/testcases.py --loci $(BUILD)/loci
	@python3 test/check_drivers.py --loci $(BUILD)/loci
	@python3 test/symbolic.py --loci $(BUILD)/loci
	@python3 test/agreement.py --loci $(BUILD)/loci
	@python3 test/harnesses.py --loci $(BUILD)/loci
	@python3 test/run.py folded csmith trace search verify random --long --loci $(BUILD)/loci --build $(BUILD)
	@python3 test/svcomp_run.py --loci $(BUILD)/loci
	@$(MAKE) --no-print-directory $(BUILD)/test/alias_observed
	@python3 test/alias_long.py --build $(BUILD)

# The HTML reports in a headless Chromium, which make test leaves out where there is none.
test-browser:
	@tools/deps chromium-headless-shell
	@$(MAKE) --no-print-directory -j2 all
	@python3 test/check_reports.py --browser --loci $(BUILD)/loci
	@python3 test/run_reports.py --browser --loci $(BUILD)/loci
	@python3 test/sarif_schema.py --loci $(BUILD)/loci

# Programs and files; random programs about memory; terms against Z3 (an hour for about 100 000); paths of queries; scripts.
FUZZ_COUNT ?= 2000
FUZZ_TERMS ?= 1000000
fuzz: deps
	@$(MAKE) --no-print-directory -j2 build-test
	@python3 test/fuzz.py --loci $(BUILD)/loci --count $(FUZZ_COUNT)
	@python3 test/fuzz_input.py --loci $(BUILD)/loci --count $(FUZZ_COUNT)
	@python3 test/leaks.py --loci $(BUILD)/loci --count $(FUZZ_COUNT)
	@python3 test/fuzz_check.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000
	@python3 test/fuzz_rounds.py --loci $(BUILD)/loci --count 40 --start 1000
	@python3 test/fuzz_calls.py --loci $(BUILD)/loci --count 40 --start 1000
	@python3 test/fuzz_joins.py --loci $(BUILD)/loci --count $(FUZZ_COUNT)
	@python3 test/fuzz_verify.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 -j2
	@python3 test/fuzz_verify.py --arrays --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 -j2
	@python3 test/fuzz_verify.py --around --engine=auto --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 -j2
	@python3 test/fuzz_loops.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 -j2
	@python3 test/fuzz_recursion.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 -j2
	@python3 test/fuzz_mutants.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 -j2
	@python3 test/fuzz_verify.py --protocols --engine=values --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 -j2
	@python3 test/fuzz_bounded.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000
	@python3 test/fuzz_pointers.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000
	@python3 test/fuzz_threads.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000
	@python3 test/fuzz_lists.py --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 -j2
	@python3 test/fuzz_memory.py memory --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 --reduce
	@python3 test/fuzz_memory.py undefined --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 --reduce
	@python3 test/fuzz_memory.py regions --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 --reduce
	@python3 test/fuzz_memory.py texts --loci $(BUILD)/loci --count $(FUZZ_COUNT) --start 1000 --reduce
	@python3 test/solver/compare.py --loci=$(BUILD)/loci --count=$(FUZZ_COUNT) --seed=1000
	@$(BUILD)/test/solver_random $(FUZZ_COUNT) 1000
	@$(BUILD)/test/solver_interpolate $(FUZZ_COUNT) 1000
	@$(BUILD)/test/abstract_sets $(FUZZ_COUNT) 1000
	@$(BUILD)/test/term_floats $(FUZZ_COUNT) 1000
	@$(BUILD)/test/term_simplify $(FUZZ_TERMS) 1000

bench: deps
	@$(MAKE) --no-print-directory -j2 all $(BUILD)/bench_solver
	@python3 bench/run.py --loci $(BUILD)/loci
	@python3 bench/pointers.py --loci $(BUILD)/loci
	@python3 bench/solver/run.py --loci $(BUILD)/loci --bench $(BUILD)/bench_solver
	@python3 bench/symbolic.py --loci $(BUILD)/loci
	@python3 bench/arithmetic.py --loci $(BUILD)/loci
	@python3 bench/speed.py --loci $(BUILD)/loci

# Real programs from Debian's sources: REAL="--before OLD/loci --seconds 60"
bench-real: deps
	@$(MAKE) --no-print-directory -j2 all
	@python3 bench/real.py --loci $(BUILD)/loci $(REAL)

# loci check, clang's analyzer and cppcheck on the corpus of test/check.
bench-check:
	@tools/deps cppcheck
	@$(MAKE) --no-print-directory -j2 all
	@python3 bench/check.py --loci $(BUILD)/loci

# Whole packages of Debian under loci check and clang's analyzer: CHECK_REAL="--function-time 0.2 zlib bzip2"
bench-check-real: deps
	@$(MAKE) --no-print-directory -j2 all
	@python3 bench/check_real.py --loci $(BUILD)/loci $(CHECK_REAL)

# Bugs that Debian's patches fix: found without the patch, gone with it.
bench-patches: deps
	@$(MAKE) --no-print-directory -j2 all
	@python3 bench/patches.py --loci $(BUILD)/loci

bench-alias: deps
	@$(MAKE) --no-print-directory -j2 all
	@python3 bench/alias.py --loci $(BUILD)/loci

# Tables 4 to 8 of the paper on uninterpreted functions; needs the tasks of SV-COMP beside the project. SECONDS_PER_TASK=N.
bench-uf: deps
	@$(MAKE) --no-print-directory -j2 all
	@python3 bench/uf.py --loci $(BUILD)/loci --seconds $(or $(SECONDS_PER_TASK),60)

# Table 1 and figure 13 of the partitioned memory paper; needs the tasks of SV-COMP beside the project. SECONDS_PER_TASK=N.
bench-partitioned: deps
	@$(MAKE) --no-print-directory -j2 all
	@python3 bench/partitioned.py --loci $(BUILD)/loci --seconds $(or $(SECONDS_PER_TASK),60)

BENCH_SOURCES := $(wildcard bench/solver/*.c)
$(BUILD)/bench_solver: $(BENCH_SOURCES) $(wildcard bench/solver/*.h) $(LIBRARY_OBJECTS)
	@echo "  $@"; $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(BENCH_SOURCES) $(LIBRARY_OBJECTS) $(LDLIBS)

demo: deps
	@$(MAKE) --no-print-directory -j2 all >$(BUILD)-demo.log 2>&1 || { cat $(BUILD)-demo.log; exit 1; }
	@rm -f $(BUILD)-demo.log
	@examples/demo $(BUILD)/loci

# The concrete machine and the rooms below it link by themselves: no terms, no solver, no LLVM.
MACHINE_ROOMS   := base program code memory/store machine
MACHINE_OBJECTS := $(filter $(MACHINE_ROOMS:%=$(BUILD)/obj/%/%),$(OBJECTS))
$(BUILD)/machine-alone: $(MACHINE_OBJECTS)
	@$(CC) -nostartfiles -Wl,-e,machine_run -o $@ $^ $(ALLOCATOR) -lgmp -lm

lint: deps
	@tools/lint-layers
	@tools/lint-dead
	@$(MAKE) --no-print-directory $(BUILD)/machine-alone
	@clang-format-19 --dry-run -Werror $(wildcard src/*/*.[ch] src/*/*/*.[ch])
	@clang-tidy-19 --quiet $(SOURCES) -- $(CFLAGS) 2>/dev/null

coverage: deps
	@$(MAKE) --no-print-directory -j2 MODE=coverage BUILD=build-coverage build-test
	@LLVM_PROFILE_FILE=$(CURDIR)/build-coverage/profile/%8m.profraw python3 test/run.py --loci build-coverage/loci --build build-coverage
	@$(LLVM)/bin/llvm-profdata merge -o build-coverage/all.profdata build-coverage/profile/*.profraw
	@$(LLVM)/bin/llvm-cov report build-coverage/loci -instr-profile=build-coverage/all.profdata

install: all
	install -D $(BUILD)/loci $(DESTDIR)$(PREFIX)/bin/loci
	for f in $$(cd $(BUILD)/runtime && find . -type f); do \
	  install -D -m 644 $(BUILD)/runtime/$$f $(DESTDIR)$(PREFIX)/lib/loci/runtime/$$f; done

clean:
	rm -rf $(BUILD) build-check build-coverage

.PHONY: all runtime deps test build-test test-check test-long test-browser fuzz bench bench-real bench-alias bench-check bench-check-real bench-patches demo lint coverage install clean bench-partitioned bench-uf
