# src/sys: the loop, the procfs root, spawn, pty

noinst_LIBRARIES += src/sys/libsys.a
src_sys_libsys_a_SOURCES = \
	src/sys/allowance.c src/sys/allowance.h \
	src/sys/crash.c src/sys/crash.h \
	src/sys/filecache.c src/sys/filecache.h \
	src/sys/filedisk.c src/sys/filedisk.h \
	src/sys/ignore.c src/sys/ignore.h \
	src/sys/inherit.c src/sys/inherit.h \
	src/sys/loop.c src/sys/loop.h \
	src/sys/outlive.c src/sys/outlive.h \
	src/sys/own_limits.c src/sys/own_limits.h \
	src/sys/pagescan.c src/sys/pagescan.h src/sys/pagescan_kernel.h \
	src/sys/pagescanner.c \
	src/sys/perfring.c src/sys/perfring.h \
	src/sys/pageset.c src/sys/pageset.h \
	src/sys/present.c src/sys/present.h \
	src/sys/proclist.c src/sys/proclist.h \
	src/sys/procmap.c src/sys/procmap.h \
	src/sys/procps.c src/sys/procps.h \
	src/sys/procroot.c src/sys/procroot.h \
	src/sys/procstat.c src/sys/procstat.h \
	src/sys/proctext.c src/sys/proctext.h \
	src/sys/program.c src/sys/program.h \
	src/sys/pty.c src/sys/pty.h \
	src/sys/reader.c src/sys/reader.h src/sys/reader_private.h \
	src/sys/reader_child.c src/sys/reader_job.c src/sys/reader_look.c \
	src/sys/reader_read.c \
	src/sys/role_name.h \
	src/sys/softdirty.c src/sys/softdirty.h \
	src/sys/tracering.c src/sys/tracering.h \
	src/sys/uffd.c src/sys/uffd.h \
	src/sys/urgency.c src/sys/urgency.h \
	src/sys/writescan.c src/sys/writescan.h
