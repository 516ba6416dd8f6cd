# src/preload: the library that a launched program runs with. It is built
# plainly, and needs the C library alone.

preloaddir = $(pkglibdir)
preload_PROGRAMS = src/preload/libmmtop-heap.so
# It is a library, and is asked nothing.
AM_INSTALLCHECK_STD_OPTIONS_EXEMPT = src/preload/libmmtop-heap.so
src_preload_libmmtop_heap_so_SOURCES = \
	src/preload/heap.c src/preload/heap_chunks.h \
	src/preload/heap_cfi.c src/preload/heap_close.c \
	src/preload/heap_code.c src/preload/heap_code.h \
	src/preload/heap_exec.c \
	src/preload/heap_fit.c src/preload/heap_fit.h \
	src/preload/heap_frames.c src/preload/heap_info.c \
	src/preload/heap_like.h src/preload/heap_next.c src/preload/heap_note.c \
	src/preload/heap_private.h src/preload/heap_ring.c \
	src/preload/heap_text.c src/preload/heap_thread.c \
	src/preload/heap_wire.h src/preload/heap_write.c \
	src/preload/heap_writer.h
src_preload_libmmtop_heap_so_CFLAGS = $(PLAIN_CFLAGS) -O2 -fPIC -fno-builtin \
	-fvisibility=hidden -fno-stack-protector \
	-fno-optimize-sibling-calls -fno-omit-frame-pointer
# Before all others: what they allocate when they begin is seen.
src_preload_libmmtop_heap_so_LDFLAGS = -shared -Wl,-soname,libmmtop-heap.so \
	-Wl,-z,initfirst -Wl,-z,relro -Wl,-z,now -Wl,-z,defs
