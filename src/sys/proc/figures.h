/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the memory totals of the machine through libproc2 or its predecessor
 * libprocps.  Without these libraries, or if they fail (as in some containers),
 * reads /proc/meminfo.  sys/proc/text.h reads the values of a process, twice a
 * second: it opens two files, libproc2 would open seven.
 */
#ifndef SYS_PROC_FIGURES_H
#define SYS_PROC_FIGURES_H

#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct procroot;
struct procps;

/* The value of an unknown field. */
#define PROCPS_UNKNOWN UINT64_MAX

/* The kernel's names of threads are shorter. */
#define PROCPS_COMM_MAX 64

/* Memory of the machine, in bytes. */
struct sys_memory {
	uint64_t total, free, available, used, buffers, cached, shmem, slab,
		page_tables, kernel_stack, anon, dirty, writeback, commit,
		commit_limit, swap_total, swap_free, huge_total, huge_free,
		huge_size;
};

/* Memory of one process, in bytes.  The exceptions are the faults (counted
 * since the process started), the threads and the state. */
struct proc_memory {
	uint64_t virt, rss, rss_anon, rss_file, rss_shmem, peak, swap, data,
		stack, text, locked, hugetlb, minflt, majflt, threads;
	char state;
	char comm[PROCPS_COMM_MAX];	/* empty: not read */
};

/* Never fails.  Without libproc2 the values come from the /proc tree at
 * root. */
struct procps *procps_new(const struct procroot *root);
void procps_free(struct procps *p);
MUST_CHECK int procps_system(struct procps *p, struct sys_memory *out);
/* Returns "libproc2", "libprocps" or "/proc/meminfo". */
const char *procps_backend(struct procps *p);

#endif
