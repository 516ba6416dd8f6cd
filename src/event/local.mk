# src/event: kinds of events, struct event, the codec, call tables. Pure.

noinst_LIBRARIES += src/event/libevent.a
src_event_libevent_a_SOURCES = \
	src/event/advice.c src/event/advice.h \
	src/event/call.c src/event/call.h \
	src/event/owner.c src/event/owner.h \
	src/event/call-arg.c \
	src/event/call-flags.c src/event/call-flags.h \
	src/event/call-table.c src/event/call-table.h \
	src/event/call-text.c \
	src/event/codec.c src/event/codec.h \
	src/event/event.c src/event/event.h \
	src/event/ev_contents.h src/event/ev_heap.h src/event/ev_memory.h \
	src/event/ev_process.h src/event/ev_session.h src/event/field.h \
	src/event/handover.c src/event/handover.h \
	src/event/heap_frame.c \
	src/event/join.c src/event/join.h src/event/join_gone.c \
	src/event/join_private.h src/event/join_same.c \
	src/event/listed.h \
	src/event/names.c src/event/names.h \
	src/event/ranges.c src/event/ranges.h \
	src/event/refusal.h src/event/request.h \
	src/event/stack.c src/event/stack.h \
	src/event/value-names.c

# Makes call-table.c anew, which is checked in: see its first lines.
EXTRA_DIST += src/event/gen-calls
