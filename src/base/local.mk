# src/base: containers, errors, log, numbers, safe text

noinst_LIBRARIES += src/base/libbase.a
src_base_libbase_a_SOURCES = \
	src/base/alloc.c src/base/alloc.h \
	src/base/err.c src/base/err.h \
	src/base/fault.c src/base/fault.h \
	src/base/fmt.c src/base/fmt.h \
	src/base/near.c src/base/near.h \
	src/base/str.c src/base/str.h \
	src/base/text.c src/base/text.h \
	src/base/text-layout.c \
	src/base/vec.h
