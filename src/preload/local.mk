# src/preload: the library that is loaded into launched programs.  It is built
# with plain flags, and needs only the C library.

preloaddir = $(pkglibdir)
preload_PROGRAMS = src/preload/libmmtop-heap.so
# The target is a library, so it has no --help and --version.
AM_INSTALLCHECK_STD_OPTIONS_EXEMPT = src/preload/libmmtop-heap.so
src_preload_libmmtop_heap_so_SOURCES = $(preload_sources)
preload_sources = \
	src/preload/heap.c src/preload/heap_chunks.h \
	src/preload/heap_cfi.c src/preload/heap_close.c \
	src/preload/heap_code.c src/preload/heap_code.h \
	src/preload/heap_exec.c \
	src/preload/heap_fit.c src/preload/heap_fit.h \
	src/preload/heap_frames.c src/preload/heap_info.c \
	src/preload/heap_like.h src/preload/heap_maps.c \
	src/preload/heap_next.c src/preload/heap_note.c \
	src/preload/heap_maps.h src/preload/heap_private.h \
	src/preload/heap_record.h src/preload/heap_ring.c \
	src/preload/heap_text.c src/preload/heap_thread.c \
	src/preload/heap_wire.h src/preload/heap_write.c \
	src/preload/heap_writer.h
src_preload_libmmtop_heap_so_CFLAGS = $(preload_cflags)
preload_cflags = $(PLAIN_CFLAGS) -O2 -fPIC -fno-builtin \
	-fvisibility=hidden -fno-stack-protector \
	-fno-optimize-sibling-calls -fno-omit-frame-pointer
# -z initfirst: the library must be initialized before all others, since their
# constructors allocate.
src_preload_libmmtop_heap_so_LDFLAGS = $(preload_ldflags)
preload_ldflags = -shared -Wl,-soname,libmmtop-heap.so \
	-Wl,-z,initfirst -Wl,-z,relro -Wl,-z,now -Wl,-z,defs

# The same library for 32-bit programs.  Each loader replaces $LIB in
# LD_PRELOAD='/usr/$LIB/mmtop/libmmtop-heap.so', and so finds the library for
# its own word size.
src_preload_lib32_libmmtop_heap_so_SHORTNAME = heap32
if HAVE_M32
preload32dir = $(lib32dir)/$(PACKAGE)
preload32_PROGRAMS = src/preload/lib32/libmmtop-heap.so
AM_INSTALLCHECK_STD_OPTIONS_EXEMPT += src/preload/lib32/libmmtop-heap.so
src_preload_lib32_libmmtop_heap_so_SOURCES = $(preload_sources)
src_preload_lib32_libmmtop_heap_so_CFLAGS = $(preload_cflags) $(M32_CFLAGS) \
	-D_FILE_OFFSET_BITS=64
src_preload_lib32_libmmtop_heap_so_LDFLAGS = -m32 $(preload_ldflags)
endif
