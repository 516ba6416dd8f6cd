# bench: what watching costs, as ratios, for `make bench`

bench_bins = bench/syscalls bench/allocs bench/resident bench/getppid \
	bench/threads
EXTRA_PROGRAMS += $(bench_bins)
CLEANFILES += $(bench_bins)
dist_noinst_SCRIPTS += bench/overhead bench/refresh bench/build \
	bench/cycles

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

.PHONY: bench
bench: src/mmtop $(bench_bins)
	MMTOP='$(abs_top_builddir)/src/mmtop' BENCH='$(abs_top_builddir)/bench' \
		$(SHELL) $(srcdir)/bench/overhead
	@echo
	MMTOP='$(abs_top_builddir)/src/mmtop' BENCH='$(abs_top_builddir)/bench' \
		$(SHELL) $(srcdir)/bench/refresh

# Its 3,000 attachments take a quarter of an hour.
.PHONY: bench-cycles
bench-cycles: src/mmtop tests/load/cycles
	MMTOP='$(abs_top_builddir)/src/mmtop' \
		LOAD='$(abs_top_builddir)/tests/load' \
		$(SHELL) $(srcdir)/bench/cycles
