# src/parse: bytes of /proc and of binary formats -> structs. Pure.

noinst_LIBRARIES += src/parse/libparse.a
src_parse_libparse_a_SOURCES = \
	src/parse/capture.c src/parse/capture.h \
	src/parse/cgroup.c src/parse/cgroup.h \
	src/parse/glibc.c src/parse/glibc.h \
	src/parse/heapring.c src/parse/heapring.h \
	src/parse/heapset.c src/parse/heapset.h \
	src/parse/heaptrace.c src/parse/heaptrace.h \
	src/parse/maps.c src/parse/maps.h \
	src/parse/meminfo.c src/parse/meminfo.h \
	src/parse/mountinfo.c src/parse/mountinfo.h \
	src/parse/oom.c src/parse/oom.h \
	src/parse/perfdata.c src/parse/perfdata.h \
	src/parse/perfrecord.c src/parse/perfrecord.h \
	src/parse/psi.c src/parse/psi.h \
	src/parse/scan.c src/parse/scan.h \
	src/parse/smaps.c src/parse/smaps.h \
	src/parse/stat.c src/parse/stat.h \
	src/parse/status.c src/parse/status.h \
	src/parse/subbuf.c src/parse/subbuf.h \
	src/parse/syscallfile.c src/parse/syscallfile.h \
	src/parse/sysvipc.c src/parse/sysvipc.h \
	src/parse/tracerecord.c src/parse/tracerecord.h
