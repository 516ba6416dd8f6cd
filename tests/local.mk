# tests/: the tests of `make check`. Every test prints TAP on stdout; one that
# cannot run prints "1..0 # SKIP why" and exits 0.
#
# To add a test:
#
#   program  one line of tests/programs.list
#            A unit test is a cmocka program with one group. Link the layer
#            under test and those below it, by the *_LIBS lists here: a test
#            that links without curses proves that its layer does not use it.
#            To skip a test: tests/support/skip.h. Other programs print TAP by
#            themselves. A victim is a program to be traced: it includes no
#            config.h, and is built without sanitizers and hardening.
#
#   script   TESTS += tests/live/foo.sh
#            dist_check_SCRIPTS += tests/live/foo.sh
#            Executable; the environment below is set for it. One per line:
#            .ci/run searches for these lines.
#
#   data     EXTRA_DIST += tests/data/foo
#            Without this line `make distcheck` fails.
#
# The environment of each test has MMTOP (the program), srcdir and top_srcdir
# (folders of the data), top_builddir (folder of the programs), LC_ALL=C.UTF-8
# and TZ=UTC. A slow test has its own deadline.

TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)

# A sanitizer's signal handler would end the process by another signal.
ASAN_DEFAULTS = detect_leaks=0:abort_on_error=1:handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0

AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	MMTOP="$(abs_top_builddir)/src/mmtop$(EXEEXT)"; export MMTOP; \
	top_srcdir="$(abs_top_srcdir)"; export top_srcdir; \
	top_builddir="$(abs_top_builddir)"; export top_builddir; \
	ASAN_OPTIONS="$(ASAN_DEFAULTS):$${ASAN_OPTIONS-}"; export ASAN_OPTIONS; \
	LC_ALL=C.UTF-8; export LC_ALL; TZ=UTC0; export TZ; \
	XDG_STATE_HOME=/dev/null; export XDG_STATE_HOME; \
	XDG_CONFIG_HOME=/dev/null; export XDG_CONFIG_HOME; \
	unset LANGUAGE NO_COLOR MMTOP_FAULT LINES COLUMNS;

# The libraries that a test of each layer links: the layer and those below it.
BASE_LIBS = src/late/liblate.a src/base/libbase.a $(UNISTRING_LIBS) $(DL_LIBS)
EVENT_LIBS = src/event/libevent.a $(BASE_LIBS)
PARSE_LIBS = src/parse/libparse.a $(EVENT_LIBS)
MODEL_LIBS = src/model/libmodel.a $(EVENT_LIBS)
SYS_LIBS = src/sys/libsys.a $(BASE_LIBS) $(PROC_LIBS) $(PTY_LIBS)
SINK_LIBS = src/sink/libsink.a $(PARSE_LIBS) $(PTHREAD_LIBS)
SOURCE_LIBS = src/source/libsource.a src/sys/libsys.a src/parse/libparse.a \
	src/event/libevent.a $(BASE_LIBS) $(PROC_LIBS) $(PTY_LIBS) $(IBERTY_LIBS)
RULE_LIBS = src/rule/librule.a $(MODEL_LIBS)
UI_LIBS = src/ui/libui.a $(RULE_LIBS) $(LIBINTL)
TERM_LIBS = src/term/libterm.a $(UI_LIBS)

# The parts of the screen, without a terminal. Its panes mention keys, which are
# in the table of commands.
SCREEN_LIBS = src/app/libscreen.a src/ui/libui.a src/app/libscreen.a \
	$(UI_LIBS)

UNIT_LIBS = $(CMOCKA_LIBS)
UNIT_TESTS =

VICTIM_CFLAGS = $(PLAIN_CFLAGS)
VICTIM_LINK =
VICTIM32_CFLAGS = $(PLAIN_CFLAGS) $(M32_CFLAGS)
VICTIM32_LINK = -m32

dist_check_SCRIPTS =

# ---- checks of the source tree ----------------------------------------------
TREE_CHECKS = \
	tests/check-bench \
	tests/check-commit-msg \
	tests/check-completions \
	tests/check-data \
	tests/check-layers \
	tests/check-potfiles \
	tests/check-translations \
	tests/check-man \
	tests/check-pictures \
	tests/check-prose \
	tests/check-schema \
	tests/check-scripts \
	tests/check-story
TESTS += $(TREE_CHECKS)
dist_check_SCRIPTS += $(TREE_CHECKS)
EXTRA_DIST += tests/prose.allow tests/prose.counts .githooks/commit-msg

# The Debian package, from its own tarball; see debian/.
EXTRA_DIST += tests/check-package
.PHONY: check-package
check-package:
	$(top_srcdir)/tests/check-package package
mostlyclean-local: mostlyclean-package
.PHONY: mostlyclean-package
mostlyclean-package:
	-rm -rf package

# Cross-compiled for aarch64; not part of `make check`, as it fetches a compiler.
dist_noinst_SCRIPTS += tests/check-cross
.PHONY: check-cross
check-cross:
	$(top_srcdir)/tests/check-cross cross

# ---- programs ----------------------------------------------------------------
include tests/programs.mk
$(srcdir)/tests/programs.mk: $(srcdir)/tests/make-programs \
		$(srcdir)/tests/programs.list
	$(AM_V_GEN)$(srcdir)/tests/make-programs
EXTRA_DIST += tests/make-programs tests/programs.list

# perf.data files: see tests/support/perffile.h.
PERFFILE = tests/support/perffile.c tests/support/perffile.h

# Events as text, for tests that fold them: see tests/support/evtext.h.
EVTEXT = \
	tests/support/evfile.c tests/support/evtext.c tests/support/evtext.h \
	tests/support/evvalue.c tests/support/evvalue.h
ENGINE = src/app/engine/engine.c src/app/engine/engine.h src/app/engine/emit.c \
	src/app/engine/trace.c src/app/engine/private.h \
	src/app/engine/order.c src/app/engine/order.h src/app/engine/spent.c src/app/engine/spent.h \
	src/sink/outfile.c src/sink/folded.c src/sink/folded.h \
	src/sink/maptrace.c src/sink/maptrace.h
PROCFILE = tests/support/procfile.c tests/support/procfile.h
GOLDEN = tests/support/golden.c tests/support/golden.h
LANGUAGE = tests/support/language.c tests/support/language.h
EXTRA_DIST += \
	tests/data/make-story tests/data/story.awk \
	tests/data/heap.events tests/data/states.events \
	tests/data/story.events tests/data/story-held.events \
	tests/data/story-after.events tests/data/story-end.events

# Compares the model of a consumer that lost events with a complete one.
SAMEMODEL = tests/support/samemodel.c tests/support/samemodel.h

UNIT_TESTS += tests/unit/app/test-keepers
tests_unit_app_test_keepers_SOURCES = tests/unit/app/test-keepers.c \
	src/app/engine/keepers.c src/app/warn.c
tests_unit_app_test_keepers_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS) $(LIBINTL)

EXTRA_DIST += tests/data/proc

# ---- screens, replay ---------------------------------------------------------
# UPDATE_GOLDEN=1 tests/screens/foo writes golden/*.txt.
SCREENS_HARNESS = \
	tests/screens/screens-harness.c tests/screens/screens-harness.h \
	$(GOLDEN) $(EVTEXT)
SCREENS_LIBS = src/term/libterm.a src/ui/libui.a src/app/libscreen.a $(UI_LIBS)
EXTRA_DIST += tests/screens/golden

# Help is made from the command table, which belongs to the screen.
PANES_LIBS = $(SCREENS_LIBS) src/app/libscreen.a $(LIBINTL)

EXTRA_DIST += \
	tests/replay/attached.keys tests/replay/backtrace.keys \
	tests/replay/calls.keys tests/replay/cgroup.keys tests/replay/contents.keys \
	tests/replay/heap.keys tests/replay/heap-languages.keys \
	tests/replay/heap-paint.keys \
	tests/replay/end.keys tests/replay/every.keys \
	tests/replay/everybody.keys \
	tests/replay/filter.keys tests/replay/find.keys \
	tests/replay/history.keys \
	tests/replay/output.keys \
	tests/replay/languages.keys tests/replay/sort.keys \
	tests/replay/familiar.keys tests/replay/looks.keys \
	tests/replay/shift.keys \
	tests/replay/lost.keys \
	tests/replay/capitals.keys \
	tests/replay/main.keys tests/replay/messages.keys \
	tests/replay/mouse.keys \
	tests/replay/panes.keys tests/replay/past.keys tests/replay/pictures.keys \
	tests/replay/setup.keys \
	tests/replay/counts.keys tests/replay/kill.keys tests/replay/prompt.keys \
	tests/replay/quit.keys \
	tests/replay/quit-kill.keys tests/replay/step.keys \
	tests/replay/typing.keys tests/replay/golden

# The pictures of README, from recorded events.
.PHONY: screenshots
screenshots: tests/replay/replay
	$(AM_TESTS_ENVIRONMENT) UPDATE_GOLDEN=1 tests/replay/replay$(EXEEXT) \
		$(top_srcdir)/tests/replay/pictures.keys

# ---- live --------------------------------------------------------------------

# The real mmtop on real programs. Tests parse the JSON logs with jansson.
LIVE_HARNESS = \
	tests/live/guard.c \
	tests/live/live.c tests/live/live.h tests/live/run.c \
	tests/live/log.c tests/live/log.h \
	tests/live/watched.c tests/live/watched.h \
	tests/live/counter.c tests/live/counter.h

MARKED = tests/live/marked.c tests/live/marked.h
STRACED = tests/live/straced.c tests/live/straced.h

TESTS += tests/live/clocks.sh
dist_check_SCRIPTS += tests/live/clocks.sh

# Compares mmtop with smaps, pagemap and perf, on real programs.
TESTS += tests/live/programs.py
dist_check_SCRIPTS += tests/live/programs.py

TESTS += tests/live/threadchildren.py
dist_check_SCRIPTS += tests/live/threadchildren.py

# Validates logs of real programs with python3-jsonschema.
TESTS += tests/live/json-lines.py
dist_check_SCRIPTS += tests/live/json-lines.py

# The engine in a child of the test, for tests with thousands of cycles.
ENGINE_HARNESS = \
	$(ENGINE) \
	tests/live/driver.c tests/live/driver.h $(LIVE_HARNESS)
ENGINE_LIBS = src/ui/libui.a $(SOURCE_LIBS) $(SECCOMP_LIBS) $(JANSSON_LIBS)

FRAMED = tests/live/framed.c tests/live/framed.h \
	tests/live/victims/changer.h $(ENGINE) $(LIVE_HARNESS)

# Calls of other architectures: each test is named after its pitfall.
STEPPER = tests/live/stepper.c tests/live/stepper.h $(ENGINE)

check_PROGRAMS += tests/live/victims/frames
tests_live_victims_frames_SOURCES = tests/live/victims/frames.c
tests_live_victims_frames_CFLAGS = $(VICTIM_CFLAGS) -g
tests_live_victims_frames_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/mangled
tests_live_victims_mangled_SOURCES = tests/live/victims/mangled.c
tests_live_victims_mangled_CFLAGS = $(VICTIM_CFLAGS) -fno-omit-frame-pointer
tests_live_victims_mangled_LDFLAGS = $(VICTIM_LINK)
tests_live_victims_mangled_LDADD =
check_PROGRAMS += tests/live/victims/stacks
tests_live_victims_stacks_SOURCES = tests/live/victims/stacks.c
tests_live_victims_stacks_CFLAGS = $(VICTIM_CFLAGS) -fno-omit-frame-pointer
tests_live_victims_stacks_LDFLAGS = $(VICTIM_LINK)
tests_live_victims_stacks_LDADD =

check_PROGRAMS += tests/live/victims/owners
tests_live_victims_owners_SOURCES = tests/live/victims/owners.c
tests_live_victims_owners_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_owners_LDFLAGS = $(VICTIM_LINK) -pthread
tests_live_victims_owners_LDADD = -ldl

# Its library, built like src/preload's.
check_PROGRAMS += tests/live/victims/libowned.so
tests_live_victims_libowned_so_SOURCES = tests/live/victims/owned.c
tests_live_victims_libowned_so_CFLAGS = $(VICTIM_CFLAGS) -fPIC
tests_live_victims_libowned_so_LDFLAGS = $(VICTIM_LINK) -shared

TESTS += tests/live/heapprograms.py
dist_check_SCRIPTS += tests/live/heapprograms.py
TESTS += tests/live/heapfreed.sh tests/live/heapnames.sh
dist_check_SCRIPTS += tests/live/heapfreed.sh tests/live/heapnames.sh
TESTS += tests/live/heapstress.sh
dist_check_SCRIPTS += tests/live/heapstress.sh
TESTS += tests/live/heapinfo.sh
dist_check_SCRIPTS += tests/live/heapinfo.sh
TESTS += tests/live/oom.sh
dist_check_SCRIPTS += tests/live/oom.sh
TESTS += tests/live/refusals.sh tests/live/scripts.sh
dist_check_SCRIPTS += tests/live/refusals.sh tests/live/scripts.sh
TESTS += tests/live/heapelsewhere.sh
dist_check_SCRIPTS += tests/live/heapelsewhere.sh
TESTS += tests/live/heapchildren.sh
dist_check_SCRIPTS += tests/live/heapchildren.sh
TESTS += tests/live/heaptrust.sh
dist_check_SCRIPTS += tests/live/heaptrust.sh
TESTS += tests/live/heapfolded.sh
dist_check_SCRIPTS += tests/live/heapfolded.sh
TESTS += tests/live/environment.sh
TESTS += tests/live/heaptrace.sh
dist_check_SCRIPTS += tests/live/heaptrace.sh tests/live/environment.sh

TESTS += tests/live/alone.sh
dist_check_SCRIPTS += tests/live/alone.sh

TESTS += tests/live/late.sh
dist_check_SCRIPTS += tests/live/late.sh
TESTS += tests/live/heapalone.sh
dist_check_SCRIPTS += tests/live/heapalone.sh

check_PROGRAMS += tests/live/victims/heapstatic
tests_live_victims_heapstatic_CFLAGS = -O1 -fno-stack-protector -fno-pie
tests_live_victims_heapstatic_LDFLAGS = -static -nostdlib -nostartfiles -no-pie

check_PROGRAMS += tests/live/victims/heapfixed
tests_live_victims_heapfixed_SOURCES = tests/live/victims/heapsays.c
tests_live_victims_heapfixed_CFLAGS = $(VICTIM_CFLAGS) -fno-pie
tests_live_victims_heapfixed_LDFLAGS = $(VICTIM_LINK) -pthread -no-pie

check_PROGRAMS += tests/live/victims/heapown
tests_live_victims_heapown_CPPFLAGS = -DHEAPOWN_PROGRAM
tests_live_victims_heapown_CFLAGS = $(VICTIM_CFLAGS) -fno-builtin
tests_live_victims_heapown_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/victims/libheapown.so
tests_live_victims_libheapown_so_SOURCES = tests/live/victims/heapown.c
tests_live_victims_libheapown_so_CFLAGS = $(VICTIM_CFLAGS) -fno-builtin -fPIC
tests_live_victims_libheapown_so_LDFLAGS = $(VICTIM_LINK) -shared

check_PROGRAMS += tests/live/victims/plugins
tests_live_victims_plugins_CFLAGS = $(VICTIM_CFLAGS) -fno-builtin
tests_live_victims_plugins_LDFLAGS = $(VICTIM_LINK)
tests_live_victims_plugins_LDADD = -ldl

check_PROGRAMS += tests/live/victims/libfirst.so
tests_live_victims_libfirst_so_SOURCES = tests/live/victims/plugin.c
tests_live_victims_libfirst_so_CPPFLAGS = -DPLUGIN_LEAK=first_leak
tests_live_victims_libfirst_so_CFLAGS = $(VICTIM_CFLAGS) -fno-builtin -fPIC
tests_live_victims_libfirst_so_LDFLAGS = $(VICTIM_LINK) -shared

check_PROGRAMS += tests/live/victims/libsecond.so
tests_live_victims_libsecond_so_SOURCES = tests/live/victims/plugin.c
tests_live_victims_libsecond_so_CPPFLAGS = -DPLUGIN_LEAK=second_leak
tests_live_victims_libsecond_so_CFLAGS = $(VICTIM_CFLAGS) -fno-builtin -fPIC
tests_live_victims_libsecond_so_LDFLAGS = $(VICTIM_LINK) -shared

check_PROGRAMS += tests/live/victims/libthird.so
tests_live_victims_libthird_so_SOURCES = tests/live/victims/plugin.c
tests_live_victims_libthird_so_CPPFLAGS = -DPLUGIN_LEAK=third_leak
tests_live_victims_libthird_so_CFLAGS = $(VICTIM_CFLAGS) -fno-builtin -fPIC
tests_live_victims_libthird_so_LDFLAGS = $(VICTIM_LINK) -shared

check_PROGRAMS += tests/live/victims/heaper
tests_live_victims_heaper_CFLAGS = $(VICTIM_CFLAGS) -fno-omit-frame-pointer
tests_live_victims_heaper_LDFLAGS = $(VICTIM_LINK) -pthread

if HAVE_M32

check_PROGRAMS += tests/live/victims/owners32
tests_live_victims_owners32_SOURCES = tests/live/victims/owners.c
tests_live_victims_owners32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_owners32_LDFLAGS = $(VICTIM32_LINK) -pthread
tests_live_victims_owners32_LDADD = -ldl

check_PROGRAMS += tests/live/victims/libowned32.so
tests_live_victims_libowned32_so_SOURCES = tests/live/victims/owned.c
tests_live_victims_libowned32_so_CFLAGS = $(VICTIM32_CFLAGS) -fPIC
tests_live_victims_libowned32_so_LDFLAGS = $(VICTIM32_LINK) -shared

check_PROGRAMS += tests/live/victims/frames32
tests_live_victims_frames32_SOURCES = tests/live/victims/frames.c
tests_live_victims_frames32_CFLAGS = $(VICTIM32_CFLAGS) -g
tests_live_victims_frames32_LDFLAGS = $(VICTIM32_LINK) -pthread

endif

# ---- terminal ----------------------------------------------------------------
# The real mmtop on a pseudo-terminal, with libvterm as the screen.
TERMINAL_HARNESS = \
	tests/terminal/session.c tests/terminal/session.h \
	tests/live/guard.c \
	tests/live/live.c tests/live/live.h tests/live/run.c
check_PROGRAMS += tests/terminal/talker
tests_terminal_talker_SOURCES = tests/terminal/talker.c
tests_terminal_talker_CFLAGS = $(VICTIM_CFLAGS)
tests_terminal_talker_LDFLAGS = $(VICTIM_LINK)

# Enables the mouse, and prints its events.
check_PROGRAMS += tests/terminal/pointed
tests_terminal_pointed_CFLAGS = $(VICTIM_CFLAGS)
tests_terminal_pointed_LDFLAGS = $(VICTIM_LINK)

SHOT = tests/terminal/shot.c tests/terminal/shot.h

# Draws recorded events on a terminal.
check_PROGRAMS += tests/terminal/painter
tests_terminal_painter_SOURCES = tests/terminal/painter.c $(EVTEXT)
tests_terminal_painter_LDADD = $(SCREENS_LIBS) src/app/libscreen.a $(LIBINTL) \
	$(NCURSES_LIBS)

EXTRA_DIST += tests/terminal/golden
TESTS += tests/live/datafile
TESTS += tests/live/joined
TESTS += tests/live/ringtold
TESTS += tests/live/everybody
dist_check_SCRIPTS += tests/live/datafile tests/live/joined \
	tests/live/ringtold tests/live/everybody
check_PROGRAMS += tests/support/makecapture
tests_support_makecapture_SOURCES = tests/support/makecapture.c
tests_support_makecapture_LDADD = $(SINK_LIBS)
# Prints the tables of the manual for tests/check-man and make renew-manual.
check_PROGRAMS += tests/support/manualtables
tests_support_manualtables_SOURCES = tests/support/manualtables.c
tests_support_manualtables_LDADD = $(SCREEN_LIBS)
dist_check_SCRIPTS += tests/support/renew-manual
TESTS += tests/live/contents.sh
TESTS += tests/live/captured.sh
TESTS += tests/live/examples.sh
dist_check_SCRIPTS += tests/live/contents.sh tests/live/captured.sh \
	tests/live/examples.sh
EXTRA_DIST += tests/live/tap.py
TESTS += tests/live/config.sh
dist_check_SCRIPTS += tests/live/config.sh
TESTS += tests/terminal/tmux.sh
TESTS += tests/terminal/opened.sh
dist_check_SCRIPTS += tests/terminal/tmux.sh tests/terminal/opened.sh
TESTS += tests/terminal/polish.sh
dist_check_SCRIPTS += tests/terminal/polish.sh

# ---- untrusted bytes ----------------------------------------------------------
# See tests/fuzz/fuzz.h. `make check` runs the reproducible part, `make fuzz`
# libFuzzer, which needs clang: FUZZ= selects targets, FUZZ_SECONDS= applies to
# each.
FUZZ_TARGETS = \
	tests/fuzz/fuzz.c tests/fuzz/fuzz.h tests/fuzz/events.c \
	tests/fuzz/captures.c \
	tests/fuzz/parsers.c tests/fuzz/records.c tests/fuzz/words.c \
	$(EVTEXT) $(PERFFILE) \
	src/app/link/link.c src/app/options.c src/app/options_heap.c \
	src/app/options_settle.c src/app/options_values.c src/app/options_verbs.c
check_PROGRAMS += tests/fuzz/replay
TESTS += tests/fuzz/replay
tests_fuzz_replay_SOURCES = tests/fuzz/replay.c $(FUZZ_TARGETS)
tests_fuzz_replay_LDADD = src/app/libscreen.a $(UI_LIBS) src/sink/libsink.a \
	$(SOURCE_LIBS) $(JANSSON_LIBS) $(PTHREAD_LIBS)
EXTRA_DIST += tests/fuzz/found tests/fuzz/libfuzzer.c tests/fuzz/run
.PHONY: fuzz
fuzz: all tests/fuzz/replay
	@FUZZ='$(FUZZ)' FUZZ_SECONDS='$(FUZZ_SECONDS)' \
	top_srcdir='$(abs_top_srcdir)' \
	FUZZ_FLAGS='-DHAVE_CONFIG_H $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
	  $(CPPFLAGS) $(NCURSES_CFLAGS) $(PROC_CFLAGS) $(VTERM_CFLAGS) \
	  $(JANSSON_CFLAGS) $(SECCOMP_CFLAGS) $(DW_CFLAGS) $(TRACEFS_CFLAGS) \
	  $(ZSTD_CFLAGS) $(XXHASH_CFLAGS) $(LUA_CFLAGS)' \
	FUZZ_LIBS='$(UNISTRING_LIBS) $(DL_LIBS) $(PROC_LIBS) $(PTY_LIBS) \
	  $(JANSSON_LIBS) $(PTHREAD_LIBS) $(IBERTY_LIBS) $(LIBINTL) -lm' \
	FUZZ_SOURCES='$(FUZZ_TARGETS) tests/fuzz/libfuzzer.c \
	  $(src_base_libbase_a_SOURCES) $(src_late_liblate_a_SOURCES) \
	  $(src_event_libevent_a_SOURCES) \
	  $(src_parse_libparse_a_SOURCES) $(src_model_libmodel_a_SOURCES) \
	  $(src_rule_librule_a_SOURCES) $(src_sys_libsys_a_SOURCES) \
	  $(src_source_libsource_a_SOURCES) $(src_sink_libsink_a_SOURCES) \
	  $(src_ui_libui_a_SOURCES) $(src_app_libscreen_a_SOURCES)' \
	$(top_srcdir)/tests/fuzz/run tests/fuzz/work
mostlyclean-local: mostlyclean-fuzz
.PHONY: mostlyclean-fuzz
mostlyclean-fuzz:
	-rm -rf tests/fuzz/work

# ---- unit tests: without cmocka, one line reports it --------------------------
if HAVE_CMOCKA
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
else
TESTS += tests/unit/without-cmocka
endif
dist_check_SCRIPTS += tests/unit/without-cmocka
EXTRA_PROGRAMS += $(UNIT_TESTS)

# ---- tests on another kernel --------------------------------------------------
# Debian's 6.1 under QEMU: tests/kernel/run describes the variables it uses.
EXTRA_DIST += tests/kernel/run tests/kernel/init
EXTRA_DIST += tests/support/skip.h tests/support/slow.h tests/support/fallbacks.h \
	tests/support/attached.h tests/support/folder.h \
	tests/support/i386.h tests/support/newcalls.h tests/support/storing.h tests/support/zeropage.h \
	tests/live/tap.sh tests/terminal/inside-tmux.sh \
	tests/terminal/tmux-pane.sh
# Tests that depend on the kernel: its features, and the fallbacks for those
# that it lacks. make check-kernel TESTS='$(KERNEL_TESTS)' runs only these.
KERNEL_TESTS = \
	tests/unit/source/test-arch \
	tests/unit/sys/test-filecache \
	tests/unit/parse/test-heapring \
	tests/unit/source/test-identity \
	tests/unit/source/test-list \
	tests/unit/sys/test-pagescan \
	tests/unit/sys/test-perfring \
	tests/unit/sys/test-procps \
	tests/unit/sys/test-program \
	tests/unit/sys/test-reader \
	tests/unit/app/test-refusal \
	tests/unit/ui/test-rows \
	tests/unit/source/test-sample \
	tests/unit/source/test-sample-again \
	tests/unit/source/test-sample-family \
	tests/unit/source/test-sample-file \
	tests/unit/source/test-sample-own \
	tests/unit/source/test-sample-register \
	tests/unit/source/test-sample-rest \
	tests/unit/source/test-sample-tree \
	tests/unit/source/test-sample-writes \
	tests/unit/rule/test-sandbox \
	tests/unit/parse/test-subbuf \
	tests/live/backtrace \
	tests/live/become \
	tests/live/borrowed \
	tests/live/calls \
	tests/live/contents.sh \
	tests/live/faults \
	tests/live/features \
	tests/live/filehang \
	tests/live/guarded \
	tests/live/heapalone.sh \
	tests/live/heapfreed.sh \
	tests/live/heapring \
	tests/live/hostile \
	tests/live/initfaults \
	tests/live/joined \
	tests/live/leave \
	tests/live/mapped \
	tests/live/midcall \
	tests/live/misuse \
	tests/live/namespaces \
	tests/live/oracle \
	tests/live/p28-int80 \
	tests/live/p29-arch \
	tests/live/p30-x32 \
	tests/live/p32-sigreturn \
	tests/live/pages \
	tests/live/refused \
	tests/live/regions \
	tests/live/remapped \
	tests/live/rests \
	tests/live/rights \
	tests/live/ring \
	tests/live/ringkills \
	tests/live/sampled \
	tests/live/sandbox \
	tests/live/sifted \
	tests/live/signals \
	tests/live/stalled \
	tests/live/tracked \
	tests/live/unchanged \
	tests/live/vforks \
	tests/live/writes \
	tests/live/written \
	tests/live/yama
.PHONY: check-kernel
check-kernel: all $(check_PROGRAMS) $(check_DATA)
	@source='$(abs_top_srcdir)' build='$(abs_top_builddir)' \
	tests='$(TESTS)' \
	programs='$(bin_PROGRAMS) $(noinst_PROGRAMS) $(preload_PROGRAMS) \
	  $(preload32_PROGRAMS) \
	  $(check_PROGRAMS) $(check_DATA)' \
	tests_setup='$(AM_TESTS_ENVIRONMENT)' AM_TAP_AWK='$(AWK)' \
	driver='$(top_srcdir)/build-aux/tap-driver.sh' \
	'$(top_srcdir)/tests/kernel/run'

mostlyclean-local: mostlyclean-kernel
.PHONY: mostlyclean-kernel
mostlyclean-kernel:
	-rm -rf tests/kernel/work
