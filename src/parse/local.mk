# src/parse: parsers for the files of /proc and for binary formats. Pure.

noinst_LIBRARIES += src/parse/libparse.a
src_parse_libparse_a_SOURCES = \
	src/parse/capture.c src/parse/capture.h src/parse/heap/glibc.c \
	src/parse/heap/glibc.h src/parse/heap/ring.c src/parse/heap/ring.h \
	src/parse/heap/set.c src/parse/heap/set.h src/parse/heap/trace.c \
	src/parse/heap/trace.h src/parse/proc/cgroup.c src/parse/proc/cgroup.h \
	src/parse/proc/maps.c src/parse/proc/maps.h src/parse/proc/meminfo.c \
	src/parse/proc/meminfo.h src/parse/proc/mountinfo.c \
	src/parse/proc/mountinfo.h src/parse/proc/oom.c src/parse/proc/oom.h \
	src/parse/proc/psi.c src/parse/proc/psi.h src/parse/proc/smaps.c \
	src/parse/proc/smaps.h src/parse/proc/stat.c src/parse/proc/stat.h \
	src/parse/proc/status.c src/parse/proc/status.h \
	src/parse/proc/syscall.c src/parse/proc/syscall.h \
	src/parse/proc/sysvipc.c src/parse/proc/sysvipc.h \
	src/parse/ring/perfdata.c src/parse/ring/perfdata.h \
	src/parse/ring/perfrecord.c src/parse/ring/perfrecord.h \
	src/parse/ring/subbuf.c src/parse/ring/subbuf.h \
	src/parse/ring/tracerecord.c src/parse/ring/tracerecord.h \
	src/parse/scan.c src/parse/scan.h
