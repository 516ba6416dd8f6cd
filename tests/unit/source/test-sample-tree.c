/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampler on a captured /proc tree. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "sample-run.h"

#define PID 4121

static char scratch[64];	/* a directory of links to the captured files */

static void link_entry(const char *folder, const char *name)
{
	const char *top = getenv("top_srcdir");
	char *real = realpath(top ? top : ".", NULL), from[4096], to[128];

	assert_non_null(real);
	snprintf(from, sizeof from, "%s/tests/data/proc/%s%s", real, folder,
		 name);
	snprintf(to, sizeof to, "%s/%s%s", scratch, folder, name);
	assert_int_equal(symlink(from, to), 0);
	free(real);
}

/*
 * `exe` is a symbolic link, which a release tarball does not preserve (its tar
 * follows links), so the tree is assembled here.
 */
static const char *make_tree(void)
{
	static const char *const top[] = { "meminfo", "pressure", "sysvipc",
					   "vmstat" };
	static const char *const process[] = { "maps", "stat", "status",
					       "task" };
	char path[128];

	if (*scratch)
		return scratch;
	snprintf(scratch, sizeof scratch, "/tmp/mmtop-proc.XXXXXX");
	assert_non_null(mkdtemp(scratch));
	for (size_t i = 0; i < sizeof top / sizeof *top; i++)
		link_entry("", top[i]);
	snprintf(path, sizeof path, "%s/4121", scratch);
	assert_int_equal(mkdir(path, 0700), 0);
	for (size_t i = 0; i < sizeof process / sizeof *process; i++)
		link_entry("4121/", process[i]);
	snprintf(path, sizeof path, "%s/4121/exe", scratch);
	assert_int_equal(symlink("/srv/ingest/bin/ingest", path), 0);
	return scratch;
}

static int remove_tree(void **state)
{
	static const char *const names[] = {
		"4121/exe", "4121/maps", "4121/stat", "4121/status",
		"4121/task", "4121", "meminfo", "pressure", "sysvipc",
		"vmstat", ""
	};
	char path[128];

	(void)state;
	for (size_t i = 0; *scratch && i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", scratch, names[i]);
		remove(path);
	}
	return 0;
}

static bool tasks_told(void *arg)
{
	struct sample_run *r = arg;

	return r->syncs > 0 && r->usages > 0 && r->tasks >= 3 &&
	       r->systems > 0;
}

static bool stacks_known(void *arg)
{
	struct sample_run *r = arg;
	struct seen *s = sample_run_at(r, 0x7f1c80c00000);

	return tasks_told(r) && s && s->kind == KIND_THREAD_STACK;
}

static unsigned until_syncs;

static bool synced(void *arg)
{
	const struct sample_run *r = arg;

	return r->syncs >= until_syncs;
}

static void test_kinds_of_captured_regions(void **state)
{
	struct sample_run r;
	struct seen *s;

	(void)state;
	sample_run_init(&r, make_tree(), PID);
	assert_true(sample_run_until(&r, stacks_known, &r));
	/* Waits for all other events of the same sample. */
	until_syncs = r.syncs + 1;
	assert_true(sample_run_until(&r, synced, &r));
	assert_int_equal(r.seen.n, 32);
	assert_int_equal(r.overlaps, 0);
	sample_run_kind_at(&r, 0x55a4f5600000, KIND_PROGRAM, 0);
	sample_run_kind_at(&r, 0x55a4f5605000, KIND_PROGRAM, 0);
	sample_run_kind_at(&r, 0x55a4f5606000, KIND_ANON, 0);
	sample_run_kind_at(&r, 0x55a4f6a2a000, KIND_HEAP, 0);
	sample_run_kind_at(&r, 0x7f1c30000000, KIND_ANON, 0);
	sample_run_kind_at(&r, 0x7f1c38000000, KIND_ARENA, 0);
	sample_run_kind_at(&r, 0x7f1c38021000, KIND_ARENA_RESERVE, 0);
	sample_run_kind_at(&r, 0x7f1c40000000, KIND_ANON, 0);
	sample_run_kind_at(&r, 0x7f1c801ff000, KIND_GUARD, 4123);
	sample_run_kind_at(&r, 0x7f1c80200000, KIND_THREAD_STACK, 4123);
	sample_run_kind_at(&r, 0x7f1c80bff000, KIND_GUARD, 4122);
	sample_run_kind_at(&r, 0x7f1c80c00000, KIND_THREAD_STACK, 4122);
	sample_run_kind_at(&r, 0x7f1c82000000, KIND_SYSV, 2);
	sample_run_kind_at(&r, 0x7f1c82100000, KIND_SYSV, 77);
	sample_run_kind_at(&r, 0x7f1c82200000, KIND_POSIX_SHM, 0);
	sample_run_kind_at(&r, 0x7f1c82400000, KIND_MEMFD, 0);
	sample_run_kind_at(&r, 0x7f1c82500000, KIND_SHARED_ANON, 0);
	sample_run_kind_at(&r, 0x7f1c83000000, KIND_FILE, 0);
	sample_run_kind_at(&r, 0x7f1c8ca00000, KIND_ANON, 0);
	sample_run_kind_at(&r, 0x7f1c8d700000, KIND_FILE, 0);
	sample_run_kind_at(&r, 0x7f1c8d800000, KIND_LIBRARY, 0);
	sample_run_kind_at(&r, 0x7f1c8d97c000, KIND_LIBRARY, 0);
	sample_run_kind_at(&r, 0x7f1c8da00000, KIND_LIBRARY, 0);
	sample_run_kind_at(&r, 0x7f1c8da10000, KIND_SPECIAL, 0);
	sample_run_kind_at(&r, 0x7f1c8db00000, KIND_VDSO, 0);
	sample_run_kind_at(&r, 0x7f1c8db04000, KIND_VDSO, 0);
	sample_run_kind_at(&r, 0x7ffd0c39a000, KIND_STACK, 0);
	sample_run_kind_at(&r, 0xffffffffff600000, KIND_VDSO, 0);
	s = sample_run_at(&r, 0x7f1c82000000);
	assert_int_equal(s->key, 42);
	assert_int_equal(s->attaches, 3);
	/* Its ID is in use with another key: a different segment. */
	assert_true(sample_run_at(&r, 0x7f1c82100000)->attaches ==
		    EV_UNKNOWN);
	s = sample_run_at(&r, 0x7f1c83000000);
	assert_string_equal(s->name, "/srv/ingest/in/a\nb \033[31m.csv");
	/* The tree has no page data: RSS is unknown, not 0. */
	for (size_t i = 0; i < r.seen.n; i++)
		assert_true(r.seen.v[i].rss == EV_UNKNOWN);
	assert_int_equal(r.pages, 0);
	assert_int_equal(r.notes, 0);
	sample_run_release(&r);
}

static void test_figures_of_captured_process(void **state)
{
	struct sample_run r;

	(void)state;
	sample_run_init(&r, make_tree(), PID);
	/* One sample in many turns: the threads come before the regions. */
	r.slice_ns = 1;
	assert_true(sample_run_until(&r, tasks_told, &r));
	assert_int_equal(r.usage.virt, 1448984ul * 1024);
	assert_int_equal(r.usage.rss, 421888ul * 1024);
	assert_int_equal(r.usage.peak, 421900ul * 1024);
	assert_int_equal(r.usage.minflt, 107001);
	assert_int_equal(r.usage.majflt, 3);
	assert_int_equal(r.usage.threads, 3);
	assert_int_equal(r.usage.state, 'S');
	assert_true(r.usage.pss == EV_UNKNOWN);
	assert_true(r.usage.cgroup_used == EV_UNKNOWN);
	assert_int_equal(r.system.total, 32714752ul * 1024);
	assert_int_equal(r.system.used, (32714752ul - 17616896ul) * 1024);
	assert_int_equal(r.system.psi_some_10, 3);
	assert_int_equal(r.system.oom_kills, 3);
	/* The second sample only reports that it was complete and that the
	 * figures rest. */
	struct ev_usage usage = r.usage;
	unsigned syncs = r.syncs, tasks = r.tasks;
	unsigned added = r.ops[REGION_ADD];

	until_syncs = syncs + 3;
	assert_true(sample_run_until(&r, synced, &r));
	assert_memory_equal(&r.usage, &usage, sizeof usage);
	assert_int_equal(r.tasks, tasks);
	assert_int_equal(r.ops[REGION_ADD], added);
	assert_int_equal(r.ops[REGION_REMOVE], 0);
	sample_run_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds_of_captured_regions),
		cmocka_unit_test(test_figures_of_captured_process),
	};

	return cmocka_run_group_tests(tests, NULL, remove_tree);
}
