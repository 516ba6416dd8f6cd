# bench: the overhead of mmtop, as ratios, for `make bench`

bench_bins = bench/syscalls bench/allocs bench/resident bench/getppid \
	bench/threads bench/scans bench/regions bench/stalls bench/writes \
	bench/memcalls bench/keys bench/changes bench/pairs \
	bench/pauses bench/events
EXTRA_PROGRAMS += $(bench_bins)
CLEANFILES += $(bench_bins) bench/results
dist_noinst_SCRIPTS += bench/run bench/result bench/programs bench/watching \
	bench/overhead bench/refresh bench/pages bench/build bench/cycles \
	bench/heap bench/log bench/sources bench/capture bench/server \
	bench/attach
EXTRA_DIST += bench/tools.sh bench/tools.py

bench_syscalls_CFLAGS = $(PLAIN_CFLAGS)
bench_syscalls_LDFLAGS =
bench_allocs_CFLAGS = $(PLAIN_CFLAGS)
bench_allocs_LDFLAGS =
bench_resident_CFLAGS = $(PLAIN_CFLAGS)
bench_resident_LDFLAGS =
bench_getppid_CFLAGS = $(PLAIN_CFLAGS)
bench_getppid_LDFLAGS =
bench_threads_CFLAGS = $(PLAIN_CFLAGS)
bench_threads_LDFLAGS = -pthread
bench_memcalls_CFLAGS = $(PLAIN_CFLAGS)
bench_memcalls_LDFLAGS =
bench_changes_CFLAGS = $(PLAIN_CFLAGS)
bench_changes_LDFLAGS = -pthread
bench_pairs_CFLAGS = $(PLAIN_CFLAGS) -O2 -fno-omit-frame-pointer
bench_pairs_LDFLAGS =
bench_pauses_SOURCES = tests/live/victims/pauses.c
bench_pauses_CFLAGS = $(PLAIN_CFLAGS)
bench_pauses_LDFLAGS = -pthread

# These link the engine's own code.
bench_scans_SOURCES = bench/scans.c bench/tools.c bench/tools.h
bench_stalls_SOURCES = bench/stalls.c bench/tools.c bench/tools.h
bench_regions_SOURCES = bench/regions.c bench/tools.c bench/tools.h
bench_writes_SOURCES = bench/writes.c bench/tools.c bench/tools.h
bench_events_SOURCES = bench/events.c bench/tools.c bench/tools.h
bench_keys_SOURCES = bench/keys.c bench/tools.c bench/tools.h
bench_scans_LDADD = $(SYS_LIBS)
bench_stalls_LDADD = $(SYS_LIBS)
bench_writes_LDADD = $(SYS_LIBS)
bench_regions_LDADD = $(SOURCE_LIBS)
bench_keys_LDADD = $(SYS_LIBS)
bench_events_LDADD = $(SOURCE_LIBS) $(TRACEFS_LIBS)

# PARTS="overhead log" selects parts.
.PHONY: bench
bench: src/mmtop $(bench_bins)
	MMTOP='$(abs_top_builddir)/src/mmtop' BENCH='$(abs_top_builddir)/bench' \
		$(srcdir)/bench/run $(PARTS)

# Its 3,000 attaches take a quarter of an hour.
.PHONY: bench-cycles
bench-cycles: src/mmtop tests/load/cycles
	MMTOP='$(abs_top_builddir)/src/mmtop' \
		LOAD='$(abs_top_builddir)/tests/load' \
		$(SHELL) $(srcdir)/bench/cycles
