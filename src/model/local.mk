# src/model: the fold over events: processes, spaces, regions, pages. Pure.

noinst_LIBRARIES += src/model/libmodel.a
src_model_libmodel_a_SOURCES = \
	src/model/backtrace.c \
	src/model/calls.c \
	src/model/advice.c src/model/cause.c \
	src/model/contents.c \
	src/model/contents.h \
	src/model/recorded.c \
	src/model/faults.c \
	src/model/faults.h \
	src/model/fold.h \
	src/model/growth.c \
	src/model/growth.h \
	src/model/heap.c \
	src/model/heap.h \
	src/model/model.c \
	src/model/model.h \
	src/model/output.c \
	src/model/pages.c \
	src/model/pages.h \
	src/model/process.c \
	src/model/rate.c \
	src/model/rate.h \
	src/model/region.c \
	src/model/rows.c \
	src/model/snapshot.c \
	src/model/sources.c \
	src/model/space.c \
	src/model/strip.c \
	src/model/task.c \
	src/model/totals.c
