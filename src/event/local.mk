# src/event: kinds of events, struct event, the codec, call tables. Pure.

noinst_LIBRARIES += src/event/libevent.a
src_event_libevent_a_SOURCES = \
	src/event/advice.c src/event/advice.h src/event/call.c \
	src/event/kinds/cgroup.c \
	src/event/call.h src/event/calls/arg.c src/event/calls/flags.c \
	src/event/calls/flags.h src/event/calls/table.c \
	src/event/calls/table.h src/event/calls/text.c src/event/event.c \
	src/event/event.h src/event/field.h src/event/heap_frame.c \
	src/event/join.c src/event/join.h src/event/join_gone.c \
	src/event/join_private.h src/event/join_same.c \
	src/event/kinds/cgroup.h src/event/kinds/contents.h \
	src/event/kinds/heap.h \
	src/event/kinds/memory.h src/event/kinds/process.h \
	src/event/kinds/session.h src/event/listed.h src/event/names.c \
	src/event/names.h src/event/owner.c src/event/owner.h \
	src/event/ranges.c src/event/ranges.h src/event/refusal.h \
	src/event/request.h src/event/stack.c src/event/stack.h \
	src/event/value-names.c src/event/wire/codec.c src/event/wire/codec.h \
	src/event/wire/handover.c src/event/wire/handover.h

# Generates calls/table.c, which is checked in.
EXTRA_DIST += src/event/gen-calls
