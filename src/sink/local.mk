# src/sink: outputs for events: text, JSON, CSV

noinst_LIBRARIES += src/sink/libsink.a
src_sink_libsink_a_SOURCES = \
	src/sink/csv.c \
	src/sink/outfile.c src/sink/outfile.h src/sink/folded.c \
	src/sink/folded.h src/sink/form.h src/sink/json/call.c \
	src/sink/json/heap.c src/sink/json/line.c src/sink/json/memory.c \
	src/sink/json/value.c src/sink/json/value.h src/sink/maptrace.c \
	src/sink/maptrace.h src/sink/sink.c src/sink/sink.h src/sink/store.c \
	src/sink/store.h src/sink/store/batch.c src/sink/store/context.c \
	src/sink/store/file.c src/sink/store/known.c src/sink/store/private.h \
	src/sink/store/write.c src/sink/summary.c src/sink/summary.h \
	src/sink/text/heap.c src/sink/text/line.c src/sink/text/memory.c \
	src/sink/text/value.c src/sink/text/value.h src/sink/writer.c \
	src/sink/writer.h
