# tests/: what `make check` runs. Every test speaks TAP on stdout; one that
# cannot run here prints "1..0 # SKIP why" and exits 0.
#
# To add a test:
#
#   unit     UNIT_TESTS += tests/unit/foo
#            tests_unit_foo_SOURCES = tests/unit/foo.c
#            tests_unit_foo_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)
#            A cmocka program with one group. Link the layer under test and
#            those below it, by the *_LIBS lists here: a test that links
#            without curses proves that its layer needs none. To skip one:
#            tests/support/skip.h.
#
#   program  check_PROGRAMS += tests/live/foo
#            TESTS += tests/live/foo
#            For screens/, replay/, live/ and terminal/: a C program that
#            prints TAP by itself (or by cmocka: then put it in UNIT_TESTS).
#
#   script   TESTS += tests/live/foo.sh
#            dist_check_SCRIPTS += tests/live/foo.sh
#            Executable; the environment below is set for it. One a line:
#            .ci/run finds them so.
#
#   victim   check_PROGRAMS += tests/live/victims/foo
#            tests_live_victims_foo_CFLAGS = $(VICTIM_CFLAGS)
#            tests_live_victims_foo_LDFLAGS = $(VICTIM_LINK)
#            A program to be watched: it includes no config.h, and is built
#            without sanitizers and hardening. The same as a 32-bit program,
#            under `if HAVE_M32`:
#            check_PROGRAMS += tests/live/victims/foo32
#            tests_live_victims_foo32_SOURCES = tests/live/victims/foo.c
#            tests_live_victims_foo32_CFLAGS = $(VICTIM32_CFLAGS)
#            tests_live_victims_foo32_LDFLAGS = $(VICTIM32_LINK)
#
#   data     EXTRA_DIST += tests/data/foo
#            Without this line `make distcheck` fails.
#
# Each test has, in its environment: MMTOP (the program), srcdir and
# top_srcdir (where data lies), top_builddir (where programs lie), LC_ALL as
# C.UTF-8, TZ as UTC. A test that needs long has its own deadline.

TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)

# A sanitizer's report of a signal would end what gets it by another one.
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

# What a test of each layer links: the layer and those below it.
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

# What the screen is made of, without a terminal.  Its panes name keys, which are
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

# ---- checks of the tree itself ---------------------------------------------
TREE_CHECKS = \
	tests/check-bench \
	tests/check-completions \
	tests/check-data \
	tests/check-layers \
	tests/check-potfiles \
	tests/check-translations \
	tests/check-man \
	tests/check-pictures \
	tests/check-schema \
	tests/check-scripts \
	tests/check-story
TESTS += $(TREE_CHECKS)
dist_check_SCRIPTS += $(TREE_CHECKS)

# The Debian package, from a tarball of its own; see debian/.
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

# ---- unit --------------------------------------------------------------------

UNIT_TESTS += tests/unit/test-fmt
tests_unit_test_fmt_SOURCES = tests/unit/test-fmt.c
tests_unit_test_fmt_LDADD = $(BASE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-str
tests_unit_test_str_SOURCES = tests/unit/test-str.c
tests_unit_test_str_LDADD = $(BASE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sandbox
tests_unit_test_sandbox_SOURCES = tests/unit/test-sandbox.c
tests_unit_test_sandbox_LDADD = $(RULE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-pattern
tests_unit_test_pattern_SOURCES = tests/unit/test-pattern.c
tests_unit_test_pattern_LDADD = $(RULE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-expr
tests_unit_test_expr_SOURCES = tests/unit/test-expr.c $(EVTEXT)
tests_unit_test_expr_LDADD = $(RULE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-config
tests_unit_test_config_SOURCES = tests/unit/test-config.c $(EVTEXT)
tests_unit_test_config_LDADD = $(RULE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-decoder
tests_unit_test_decoder_SOURCES = tests/unit/test-decoder.c
tests_unit_test_decoder_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-program
tests_unit_test_program_SOURCES = tests/unit/test-program.c
tests_unit_test_program_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-decoding
tests_unit_test_decoding_SOURCES = tests/unit/test-decoding.c \
	src/app/decoding.c src/app/decoding_choices.c src/app/newfile.c \
	src/app/owned.c src/app/scripts.c
tests_unit_test_decoding_LDADD = $(UI_LIBS) $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-open-with
tests_unit_test_open_with_SOURCES = tests/unit/test-open-with.c \
	src/app/drain.c src/app/foreground.c src/app/newfile.c \
	src/app/open_with.c src/app/signals.c
tests_unit_test_open_with_LDADD = $(TERM_LIBS) $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-queue
tests_unit_test_queue_SOURCES = tests/unit/test-queue.c \
	tests/live/victims/letters.h
tests_unit_test_queue_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-text
tests_unit_test_text_SOURCES = tests/unit/test-text.c
tests_unit_test_text_LDADD = $(BASE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-call
tests_unit_test_call_SOURCES = tests/unit/test-call.c
tests_unit_test_call_LDADD = $(EVENT_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-contents
tests_unit_test_model_contents_SOURCES = tests/unit/test-model-contents.c
tests_unit_test_model_contents_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-why
tests_unit_test_why_SOURCES = tests/unit/test-why.c
tests_unit_test_why_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-heap
tests_unit_test_model_heap_SOURCES = tests/unit/test-model-heap.c
tests_unit_test_model_heap_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-strip
tests_unit_test_model_strip_SOURCES = tests/unit/test-model-strip.c
tests_unit_test_model_strip_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-stack
tests_unit_test_stack_SOURCES = tests/unit/test-stack.c
tests_unit_test_stack_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-ranges
tests_unit_test_ranges_SOURCES = tests/unit/test-ranges.c
tests_unit_test_ranges_LDADD = $(EVENT_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-codec
tests_unit_test_codec_SOURCES = tests/unit/test-codec.c
tests_unit_test_codec_LDADD = $(EVENT_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-join
tests_unit_test_join_SOURCES = tests/unit/test-join.c
tests_unit_test_join_LDADD = $(EVENT_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-order
tests_unit_test_order_SOURCES = tests/unit/test-order.c src/app/order.c
tests_unit_test_order_LDADD = src/event/libevent.a $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-spent
tests_unit_test_spent_SOURCES = tests/unit/test-spent.c src/app/spent.c
tests_unit_test_spent_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-names
tests_unit_test_names_SOURCES = tests/unit/test-names.c
tests_unit_test_names_LDADD = $(EVENT_LIBS) $(UNIT_LIBS)
UNIT_TESTS += tests/unit/test-emulator
tests_unit_test_emulator_SOURCES = tests/unit/test-emulator.c
UNIT_TESTS += tests/unit/test-escapes
tests_unit_test_escapes_SOURCES = tests/unit/test-escapes.c
tests_unit_test_escapes_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)
tests_unit_test_emulator_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-output
tests_unit_test_output_SOURCES = tests/unit/test-output.c
tests_unit_test_output_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-stop
tests_unit_test_stop_SOURCES = tests/unit/test-stop.c
tests_unit_test_stop_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-perfrecord
tests_unit_test_perfrecord_SOURCES = tests/unit/test-perfrecord.c
tests_unit_test_perfrecord_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-subbuf
tests_unit_test_subbuf_SOURCES = tests/unit/test-subbuf.c \
	tests/unit/subbuf-kernel.h \
	tests/unit/tracerecord-kernel.h
tests_unit_test_subbuf_LDADD = $(PARSE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-capture
tests_unit_test_capture_SOURCES = tests/unit/test-capture.c
tests_unit_test_capture_LDADD = $(PARSE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-store
tests_unit_test_store_SOURCES = tests/unit/test-store.c
tests_unit_test_store_LDADD = $(SINK_LIBS) $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-captured
tests_unit_test_captured_SOURCES = tests/unit/test-captured.c
tests_unit_test_captured_LDADD = $(SINK_LIBS) $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-album
tests_unit_test_album_SOURCES = tests/unit/test-album.c \
	src/app/album.c src/app/album_tell.c src/app/frames.c
tests_unit_test_album_LDADD = $(SINK_LIBS) $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-perfring
tests_unit_test_perfring_SOURCES = tests/unit/test-perfring.c
tests_unit_test_perfring_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

# perf.data files: see tests/support/perffile.h.
PERFFILE = tests/support/perffile.c tests/support/perffile.h
UNIT_TESTS += tests/unit/test-datafile
tests_unit_test_datafile_SOURCES = tests/unit/test-datafile.c $(PERFFILE)
tests_unit_test_datafile_LDADD = $(SOURCE_LIBS) $(SINK_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-hashes
tests_unit_test_hashes_SOURCES = tests/unit/test-hashes.c
tests_unit_test_hashes_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-places
tests_unit_test_places_SOURCES = tests/unit/test-places.c
tests_unit_test_places_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-region-name
tests_unit_test_region_name_SOURCES = tests/unit/test-region-name.c
tests_unit_test_region_name_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-buffered
tests_unit_test_buffered_SOURCES = tests/unit/test-buffered.c
tests_unit_test_buffered_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-everybody
tests_unit_test_everybody_SOURCES = tests/unit/test-everybody.c
tests_unit_test_everybody_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-fault-sums
tests_unit_test_fault_sums_SOURCES = tests/unit/test-fault-sums.c
tests_unit_test_fault_sums_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-filter
tests_unit_test_filter_SOURCES = tests/unit/test-filter.c
tests_unit_test_filter_LDADD = $(SOURCE_LIBS) $(SECCOMP_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-arch
tests_unit_test_arch_SOURCES = tests/unit/test-arch.c
tests_unit_test_arch_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)


UNIT_TESTS += tests/unit/test-widgets
tests_unit_test_widgets_SOURCES = tests/unit/test-widgets.c
tests_unit_test_widgets_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-what
tests_unit_test_what_SOURCES = tests/unit/test-what.c $(EVTEXT)
tests_unit_test_what_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-line
tests_unit_test_line_SOURCES = tests/unit/test-line.c
tests_unit_test_line_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-find
tests_unit_test_find_SOURCES = tests/unit/test-find.c $(EVTEXT)
tests_unit_test_find_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-heap-rows
tests_unit_test_heap_rows_SOURCES = tests/unit/test-heap-rows.c
tests_unit_test_heap_rows_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-rows
tests_unit_test_rows_SOURCES = tests/unit/test-rows.c $(EVTEXT)
tests_unit_test_rows_LDADD = $(UI_LIBS) $(UNIT_LIBS)

# Events as text, for tests that fold them: see tests/support/evtext.h.
EVTEXT = \
	tests/support/evfile.c tests/support/evtext.c tests/support/evtext.h \
	tests/support/evvalue.c tests/support/evvalue.h
ENGINE = src/app/engine.c src/app/engine.h src/app/engine_emit.c \
	src/app/engine_trace.c src/app/engine_private.h \
	src/app/order.c src/app/order.h src/app/spent.c src/app/spent.h \
	src/sink/beside.c src/sink/folded.c src/sink/folded.h \
	src/sink/maptrace.c src/sink/maptrace.h
PROCFILE = tests/support/procfile.c tests/support/procfile.h
GOLDEN = tests/support/golden.c tests/support/golden.h
LANGUAGE = tests/support/language.c tests/support/language.h
EXTRA_DIST += \
	tests/data/make-story tests/data/story.awk \
	tests/data/heap.events tests/data/states.events \
	tests/data/story.events tests/data/story-held.events \
	tests/data/story-after.events tests/data/story-end.events

UNIT_TESTS += tests/unit/test-evtext
tests_unit_test_evtext_SOURCES = tests/unit/test-evtext.c $(EVTEXT)
tests_unit_test_evtext_LDADD = $(EVENT_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-causes
tests_unit_test_model_causes_SOURCES = tests/unit/test-model-causes.c $(EVTEXT)
tests_unit_test_model_causes_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-hostile
tests_unit_test_model_hostile_SOURCES = tests/unit/test-model-hostile.c $(EVTEXT)
tests_unit_test_model_hostile_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-pages
tests_unit_test_model_pages_SOURCES = tests/unit/test-model-pages.c $(EVTEXT)
tests_unit_test_model_pages_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-pages-map
tests_unit_test_pages_map_SOURCES = tests/unit/test-pages-map.c
tests_unit_test_pages_map_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-faults
tests_unit_test_model_faults_SOURCES = tests/unit/test-model-faults.c $(EVTEXT)
tests_unit_test_model_faults_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-process
tests_unit_test_model_process_SOURCES = tests/unit/test-model-process.c $(EVTEXT)
tests_unit_test_model_process_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-regions
tests_unit_test_model_regions_SOURCES = tests/unit/test-model-regions.c $(EVTEXT)
tests_unit_test_model_regions_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-rows
tests_unit_test_model_rows_SOURCES = tests/unit/test-model-rows.c $(EVTEXT)
tests_unit_test_model_rows_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

# Whether a consumer that missed something knows what one knows that did not.
SAMEMODEL = tests/support/samemodel.c tests/support/samemodel.h

UNIT_TESTS += tests/unit/test-model-snapshot
tests_unit_test_model_snapshot_SOURCES = tests/unit/test-model-snapshot.c \
	$(EVTEXT) $(SAMEMODEL)
tests_unit_test_model_snapshot_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-model-story
tests_unit_test_model_story_SOURCES = tests/unit/test-model-story.c $(EVTEXT)
tests_unit_test_model_story_LDADD = $(MODEL_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-commands
tests_unit_test_commands_SOURCES = tests/unit/test-commands.c $(LANGUAGE)
tests_unit_test_commands_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-layout
tests_unit_test_layout_SOURCES = tests/unit/test-layout.c
tests_unit_test_layout_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-pace
tests_unit_test_pace_SOURCES = tests/unit/test-pace.c
tests_unit_test_pace_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-header
tests_unit_test_header_SOURCES = tests/unit/test-header.c $(EVTEXT)
tests_unit_test_header_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-end
tests_unit_test_end_SOURCES = tests/unit/test-end.c $(EVTEXT)
tests_unit_test_end_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-refusal
tests_unit_test_refusal_SOURCES = tests/unit/test-refusal.c $(LANGUAGE)
tests_unit_test_refusal_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-mouse
tests_unit_test_mouse_SOURCES = tests/unit/test-mouse.c
tests_unit_test_mouse_LDADD = $(TERM_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-paste
tests_unit_test_paste_SOURCES = tests/unit/test-paste.c
tests_unit_test_paste_LDADD = $(SCREEN_LIBS) $(TERM_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-theme
tests_unit_test_theme_SOURCES = tests/unit/test-theme.c
tests_unit_test_theme_LDADD = $(TERM_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-picture
tests_unit_test_picture_SOURCES = tests/unit/test-picture.c src/app/picture.c \
	src/app/newfile.c
tests_unit_test_picture_LDADD = $(TERM_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-keepers
tests_unit_test_keepers_SOURCES = tests/unit/test-keepers.c src/app/keepers.c \
	src/app/warn.c
tests_unit_test_keepers_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS) $(LIBINTL)

UNIT_TESTS += tests/unit/test-first-run
tests_unit_test_first_run_SOURCES = tests/unit/test-first-run.c \
	src/app/first_run.c
tests_unit_test_first_run_LDADD = $(BASE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-options
tests_unit_test_options_SOURCES = tests/unit/test-options.c src/app/options.c \
	src/app/options_heap.c src/app/options_settle.c \
	src/app/options_values.c src/app/options_verbs.c
tests_unit_test_options_LDADD = $(SINK_LIBS) $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-configuration
tests_unit_test_configuration_SOURCES = tests/unit/test-configuration.c \
	src/app/configuration.c src/app/configuration_print.c \
	src/app/configuration_write.c src/app/newfile.c src/app/owned.c
tests_unit_test_configuration_LDADD = $(SCREEN_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sink-text
tests_unit_test_sink_text_SOURCES = tests/unit/test-sink-text.c \
	tests/unit/sink-events.h
tests_unit_test_sink_text_LDADD = $(SINK_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-folded
tests_unit_test_folded_SOURCES = tests/unit/test-folded.c \
	tests/unit/sink-events.h tests/support/folder.h
tests_unit_test_folded_LDADD = $(SINK_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-maptrace
tests_unit_test_maptrace_SOURCES = tests/unit/test-maptrace.c \
	tests/unit/sink-events.h tests/support/folder.h
tests_unit_test_maptrace_LDADD = $(SINK_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-summary
tests_unit_test_summary_SOURCES = tests/unit/test-summary.c \
	tests/unit/sink-events.h
tests_unit_test_summary_LDADD = $(SINK_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sink-json
tests_unit_test_sink_json_SOURCES = tests/unit/test-sink-json.c \
	tests/unit/sink-events.h
tests_unit_test_sink_json_LDADD = $(SINK_LIBS) $(JANSSON_LIBS) $(UNIT_LIBS)


UNIT_TESTS += tests/unit/test-parse
tests_unit_test_parse_SOURCES = tests/unit/test-parse.c
tests_unit_test_parse_LDADD = $(PARSE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-crowded
tests_unit_test_crowded_SOURCES = tests/unit/test-crowded.c src/app/link.c \
	src/app/link_up.c src/app/link_down.c
tests_unit_test_crowded_LDADD = src/event/libevent.a $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-crash
tests_unit_test_crash_SOURCES = tests/unit/test-crash.c
tests_unit_test_crash_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-urgency
tests_unit_test_urgency_SOURCES = tests/unit/test-urgency.c
tests_unit_test_urgency_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-loop
tests_unit_test_loop_SOURCES = tests/unit/test-loop.c
tests_unit_test_loop_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-link
tests_unit_test_link_SOURCES = tests/unit/test-link.c src/app/link.c \
	src/app/link_down.c src/app/link_up.c
tests_unit_test_link_LDADD = src/sys/libsys.a $(EVENT_LIBS) $(PROC_LIBS) \
	$(PTY_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-pagescan
tests_unit_test_pagescan_SOURCES = tests/unit/test-pagescan.c
tests_unit_test_pagescan_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-pty
tests_unit_test_pty_SOURCES = tests/unit/test-pty.c
tests_unit_test_pty_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-reader
tests_unit_test_reader_SOURCES = tests/unit/test-reader.c
tests_unit_test_reader_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-list
tests_unit_test_list_SOURCES = tests/unit/test-list.c $(PROCFILE)
tests_unit_test_list_LDADD = $(SOURCE_LIBS) $(SECCOMP_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-lines
tests_unit_test_lines_SOURCES = tests/unit/test-lines.c $(PROCFILE)
tests_unit_test_lines_LDADD = $(SOURCE_LIBS) $(SECCOMP_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-list-order
tests_unit_test_list_order_SOURCES = tests/unit/test-list-order.c
tests_unit_test_list_order_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-picks
tests_unit_test_picks_SOURCES = tests/unit/test-picks.c
tests_unit_test_picks_LDADD = $(UI_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-procps
tests_unit_test_procps_SOURCES = tests/unit/test-procps.c $(PROCFILE)
tests_unit_test_procps_LDADD = $(SYS_LIBS) $(LIBPROC2_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-binner
tests_unit_test_binner_SOURCES = tests/unit/test-binner.c
tests_unit_test_binner_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-patch
tests_unit_test_patch_SOURCES = tests/unit/test-patch.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_patch_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-pagebins
tests_unit_test_pagebins_SOURCES = tests/unit/test-pagebins.c
tests_unit_test_pagebins_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sample-file
tests_unit_test_sample_file_SOURCES = tests/unit/test-sample-file.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_sample_file_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-files
tests_unit_test_files_SOURCES = tests/unit/test-files.c
tests_unit_test_files_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-filecache
tests_unit_test_filecache_SOURCES = tests/unit/test-filecache.c
tests_unit_test_filecache_LDADD = $(SYS_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sample
tests_unit_test_sample_SOURCES = tests/unit/test-sample.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_sample_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)
UNIT_TESTS += tests/unit/test-sample-own
tests_unit_test_sample_own_SOURCES = tests/unit/test-sample-own.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_sample_own_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)
UNIT_TESTS += tests/unit/test-sample-tree
tests_unit_test_sample_tree_SOURCES = tests/unit/test-sample-tree.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_sample_tree_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)
EXTRA_DIST += tests/data/proc

UNIT_TESTS += tests/unit/test-identity
tests_unit_test_identity_SOURCES = tests/unit/test-identity.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_identity_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-claims
tests_unit_test_claims_SOURCES = tests/unit/test-claims.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_claims_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-window
tests_unit_test_window_SOURCES = tests/unit/test-window.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_window_LDADD = $(UI_LIBS) $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sample-again
tests_unit_test_sample_again_SOURCES = tests/unit/test-sample-again.c \
	tests/unit/sample-run.c tests/unit/sample-run.h $(SAMEMODEL)
tests_unit_test_sample_again_LDADD = src/model/libmodel.a $(SOURCE_LIBS) \
	$(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sample-rest
tests_unit_test_sample_rest_SOURCES = tests/unit/test-sample-rest.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_sample_rest_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sample-writes
tests_unit_test_sample_writes_SOURCES = tests/unit/test-sample-writes.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_sample_writes_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sample-register
tests_unit_test_sample_register_SOURCES = tests/unit/test-sample-register.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_sample_register_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-cgroup
tests_unit_test_cgroup_SOURCES = tests/unit/test-cgroup.c
tests_unit_test_cgroup_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-sample-family
tests_unit_test_sample_family_SOURCES = tests/unit/test-sample-family.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_sample_family_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-rss
tests_unit_test_rss_SOURCES = tests/unit/test-rss.c \
	tests/unit/sample-run.c tests/unit/sample-run.h
tests_unit_test_rss_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

# ---- screens, replay ---------------------------------------------------------
# UPDATE_GOLDEN=1 tests/screens/foo writes golden/*.txt anew.
SCREENS_HARNESS = \
	tests/screens/screens-harness.c tests/screens/screens-harness.h \
	$(GOLDEN) $(EVTEXT)
SCREENS_LIBS = src/term/libterm.a src/ui/libui.a src/app/libscreen.a $(UI_LIBS)
EXTRA_DIST += tests/screens/golden

check_PROGRAMS += tests/screens/test-regions
TESTS += tests/screens/test-regions
tests_screens_test_regions_SOURCES = tests/screens/test-regions.c \
	$(SCREENS_HARNESS)
tests_screens_test_regions_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-processes
TESTS += tests/screens/test-processes
tests_screens_test_processes_SOURCES = tests/screens/test-processes.c \
	$(SCREENS_HARNESS)
tests_screens_test_processes_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-family
TESTS += tests/screens/test-family
tests_screens_test_family_SOURCES = tests/screens/test-family.c \
	$(SCREENS_HARNESS)
tests_screens_test_family_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-backtrace
TESTS += tests/screens/test-backtrace
tests_screens_test_backtrace_SOURCES = tests/screens/test-backtrace.c \
	$(SCREENS_HARNESS)
tests_screens_test_backtrace_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-contents
TESTS += tests/screens/test-contents
tests_screens_test_contents_SOURCES = tests/screens/test-contents.c \
	$(SCREENS_HARNESS)
tests_screens_test_contents_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-any-size
TESTS += tests/screens/test-any-size
tests_screens_test_any_size_SOURCES = tests/screens/test-any-size.c \
	$(SCREENS_HARNESS) $(LANGUAGE)
tests_screens_test_any_size_LDADD = $(SCREENS_LIBS) src/app/libscreen.a

# Help is made from the command table, which is the screen's.
PANES_LIBS = $(SCREENS_LIBS) src/app/libscreen.a $(LIBINTL)

check_PROGRAMS += tests/screens/test-calls
TESTS += tests/screens/test-calls
tests_screens_test_calls_SOURCES = tests/screens/test-calls.c \
	$(SCREENS_HARNESS)
tests_screens_test_calls_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-follow
TESTS += tests/screens/test-follow
tests_screens_test_follow_SOURCES = tests/screens/test-follow.c \
	$(SCREENS_HARNESS)
tests_screens_test_follow_LDADD = $(PANES_LIBS)

check_PROGRAMS += tests/screens/test-pages
TESTS += tests/screens/test-pages
tests_screens_test_pages_SOURCES = tests/screens/test-pages.c \
	$(SCREENS_HARNESS)
tests_screens_test_pages_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-pages-file
TESTS += tests/screens/test-pages-file
tests_screens_test_pages_file_SOURCES = tests/screens/test-pages-file.c \
	$(SCREENS_HARNESS)
tests_screens_test_pages_file_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-hot
TESTS += tests/screens/test-hot
tests_screens_test_hot_SOURCES = tests/screens/test-hot.c \
	tests/screens/hot-models.c tests/screens/hot-picker.c \
	tests/screens/hot.h $(SCREENS_HARNESS)
tests_screens_test_hot_LDADD = src/app/libscreen.a $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-keybar
TESTS += tests/screens/test-keybar
tests_screens_test_keybar_SOURCES = tests/screens/test-keybar.c \
	$(SCREENS_HARNESS)
tests_screens_test_keybar_LDADD = $(PANES_LIBS)

check_PROGRAMS += tests/screens/test-picker
TESTS += tests/screens/test-picker
tests_screens_test_picker_SOURCES = tests/screens/test-picker.c \
	$(SCREENS_HARNESS) $(LANGUAGE)
tests_screens_test_picker_LDADD = src/app/libscreen.a $(PANES_LIBS)

check_PROGRAMS += tests/screens/test-pages-truth
TESTS += tests/screens/test-pages-truth
tests_screens_test_pages_truth_SOURCES = tests/screens/test-pages-truth.c \
	$(SCREENS_HARNESS)
tests_screens_test_pages_truth_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-panes
TESTS += tests/screens/test-panes
tests_screens_test_panes_SOURCES = tests/screens/test-panes.c \
	$(SCREENS_HARNESS)
tests_screens_test_panes_LDADD = $(SCREENS_LIBS)

check_PROGRAMS += tests/screens/test-help
TESTS += tests/screens/test-help
tests_screens_test_help_SOURCES = tests/screens/test-help.c \
	$(SCREENS_HARNESS)
tests_screens_test_help_LDADD = $(SCREENS_LIBS)

# Whole screens from events and keys. UPDATE_GOLDEN=1 tests/replay/replay
# writes golden/*.txt anew, and the pictures of README.
check_PROGRAMS += tests/replay/replay
TESTS += tests/replay/replay
tests_replay_replay_SOURCES = tests/replay/replay.c $(GOLDEN) $(EVTEXT) \
	$(LANGUAGE)
tests_replay_replay_LDADD = src/app/libscreen.a $(SCREENS_LIBS)
EXTRA_DIST += \
	tests/replay/attached.keys tests/replay/backtrace.keys \
	tests/replay/contents.keys \
	tests/replay/heap.keys tests/replay/heap-languages.keys \
	tests/replay/heap-paint.keys \
	tests/replay/end.keys tests/replay/every.keys \
	tests/replay/everybody.keys \
	tests/replay/filter.keys tests/replay/find.keys \
	tests/replay/languages.keys tests/replay/sort.keys \
	tests/replay/later.keys tests/replay/looks.keys \
	tests/replay/lost.keys \
	tests/replay/capitals.keys \
	tests/replay/main.keys tests/replay/messages.keys \
	tests/replay/mouse.keys \
	tests/replay/panes.keys tests/replay/pictures.keys \
	tests/replay/setup.keys \
	tests/replay/counts.keys tests/replay/prompt.keys tests/replay/quit.keys \
	tests/replay/quit-kill.keys tests/replay/step.keys \
	tests/replay/typing.keys tests/replay/golden

# Each pane in each size, look, theme and language.
check_PROGRAMS += tests/replay/matrix
TESTS += tests/replay/matrix
tests_replay_matrix_SOURCES = tests/replay/matrix.c $(GOLDEN) $(EVTEXT) \
	$(LANGUAGE)
tests_replay_matrix_LDADD = src/app/libscreen.a $(SCREENS_LIBS)

# The pictures of README, from events that are always the same.
.PHONY: screenshots
screenshots: tests/replay/replay
	$(AM_TESTS_ENVIRONMENT) UPDATE_GOLDEN=1 tests/replay/replay$(EXEEXT) \
		$(top_srcdir)/tests/replay/pictures.keys

# ---- live --------------------------------------------------------------------

# The real mmtop on real programs. JSON logs are read back with jansson.
LIVE_HARNESS = \
	tests/live/guard.c \
	tests/live/live.c tests/live/live.h tests/live/run.c \
	tests/live/log.c tests/live/log.h \
	tests/live/watched.c tests/live/watched.h \
	tests/live/counter.c tests/live/counter.h

MARKED = tests/live/marked.c tests/live/marked.h
STRACED = tests/live/straced.c tests/live/straced.h

check_PROGRAMS += tests/live/calls
TESTS += tests/live/calls
tests_live_calls_SOURCES = tests/live/calls.c $(MARKED) $(LIVE_HARNESS)
tests_live_calls_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/ignored
TESTS += tests/live/ignored
tests_live_ignored_SOURCES = tests/live/ignored.c $(LIVE_HARNESS)
tests_live_ignored_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/initfaults
TESTS += tests/live/initfaults
tests_live_initfaults_SOURCES = tests/live/initfaults.c $(LIVE_HARNESS)
tests_live_initfaults_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/victims/initfault
tests_live_victims_initfault_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_initfault_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/front
TESTS += tests/live/front
tests_live_front_SOURCES = tests/live/front.c tests/live/job.c \
	tests/live/job.h $(LIVE_HARNESS)
tests_live_front_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/kept
TESTS += tests/live/kept
tests_live_kept_SOURCES = tests/live/kept.c $(LIVE_HARNESS)
tests_live_kept_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/guarded
TESTS += tests/live/guarded
tests_live_guarded_SOURCES = tests/live/guarded.c $(LIVE_HARNESS)
tests_live_guarded_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/stalled
TESTS += tests/live/stalled
tests_live_stalled_SOURCES = tests/live/stalled.c $(LIVE_HARNESS)
tests_live_stalled_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/leave
TESTS += tests/live/leave
tests_live_leave_SOURCES = tests/live/leave.c $(LIVE_HARNESS)
tests_live_leave_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/logs
TESTS += tests/live/logs
tests_live_logs_SOURCES = tests/live/logs.c \
	tests/live/isolated.c tests/live/isolated.h $(LIVE_HARNESS)
tests_live_logs_LDADD = $(JANSSON_LIBS)

TESTS += tests/live/clocks.sh
dist_check_SCRIPTS += tests/live/clocks.sh

# By smaps, pagemap and perf, of real programs.
TESTS += tests/live/programs.py
dist_check_SCRIPTS += tests/live/programs.py

TESTS += tests/live/threadchildren.py
dist_check_SCRIPTS += tests/live/threadchildren.py

# By python3-jsonschema, of real programs.
TESTS += tests/live/json-lines.py
dist_check_SCRIPTS += tests/live/json-lines.py

check_PROGRAMS += tests/live/summary
TESTS += tests/live/summary
tests_live_summary_SOURCES = tests/live/summary.c $(LIVE_HARNESS)
tests_live_summary_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/misuse
TESTS += tests/live/misuse
tests_live_misuse_SOURCES = tests/live/misuse.c $(LIVE_HARNESS)
tests_live_misuse_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/names
TESTS += tests/live/names
tests_live_names_SOURCES = tests/live/names.c $(LIVE_HARNESS)
tests_live_names_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/ring
TESTS += tests/live/ring
tests_live_ring_SOURCES = tests/live/ring.c tests/live/withperf.c \
	tests/live/withperf.h tests/live/tracing.c tests/live/tracing.h \
	$(STRACED) $(LIVE_HARNESS)
tests_live_ring_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/ringkills
TESTS += tests/live/ringkills
tests_live_ringkills_SOURCES = tests/live/ringkills.c \
	tests/live/tracing.c tests/live/tracing.h \
	tests/live/words.c tests/live/words.h tests/live/victims/jobs.h \
	$(LIVE_HARNESS)
tests_live_ringkills_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/oracle
TESTS += tests/live/oracle
tests_live_oracle_SOURCES = tests/live/oracle.c $(STRACED) $(LIVE_HARNESS)
tests_live_oracle_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/refused
TESTS += tests/live/refused
tests_live_refused_SOURCES = tests/live/refused.c \
	tests/live/isolated.c tests/live/isolated.h $(LIVE_HARNESS)
tests_live_refused_LDADD = $(JANSSON_LIBS) $(PTHREAD_LIBS)

check_PROGRAMS += tests/live/regions
TESTS += tests/live/regions
tests_live_regions_SOURCES = tests/live/regions.c $(LIVE_HARNESS)
tests_live_regions_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/symbols
TESTS += tests/live/symbols
tests_live_symbols_SOURCES = tests/live/symbols.c $(LIVE_HARNESS)
tests_live_symbols_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/owners
TESTS += tests/live/owners
tests_live_owners_SOURCES = tests/live/owners.c $(LIVE_HARNESS)
tests_live_owners_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/pages
TESTS += tests/live/pages
tests_live_pages_SOURCES = tests/live/pages.c tests/live/victims/pages.h \
	$(LIVE_HARNESS)
tests_live_pages_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/victims/kinds
tests_live_victims_kinds_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_kinds_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/kinds
TESTS += tests/live/kinds
tests_live_kinds_SOURCES = tests/live/kinds.c $(LIVE_HARNESS)
tests_live_kinds_LDADD = $(BASE_LIBS) $(JANSSON_LIBS)

check_PROGRAMS += tests/live/signals
TESTS += tests/live/signals
tests_live_signals_SOURCES = tests/live/signals.c $(LIVE_HARNESS)
tests_live_signals_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/tasks
TESTS += tests/live/tasks
tests_live_tasks_SOURCES = tests/live/tasks.c $(LIVE_HARNESS)
tests_live_tasks_LDADD = $(JANSSON_LIBS)

# The engine in a child of the test, for what takes thousands of cycles.
ENGINE_HARNESS = \
	$(ENGINE) \
	tests/live/driver.c tests/live/driver.h $(LIVE_HARNESS)
ENGINE_LIBS = src/ui/libui.a $(SOURCE_LIBS) $(SECCOMP_LIBS) $(JANSSON_LIBS)

check_PROGRAMS += tests/live/invisible
TESTS += tests/live/invisible
tests_live_invisible_SOURCES = tests/live/invisible.c \
	tests/live/sitting.c tests/live/sitting.h \
	tests/live/victims/blocking.h $(ENGINE_HARNESS)
tests_live_invisible_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/interrupted
TESTS += tests/live/interrupted
tests_live_interrupted_SOURCES = tests/live/interrupted.c \
	tests/live/sitting.c tests/live/sitting.h \
	tests/live/victims/blocking.h $(ENGINE_HARNESS)
tests_live_interrupted_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/selfcheck
TESTS += tests/live/selfcheck
tests_live_selfcheck_SOURCES = tests/live/selfcheck.c $(LIVE_HARNESS)
tests_live_selfcheck_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/tracked
TESTS += tests/live/tracked
tests_live_tracked_SOURCES = tests/live/tracked.c \
	tests/live/writelog.c tests/live/writelog.h \
	tests/live/sitting.c tests/live/sitting.h \
	tests/live/victims/blocking.h $(ENGINE_HARNESS)
tests_live_tracked_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/victims/memory
tests_live_victims_memory_SOURCES = tests/live/victims/memory.c
tests_live_victims_memory_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_memory_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/peeked
TESTS += tests/live/peeked
tests_live_peeked_SOURCES = tests/live/peeked.c $(ENGINE) $(LIVE_HARNESS)
tests_live_peeked_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/victims/changer
tests_live_victims_changer_SOURCES = tests/live/victims/changer.c \
	tests/live/victims/changer.h
tests_live_victims_changer_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_changer_LDFLAGS = $(VICTIM_LINK)

FRAMED = tests/live/framed.c tests/live/framed.h \
	tests/live/victims/changer.h $(ENGINE) $(LIVE_HARNESS)

check_PROGRAMS += tests/live/frames
TESTS += tests/live/frames
tests_live_frames_SOURCES = tests/live/frames.c $(FRAMED)
tests_live_frames_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/sifted
TESTS += tests/live/sifted
tests_live_sifted_SOURCES = tests/live/sifted.c $(FRAMED)
tests_live_sifted_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/filtered
TESTS += tests/live/filtered
tests_live_filtered_SOURCES = tests/live/filtered.c $(LIVE_HARNESS)
tests_live_filtered_LDADD = src/base/libbase.a $(JANSSON_LIBS)

check_PROGRAMS += tests/live/tough
TESTS += tests/live/tough
tests_live_tough_SOURCES = tests/live/tough.c $(LIVE_HARNESS)
tests_live_tough_LDADD = src/sys/libsys.a src/base/libbase.a $(JANSSON_LIBS)

check_PROGRAMS += tests/live/rests
TESTS += tests/live/rests
tests_live_rests_SOURCES = tests/live/rests.c $(LIVE_HARNESS)
tests_live_rests_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/written
TESTS += tests/live/written
tests_live_written_SOURCES = tests/live/written.c \
	tests/live/writelog.c tests/live/writelog.h $(LIVE_HARNESS)
tests_live_written_LDADD = src/sys/libsys.a src/base/libbase.a $(JANSSON_LIBS)

check_PROGRAMS += tests/live/borrowed
TESTS += tests/live/borrowed
tests_live_borrowed_SOURCES = tests/live/borrowed.c $(LIVE_HARNESS)
tests_live_borrowed_LDADD = src/sys/libsys.a src/base/libbase.a $(JANSSON_LIBS)

check_PROGRAMS += tests/live/remapped
TESTS += tests/live/remapped
tests_live_remapped_SOURCES = tests/live/remapped.c $(ENGINE_HARNESS)
tests_live_remapped_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/victims/remapper
tests_live_victims_remapper_SOURCES = tests/live/victims/remapper.c \
	tests/live/victims/victim.h
tests_live_victims_remapper_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_remapper_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/counted
tests_live_victims_counted_SOURCES = tests/live/victims/counted.c \
	tests/live/victims/victim.h
tests_live_victims_counted_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_counted_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/victims/trackee
tests_live_victims_trackee_SOURCES = tests/live/victims/trackee.c \
	tests/live/victims/victim.h
tests_live_victims_trackee_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_trackee_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/queued
TESTS += tests/live/queued
tests_live_queued_SOURCES = tests/live/queued.c \
	tests/live/words.c tests/live/words.h tests/live/victims/queue.h \
	$(ENGINE_HARNESS)
tests_live_queued_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/unchanged
TESTS += tests/live/unchanged
tests_live_unchanged_SOURCES = tests/live/unchanged.c \
	tests/live/words.c tests/live/words.h tests/live/facts.c \
	tests/live/facts.h tests/live/victims/many.h \
	$(ENGINE_HARNESS)
tests_live_unchanged_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/writes
TESTS += tests/live/writes
tests_live_writes_SOURCES = tests/live/writes.c \
	tests/live/writelog.c tests/live/writelog.h $(LIVE_HARNESS)
tests_live_writes_LDADD = src/sys/libsys.a src/base/libbase.a $(JANSSON_LIBS)

check_PROGRAMS += tests/live/victims/writer
tests_live_victims_writer_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_writer_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/alone
TESTS += tests/live/alone
tests_live_alone_SOURCES = tests/live/alone.c $(ENGINE) $(LIVE_HARNESS)
tests_live_alone_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/victims/flags
tests_live_victims_flags_SOURCES = tests/live/victims/flags.c
tests_live_victims_flags_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_flags_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/again
TESTS += tests/live/again
tests_live_again_SOURCES = tests/live/again.c $(ENGINE) $(SAMEMODEL) \
	$(LIVE_HARNESS)
tests_live_again_LDADD = src/model/libmodel.a $(ENGINE_LIBS)

check_PROGRAMS += tests/live/victims/faults
tests_live_victims_faults_SOURCES = tests/live/victims/faults.c \
	tests/live/victims/victim.h
tests_live_victims_faults_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_faults_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/recorded
tests_live_victims_recorded_SOURCES = tests/live/victims/recorded.c \
	tests/live/victims/recorded.h tests/live/victims/victim.h
tests_live_victims_recorded_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_recorded_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/ringed
tests_live_victims_ringed_SOURCES = tests/live/victims/ringed.c \
	tests/live/victims/victim.h
tests_live_victims_ringed_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_ringed_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/churn
tests_live_victims_churn_SOURCES = tests/live/victims/churn.c \
	tests/live/victims/victim.h
tests_live_victims_churn_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_churn_LDFLAGS = $(VICTIM_LINK) -pthread

# Other architectures' calls: tests named after their pitfall.
STEPPER = tests/live/stepper.c tests/live/stepper.h $(ENGINE)

check_PROGRAMS += tests/live/p28-int80
TESTS += tests/live/p28-int80
tests_live_p28_int80_SOURCES = tests/live/p28-int80.c $(MARKED) \
	$(LIVE_HARNESS)
tests_live_p28_int80_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/p29-arch
TESTS += tests/live/p29-arch
tests_live_p29_arch_SOURCES = tests/live/p29-arch.c $(MARKED) $(LIVE_HARNESS)
tests_live_p29_arch_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/p30-x32
TESTS += tests/live/p30-x32
tests_live_p30_x32_SOURCES = tests/live/p30-x32.c $(MARKED) $(STEPPER) \
	$(LIVE_HARNESS)
tests_live_p30_x32_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/p32-sigreturn
TESTS += tests/live/p32-sigreturn
tests_live_p32_sigreturn_SOURCES = tests/live/p32-sigreturn.c $(STEPPER) \
	$(LIVE_HARNESS)
tests_live_p32_sigreturn_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/features
TESTS += tests/live/features
tests_live_features_SOURCES = tests/live/features.c $(LIVE_HARNESS)
tests_live_features_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/yama
TESTS += tests/live/yama
tests_live_yama_SOURCES = tests/live/yama.c $(LIVE_HARNESS)
tests_live_yama_LDADD = $(JANSSON_LIBS)
check_PROGRAMS += tests/live/waves
TESTS += tests/live/waves
tests_live_waves_SOURCES = tests/live/waves.c \
	tests/live/words.c tests/live/words.h tests/live/victims/many.h \
	$(ENGINE_HARNESS)
tests_live_waves_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/frozen
TESTS += tests/live/frozen
tests_live_frozen_SOURCES = tests/live/frozen.c $(LIVE_HARNESS)
tests_live_frozen_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/detach
TESTS += tests/live/detach
tests_live_detach_SOURCES = tests/live/detach.c \
	tests/live/words.c tests/live/words.h \
	tests/live/victims/jobs.h \
	$(ENGINE_HARNESS)
tests_live_detach_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/together
TESTS += tests/live/together
tests_live_together_SOURCES = tests/live/together.c \
	tests/live/words.c tests/live/words.h \
	tests/live/victims/forkers.h \
	$(ENGINE_HARNESS)
tests_live_together_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/p67-hang
TESTS += tests/live/p67-hang
tests_live_p67_hang_SOURCES = tests/live/p67-hang.c \
	tests/live/slowfs.c tests/live/slowfs.h \
	tests/live/words.c tests/live/words.h \
	tests/live/victims/hang.h $(LIVE_HARNESS)
tests_live_p67_hang_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/victims/hang
tests_live_victims_hang_SOURCES = tests/live/victims/hang.c \
	tests/live/victims/hang.h
tests_live_victims_hang_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_hang_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/forbidden
TESTS += tests/live/forbidden
tests_live_forbidden_SOURCES = tests/live/forbidden.c $(LIVE_HARNESS)
tests_live_forbidden_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/victims/forbid
tests_live_victims_forbid_SOURCES = tests/live/victims/forbid.c
tests_live_victims_forbid_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_forbid_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/kills
TESTS += tests/live/kills
tests_live_kills_SOURCES = tests/live/kills.c \
	tests/live/words.c \
	tests/live/words.h \
	tests/live/victims/jobs.h \
	$(ENGINE_HARNESS)
tests_live_kills_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/namespaces
TESTS += tests/live/namespaces
tests_live_namespaces_SOURCES = tests/live/namespaces.c \
	tests/live/words.c \
	tests/live/words.h \
	tests/live/isolated.c \
	tests/live/isolated.h \
	tests/live/victims/jobs.h \
	$(ENGINE_HARNESS)
tests_live_namespaces_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/sandbox
TESTS += tests/live/sandbox
tests_live_sandbox_SOURCES = tests/live/sandbox.c \
	tests/live/words.c \
	tests/live/words.h \
	$(ENGINE_HARNESS)
tests_live_sandbox_LDADD = $(ENGINE_LIBS)

# Programs that do what is watched, and print what a log of it must have.
check_PROGRAMS += tests/live/victims/blocking
tests_live_victims_blocking_SOURCES = tests/live/victims/blocking.c \
	tests/live/victims/blocking.h tests/live/victims/victim.h
tests_live_victims_blocking_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_blocking_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/calls
tests_live_victims_calls_SOURCES = tests/live/victims/calls.c \
	tests/live/victims/victim.h
tests_live_victims_calls_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_calls_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/chain
tests_live_victims_chain_SOURCES = tests/live/victims/chain.c
tests_live_victims_chain_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_chain_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/victims/counter
tests_live_victims_counter_SOURCES = tests/live/victims/counter.c \
	tests/live/victims/victim.h
tests_live_victims_counter_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_counter_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/ignored
tests_live_victims_ignored_SOURCES = tests/live/victims/ignored.c \
	tests/live/victims/victim.h
tests_live_victims_ignored_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_ignored_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/selfcheck
tests_live_victims_selfcheck_SOURCES = tests/live/victims/selfcheck.c \
	tests/live/victims/victim.h
tests_live_victims_selfcheck_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_selfcheck_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/foreign
tests_live_victims_foreign_SOURCES = tests/live/victims/foreign.c \
	tests/live/victims/victim.h
tests_live_victims_foreign_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_foreign_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/victims/names
tests_live_victims_names_SOURCES = tests/live/victims/names.c \
	tests/live/victims/victim.h
tests_live_victims_names_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_names_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/pages
tests_live_victims_pages_SOURCES = tests/live/victims/pages.c \
	tests/live/victims/pages.h tests/live/victims/victim.h
tests_live_victims_pages_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_pages_LDFLAGS = $(VICTIM_LINK)

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

# A library of it, built as src/preload's.
check_PROGRAMS += tests/live/victims/libowned.so
tests_live_victims_libowned_so_SOURCES = tests/live/victims/owned.c
tests_live_victims_libowned_so_CFLAGS = $(VICTIM_CFLAGS) -fPIC
tests_live_victims_libowned_so_LDFLAGS = $(VICTIM_LINK) -shared

check_PROGRAMS += tests/live/victims/regions
tests_live_victims_regions_SOURCES = tests/live/victims/regions.c \
	tests/live/victims/victim.h
tests_live_victims_regions_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_regions_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/signals
tests_live_victims_signals_SOURCES = tests/live/victims/signals.c \
	tests/live/victims/victim.h
tests_live_victims_signals_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_signals_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/tasks
tests_live_victims_tasks_SOURCES = tests/live/victims/tasks.c \
	tests/live/victims/victim.h
tests_live_victims_tasks_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_tasks_LDFLAGS = $(VICTIM_LINK) -pthread

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
TESTS += tests/live/refusals.sh
dist_check_SCRIPTS += tests/live/refusals.sh
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
check_PROGRAMS += tests/live/victims/triers
tests_live_victims_triers_SOURCES = tests/live/victims/triers.c
tests_live_victims_triers_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_triers_LDFLAGS = $(VICTIM_LINK) -pthread

TESTS += tests/live/late.sh
dist_check_SCRIPTS += tests/live/late.sh
TESTS += tests/live/heapalone.sh
dist_check_SCRIPTS += tests/live/heapalone.sh
check_PROGRAMS += tests/live/victims/libcmaps
tests_live_victims_libcmaps_SOURCES = tests/live/victims/libcmaps.c
tests_live_victims_libcmaps_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_libcmaps_LDFLAGS = $(VICTIM_LINK) -pthread
if HAVE_M32
check_PROGRAMS += tests/live/victims/libcmaps32
tests_live_victims_libcmaps32_SOURCES = tests/live/victims/libcmaps.c
tests_live_victims_libcmaps32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_libcmaps32_LDFLAGS = $(VICTIM32_LINK) -pthread
endif

UNIT_TESTS += tests/unit/test-heaptrace
tests_unit_test_heaptrace_SOURCES = tests/unit/test-heaptrace.c
tests_unit_test_heaptrace_LDADD = $(PARSE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-glibc
tests_unit_test_glibc_SOURCES = tests/unit/test-glibc.c
tests_unit_test_glibc_LDADD = $(PARSE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-symbol
tests_unit_test_symbol_SOURCES = tests/unit/test-symbol.c
tests_unit_test_symbol_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-stackswap
tests_unit_test_stackswap_SOURCES = tests/unit/test-stackswap.c
tests_unit_test_stackswap_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-owners
tests_unit_test_owners_SOURCES = tests/unit/test-owners.c
tests_unit_test_owners_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-heappool
tests_unit_test_heappool_SOURCES = tests/unit/test-heappool.c
tests_unit_test_heappool_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-heapring
tests_unit_test_heapring_SOURCES = tests/unit/test-heapring.c
tests_unit_test_heapring_LDADD = $(PARSE_LIBS) $(UNIT_LIBS)

check_PROGRAMS += tests/live/heapring
TESTS += tests/live/heapring
tests_live_heapring_SOURCES = tests/live/heapring.c \
	tests/live/live.c tests/live/live.h
tests_live_heapring_LDADD = $(SOURCE_LIBS)

check_PROGRAMS += tests/live/makers
TESTS += tests/live/makers
tests_live_makers_SOURCES = tests/live/makers.c \
	tests/live/live.c tests/live/live.h tests/live/run.c
check_PROGRAMS += tests/live/victims/makers
tests_live_victims_makers_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_makers_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/heapload
TESTS += tests/live/heapload
tests_live_heapload_SOURCES = tests/live/heapload.c \
	tests/live/live.c tests/live/live.h tests/live/run.c
check_PROGRAMS += tests/live/victims/heapchurn
tests_live_victims_heapchurn_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_heapchurn_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/heap
TESTS += tests/live/heap
tests_live_heap_SOURCES = tests/live/heap.c \
	tests/live/live.c tests/live/live.h
tests_live_heap_LDADD = $(SOURCE_LIBS)

UNIT_TESTS += tests/unit/test-heaptell
tests_unit_test_heaptell_SOURCES = tests/unit/test-heaptell.c
tests_unit_test_heaptell_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-heapinfo
tests_unit_test_heapinfo_SOURCES = tests/unit/test-heapinfo.c
tests_unit_test_heapinfo_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-heapresident
tests_unit_test_heapresident_SOURCES = tests/unit/test-heapresident.c
tests_unit_test_heapresident_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

UNIT_TESTS += tests/unit/test-heaplive
tests_unit_test_heaplive_SOURCES = tests/unit/test-heaplive.c
tests_unit_test_heaplive_LDADD = $(SOURCE_LIBS) $(UNIT_LIBS)

check_PROGRAMS += tests/live/victims/heapstatic
tests_live_victims_heapstatic_CFLAGS = -O1 -fno-stack-protector -fno-pie
tests_live_victims_heapstatic_LDFLAGS = -static -nostdlib -nostartfiles -no-pie

check_PROGRAMS += tests/live/victims/heapchild
tests_live_victims_heapchild_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_heapchild_LDFLAGS = $(VICTIM_LINK)
check_PROGRAMS += tests/live/victims/heapexec
tests_live_victims_heapexec_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_heapexec_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/victims/heapwalled
tests_live_victims_heapwalled_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_heapwalled_LDFLAGS = $(VICTIM_LINK) -pthread
check_PROGRAMS += tests/live/victims/heapsays
tests_live_victims_heapsays_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_heapsays_LDFLAGS = $(VICTIM_LINK) -pthread
check_PROGRAMS += tests/live/victims/heapfixed
tests_live_victims_heapfixed_SOURCES = tests/live/victims/heapsays.c
tests_live_victims_heapfixed_CFLAGS = $(VICTIM_CFLAGS) -fno-pie
tests_live_victims_heapfixed_LDFLAGS = $(VICTIM_LINK) -pthread -no-pie

check_PROGRAMS += tests/live/victims/grower
tests_live_victims_grower_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_grower_LDFLAGS = $(VICTIM_LINK)

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

check_PROGRAMS += tests/live/victims/heapwreck
tests_live_victims_heapwreck_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_heapwreck_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/victims/leaver
tests_live_victims_leaver_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_leaver_LDFLAGS = $(VICTIM_LINK)
check_PROGRAMS += tests/live/victims/heapfreed
tests_live_victims_heapfreed_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_heapfreed_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/heaper
tests_live_victims_heaper_CFLAGS = $(VICTIM_CFLAGS) -fno-omit-frame-pointer
tests_live_victims_heaper_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/pauses
tests_live_victims_pauses_SOURCES = tests/live/victims/pauses.c
tests_live_victims_pauses_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_pauses_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/many
tests_live_victims_many_SOURCES = tests/live/victims/many.c \
	tests/live/victims/many.h tests/live/victims/victim.h
tests_live_victims_many_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_many_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/queue
tests_live_victims_queue_SOURCES = tests/live/victims/queue.c \
	tests/live/victims/queue.h tests/live/victims/victim.h
tests_live_victims_queue_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_queue_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/forged
tests_live_victims_forged_SOURCES = tests/live/victims/forged.c \
	tests/live/victims/victim.h
tests_live_victims_forged_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_forged_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/jobs
tests_live_victims_jobs_SOURCES = tests/live/victims/jobs.c \
	tests/live/victims/jobs.h tests/live/victims/victim.h
tests_live_victims_jobs_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_jobs_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/creator
tests_live_victims_creator_SOURCES = tests/live/victims/creator.c \
	tests/live/victims/victim.h
tests_live_victims_creator_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_creator_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/forkers
tests_live_victims_forkers_SOURCES = tests/live/victims/forkers.c \
	tests/live/victims/forkers.h tests/live/victims/victim.h
tests_live_victims_forkers_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_forkers_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/sandbox
tests_live_victims_sandbox_SOURCES = tests/live/victims/sandbox.c \
	tests/live/victims/victim.h
tests_live_victims_sandbox_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_sandbox_LDFLAGS = $(VICTIM_LINK) -pthread

if HAVE_M32
check_PROGRAMS += tests/live/victims/sandbox32
tests_live_victims_sandbox32_SOURCES = tests/live/victims/sandbox.c \
	tests/live/victims/victim.h
tests_live_victims_sandbox32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_sandbox32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/ringed32
tests_live_victims_ringed32_SOURCES = tests/live/victims/ringed.c \
	tests/live/victims/victim.h
tests_live_victims_ringed32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_ringed32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/creator32
tests_live_victims_creator32_SOURCES = tests/live/victims/creator.c \
	tests/live/victims/victim.h
tests_live_victims_creator32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_creator32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/jobs32
tests_live_victims_jobs32_SOURCES = tests/live/victims/jobs.c \
	tests/live/victims/jobs.h tests/live/victims/victim.h
tests_live_victims_jobs32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_jobs32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/queue32
tests_live_victims_queue32_SOURCES = tests/live/victims/queue.c \
	tests/live/victims/queue.h tests/live/victims/victim.h
tests_live_victims_queue32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_queue32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/many32
tests_live_victims_many32_SOURCES = tests/live/victims/many.c \
	tests/live/victims/many.h tests/live/victims/victim.h
tests_live_victims_many32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_many32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/remapper32
tests_live_victims_remapper32_SOURCES = tests/live/victims/remapper.c \
	tests/live/victims/victim.h
tests_live_victims_remapper32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_remapper32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/counted32
tests_live_victims_counted32_SOURCES = tests/live/victims/counted.c \
	tests/live/victims/victim.h
tests_live_victims_counted32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_counted32_LDFLAGS = $(VICTIM32_LINK)

check_PROGRAMS += tests/live/victims/trackee32
tests_live_victims_trackee32_SOURCES = tests/live/victims/trackee.c \
	tests/live/victims/victim.h
tests_live_victims_trackee32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_trackee32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/blocking32
tests_live_victims_blocking32_SOURCES = tests/live/victims/blocking.c \
	tests/live/victims/blocking.h tests/live/victims/victim.h
tests_live_victims_blocking32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_blocking32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/calls32
tests_live_victims_calls32_SOURCES = tests/live/victims/calls.c \
	tests/live/victims/victim.h
tests_live_victims_calls32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_calls32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/ignored32
tests_live_victims_ignored32_SOURCES = tests/live/victims/ignored.c \
	tests/live/victims/victim.h
tests_live_victims_ignored32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_ignored32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/selfcheck32
tests_live_victims_selfcheck32_SOURCES = tests/live/victims/selfcheck.c \
	tests/live/victims/victim.h
tests_live_victims_selfcheck32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_selfcheck32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/foreign32
tests_live_victims_foreign32_SOURCES = tests/live/victims/foreign.c \
	tests/live/victims/victim.h
tests_live_victims_foreign32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_foreign32_LDFLAGS = $(VICTIM32_LINK)

check_PROGRAMS += tests/live/victims/faults32
tests_live_victims_faults32_SOURCES = tests/live/victims/faults.c \
	tests/live/victims/victim.h
tests_live_victims_faults32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_faults32_LDFLAGS = $(VICTIM32_LINK) -pthread

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

check_PROGRAMS += tests/live/victims/recorded32
tests_live_victims_recorded32_SOURCES = tests/live/victims/recorded.c \
	tests/live/victims/recorded.h tests/live/victims/victim.h
tests_live_victims_recorded32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_recorded32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/signals32
tests_live_victims_signals32_SOURCES = tests/live/victims/signals.c \
	tests/live/victims/victim.h
tests_live_victims_signals32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_signals32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/tasks32
tests_live_victims_tasks32_SOURCES = tests/live/victims/tasks.c \
	tests/live/victims/victim.h
tests_live_victims_tasks32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_tasks32_LDFLAGS = $(VICTIM32_LINK) -pthread
endif

# Each pitfall of tracing in each way that there is to watch a program:
# tests/live/watched.h.
check_PROGRAMS += tests/live/become
TESTS += tests/live/become
tests_live_become_SOURCES = tests/live/become.c $(LIVE_HARNESS)
tests_live_become_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/crowds
TESTS += tests/live/crowds
tests_live_crowds_SOURCES = tests/live/crowds.c \
	tests/live/words.c tests/live/words.h tests/live/victims/many.h \
	$(ENGINE_HARNESS)
tests_live_crowds_LDADD = $(ENGINE_LIBS)

check_PROGRAMS += tests/live/execs
TESTS += tests/live/execs
tests_live_execs_SOURCES = tests/live/execs.c $(LIVE_HARNESS)
tests_live_execs_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/faults
TESTS += tests/live/faults
tests_live_faults_SOURCES = tests/live/faults.c tests/live/withperf.c \
	tests/live/withperf.h $(LIVE_HARNESS)
tests_live_faults_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/recorded
TESTS += tests/live/recorded
tests_live_recorded_SOURCES = tests/live/recorded.c tests/live/withperf.c \
	tests/live/withperf.h tests/live/victims/recorded.h $(LIVE_HARNESS)
tests_live_recorded_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/forks
TESTS += tests/live/forks
tests_live_forks_SOURCES = tests/live/forks.c $(LIVE_HARNESS)
tests_live_forks_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/hostile
TESTS += tests/live/hostile
tests_live_hostile_SOURCES = tests/live/hostile.c $(LIVE_HARNESS)
tests_live_hostile_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/jobs
TESTS += tests/live/jobs
tests_live_jobs_SOURCES = tests/live/jobs.c $(LIVE_HARNESS)
tests_live_jobs_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/midcall
TESTS += tests/live/midcall
tests_live_midcall_SOURCES = tests/live/midcall.c $(LIVE_HARNESS)
tests_live_midcall_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/rights
TESTS += tests/live/rights
tests_live_rights_SOURCES = tests/live/rights.c $(LIVE_HARNESS)
tests_live_rights_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/sampled
TESTS += tests/live/sampled
tests_live_sampled_SOURCES = tests/live/sampled.c $(LIVE_HARNESS)
tests_live_sampled_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/filehang
TESTS += tests/live/filehang
tests_live_filehang_SOURCES = tests/live/filehang.c \
	tests/live/slowfs.c tests/live/slowfs.h $(LIVE_HARNESS)
tests_live_filehang_LDADD = $(SYS_LIBS) $(JANSSON_LIBS)

check_PROGRAMS += tests/live/console
TESTS += tests/live/console
tests_live_console_SOURCES = tests/live/console.c \
	tests/live/job.c tests/live/job.h $(LIVE_HARNESS)
tests_live_console_LDADD = $(BASE_LIBS) $(JANSSON_LIBS)

check_PROGRAMS += tests/live/console_io
TESTS += tests/live/console_io
tests_live_console_io_SOURCES = tests/live/console_io.c \
	tests/live/job.c tests/live/job.h $(LIVE_HARNESS)
tests_live_console_io_LDADD = $(BASE_LIBS) $(JANSSON_LIBS)

check_PROGRAMS += tests/live/backtrace
TESTS += tests/live/backtrace
tests_live_backtrace_SOURCES = tests/live/backtrace.c $(LIVE_HARNESS)
tests_live_backtrace_LDADD = $(BASE_LIBS) $(JANSSON_LIBS)

check_PROGRAMS += tests/live/mapped
TESTS += tests/live/mapped
tests_live_mapped_SOURCES = tests/live/mapped.c $(LIVE_HARNESS)
tests_live_mapped_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/decoded
TESTS += tests/live/decoded
tests_live_decoded_SOURCES = tests/live/decoded.c \
	tests/live/victims/letters.h $(LIVE_HARNESS)
tests_live_decoded_LDADD = $(UI_LIBS) $(JANSSON_LIBS)

check_PROGRAMS += tests/live/victims/shares
tests_live_victims_shares_SOURCES = tests/live/victims/shares.c \
	tests/live/victims/victim.h
tests_live_victims_shares_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_shares_LDFLAGS = $(VICTIM_LINK)
check_PROGRAMS += tests/live/victims/letters
tests_live_victims_letters_SOURCES = tests/live/victims/letters.c \
	tests/live/victims/letters.h tests/live/victims/victim.h
tests_live_victims_letters_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_letters_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/mapper
tests_live_victims_mapper_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_mapper_LDFLAGS = $(VICTIM_LINK) -pthread

if HAVE_M32
check_PROGRAMS += tests/live/victims/letters32
tests_live_victims_letters32_SOURCES = tests/live/victims/letters.c \
	tests/live/victims/letters.h tests/live/victims/victim.h
tests_live_victims_letters32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_letters32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/mapper32
tests_live_victims_mapper32_SOURCES = tests/live/victims/mapper.c
tests_live_victims_mapper32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_mapper32_LDFLAGS = $(VICTIM32_LINK) -pthread
endif

check_PROGRAMS += tests/live/shell
TESTS += tests/live/shell
tests_live_shell_SOURCES = tests/live/shell.c $(LIVE_HARNESS)
tests_live_shell_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/vforks
TESTS += tests/live/vforks
tests_live_vforks_SOURCES = tests/live/vforks.c $(LIVE_HARNESS)
tests_live_vforks_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/zombies
TESTS += tests/live/zombies
tests_live_zombies_SOURCES = tests/live/zombies.c $(LIVE_HARNESS)
tests_live_zombies_LDADD = $(JANSSON_LIBS)

check_PROGRAMS += tests/live/victims/become
tests_live_victims_become_SOURCES = tests/live/victims/become.c \
	tests/live/victims/victim.h
tests_live_victims_become_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_become_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/victims/crowd
tests_live_victims_crowd_SOURCES = tests/live/victims/crowd.c \
	tests/live/victims/victim.h
tests_live_victims_crowd_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_crowd_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/execs
tests_live_victims_execs_SOURCES = tests/live/victims/execs.c \
	tests/live/victims/victim.h
tests_live_victims_execs_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_execs_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/slowfork
tests_live_victims_slowfork_SOURCES = tests/live/victims/slowfork.c
tests_live_victims_slowfork_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_slowfork_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/spawner
tests_live_victims_spawner_SOURCES = tests/live/victims/spawner.c
tests_live_victims_spawner_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_spawner_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/live/victims/forks
tests_live_victims_forks_SOURCES = tests/live/victims/forks.c \
	tests/live/victims/victim.h
tests_live_victims_forks_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_forks_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/hostile
tests_live_victims_hostile_SOURCES = tests/live/victims/hostile.c \
	tests/live/victims/victim.h
tests_live_victims_hostile_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_hostile_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/midcall
tests_live_victims_midcall_SOURCES = tests/live/victims/midcall.c \
	tests/live/victims/victim.h
tests_live_victims_midcall_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_midcall_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/rights
tests_live_victims_rights_SOURCES = tests/live/victims/rights.c \
	tests/live/victims/victim.h
tests_live_victims_rights_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_rights_LDFLAGS = $(VICTIM_LINK) -pthread

check_PROGRAMS += tests/live/victims/zombies
tests_live_victims_zombies_SOURCES = tests/live/victims/zombies.c \
	tests/live/victims/victim.h
tests_live_victims_zombies_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_zombies_LDFLAGS = $(VICTIM_LINK) -pthread

if HAVE_M32
check_PROGRAMS += tests/live/victims/counter32
tests_live_victims_counter32_SOURCES = tests/live/victims/counter.c \
	tests/live/victims/victim.h
tests_live_victims_counter32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_counter32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/become32
tests_live_victims_become32_SOURCES = tests/live/victims/become.c \
	tests/live/victims/victim.h
tests_live_victims_become32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_become32_LDFLAGS = $(VICTIM32_LINK)

check_PROGRAMS += tests/live/victims/execs32
tests_live_victims_execs32_SOURCES = tests/live/victims/execs.c \
	tests/live/victims/victim.h
tests_live_victims_execs32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_execs32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/forks32
tests_live_victims_forks32_SOURCES = tests/live/victims/forks.c \
	tests/live/victims/victim.h
tests_live_victims_forks32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_forks32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/midcall32
tests_live_victims_midcall32_SOURCES = tests/live/victims/midcall.c \
	tests/live/victims/victim.h
tests_live_victims_midcall32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_midcall32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/rights32
tests_live_victims_rights32_SOURCES = tests/live/victims/rights.c \
	tests/live/victims/victim.h
tests_live_victims_rights32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_rights32_LDFLAGS = $(VICTIM32_LINK) -pthread

check_PROGRAMS += tests/live/victims/zombies32
tests_live_victims_zombies32_SOURCES = tests/live/victims/zombies.c \
	tests/live/victims/victim.h
tests_live_victims_zombies32_CFLAGS = $(VICTIM32_CFLAGS)
tests_live_victims_zombies32_LDFLAGS = $(VICTIM32_LINK) -pthread
endif

# ---- terminal ----------------------------------------------------------------
# The real mmtop on a pseudo-terminal; libvterm is the screen.
TERMINAL_HARNESS = \
	tests/terminal/session.c tests/terminal/session.h \
	tests/live/guard.c \
	tests/live/live.c tests/live/live.h tests/live/run.c
check_PROGRAMS += tests/terminal/talker
tests_terminal_talker_SOURCES = tests/terminal/talker.c
tests_terminal_talker_CFLAGS = $(VICTIM_CFLAGS)
tests_terminal_talker_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/terminal/screen
TESTS += tests/terminal/screen
tests_terminal_screen_SOURCES = tests/terminal/screen.c $(TERMINAL_HARNESS)
tests_terminal_screen_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/logs
TESTS += tests/terminal/logs
tests_terminal_logs_SOURCES = tests/terminal/logs.c $(TERMINAL_HARNESS)
tests_terminal_logs_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/paste
TESTS += tests/terminal/paste
tests_terminal_paste_SOURCES = tests/terminal/paste.c $(TERMINAL_HARNESS)
tests_terminal_paste_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/escaped
TESTS += tests/terminal/escaped
tests_terminal_escaped_SOURCES = tests/terminal/escaped.c $(TERMINAL_HARNESS)
tests_terminal_escaped_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/leave
TESTS += tests/terminal/leave
tests_terminal_leave_SOURCES = tests/terminal/leave.c \
	tests/live/counter.c tests/live/counter.h $(TERMINAL_HARNESS)
tests_terminal_leave_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/live/victims/reaper
tests_live_victims_reaper_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_reaper_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/terminal/roles
TESTS += tests/terminal/roles
tests_terminal_roles_SOURCES = tests/terminal/roles.c \
	tests/live/counter.c tests/live/counter.h $(TERMINAL_HARNESS)
tests_terminal_roles_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/live/strikes
TESTS += tests/live/strikes
tests_live_strikes_SOURCES = tests/live/strikes.c \
	tests/live/ours.c tests/live/ours.h $(TERMINAL_HARNESS)
tests_live_strikes_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/live/withstood
TESTS += tests/live/withstood
tests_live_withstood_SOURCES = tests/live/withstood.c \
	tests/live/ours.c tests/live/ours.h \
	tests/live/words.c tests/live/words.h \
	tests/live/victims/jobs.h $(TERMINAL_HARNESS)
tests_live_withstood_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/storms
TESTS += tests/terminal/storms
tests_terminal_storms_SOURCES = tests/terminal/storms.c \
	tests/live/counter.c tests/live/counter.h $(TERMINAL_HARNESS)
tests_terminal_storms_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/held
TESTS += tests/terminal/held
tests_terminal_held_SOURCES = tests/terminal/held.c \
	tests/live/counter.c tests/live/counter.h \
	tests/live/watched.c tests/live/watched.h $(TERMINAL_HARNESS)
tests_terminal_held_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/crash
TESTS += tests/terminal/crash
tests_terminal_crash_SOURCES = tests/terminal/crash.c $(TERMINAL_HARNESS)
tests_terminal_crash_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/live/victims/toucher
tests_live_victims_toucher_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_toucher_LDFLAGS = $(VICTIM_LINK)

# Asks for the mouse, and says what it gets.
check_PROGRAMS += tests/terminal/pointed
tests_terminal_pointed_CFLAGS = $(VICTIM_CFLAGS)
tests_terminal_pointed_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/terminal/mouse
TESTS += tests/terminal/mouse
tests_terminal_mouse_SOURCES = tests/terminal/mouse.c $(TERMINAL_HARNESS)
tests_terminal_mouse_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/words
TESTS += tests/terminal/words
tests_terminal_words_SOURCES = tests/terminal/words.c $(TERMINAL_HARNESS)
tests_terminal_words_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/everybody
TESTS += tests/terminal/everybody
tests_terminal_everybody_SOURCES = tests/terminal/everybody.c \
	tests/live/tracing.c tests/live/tracing.h $(TERMINAL_HARNESS)
tests_terminal_everybody_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/picker
TESTS += tests/terminal/picker
tests_terminal_picker_SOURCES = tests/terminal/picker.c $(TERMINAL_HARNESS)
tests_terminal_picker_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/live/victims/known
tests_live_victims_known_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_known_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/terminal/heap
TESTS += tests/terminal/heap
tests_terminal_heap_SOURCES = tests/terminal/heap.c $(TERMINAL_HARNESS)
tests_terminal_heap_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/contents
TESTS += tests/terminal/contents
tests_terminal_contents_SOURCES = tests/terminal/contents.c $(TERMINAL_HARNESS)
tests_terminal_contents_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/pages
TESTS += tests/terminal/pages
tests_terminal_pages_SOURCES = tests/terminal/pages.c $(TERMINAL_HARNESS)
tests_terminal_pages_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

SHOT = tests/terminal/shot.c tests/terminal/shot.h

# The screen of recorded events on a terminal.
check_PROGRAMS += tests/terminal/painter
tests_terminal_painter_SOURCES = tests/terminal/painter.c $(EVTEXT)
tests_terminal_painter_LDADD = $(SCREENS_LIBS) src/app/libscreen.a $(LIBINTL) \
	$(NCURSES_LIBS)
check_PROGRAMS += tests/terminal/terms
TESTS += tests/terminal/terms
tests_terminal_terms_SOURCES = tests/terminal/terms.c $(SHOT) $(GOLDEN) \
	$(TERMINAL_HARNESS)
tests_terminal_terms_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/terminal/looks
TESTS += tests/terminal/looks
tests_terminal_looks_SOURCES = tests/terminal/looks.c $(SHOT) \
	tests/live/victims/pages.h $(GOLDEN) $(TERMINAL_HARNESS)
tests_terminal_looks_LDADD = $(VTERM_LIBS) $(PTY_LIBS)

check_PROGRAMS += tests/live/victims/striped
tests_live_victims_striped_CFLAGS = $(VICTIM_CFLAGS)
tests_live_victims_striped_LDFLAGS = $(VICTIM_LINK)

check_PROGRAMS += tests/terminal/zoom
TESTS += tests/terminal/zoom
tests_terminal_zoom_SOURCES = tests/terminal/zoom.c $(TERMINAL_HARNESS)
tests_terminal_zoom_LDADD = $(VTERM_LIBS) $(PTY_LIBS)
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

# ---- bytes that others wrote --------------------------------------------------
# tests/fuzz/fuzz.h. `make check` has what is the same each time, `make fuzz`
# libFuzzer, which needs clang: FUZZ= chooses targets, FUZZ_SECONDS= is for each.
FUZZ_TARGETS = \
	tests/fuzz/fuzz.c tests/fuzz/fuzz.h tests/fuzz/events.c \
	tests/fuzz/captures.c \
	tests/fuzz/parsers.c tests/fuzz/records.c tests/fuzz/words.c \
	$(EVTEXT) $(PERFFILE) \
	src/app/link.c src/app/options.c src/app/options_heap.c \
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

# ---- the unit tests need cmocka; without it one line says so ------------------
if HAVE_CMOCKA
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
else
TESTS += tests/unit/without-cmocka
endif
dist_check_SCRIPTS += tests/unit/without-cmocka
EXTRA_PROGRAMS += $(UNIT_TESTS)

# ---- the same on another kernel ----------------------------------------------
# Debian's 6.1 under QEMU: tests/kernel/run says what it takes from here.
EXTRA_DIST += tests/kernel/run tests/kernel/init
EXTRA_DIST += tests/support/skip.h tests/support/slow.h tests/support/fallbacks.h \
	tests/support/attached.h tests/support/folder.h \
	tests/support/i386.h tests/support/newcalls.h tests/support/storing.h tests/support/zeropage.h \
	tests/live/tap.sh tests/terminal/inside-tmux.sh \
	tests/terminal/tmux-pane.sh
# Those whose answers are the kernel's: what it has, what it lacks, what is done
# instead. make check-kernel TESTS='$(KERNEL_TESTS)' runs no others.
KERNEL_TESTS = \
	tests/unit/test-arch \
	tests/unit/test-filecache \
	tests/unit/test-heapring \
	tests/unit/test-identity \
	tests/unit/test-list \
	tests/unit/test-pagescan \
	tests/unit/test-perfring \
	tests/unit/test-procps \
	tests/unit/test-program \
	tests/unit/test-reader \
	tests/unit/test-refusal \
	tests/unit/test-rows \
	tests/unit/test-sample \
	tests/unit/test-sample-again \
	tests/unit/test-sample-family \
	tests/unit/test-sample-file \
	tests/unit/test-sample-own \
	tests/unit/test-sample-register \
	tests/unit/test-sample-rest \
	tests/unit/test-sample-tree \
	tests/unit/test-sample-writes \
	tests/unit/test-sandbox \
	tests/unit/test-subbuf \
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
