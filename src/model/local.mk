# src/model: computes processes, regions and pages from events. Pure.

noinst_LIBRARIES += src/model/libmodel.a
src_model_libmodel_a_SOURCES = \
	src/model/backtrace.c src/model/calls.c src/model/cause.c \
	src/model/memory/cgroup.c \
	src/model/copy.c src/model/copy.h \
	src/model/fold.h src/model/memory/advice.c src/model/memory/contents.c \
	src/model/memory/contents.h src/model/memory/faults.c \
	src/model/memory/faults.h src/model/memory/growth.c \
	src/model/memory/growth.h src/model/memory/heap.c \
	src/model/memory/heap.h src/model/memory/pages.c \
	src/model/memory/pages.h src/model/memory/region.c \
	src/model/memory/space.c src/model/memory/strip.c src/model/model.c \
	src/model/model.h src/model/output.c src/model/process.c \
	src/model/rate.c src/model/rate.h src/model/perf_join.c \
	src/model/rows.c src/model/snapshot.c src/model/sources.c \
	src/model/task.c src/model/totals.c
