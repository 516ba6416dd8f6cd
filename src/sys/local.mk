# src/sys: the loop, the procfs root, spawn, pty

noinst_LIBRARIES += src/sys/libsys.a
src_sys_libsys_a_SOURCES = \
	src/sys/allowance.c src/sys/allowance.h src/sys/loop.c src/sys/loop.h \
	src/sys/own/crash.c src/sys/own/crash.h src/sys/own/ignore.c \
	src/sys/own/ignore.h src/sys/own/inherit.c src/sys/own/inherit.h \
	src/sys/own/limits.c src/sys/own/limits.h src/sys/own/outlive.c \
	src/sys/own/outlive.h src/sys/own/role_name.h src/sys/own/urgency.c \
	src/sys/own/urgency.h src/sys/pages/present.c src/sys/pages/present.h \
	src/sys/pages/scan.c src/sys/pages/scan.h src/sys/pages/scan_kernel.h \
	src/sys/pages/scanner.c src/sys/pages/set.c src/sys/pages/set.h \
	src/sys/pages/softdirty.c src/sys/pages/softdirty.h \
	src/sys/pages/uffd.c src/sys/pages/uffd.h src/sys/pages/writes.c \
	src/sys/pages/writes.h src/sys/proc/figures.c src/sys/proc/figures.h \
	src/sys/proc/list.c src/sys/proc/list.h src/sys/proc/map.c \
	src/sys/proc/map.h src/sys/proc/root.c src/sys/proc/root.h \
	src/sys/proc/stat.c src/sys/proc/stat.h src/sys/proc/text.c \
	src/sys/proc/text.h src/sys/program.c src/sys/program.h src/sys/pty.c \
	src/sys/pty.h src/sys/reader/child.c src/sys/reader/filecache.c \
	src/sys/reader/filecache.h src/sys/reader/filedisk.c \
	src/sys/reader/filedisk.h src/sys/reader/job.c src/sys/reader/query.c \
	src/sys/reader/private.h src/sys/reader/process.c \
	src/sys/reader/process.h src/sys/reader/read.c src/sys/ring/perf.c \
	src/sys/ring/perf.h src/sys/ring/trace.c src/sys/ring/trace.h
