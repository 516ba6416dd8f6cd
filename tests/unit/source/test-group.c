/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The control group in view, read from folders that imitate versions 1 and 2 of
 * the file system, and /proc. */
#include <config.h>

#include "sample-run.h"

#include <errno.h>
#include <limits.h>
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

#include "../../support/folder.h"
#include "source/sample/core/group.h"

#define PID 4121
#define MIB (1ull << 20)

struct tree {
	char root[64];
	struct sample_run run;
	struct ev_cgroup told;		/* the newest event */
	char path[64], limit[64], high[64];
	char largest[65536];
	size_t n;			/* bytes of largest */
	unsigned count;
};

static void put(const struct tree *t, const char *file, const char *text)
{
	char path[PATH_MAX];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", t->root, file);
	for (char *p = path + strlen(t->root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		(void)!mkdir(path, 0700);
		*p = '/';
	}
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void __attribute__((format(printf, 3, 4)))
putf(const struct tree *t, const char *file, const char *fmt, ...)
{
	char text[4096];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	put(t, file, text);
}

static void put_process(const struct tree *t, int pid, const char *comm,
			int pages)
{
	char file[64];

	snprintf(file, sizeof file, "proc/%d/stat", pid);
	putf(t, file, "%d (%s) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 77 "
	     "1000000 %d 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 0 0 "
	     "0 0 0 0 0 0 0 0 0 0 0 0\n", pid, comm, pages);
}

static void tree_begin(struct tree *t)
{
	*t = (struct tree){ .root = "/tmp/mmtop-test-group.XXXXXX" };
	assert_non_null(mkdtemp(t->root));
	put_process(t, PID, "python3", 1000);
	put(t, "proc/4121/maps", "");
}

static void keep(char to[64], struct bytes b)
{
	assert_true(b.len < 64);
	memset(to, 0, 64);
	if (b.len)
		memcpy(to, b.data, b.len);
}

static void tap(void *arg, const struct event *ev)
{
	struct tree *t = arg;
	const struct ev_cgroup *e = &ev->u.cgroup;

	if (ev->kind != EV_CGROUP)
		return;
	assert_int_equal(ev->pid, PID);
	t->told = *e;
	keep(t->path, e->path);
	keep(t->limit, e->limit_path);
	keep(t->high, e->high_path);
	assert_true(e->largest.len <= sizeof t->largest);
	t->n = e->largest.len;
	if (t->n)
		memcpy(t->largest, e->largest.data, t->n);
	t->count++;
}

static bool told(void *arg)
{
	return ((struct tree *)arg)->count > 0;
}

/* Reads the group once, and ends the request. */
static void tree_read(struct tree *t)
{
	char proc[80];

	snprintf(proc, sizeof proc, "%s/proc", t->root);
	sample_run_init(&t->run, proc, PID);
	t->run.tap = tap;
	t->run.tap_arg = t;
	sample_run_request(&t->run, REQ_CGROUP, PID, 0, 0);
	assert_true(group_due(t->run.src) > 0);
	assert_true(sample_run_until(&t->run, told, t));
	sample_run_request(&t->run, REQ_CGROUP, 0, 0, 0);
	/* Nothing is read while the group is not in view. */
	assert_int_equal(group_due(t->run.src), 0);
	sample_run_release(&t->run);
}

static void tree_end(struct tree *t)
{
	assert_int_equal(folder_remove(t->root), 0);
}

/* --- version 2 ------------------------------------------------------------ */

static void put_v2(const struct tree *t)
{
	putf(t, "proc/self/mountinfo", "30 1 0:26 / %s/cg rw - cgroup2 c rw\n",
	     t->root);
	put(t, "proc/4121/cgroup", "0::/pod/app/inner\n");
	put(t, "proc/4121/limits",
	    "Limit                     Soft Limit           Hard Limit           "
	    "Units     \n"
	    "Max locked memory         8388608              unlimited           "
	    " bytes     \n");
	put(t, "cg/pod/memory.max", "1073741824\n");
	put(t, "cg/pod/app/memory.max", "536870912\n");
	put(t, "cg/pod/app/inner/memory.max", "max\n");
	put(t, "cg/pod/app/inner/memory.high", "300000000\n");
	put(t, "cg/pod/app/memory.high", "max\n");
	put(t, "cg/pod/app/memory.current", "432013312\n");
	put(t, "cg/pod/app/memory.peak", "440000000\n");
	put(t, "cg/pod/app/memory.stat",
	    "anon 1\ninactive_file 1000\nactive_file 24\nanon_thp 2097152\n");
	put(t, "cg/pod/app/memory.events",
	    "low 0\nhigh 3\nmax 12\noom 2\noom_kill 1\noom_group_kill 9\n");
	put(t, "cg/pod/app/memory.pressure",
	    "some avg10=1.25 avg60=0.00 avg300=0.00 total=1\n"
	    "full avg10=0.40 avg60=0.00 avg300=0.00 total=1\n");
	put(t, "cg/pod/app/memory.swap.current", "4096\n");
	put(t, "cg/pod/app/memory.swap.max", "max\n");
	put(t, "cg/pod/app/inner/hugetlb.2MB.current", "4194304\n");
	put(t, "cg/pod/app/inner/hugetlb.1GB.current", "0\n");
	put(t, "cg/pod/app/cgroup.procs", "900\n");
	put(t, "cg/pod/app/inner/cgroup.procs", "4121\n901\n0\n902\n");
	put(t, "cg/pod/app/.hidden/cgroup.procs", "904\n");
	put(t, "cg/pod/cgroup.procs", "903\n");
	put_process(t, 900, "big) 1\n2", 9000);
	put_process(t, 901, "mid", 2000);
	put_process(t, 903, "not in the group", 1);
}

static void test_version_2(void **state)
{
	static const char largest[] = "900 36864000 big) 1\n2\0"
				      "901 8192000 mid\0"
				      "4121 4096000 python3";
	struct tree t;

	(void)state;
	tree_begin(&t);
	put_v2(&t);
	tree_read(&t);
	assert_int_equal(t.told.version, 2);
	assert_string_equal(t.path, "/pod/app/inner");
	assert_string_equal(t.limit, "/pod/app");
	assert_string_equal(t.high, "/pod/app/inner");
	assert_int_equal(t.told.max, 512 * MIB);
	assert_int_equal(t.told.high, 300000000);
	assert_int_equal(t.told.used, 432013312);
	assert_int_equal(t.told.peak, 440000000);
	assert_int_equal(t.told.cache, 1024);
	assert_int_equal(t.told.thp, 2 * MIB);
	assert_int_equal(t.told.some, 12);
	assert_int_equal(t.told.full, 4);
	assert_int_equal(t.told.hit_high, 3);
	assert_int_equal(t.told.hit_max, 12);
	assert_int_equal(t.told.oom, 2);
	assert_int_equal(t.told.oom_kill, 1);
	assert_int_equal(t.told.swap, 4096);
	assert_true(t.told.swap_max == EV_UNKNOWN);
	assert_int_equal(t.told.hugetlb, 4 * MIB);
	assert_int_equal(t.told.memlock, 8 * MIB);
	assert_int_equal(t.told.processes, 6);
	assert_int_equal(t.told.unread, 3);
	assert_int_equal(t.told.partial, 0);
	if (sysconf(_SC_PAGESIZE) == 4096) {
		assert_int_equal(t.n, sizeof largest);
		assert_memory_equal(t.largest, largest, sizeof largest);
	}
	tree_end(&t);
}

/* In a container, the mount point is the group with the limit. */
static void test_mount_point_has_the_limit(void **state)
{
	struct tree t;

	(void)state;
	tree_begin(&t);
	put_v2(&t);
	put(&t, "proc/4121/cgroup", "0::/init\n");
	put(&t, "cg/memory.max", "1048576\n");
	put(&t, "cg/memory.current", "77\n");
	put(&t, "cg/init/memory.max", "max\n");
	tree_read(&t);
	assert_string_equal(t.path, "/init");
	assert_string_equal(t.limit, "/");
	assert_int_equal(t.told.max, MIB);
	assert_int_equal(t.told.used, 77);
	tree_end(&t);
}

/* A group whose name starts with that of the mounted group is not in it. */
static void test_name_starts_like_the_root(void **state)
{
	struct tree t;

	(void)state;
	tree_begin(&t);
	put_v2(&t);
	putf(&t, "proc/self/mountinfo",
	     "30 1 0:26 /box %s/cg rw - cgroup2 c rw\n", t.root);
	put(&t, "proc/4121/cgroup", "0::/boxes/app\n");
	put(&t, "cg/memory.max", "1048576\n");
	put(&t, "cges/app/memory.max", "77\n");
	tree_read(&t);
	assert_string_equal(t.path, "/box");
	assert_int_equal(t.told.max, MIB);
	tree_end(&t);
}

/* --- version 1 ------------------------------------------------------------ */

static void test_version_1(void **state)
{
	struct tree t;

	(void)state;
	tree_begin(&t);
	putf(&t, "proc/self/mountinfo",
	     "30 1 0:26 / %s/mem rw - cgroup c rw,memory\n"
	     "31 1 0:27 / %s/huge rw - cgroup c rw,hugetlb\n", t.root, t.root);
	put(&t, "proc/4121/cgroup", "4:memory:/box/in\n5:hugetlb:/h\n0::/x\n");
	put(&t, "mem/memory.limit_in_bytes", "9223372036854771712\n");
	put(&t, "mem/box/memory.limit_in_bytes", "1048576\n");
	put(&t, "mem/box/in/memory.limit_in_bytes", "9223372036854771712\n");
	put(&t, "mem/box/memory.usage_in_bytes", "524288\n");
	put(&t, "mem/box/memory.max_usage_in_bytes", "600000\n");
	put(&t, "mem/box/memory.memsw.usage_in_bytes", "530000\n");
	put(&t, "mem/box/memory.memsw.limit_in_bytes", "9223372036854771712\n");
	put(&t, "mem/box/memory.failcnt", "17\n");
	put(&t, "mem/box/memory.oom_control",
	    "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
	/* Counted in the group of the victim only. */
	put(&t, "mem/box/in/memory.oom_control", "oom_kill 2\n");
	put(&t, "mem/box/memory.stat", "inactive_file 5\nactive_file 5\n"
	    "total_rss_huge 8\ntotal_inactive_file 7\ntotal_active_file 9\n");
	put(&t, "huge/h/hugetlb.2MB.usage_in_bytes", "2097152\n");
	put(&t, "mem/box/cgroup.procs", "4121\n");
	tree_read(&t);
	assert_int_equal(t.told.version, 1);
	assert_string_equal(t.path, "/box/in");
	assert_string_equal(t.limit, "/box");
	assert_int_equal(t.told.max, MIB);
	assert_int_equal(t.told.used, 524288);
	assert_int_equal(t.told.peak, 600000);
	assert_int_equal(t.told.cache, 16);
	assert_int_equal(t.told.thp, 8);
	assert_int_equal(t.told.hit_max, 17);
	assert_int_equal(t.told.oom_kill, 5);
	assert_int_equal(t.told.swap, 530000);
	assert_true(t.told.swap_max == EV_UNKNOWN);
	assert_int_equal(t.told.hugetlb, 2 * MIB);
	assert_int_equal(cgroup_error(t.told.high), ENOTSUP);
	assert_int_equal(cgroup_error(t.told.some), ENOTSUP);
	assert_int_equal(cgroup_error(t.told.memlock), ENOENT);
	assert_int_equal(t.told.processes, 1);
	tree_end(&t);
}

/* --- what cannot be read -------------------------------------------------- */

static void test_unreadable_has_its_reason(void **state)
{
	struct tree t;
	char *huge = malloc(MIB + 1);

	(void)state;
	assert_non_null(huge);
	memset(huge, '7', MIB);
	huge[MIB] = '\0';
	tree_begin(&t);
	put_v2(&t);
	put(&t, "cg/pod/app/memory.peak", "12x\n");
	put(&t, "cg/pod/app/memory.current", huge);
	put(&t, "cg/pod/app/memory.stat", huge);
	put(&t, "cg/pod/app/memory.events",
	    "max 99999999999999999999999\noom -1\noom_kill 18446744073709551614\n");
	put(&t, "cg/pod/app/memory.pressure", "some avg10=200.00 avg60=\nfull\n");
	put(&t, "proc/4121/limits", "Max locked memory         lots\n");
	tree_read(&t);
	assert_int_equal(cgroup_error(t.told.peak), EBADMSG);
	assert_int_equal(cgroup_error(t.told.used), EBADMSG);
	assert_int_equal(cgroup_error(t.told.cache), ENODATA);
	assert_int_equal(cgroup_error(t.told.hit_high), ENODATA);
	assert_int_equal(cgroup_error(t.told.hit_max), EBADMSG);
	assert_int_equal(cgroup_error(t.told.oom), EBADMSG);
	assert_int_equal(cgroup_error(t.told.oom_kill), EBADMSG);
	assert_int_equal(cgroup_error(t.told.some), EBADMSG);
	assert_int_equal(cgroup_error(t.told.full), ENODATA);
	assert_int_equal(cgroup_error(t.told.memlock), EBADMSG);
	tree_end(&t);
	free(huge);
}

/* A sum that is too large, and a number that stands for "no limit". */
static void test_too_large_numbers(void **state)
{
	static const char *const sizes[] = { "64KB", "2MB", "1GB" };
	char name[64];
	struct tree t;

	(void)state;
	tree_begin(&t);
	put_v2(&t);
	for (size_t i = 0; i < 3; i++) {
		snprintf(name, sizeof name,
			 "cg/pod/app/inner/hugetlb.%s.current", sizes[i]);
		put(&t, name, "9223372036854700000\n");
	}
	put(&t, "cg/pod/app/memory.events", "oom_kill 18446744073709551615\n");
	put(&t, "cg/pod/app/memory.stat",
	    "inactive_file 18446744073709551000\nactive_file 615\n");
	tree_read(&t);
	assert_int_equal(cgroup_error(t.told.hugetlb), EBADMSG);
	assert_int_equal(cgroup_error(t.told.oom_kill), EBADMSG);
	assert_int_equal(cgroup_error(t.told.cache), EBADMSG);
	tree_end(&t);
}

static void test_no_group(void **state)
{
	struct tree t;

	(void)state;
	tree_begin(&t);
	put(&t, "proc/self/mountinfo", "");
	put(&t, "proc/4121/cgroup", "0::/a\n");
	tree_read(&t);
	assert_int_equal(t.told.version, 0);
	assert_int_equal(cgroup_error(t.told.used), ENODEV);
	tree_end(&t);

	tree_begin(&t);
	putf(&t, "proc/self/mountinfo", "30 1 0:26 / %s/cg rw - cgroup2 c rw\n",
	     t.root);
	tree_read(&t);
	assert_int_equal(t.told.version, 0);
	assert_int_equal(cgroup_error(t.told.used), ENOENT);
	tree_end(&t);
}

static bool told_twice(void *arg)
{
	return ((struct tree *)arg)->told.oom_kill == 8;
}

/* After the end of the process, its group still counts the kill. */
static void test_end_of_the_process(void **state)
{
	struct tree t;
	char proc[80], path[96];

	(void)state;
	tree_begin(&t);
	put_v2(&t);
	snprintf(proc, sizeof proc, "%s/proc", t.root);
	sample_run_init(&t.run, proc, PID);
	t.run.tap = tap;
	t.run.tap_arg = &t;
	sample_run_request(&t.run, REQ_CGROUP, PID, 0, 0);
	assert_true(sample_run_until(&t.run, told, &t));
	snprintf(path, sizeof path, "%s/4121", proc);
	assert_int_equal(folder_remove(path), 0);
	sample_run_process(&t.run, PROCESS_EXIT, PID, 0);
	/* Another process gets the number of the process. */
	put(&t, "proc/4121/limits", "Max locked memory         77\n");
	put(&t, "cg/pod/app/memory.events", "oom_kill 8\n");
	assert_true(sample_run_until(&t.run, told_twice, &t));
	assert_int_equal(cgroup_error(t.told.memlock), ESRCH);
	assert_string_equal(t.path, "/pod/app/inner");
	/* The group is removed, too: nothing more is read. */
	snprintf(path, sizeof path, "%s/cg", t.root);
	assert_int_equal(folder_remove(path), 0);
	while (group_due(t.run.src))
		assert_false(group_work(t.run.src, UINT64_MAX) &&
			     t.told.version == 0);
	assert_int_equal(t.told.oom_kill, 8);
	sample_run_release(&t.run);
	tree_end(&t);
}

/* Thousands of processes: a bounded number is read, and the rest is
 * reported. */
static void test_many_processes(void **state)
{
	enum { MANY = 20000 };
	char *pids = malloc(MANY * 8);
	size_t n = 0;
	struct tree t;

	(void)state;
	assert_non_null(pids);
	for (int i = 0; i < MANY; i++)
		n += (size_t)sprintf(pids + n, "%d\n", 10000 + i);
	tree_begin(&t);
	put_v2(&t);
	put(&t, "cg/pod/app/cgroup.procs", pids);
	for (int i = 0; i < 100; i++)
		put_process(&t, 10000 + i, "worker", 1 + i * 37 % 100);
	tree_read(&t);
	assert_int_equal(t.told.partial, 1);
	assert_int_equal(t.told.processes, 8192);
	assert_int_equal(t.told.unread, 8192 - 100);
	n = 0;
	for (size_t at = 0; at < t.n; at += strlen(t.largest + at) + 1) {
		int pid;
		unsigned long long rss;

		assert_int_equal(sscanf(t.largest + at, "%d %llu", &pid, &rss),
				 2);
		assert_int_equal(rss, (100 - n) *
				      (size_t)sysconf(_SC_PAGESIZE));
		n++;
	}
	assert_int_equal(n, CGROUP_LARGEST);
	tree_end(&t);
	free(pids);
}

static void put_largest(const struct tree *t, int first, int pages)
{
	char pids[CGROUP_LARGEST * 8];
	size_t n = 0;

	for (int i = 0; i < CGROUP_LARGEST; i++) {
		n += (size_t)sprintf(pids + n, "%d\n", first + i);
		put_process(t, first + i, "worker", pages + i);
	}
	put(t, "cg/pod/app/cgroup.procs", pids);
}

static bool told_next(void *arg)
{
	return ((struct tree *)arg)->told.oom_kill == 2;
}

/* A process of an earlier read is not in the list of the next one. */
static void test_other_processes(void **state)
{
	char proc[80];
	struct tree t;

	(void)state;
	tree_begin(&t);
	put_v2(&t);
	put(&t, "cg/pod/app/inner/cgroup.procs", "");
	put_largest(&t, 10000, 5000);
	snprintf(proc, sizeof proc, "%s/proc", t.root);
	sample_run_init(&t.run, proc, PID);
	t.run.tap = tap;
	t.run.tap_arg = &t;
	sample_run_request(&t.run, REQ_CGROUP, PID, 0, 0);
	assert_true(sample_run_until(&t.run, told, &t));
	put_largest(&t, 20000, 10);
	put(&t, "cg/pod/app/memory.events", "oom_kill 2\n");
	assert_true(sample_run_until(&t.run, told_next, &t));
	for (size_t at = 0; at < t.n; at += strlen(t.largest + at) + 1)
		assert_true(atoi(t.largest + at) >= 20000);
	sample_run_release(&t.run);
	tree_end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_version_2),
		cmocka_unit_test(test_mount_point_has_the_limit),
		cmocka_unit_test(test_name_starts_like_the_root),
		cmocka_unit_test(test_version_1),
		cmocka_unit_test(test_unreadable_has_its_reason),
		cmocka_unit_test(test_too_large_numbers),
		cmocka_unit_test(test_no_group),
		cmocka_unit_test(test_end_of_the_process),
		cmocka_unit_test(test_many_processes),
		cmocka_unit_test(test_other_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
