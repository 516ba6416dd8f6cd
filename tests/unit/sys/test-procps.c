/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Figures of the system and of processes equal /proc, with libproc2 and
 * without.
 */
#include <config.h>

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#ifdef HAVE_LIBPROC2
#include <libproc2/pids.h>
#endif

#include "sys/proc/figures.h"
#include "sys/proc/root.h"
#include "sys/proc/text.h"
#include "../../support/procfile.h"
#include "../../support/slow.h"

#define MIB (1ul << 20)

static struct procroot *live;

static uint64_t meminfo(const char *key, uint64_t unit)
{
	char line[128];
	FILE *f = fopen("/proc/meminfo", "r");
	uint64_t v = UINT64_MAX;
	size_t n = strlen(key);

	assert_non_null(f);
	while (fgets(line, sizeof line, f))
		if (strncmp(line, key, n) == 0 && line[n] == ':')
			v = strtoull(line + n + 1, NULL, 10) * unit;
	fclose(f);
	return v;
}

static const struct {
	const char *key;
	size_t offset;
} fields[] = {
#define F(key, member) { key, offsetof(struct sys_memory, member) }
	F("MemTotal", total), F("MemFree", free),
	F("MemAvailable", available), F("Buffers", buffers),
	F("Cached", cached), F("Shmem", shmem), F("Slab", slab),
	F("PageTables", page_tables), F("KernelStack", kernel_stack),
	F("AnonPages", anon), F("Dirty", dirty), F("Writeback", writeback),
	F("Committed_AS", commit), F("CommitLimit", commit_limit),
	F("SwapTotal", swap_total), F("SwapFree", swap_free),
	F("Hugepagesize", huge_size),
#undef F
};

static int by_library(struct procps *p, struct sys_memory *m)
{
	return procps_system(p, m);
}

static int by_text(struct procps *p, struct sys_memory *m)
{
	(void)p;
	return proctext_system(live, m);
}

/* The figures change at any time: a value that is equal before and after the
 * read must also be the value that was read. */
static void check_field(size_t i, struct procps *p,
			int (*read_it)(struct procps *, struct sys_memory *))
{
	time_t end = time(NULL) + DEADLINE_S;

	for (;;) {
		uint64_t before = meminfo(fields[i].key, 1024), after, got;
		struct sys_memory m;

		assert_int_equal(read_it(p, &m), 0);
		after = meminfo(fields[i].key, 1024);
		got = *(uint64_t *)((char *)&m + fields[i].offset);
		if (before == after) {
			if (got == before)
				return;
			/* Try again: it may have changed and changed back. */
		}
		if (time(NULL) > end)
			fail_msg("%s: %lu, not %lu", fields[i].key,
				 (unsigned long)got, (unsigned long)after);
	}
}

static void check_system(struct procps *p, int (*read_it)(struct procps *,
						struct sys_memory *))
{
	struct sys_memory m;

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		check_field(i, p, read_it);
	assert_int_equal(read_it(p, &m), 0);
	assert_int_equal(m.used, m.total - m.available);
	assert_int_equal(m.huge_total,
			 meminfo("HugePages_Total", m.huge_size));
	assert_int_equal(m.huge_free,
			 meminfo("HugePages_Free", m.huge_size));
}

static void test_system_figures_equal_meminfo(void **state)
{
	struct procps *p = procps_new(live);

	(void)state;
#ifdef HAVE_LIBPROC2
	assert_string_equal(procps_backend(p), "libproc2");
#endif
	check_system(p, by_library);
	check_system(p, by_text);
	procps_free(p);
}

/* Memory that was just allocated is counted. */
static void test_new_memory_is_counted_at_once(void **state)
{
	struct proc_memory a, b;
	size_t size = 64 * MIB;
	char *m;

	(void)state;
	assert_int_equal(proctext_process(live, getpid(), &a), 0);
	m = mmap(NULL, size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	assert_true(m != MAP_FAILED);
	assert_int_equal(proctext_process(live, getpid(), &b), 0);
	assert_true(b.virt >= a.virt + size);
	assert_true(b.rss >= a.rss + size / 2);
	assert_true(b.rss_anon >= a.rss_anon + size / 2);
	assert_true(b.minflt >= a.minflt);
	assert_true(b.peak >= b.rss);
	munmap(m, size);
}

static pid_t stopped_child(void)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		raise(SIGSTOP);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	return pid;
}

static void assert_equals_library(pid_t pid, const struct proc_memory *m)
{
#ifdef HAVE_LIBPROC2
	enum pids_item items[] = {
		PIDS_VM_SIZE, PIDS_VM_RSS, PIDS_VM_RSS_ANON, PIDS_VM_RSS_FILE,
		PIDS_VM_RSS_SHARED, PIDS_VM_SWAP, PIDS_VM_DATA, PIDS_VM_STACK,
		PIDS_VM_EXE, PIDS_VM_RSS_LOCKED, PIDS_FLT_MIN, PIDS_FLT_MAJ,
	};
	const uint64_t ours[] = {
		m->virt >> 10, m->rss >> 10, m->rss_anon >> 10,
		m->rss_file >> 10, m->rss_shmem >> 10, m->swap >> 10,
		m->data >> 10, m->stack >> 10, m->text >> 10,
		m->locked >> 10, m->minflt, m->majflt,
	};
	unsigned these[] = { (unsigned)pid };
	struct pids_info *pids = NULL;
	struct pids_fetch *f;

	assert_true(procps_pids_new(&pids, items, 12) >= 0);
	f = procps_pids_select(pids, these, 1, PIDS_SELECT_PID);
	assert_non_null(f);
	assert_int_equal(f->counts->total, 1);
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		assert_int_equal(f->stacks[0]->head[i].result.ul_int, ours[i]);
	procps_pids_unref(&pids);
#else
	(void)pid;
	(void)m;
#endif
}

/* A stopped process does not change: libproc2, which ps and top use, has the
 * same figures, byte by byte. */
static void test_process_figures_equal_libproc2(void **state)
{
	struct proc_memory m;
	pid_t pid = stopped_child();

	(void)state;
	assert_int_equal(proctext_process(live, pid, &m), 0);
	assert_int_equal(m.state, 'T');
	assert_int_equal(m.threads, 1);
	assert_int_equal(m.rss, m.rss_anon + m.rss_file + m.rss_shmem);
	assert_true(m.peak >= m.rss && m.peak <= m.virt);
	assert_equals_library(pid, &m);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_int_equal(proctext_process(live, pid, &m), -ESRCH);
}

/* The figures of a zombie are unknown, not 0. */
static void test_zombie_has_unknown_figures(void **state)
{
	struct proc_memory m;
	pid_t pid = procfile_zombie();

	(void)state;
	assert_int_equal(proctext_process(live, pid, &m), 0);
	assert_int_equal(m.state, 'Z');
	assert_true(m.virt == PROCPS_UNKNOWN && m.rss == PROCPS_UNKNOWN);
	waitpid(pid, NULL, 0);
}

/* A directory instead of /proc: libproc2 is not used, and missing figures are
 * unknown. */
static void test_missing_figures_are_unknown(void **state)
{
	char dir[] = "/tmp/test-procps.XXXXXX", path[64];
	struct procroot *root;
	struct procps *p;
	struct proc_memory m;
	struct sys_memory s;
	struct err err;

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(procroot_open(&root, dir, &err), 0);
	assert_false(procroot_is_live(root));
	p = procps_new(root);
	assert_string_equal(procps_backend(p), "/proc/meminfo");
	assert_int_equal(procps_system(p, &s), -ENOENT);
	procfile_put(dir, "meminfo", "MemTotal: 1000 kB\n"
		     "MemAvailable: 400 kB\n"
		     "HugePages_Total: 3\nHugepagesize: 2048 kB\n");
	assert_int_equal(procps_system(p, &s), 0);
	assert_int_equal(s.total, 1024000);
	assert_int_equal(s.used, 614400);
	assert_int_equal(s.huge_total, 3 * 2 * MIB);
	assert_true(s.cached == PROCPS_UNKNOWN);
	snprintf(path, sizeof path, "%s/7", dir);
	assert_int_equal(mkdir(path, 0700), 0);
	procfile_put(path, "status", "Name:\tx\nVmSize:\t 8 kB\n"
		     "VmRSS:\t 4 kB\nHugetlbPages:\t 6144 kB\n");
	procfile_put(path, "stat", "7 (x) y) S 1 2 3 4 5 6 70 8 90 1 1 1\n");
	assert_int_equal(proctext_process(root, 7, &m), 0);
	assert_int_equal(m.virt, 8192);
	assert_int_equal(m.hugetlb, 3 * 2 * MIB);
	assert_int_equal(m.minflt, 70);
	assert_int_equal(m.majflt, 90);
	assert_string_equal(m.comm, "x) y");
	assert_true(m.swap == PROCPS_UNKNOWN);
	procfile_put(path, "stat", "7 x) S 1 2 3 4 5 6 70 8 90 1 1 1\n");
	assert_int_equal(proctext_process(root, 7, &m), 0);
	assert_string_equal(m.comm, "");
	procfile_put(path, "stat", "7 (x");
	assert_int_equal(proctext_process(root, 7, &m), -ESRCH);
	assert_int_equal(proctext_process(root, 8, &m), -ESRCH);
	procps_free(p);
	procroot_free(root);
	snprintf(path, sizeof path, "rm -r %s", dir);
	assert_int_equal(system(path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_system_figures_equal_meminfo),
		cmocka_unit_test(test_new_memory_is_counted_at_once),
		cmocka_unit_test(test_process_figures_equal_libproc2),
		cmocka_unit_test(test_zombie_has_unknown_figures),
		cmocka_unit_test(test_missing_figures_are_unknown),
	};
	struct err err;
	int failed;

	if (procroot_open(&live, "/proc", &err) < 0)
		return 99;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	procroot_free(live);
	return failed;
}
