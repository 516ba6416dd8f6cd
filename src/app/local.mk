# src/app: main, options, commands, keymap, engine, screen, batch

# The screen without its terminal: no I/O; also for replay and screen tests.
noinst_LIBRARIES += src/app/libscreen.a
src_app_libscreen_a_SOURCES = \
	src/app/bars/header.c src/app/bars/header.h \
	src/app/bars/header_rows.c src/app/bars/header_rows.h \
	src/app/bars/header_terms.c \
	src/app/bars/header_words.c src/app/bars/header_words.h \
	src/app/bars/keybar.c src/app/bars/keybar.h \
	src/app/bars/last_signal.c src/app/bars/last_signal.h \
	src/app/bars/layout.c src/app/bars/layout.h src/app/bars/message.c \
	src/app/bars/message.h \
	src/app/command/commands.c src/app/command/keynames.c \
	src/app/command/keynames.h src/app/command/stops.c \
	src/app/command/stops.h src/app/command/typed.c \
	src/app/command/typed.h \
	src/app/headless/answers.c src/app/headless/answers.h \
	src/app/history/history.c src/app/history/history.h \
	src/app/history/private.h src/app/history/samples.c \
	src/app/history/segment.c \
	src/app/i18n.h \
	src/app/input/ask.c src/app/input/ask.h src/app/input/asking.c \
	src/app/input/asking.h src/app/input/filter.c src/app/input/filter.h \
	src/app/input/find.c src/app/input/find.h src/app/input/find_rows.c \
	src/app/input/find_rows.h src/app/input/kill.c src/app/input/kill.h \
	src/app/input/prompt.c \
	src/app/input/prompt.h src/app/input/questions.c \
	src/app/input/questions.h src/app/input/search.c \
	src/app/input/search.h \
	src/app/panes/copy.c src/app/panes/copy.h \
	src/app/panes/contents.c src/app/panes/contents.h \
	src/app/panes/decoding.c src/app/panes/decoding.h \
	src/app/panes/files.c src/app/panes/files.h src/app/panes/heap.c \
	src/app/panes/heap.h src/app/panes/open.c src/app/panes/open.h \
	src/app/panes/setup.c src/app/panes/setup.h src/app/panes/why.c \
	src/app/panes/why.h \
	src/app/picker/draw.c src/app/picker/picker.c src/app/picker/picker.h \
	src/app/picker/private.h \
	src/app/screen/go.c src/app/screen/go.h src/app/screen/keys.c \
	src/app/screen/keys.h src/app/screen/mouse.c src/app/screen/mouse.h \
	src/app/screen/pace.c src/app/screen/pace.h \
	src/app/screen/past.c src/app/screen/past.h src/app/screen/place.c \
	src/app/screen/place.h src/app/screen/private.h \
	src/app/screen/requests.c src/app/screen/requests.h \
	src/app/screen/screen.c src/app/screen/screen.h \
	src/app/screen/target.c src/app/screen/target.h \
	src/app/screen/timeline.c src/app/screen/timeline.h \
	src/app/screen/event_messages.c \
	src/app/screen/event_messages.h src/app/screen/type.c src/app/screen/type.h \
	src/app/session/rescuer.c src/app/session/rescuer.h \
	src/app/settings.h \
	src/app/words/ending.c src/app/words/ending.h src/app/words/notes.c \
	src/app/words/notes.h src/app/words/refusal.c src/app/words/refusal.h \
	src/app/words/store.c src/app/words/store.h

bin_PROGRAMS += src/mmtop
src_mmtop_SOURCES = \
	src/app/bars/own_overhead.c src/app/bars/own_overhead.h \
	src/app/configuration.c src/app/configuration.h \
	src/app/configuration_print.c src/app/configuration_write.c \
	src/app/decoders/choices.c src/app/decoders/decoding.c \
	src/app/decoders/decoding.h src/app/decoders/open_with.c \
	src/app/decoders/open_with.h src/app/decoders/private.h \
	src/app/decoders/scripts.c src/app/decoders/scripts.h \
	src/app/engine/capturing.c src/app/engine/capturing.h \
	src/app/engine/drain.c src/app/engine/drain.h src/app/engine/emit.c \
	src/app/engine/engine.c src/app/engine/engine.h \
	src/app/engine/heap_pool.c src/app/engine/heap_pool.h \
	src/app/engine/keepers.c src/app/engine/keepers.h \
	src/app/engine/order.c src/app/engine/order.h src/app/engine/private.h \
	src/app/engine/process.c src/app/engine/process.h \
	src/app/engine/role.c src/app/engine/role.h src/app/engine/signals.c \
	src/app/engine/signals.h src/app/engine/spent.c src/app/engine/spent.h \
	src/app/engine/trace.c src/app/engine/traces.c src/app/engine/traces.h \
	src/app/file/logfile.c src/app/file/logfile.h src/app/file/newfile.c \
	src/app/file/newfile.h src/app/file/trusted.c src/app/file/trusted.h \
	src/app/headless/batch.c src/app/headless/batch.h \
	src/app/headless/console.c src/app/headless/console.h \
	src/app/headless/console_edit.c src/app/headless/console_input.c \
	src/app/headless/console_output.c src/app/headless/console_private.h \
	src/app/headless/console_contents.c \
	src/app/headless/console_run.c src/app/headless/console_values.c \
	src/app/headless/front.c \
	src/app/headless/front.h src/app/headless/headless.c \
	src/app/headless/headless.h src/app/headless/private.h \
	src/app/headless/signals.c src/app/language.c src/app/language.h \
	src/app/link/down.c src/app/link/link.c src/app/link/link.h \
	src/app/link/private.h src/app/link/up.c src/app/main.c \
	src/app/options.c src/app/options.h src/app/options_heap.c \
	src/app/options_private.h src/app/options_settle.c \
	src/app/options_values.c src/app/options_verbs.c src/app/panes/folds.c \
	src/app/panes/folds.h src/app/panes/picture.c src/app/panes/picture.h \
	src/app/picker/process.c \
	src/app/picker/process.h src/app/report/album.c src/app/report/album.h \
	src/app/report/album_private.h src/app/report/album_tell.c \
	src/app/report/contents.c src/app/report/contents.h \
	src/app/report/contents_bytes.c src/app/report/contents_list.c \
	src/app/report/contents_private.h src/app/report/contents_screen.c \
	src/app/report/heap.c src/app/report/heap.h src/app/report/maps.c \
	src/app/report/maps.h src/app/session/choose.c src/app/session/contents.c \
	src/app/session/draw.c src/app/session/first_run.c \
	src/app/session/first_run.h src/app/session/foreground.c \
	src/app/session/foreground.h src/app/session/frames.c \
	src/app/session/frames.h src/app/session/fullscreen.c \
	src/app/session/fullscreen.h src/app/session/input.c \
	src/app/session/leave.c src/app/session/relay.c \
	src/app/session/relay.h src/app/session/session.h \
	src/app/session/signals.c src/app/session/signals.h \
	src/app/session/terminal.c src/app/session/terminal.h \
	src/app/source_check.c src/app/source_check.h src/app/usage.c src/app/config_from.c \
	src/app/config_from.h src/app/warn.c src/app/warn.h src/app/watch.c \
	src/app/watch.h

# Each library comes before those that it uses.
MMTOP_LIBS = \
	src/app/libscreen.a \
	src/term/libterm.a \
	src/ui/libui.a \
	src/sink/libsink.a \
	src/source/libsource.a \
	src/sys/libsys.a \
	src/rule/librule.a \
	src/model/libmodel.a \
	src/parse/libparse.a \
	src/event/libevent.a \
	src/late/liblate.a \
	src/base/libbase.a

src_mmtop_LDADD = $(MMTOP_LIBS) $(PROC_LIBS) $(IBERTY_LIBS) \
	$(UNISTRING_LIBS) $(DL_LIBS) $(PTY_LIBS) $(PTHREAD_LIBS) $(LIBINTL)
