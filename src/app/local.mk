# src/app: main, options, commands, keymap, engine, screen, batch

# The screen without its terminal: no I/O, for replay and screen tests too.
noinst_LIBRARIES += src/app/libscreen.a
src_app_libscreen_a_SOURCES = \
	src/app/asking.c src/app/asking.h \
	src/app/commands.c \
	src/app/ending.c src/app/ending.h \
	src/app/header.c src/app/header.h \
	src/app/header_rows.c src/app/header_rows.h \
	src/app/header_words.c src/app/header_words.h \
	src/app/i18n.h \
	src/app/keybar.c src/app/keybar.h \
	src/app/keynames.c src/app/keynames.h \
	src/app/last_signal.c src/app/last_signal.h \
	src/app/layout.c src/app/layout.h \
	src/app/message.c src/app/message.h \
	src/app/notes.c src/app/notes.h \
	src/app/picker.c src/app/picker.h \
	src/app/picker_draw.c src/app/picker_private.h \
	src/app/picker_mouse.c \
	src/app/refusal.c src/app/refusal.h \
	src/app/rescuer.c src/app/rescuer.h \
	src/app/settings.h \
	src/app/screen.c src/app/screen.h src/app/screen_private.h \
	src/app/screen_target.c src/app/screen_target.h \
	src/app/screen_ask.c src/app/screen_ask.h \
	src/app/screen_contents.c src/app/screen_contents.h \
	src/app/screen_decoding.c src/app/screen_decoding.h \
	src/app/screen_filter.c src/app/screen_filter.h \
	src/app/screen_find.c src/app/screen_find.h \
	src/app/screen_files.c src/app/screen_files.h \
	src/app/screen_heap.c src/app/screen_heap.h \
	src/app/screen_keys.c src/app/screen_keys.h \
	src/app/screen_mouse.c src/app/screen_mouse.h \
	src/app/screen_open.c src/app/screen_open.h \
	src/app/screen_pace.c src/app/screen_pace.h \
	src/app/screen_place.c src/app/screen_place.h \
	src/app/screen_prompt.c src/app/screen_prompt.h \
	src/app/screen_requests.c src/app/screen_requests.h \
	src/app/screen_search.c src/app/screen_search.h \
	src/app/screen_setup.c src/app/screen_setup.h \
	src/app/screen_tell.c src/app/screen_tell.h \
	src/app/screen_type.c src/app/screen_type.h \
	src/app/screen_why.c src/app/screen_why.h \
	src/app/screen_go.c src/app/screen_go.h \
	src/app/answers.c src/app/answers.h \
	src/app/stops.c src/app/stops.h \
	src/app/store_words.c src/app/store_words.h \
	src/app/typed.c src/app/typed.h

bin_PROGRAMS += src/mmtop
src_mmtop_SOURCES = \
	src/app/engine.c src/app/engine.h src/app/engine_private.h \
	src/app/engine_emit.c \
	src/app/engine_trace.c \
	src/app/drain.c src/app/drain.h \
	src/app/engine_process.c src/app/engine_process.h \
	src/app/engine_signals.c src/app/engine_signals.h \
	src/app/first_run.c src/app/first_run.h \
	src/app/fullscreen.c src/app/fullscreen.h \
	src/app/leave.c src/app/session.h \
	src/app/session_contents.c src/app/frames.h \
	src/app/session_draw.c src/app/session_input.c \
	src/app/link.c src/app/link.h src/app/link_private.h \
	src/app/link_down.c src/app/link_up.c \
	src/app/own_cost.c src/app/own_cost.h \
	src/app/pick.c src/app/pick.h \
	src/app/pick_process.c src/app/pick_process.h \
	src/app/newfile.c src/app/newfile.h src/app/picture.c src/app/picture.h \
	src/app/decoding.c src/app/decoding.h src/app/decoding_private.h \
	src/app/decoding_choices.c \
	src/app/foreground.c src/app/foreground.h \
	src/app/open_with.c src/app/open_with.h \
	src/app/owned.c src/app/owned.h \
	src/app/scripts.c src/app/scripts.h \
	src/app/relay.c src/app/relay.h \
	src/app/signals.c src/app/signals.h \
	src/app/order.c src/app/order.h \
	src/app/spent.c src/app/spent.h \
	src/app/batch.c src/app/batch.h \
	src/app/console.c src/app/console.h src/app/console_private.h \
	src/app/console_input.c src/app/console_edit.c \
	src/app/console_output.c src/app/console_run.c \
	src/app/front.c src/app/front.h \
	src/app/headless.c src/app/headless.h \
	src/app/headless_private.h src/app/headless_signals.c \
	src/app/folds.c src/app/folds.h \
	src/app/heap.c src/app/heap.h \
	src/app/heap_pool.c src/app/heap_pool.h \
	src/app/keepers.c src/app/keepers.h \
	src/app/language.c src/app/language.h \
	src/app/role.c src/app/role.h \
	src/app/capturing.c src/app/capturing.h \
	src/app/logfile.c src/app/logfile.h \
	src/app/maps.c src/app/maps.h \
	src/app/contents.h src/app/contents_private.h \
	src/app/options.c src/app/options.h src/app/options_private.h \
	src/app/options_heap.c src/app/options_settle.c \
	src/app/options_values.c src/app/options_verbs.c \
	src/app/configuration.c src/app/configuration.h \
	src/app/configuration_print.c src/app/configuration_write.c \
	src/app/tellers.c src/app/tellers.h \
	src/app/traces.c src/app/traces.h \
	src/app/terminal.c src/app/terminal.h \
	src/app/usage.c \
	src/app/wanted.c src/app/wanted.h \
	src/app/warn.c src/app/warn.h \
	src/app/watch.c src/app/watch.h \
	src/app/main.c \
	src/app/contents.c src/app/contents_bytes.c src/app/contents_list.c \
	src/app/album.c src/app/album.h src/app/album_private.h \
	src/app/album_tell.c src/app/contents_screen.c src/app/frames.c

# Each library before those that it leans on.
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
