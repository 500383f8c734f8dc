# Adjutant. `make help` lists the targets.
#
# Sources are found by their place, so a new file needs no change here:
#   rules/*.c                           the rules, pure                   -> librules.a
#   daemon/table/*.c daemon/referee/*.c the referee, pure too             -> libreferee.a
#   daemon/cli/                         the command, a room for each task -> adjutant
#   daemon/ drivers/                    the other rooms of the daemon     -> libdaemon.a, adjutantd
#   tests/unit/*/test_*.c               unit tests, each a Unity program
#   tests/property/prop_*.c             properties over random games, each a program
#   tests/fuzz/fuzz_*.c                 libFuzzer targets
#   tests/bench/bench_*.c               measurements, each a program; make_*.c prepares what some measure
#   tests/accuracy/*.c                  simulated tables by the thousand -> one program
#   tests/faults/*.c                    a disk that fails, preloaded       -> shim.so
#   tests/e2e/lib/serial_ports.c        serial ports that are sockets, preloaded too
#   tests/bench-vm/*.c                  programs for an emulated machine, and what they share
#   tests/physics/*.c                   tables as physics has them -> one program, and helpers
#   hardware/firmware/*.c               the board's firmware, by another compiler -> firmware/nano.elf, .hex
#   tests/nano/test_*.c                 the firmware on simulated boards, each a Unity program
#   tests/nano/*.c                      those boards, which they share, and a program of it: nano/board
#   hardware/field/*.c                  what a reed sees of a magnet -> a program, and what tests share of it
#   tests/support/*/*.c                 helpers that any of those may use

PREFIX = /usr/local
DEMO = build/adjutantd
FUZZ_RUNS = 10000000
GAMES = 100000
ACTIONS = 100000
PHYSICAL = 20000

CFLAGS = -O2 -g
# For packagers, whose compilers may give more warnings than ours: make WERROR=
WERROR = -Werror
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
CLANG = clang
UNITY_DIR = build/unity/src

# Counting the squares of a set is the rules' innermost step. 64-bit PCs have had an instruction for
# it since 2009, which compilers use only if a flag says so; on other machines they need no flag.
ifneq ($(filter x86_64-%,$(shell $(CC) -dumpmachine)),)
MACHINE = -march=x86-64-v2
endif

COMPILER = $(CC)
COMPILE = $(COMPILER) -std=c11 -D_POSIX_C_SOURCE=200809L -I. $(CPPFLAGS) $(WARNINGS) $(WERROR) \
	$(MACHINE) $(CFLAGS) $(VARIANT) $(UNITY) -MMD -MP -c -o $@ $<
LINK = $(COMPILER) $(MACHINE) $(CFLAGS) $(VARIANT) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) \
	$(LDLIBS) $(LIBS)
ARCHIVE = rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)
# Each program links only those that it uses.
LIBS = -Wl,--as-needed -ljansson -lsodium -lsqlite3 -lmosquitto -lmicrohttpd -linih -lqrencode \
	-lsystemd -lgpiod -lserialport -lncursesw -ltinfo -lcurl -lm
# Prints only the name of the target; V=1 shows the whole command.
SAY = $(if $(V),,@echo '  $@';)

RULES := $(wildcard rules/*.c)
REFEREE := $(wildcard daemon/table/*.c daemon/referee/*.c)
CLI := $(wildcard daemon/cli/*.c daemon/cli/*/*.c daemon/cli/handheld/*/*.c)
DAEMON := $(filter-out $(REFEREE) $(CLI) daemon/adjutantd.c,$(wildcard daemon/*.c daemon/*/*.c \
	drivers/*/*.c))
UNIT := $(wildcard tests/unit/*/test_*.c)
PROPERTY := $(wildcard tests/property/prop_*.c)
FUZZ := $(wildcard tests/fuzz/fuzz_*.c)
BENCH := $(wildcard tests/bench/bench_*.c)
ACCURACY := $(wildcard tests/accuracy/*.c)
FAULTS := $(wildcard tests/faults/*.c)
BENCH_VM := $(wildcard tests/bench-vm/*.c)
PHYSICS := tests/physics/physics.c
SENSOR := hardware/field/sensor.c
FIELD := $(filter-out $(SENSOR),$(wildcard hardware/field/*.c))
SUPPORT := $(wildcard tests/support/*/*.c tests/support/*.c) $(FIELD) \
	$(filter-out $(PHYSICS),$(wildcard tests/physics/*.c))
NANO := $(wildcard tests/nano/test_*.c tests/nano/board.c tests/nano/walk.c)
NANO_BOARD := $(filter-out $(NANO),$(wildcard tests/nano/*.c))
NANOS := $(NANO:tests/%.c=build/%)
MANUALS := $(wildcard daemon/man/*.[1-8])

PROGRAMS := build/adjutant $(if $(wildcard daemon/adjutantd.c),build/adjutantd)
BENCHES := $(BENCH:tests/bench/%.c=build/bench/%)
BENCH_VMS := $(patsubst tests/%.c,build/%,$(filter-out %/lines.c,$(BENCH_VM)))
FUZZERS := $(FUZZ:tests/fuzz/%.c=build/fuzz/%)
TESTS := $(UNIT:%.c=build/%) $(PROPERTY:%.c=build/%)
TESTS += $(TESTS:build/%=build/asan/%) build/asan/adjutant build/asan/adjutantd
TESTS += build/librules.a build/libreferee.a build/web-ui.stamp build/tests/faults/shim.so
TESTS += build/sensor build/bench-vm/serial_board build/tests/e2e/lib/serial_ports.so

all: $(PROGRAMS) build/web.stamp ## build the programs and the pages; the default

programs: $(PROGRAMS) ## build the programs alone, for which a compiler and the libraries do

# Three builds by the same lines: build/ is what is shipped, build/asan/ has the sanitizers in it,
# build/fuzz/ libFuzzer too. Sanitizers confuse gcc's warnings, so only the first is held to them.
build/asan/% build/fuzz/% build/fuzz-door/%: WERROR =
build/asan/%: VARIANT = -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
build/fuzz/%: VARIANT = -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
build/fuzz/fuzz_%: LIBS += -fsanitize=fuzzer
build/fuzz/% build/fuzz-door/%: COMPILER = $(CLANG)
# Tracing the door's comparisons and choosing by entropy (tests/fuzz/run) took three quarters of its
# time. They find a little more with the same number of inputs, perhaps, but less in the same time.
build/fuzz-door/% build/fuzz/fuzz_door: VARIANT = -O2 -g1 -fsanitize=address,undefined \
	-fno-sanitize-recover=all -fsanitize-coverage=inline-8bit-counters,pc-table

define build-into
$(1)/%.o: %.c Makefile
	@mkdir -p $$(@D)
	$$(SAY)$$(COMPILE)

$(1)/librules.a: $(RULES:%.c=$(1)/%.o)
$(1)/libreferee.a: $(REFEREE:%.c=$(1)/%.o)
$(1)/libdaemon.a: $(DAEMON:%.c=$(1)/%.o)
$(1)/libcli.a: $(patsubst %.c,$(1)/%.o,$(filter-out daemon/cli/main.c,$(CLI)))
$(1)/libsupport.a: $(SUPPORT:%.c=$(1)/%.o)
$(1)/libunity.a: $(1)/unity.o
$(addprefix $(1)/lib,rules.a referee.a daemon.a cli.a support.a unity.a):
	@mkdir -p $$(@D)
	$$(SAY)$$(ARCHIVE)

$(1)/adjutant: $(1)/daemon/cli/main.o $(addprefix $(1)/lib,cli.a daemon.a referee.a rules.a)
	$$(SAY)$$(LINK)

$(1)/adjutantd: $(1)/daemon/adjutantd.o $(addprefix $(1)/lib,daemon.a referee.a rules.a)
	$$(SAY)$$(LINK)

# Programs that use Unity cannot be compiled before it has been fetched.
$(patsubst %.c,$(1)/%.o,$(UNIT) $(SUPPORT) $(BENCH_VM) $(NANO)): UNITY = -isystem $(UNITY_DIR)
$(patsubst %.c,$(1)/%.o,$(UNIT) $(SUPPORT) $(BENCH_VM) $(NANO)): | $(UNITY_DIR)/unity.c
$(1)/unity.o: $(UNITY_DIR)/unity.c
	@mkdir -p $$(@D)
	$$(SAY)$$(COMPILE) -w

$(patsubst %.c,$(1)/%,$(UNIT) $(PROPERTY)): %: %.o $(addprefix $(1)/lib,support.a unity.a cli.a \
		daemon.a referee.a rules.a)
	$$(SAY)$$(LINK)
# These are linked with the failing disk.
$(addprefix $(1)/tests/unit/archive/test_journal_,faults power) \
	$(1)/tests/unit/session/test_session_together: $(FAULTS:%.c=$(1)/%.o)
# These decide when memory runs out.
$(1)/tests/unit/seats/test_publisher: LDFLAGS += -Wl,--wrap=malloc
$(addprefix $(1)/tests/unit/session/test_,batch session_shortage): \
	LDFLAGS += -Wl,--wrap=malloc -Wl,--wrap=strdup
endef
$(foreach into,build build/asan build/fuzz build/fuzz-door,$(eval $(call build-into,$(into))))

$(BENCHES) build/bench/make_archive: build/bench/%: build/tests/bench/%.o $(addprefix build/lib,support.a cli.a \
		daemon.a referee.a rules.a)
	@mkdir -p $(@D)
	$(SAY)$(LINK)

build/tests/faults/shim.so: $(FAULTS) tests/faults/shim.h Makefile
	@mkdir -p $(@D)
	$(SAY)$(COMPILER) -std=c11 -I. $(CPPFLAGS) $(WARNINGS) $(WERROR) $(CFLAGS) $(LDFLAGS) \
		-fPIC -shared -o $@ $(FAULTS)

build/tests/e2e/lib/serial_ports.so: tests/e2e/lib/serial_ports.c Makefile
	@mkdir -p $(@D)
	$(SAY)$(COMPILER) -std=c11 -D_POSIX_C_SOURCE=200809L -I. $(CPPFLAGS) $(WARNINGS) $(WERROR) \
		$(CFLAGS) $(LDFLAGS) -fPIC -shared -o $@ $<

build/bench/stopwatch.so: tests/bench/stopwatch.c tests/bench/stopwatch.h Makefile
	@mkdir -p $(@D)
	$(SAY)$(COMPILER) -std=c11 -I. $(CPPFLAGS) $(WARNINGS) $(WERROR) $(CFLAGS) $(LDFLAGS) \
		-fPIC -shared -o $@ $<

build/bench/bench_daemon: build/tests/bench/devices.o build/bench/stopwatch.so build/adjutantd

$(BENCH_VMS): build/%: build/tests/%.o $(addprefix build/lib,support.a unity.a cli.a daemon.a \
		referee.a rules.a)
	@mkdir -p $(@D)
	$(SAY)$(LINK)
build/bench-vm/probe_matrix: build/tests/bench-vm/lines.o

TABLES = $(addprefix build/lib,support.a cli.a daemon.a referee.a rules.a)
build/accuracy: $(ACCURACY:%.c=build/%.o) $(TABLES)
build/physics: $(PHYSICS:%.c=build/%.o) $(TABLES)
build/sensor: $(SENSOR:%.c=build/%.o) $(FIELD:%.c=build/%.o)
build/accuracy build/physics build/sensor:
	$(SAY)$(LINK)

# The firmware, and boards that run it. Everything that is not called is left out, and no header of
# the controller's own library is held to our warnings.
AVR = avr-
AVR_CC = $(AVR)gcc -mmcu=atmega328p -DF_CPU=16000000UL
FIRMWARE := $(wildcard hardware/firmware/*.c) drivers/serial/serial_frame.c drivers/serial/serial_message.c
FIRMWARE_OBJECTS := $(FIRMWARE:%.c=build/firmware/%.o)

$(FIRMWARE_OBJECTS): build/firmware/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(SAY)$(AVR_CC) -std=c11 -I. -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(WERROR) -O2 -g \
		-ffunction-sections -fdata-sections -MMD -MP -c -o $@ $<
build/firmware/nano.elf: $(FIRMWARE_OBJECTS)
	$(SAY)$(AVR_CC) -Wl,--gc-sections -o $@ $^
build/firmware/nano.hex: build/firmware/nano.elf
	$(SAY)$(AVR)objcopy -O ihex -R .eeprom $< $@

$(NANOS): LIBS += -lsimavr -lelf
$(NANOS): build/%: build/tests/%.o $(NANO_BOARD:%.c=build/%.o) \
		$(addprefix build/lib,support.a unity.a daemon.a referee.a rules.a)
	@mkdir -p $(@D)
	$(SAY)$(LINK)

DOOR = build/fuzz/fuzz_door
$(filter-out $(DOOR),$(FUZZERS)): build/fuzz/%: build/fuzz/tests/fuzz/%.o \
		$(addprefix build/fuzz/lib,support.a daemon.a referee.a rules.a)
	$(SAY)$(LINK)
$(DOOR): build/fuzz-door/tests/fuzz/fuzz_door.o \
		$(patsubst %,build/fuzz-door/tests/support/table/%.o,beside hands hands_choose shadow) \
		build/fuzz-door/libreferee.a build/fuzz-door/librules.a
	@mkdir -p $(@D)
	$(SAY)$(LINK)

build/unity/src/unity.c:
	@echo '  $@'
	@tests/fetch-unity build/unity

# The npm packages of the pages and their tests, in the versions of the lock file.
build/web-ui.stamp: web-ui/package-lock.json web-ui/package.json
	@mkdir -p $(@D)
	$(SAY)cd web-ui && npm ci --no-audit --no-fund --silent
	@touch $@

# The pages as adjutantd serves them.
build/web.stamp: web-ui/assemble build/web-ui.stamp $(shell find web-ui -name node_modules -prune -o -type f -print)
	@echo '  build/web'
	@web-ui/assemble build/web
	@touch $@

-include $(shell find build \( -path build/bench-vm -o -path build/chroot \) -prune -o -name '*.d' -print 2>/dev/null)

# Targets that need packages install them first and call make again: only then can the build begin.
AGAIN = $(MAKE) $(if $(V),,-s) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(nproc))

run: ## install what is missing, build, run a virtual table
	@.ci/install run
	+@$(AGAIN) all
	@$(DEMO)

demo: ## watch two scripted players at a virtual table, beside `make run`; GAME=battle-cards, PACE=1 to 8
	@.ci/install run
	+@$(AGAIN) all
	@node web-ui/demo/demo.mjs $(if $(GAME),--game $(GAME)) $(if $(PACE),--pace $(PACE))

test: ## install what is missing, build, run every test but those that take longest
	@.ci/install test
	+@$(AGAIN) all test-programs
	@CC="$(CC)" tests/run

test-asan: ## use the programs, and play the noisy game, with sanitizers
	@.ci/install test
	+@$(AGAIN) all build/asan/adjutant build/asan/adjutantd
	@tests/run scripts-asan e2e-asan

test-browser: ## play every game of the browser tests with a mouse and with fingers
	@.ci/install test
	+@$(AGAIN) all
	@EVERY_WAY=1 LIMIT=900 tests/run browser

test-layout: ## look for what is cut off or covered on a phone; a picture of every situation goes to build/layout
	@.ci/install test
	+@$(AGAIN) all
	@rm -rf build/layout && SHOTS=build/layout node tests/browser/test_layout.mjs

test-bench: ## play on boards of a machine in emulation, with a real kernel
	@.ci/install test
	@.ci/install test-bench
	+@$(AGAIN) all $(BENCH_VMS)
	@tests/run bench-vm

# Both need root, and some minutes the first time; the other Debian then stays in build/chroot/. In
# emulation everything takes ten times as long, so only the unit tests run there.
test-trixie: ## build and test on Debian 13, with libgpiod 2.x
	@.ci/install test
	@.ci/install test-trixie
	+@$(AGAIN) build/web.stamp
	@tests/chroot/run trixie amd64 unit unit-asan property table scripts e2e

test-arm64: ## build and test on Debian 13 for ARM, in emulation
	@.ci/install test-arm64
	@tests/chroot/run trixie arm64 unit

firmware: ## build the board's firmware, build/firmware/nano.hex, and print how much room it takes
	@.ci/install firmware
	+@$(AGAIN) build/firmware/nano.hex
	@$(AVR)size -C --mcu=atmega328p build/firmware/nano.elf

# Nanos until 2018 have a bootloader that listens at 57600 baud: BAUD=57600.
PORT = /dev/ttyUSB0
BAUD = 115200
flash: firmware ## write the firmware to the Arduino Nano at PORT; stop adjutantd before
	@.ci/install flash
	avrdude -p atmega328p -c arduino -P $(PORT) -b $(BAUD) -D -U flash:w:build/firmware/nano.hex:i

test-firmware: ## run the firmware on simulated boards, wired as in hardware/kicad
	@.ci/install test
	@.ci/install test-firmware
	+@$(AGAIN) all build/firmware/nano.elf $(NANOS) build/tests/e2e/lib/serial_ports.so
	@tests/run firmware

bench: ## measure rules, referee and daemon
	@.ci/install bench
	@.ci/install test-bench || echo "Without these no board in emulation is measured." >&2
	+@$(AGAIN) $(BENCHES) $(PROGRAMS) $(BENCH_VMS)
	@tests/bench/run $(BENCHES)

bench-archive: ## measure what an archive of GAMES games costs: start-up, games, export, verify
	@.ci/install bench
	+@$(AGAIN) build/bench/make_archive $(PROGRAMS) build/web.stamp
	@tests/bench/archive $(GAMES)

fuzz: ## feed the readers FUZZ_RUNS hostile inputs each
	@.ci/install fuzz
	+@$(AGAIN) $(FUZZERS)
	@echo "$(FUZZ_RUNS) inputs for each target; build/fuzz/*.log tell how far they are"
	@FUZZ_RUNS=$(FUZZ_RUNS) LIMIT=0 tests/run fuzz

fuzz-door: ## feed the referee FUZZ_RUNS inputs with a worker on each processor
	@.ci/install fuzz
	+@$(AGAIN) $(DOOR)
	@FUZZ_RUNS=$(FUZZ_RUNS) tests/fuzz/door

properties: ## check the properties over GAMES random games of every edition
	@.ci/install run
	+@$(AGAIN) $(PROPERTY:%.c=build/%)
	@GAMES=$(GAMES) LIMIT=0 tests/run property table

accuracy: ## play ACTIONS actions on each simulated and PHYSICAL on each physical table and count what goes wrong
	@.ci/install run
	+@$(AGAIN) build/accuracy build/physics
	build/physics --actions $(PHYSICAL); held=$$?; \
	build/accuracy --actions $(ACTIONS) && exit $$held

crash: ## kill the daemon 200 and its broker 50 times in games that must end as they would have
	@.ci/install test
	+@$(AGAIN) all build/web-ui.stamp
	CRASHES=200 BROKER_CRASHES=50 node tests/e2e/faults/test_crash.mjs

screenshots: ## take the README's pictures of the pages again
	@.ci/install test
	+@$(AGAIN) all
	@node tests/browser/screenshots.mjs web-ui/screenshots

# Boards are drawn by Python; KiCad 9 pours, checks and plots them in another Debian, as test-trixie does: root, and minutes once.
kit: ## make everything again that comes from hardware/kit.toml, and what makers of boards get
	@.ci/install test-kit
	@hardware/kit.py write
	@hardware/kicad/fab.py

test-kit: ## check the kit: circuits, boards in KiCad, margins in a simulation, printed parts
	@.ci/install test-kit
	@tests/run kit

kit-pictures: build/sensor ## draw the pictures of the kit's build guide again
	@.ci/install kit-pictures
	hardware/guide/lists.py write
	hardware/guide/draw.py write
	hardware/guide/pictures.sh

replay-accept: all ## take what the referee says now as the expectation of every recording
	@tests/replay/accept

# Pages go beside the programs, where adjutantd looks for them.
SHARE = $(DESTDIR)$(PREFIX)/share
SYSTEM = $(DESTDIR)$(PREFIX)/lib
CONFIG = $(DESTDIR)/etc/adjutant

install: all ## install below DESTDIR and PREFIX
	install -d $(DESTDIR)$(PREFIX)/bin $(CONFIG) $(SYSTEM)/systemd/system $(SYSTEM)/sysusers.d
	install -m 755 $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	mkdir -p $(SHARE)/adjutant && rm -rf $(SHARE)/adjutant/web && cp -R build/web $(SHARE)/adjutant/
	for page in $(MANUALS); do \
		install -D -m 644 $$page $(SHARE)/man/man$${page##*.}/$${page##*/} || exit; \
	done
	test -e $(CONFIG)/adjutant.conf || install -m 644 daemon/adjutant.conf $(CONFIG)
	install -m 644 daemon/adjutantd.service $(SYSTEM)/systemd/system
	install -m 644 daemon/adjutantd.sysusers $(SYSTEM)/sysusers.d/adjutantd.conf

uninstall: ## remove what install put there, but for the configuration
	rm -f $(PROGRAMS:build/%=$(DESTDIR)$(PREFIX)/bin/%)
	rm -rf $(SHARE)/adjutant/web
	for page in $(MANUALS); do rm -f $(SHARE)/man/man$${page##*.}/$${page##*/}; done
	rm -f $(SYSTEM)/systemd/system/adjutantd.service $(SYSTEM)/sysusers.d/adjutantd.conf

map: ## draw the rooms and who includes whom into daemon/rooms.svg; fails if an arrow points the wrong way
	@.ci/install map
	@tests/map daemon/rooms.svg

measure: ## print how long and how branched functions and files are; fails beyond the limits
	@.ci/install measure
	@tests/measure

format: ## lay out the C sources as clang-format has it
	@tests/lint --format

clean: ## remove everything that was built
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 14

test-programs: $(TESTS) $(FUZZERS)

.PHONY: all programs run demo firmware flash test test-firmware test-asan test-browser test-layout test-bench test-trixie test-arm64 bench bench-archive fuzz fuzz-door properties accuracy crash screenshots kit test-kit kit-pictures replay-accept install uninstall map measure format clean help test-programs
