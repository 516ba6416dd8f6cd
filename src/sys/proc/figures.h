/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory figures of the machine, by libproc2 (the library that was called
 * libprocps), or libprocps, or /proc/meminfo where libproc2 cannot be loaded or
 * fails (as it does in some containers).  Those of one process, which come
 * twice a second, are read by sys/proc/text.h: two files, where libproc2 opens
 * seven.
 */
#ifndef SYS_PROC_FIGURES_H
#define SYS_PROC_FIGURES_H

#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct procroot;
struct procps;

/* What is not known. */
#define PROCPS_UNKNOWN UINT64_MAX

/* The machine, in bytes. */
struct sys_memory {
	uint64_t total, free, available, used, buffers, cached, shmem, slab,
		page_tables, kernel_stack, anon, dirty, writeback, commit,
		commit_limit, swap_total, swap_free, huge_total, huge_free,
		huge_size;
};

/* One process: bytes, but for faults (since it began), threads and state. */
struct proc_memory {
	uint64_t virt, rss, rss_anon, rss_file, rss_shmem, peak, swap, data,
		stack, text, locked, hugetlb, minflt, majflt, threads;
	char state;
};

/* Never fails: falls back.  root is used where libproc2 is not. */
struct procps *procps_new(const struct procroot *root);
void procps_free(struct procps *p);
MUST_CHECK int procps_system(struct procps *p, struct sys_memory *out);
/* "libproc2", "libprocps", "/proc/meminfo". */
const char *procps_backend(struct procps *p);

#endif
