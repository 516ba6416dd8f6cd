# bench: what watching costs, as ratios, for `make bench`

EXTRA_PROGRAMS += bench/syscalls bench/allocs bench/resident
bench_bins = bench/syscalls bench/allocs bench/resident
CLEANFILES += $(bench_bins)
dist_noinst_SCRIPTS += bench/overhead bench/refresh

bench_syscalls_CFLAGS = $(PLAIN_CFLAGS)
bench_syscalls_LDFLAGS =
bench_allocs_CFLAGS = $(PLAIN_CFLAGS)
bench_allocs_LDFLAGS =
bench_resident_CFLAGS = $(PLAIN_CFLAGS)
bench_resident_LDFLAGS =

.PHONY: bench
bench: src/mmtop $(bench_bins)
	MMTOP='$(abs_top_builddir)/src/mmtop' BENCH='$(abs_top_builddir)/bench' \
		$(SHELL) $(srcdir)/bench/overhead
	@echo
	MMTOP='$(abs_top_builddir)/src/mmtop' BENCH='$(abs_top_builddir)/bench' \
		$(SHELL) $(srcdir)/bench/refresh
