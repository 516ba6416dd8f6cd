# src/sink: where events are written: text, JSON

noinst_LIBRARIES += src/sink/libsink.a
src_sink_libsink_a_SOURCES = \
	src/sink/beside.c src/sink/beside.h \
	src/sink/folded.c src/sink/folded.h \
	src/sink/form.h \
	src/sink/json.c \
	src/sink/json_call.c \
	src/sink/json_heap.c \
	src/sink/json_memory.c \
	src/sink/json_value.c src/sink/json_value.h \
	src/sink/maptrace.c src/sink/maptrace.h \
	src/sink/sink.c src/sink/sink.h \
	src/sink/store.c src/sink/store.h src/sink/store_private.h \
	src/sink/store_batch.c \
	src/sink/store_context.c \
	src/sink/store_file.c \
	src/sink/store_known.c \
	src/sink/store_write.c \
	src/sink/summary.c src/sink/summary.h \
	src/sink/text.c \
	src/sink/text_heap.c \
	src/sink/text_memory.c \
	src/sink/text_value.c src/sink/text_value.h \
	src/sink/writer.c src/sink/writer.h
