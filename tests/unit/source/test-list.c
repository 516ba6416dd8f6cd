/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The process list of the picker: its rows must equal /proc with either backend
 * (libproc2 or /proc), and it must report whether mmtop may attach.
 */
#include <config.h>

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "source/list/list.h"
#include "source/trace/attach/may_attach.h"
#include "sys/proc/list.h"
#include "sys/proc/root.h"
#include "sys/proc/stat.h"
#include "sys/reader/process.h"
#include "../../support/procfile.h"
#include "../../support/fallbacks.h"
#include "../../support/skip.h"
#include "../../support/slow.h"

#define MS UINT64_C(1000000)
#define NOBODY 65534
/* This name looks like fields of stat, and like lines of status. */
#define HOSTILE "x) S 1 1\nUid:\t7"

static struct procroot *proc;

static void child(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, HOSTILE);
	raise(SIGSTOP);
	_exit(0);
}

/* A stopped child with that name. */
static pid_t stopped(void)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		child();
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	return pid;
}

static void kill_child(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static uint64_t rss_of(pid_t pid)
{
	struct str text = STR_INIT;
	const char *at;
	uint64_t kib;

	assert_int_equal(procroot_readf(proc, &text, 65536, "%d/status",
					(int)pid), 0);
	at = strstr(text.data, "\nVmRSS:");
	assert_non_null(at);
	kib = strtoull(at + 7, NULL, 10);
	str_release(&text);
	return kib << 10;
}

/* --- rows ----------------------------------------------------------------- */

static void test_rows_equal_proc(void **state)
{
	struct proclist *l = proclist_new(proc);
	struct proclist_row rows[PROCLIST_MAX];
	pid_t pids[3] = { stopped(), INT_MAX, getpid() };

	(void)state;
#ifdef HAVE_LIBPROC2
	assert_string_equal(proclist_backend(l), *getenv("MMTOP_FAULT") ?
			    "/proc" : "libproc2");
#endif
	assert_int_equal(proclist_read(l, pids, 3, rows), 2);
	assert_int_equal(rows[0].pid, pids[0]);
	assert_int_equal(rows[0].ppid, getpid());
	assert_int_equal(rows[0].uid, geteuid());
	assert_int_equal(rows[0].state, 'T');
	assert_int_equal(rows[0].start, procstat_start_of(pids[0]));
	assert_int_equal(rows[0].rss, rss_of(pids[0]));
	assert_int_equal(rows[0].threads, 1);
	assert_false(rows[0].kthread);
	assert_memory_equal(rows[0].comm, HOSTILE, 8);
	assert_int_equal(rows[1].pid, getpid());
	kill_child(pids[0]);
	assert_int_equal(proclist_read(l, pids, 1, rows), 0);
	assert_int_equal(proclist_read(l, pids, 0, rows), 0);
	proclist_free(l);
}

/* A zombie has no memory: its RSS is unknown, not 0. */
static void test_zombie_has_no_figures(void **state)
{
	struct proclist *l = proclist_new(proc);
	struct proclist_row rows[PROCLIST_MAX];
	pid_t pid = procfile_zombie();

	(void)state;
	assert_int_equal(proclist_read(l, &pid, 1, rows), 1);
	assert_int_equal(rows[0].state, 'Z');
	assert_true(rows[0].rss == PROCPS_UNKNOWN);
	waitpid(pid, NULL, 0);
	proclist_free(l);
}

/* A captured process whose "7/stat" has this text. */
static struct proclist_row captured(const char *stat)
{
	char dir[] = "/tmp/test-list.XXXXXX", at[64];
	struct proclist_row rows[PROCLIST_MAX];
	struct procroot *root;
	struct proclist *l;
	struct err err;

	assert_non_null(mkdtemp(dir));
	snprintf(at, sizeof at, "%s/7", dir);
	assert_int_equal(mkdir(at, 0700), 0);
	procfile_put(at, "stat", stat);
	procfile_put(at, "status", "Name:\tx\nUid:\t1\t2\t3\t4\nThreads:\t3\n"
		     "VmRSS:\t 4 kB\nVmSwap:\t 0 kB\n");
	assert_int_equal(procroot_open(&root, dir, &err), 0);
	l = proclist_new(root);
	assert_int_equal(proclist_read(l, &(pid_t){ 7 }, 1, rows), 1);
	proclist_free(l);
	procroot_free(root);
	snprintf(at, sizeof at, "rm -r %s", dir);
	assert_int_equal(system(at), 0);
	return rows[0];
}

/* The ninth field has the flag 0x200000; the tenth, a number of faults, does
 * not count. */
static void test_kernel_threads_are_recognized(void **state)
{
	struct proclist_row row;

	(void)state;
	row = captured("7 (a) b) S 2 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 "
		       "0 46 0 0\n");
	assert_true(row.kthread);
	assert_true(row.rss == PROCPS_UNKNOWN);
	assert_int_equal(row.ppid, 2);
	assert_int_equal(row.start, 46);
	row = captured("7 (a) b) S 1 7 7 0 -1 4194560 2097152 0 0 0 0 0 0 0 "
		       "20 0 3 0 46 0 0\n");
	assert_false(row.kthread);
	assert_int_equal(row.rss, 4096);
	assert_int_equal(row.uid, 2);
	assert_int_equal(row.threads, 3);
}

/* Cut off after the state: nothing beyond the end may be read. */
static void test_truncated_stat_is_not_misread(void **state)
{
	struct proclist_row row = captured("7 (a) S");

	(void)state;
	assert_int_equal(row.state, 'S');
	assert_int_equal(row.ppid, 0);
	assert_false(row.kthread);
	assert_int_equal(row.rss, 4096);
}

/* --- permission to attach ------------------------------------------------- */

static struct refusal query_attach(pid_t pid)
{
	const struct attach_query asked = { .pid = pid, .logged = true };
	struct refusal why;

	attach_check(proc, &asked, &why);
	return why;
}

static void test_attach_permission_is_queried(void **state)
{
	pid_t pid = stopped();

	(void)state;
	assert_int_equal(query_attach(getpid()).why, REFUSED_SELF);
	if (getppid() > 1)
		assert_int_equal(query_attach(getppid()).why,
				 REFUSED_OWN_CHAIN);
	assert_int_equal(query_attach(INT_MAX).why, REFUSED_NO_PROCESS);
	/* Even Yama allows a child of this process. */
	assert_int_equal(query_attach(pid).why, REFUSED_NOT);
	/* The query left it as it was. */
	assert_int_equal(procstat_state_of(pid), 'T');
	kill_child(pid);
}

static void test_tracer_is_named(void **state)
{
	struct refusal why;
	int status;
	pid_t pid;

	(void)state;
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		child();
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	why = query_attach(pid);
	assert_int_equal(why.why, REFUSED_TRACED);
	assert_int_equal(why.other, getpid());
	assert_memory_equal(why.other_name, "test-list", 9);
	kill_child(pid);
}

static void test_zombie_is_refused(void **state)
{
	pid_t pid = procfile_zombie();

	(void)state;
	assert_int_equal(query_attach(pid).why, REFUSED_ZOMBIE);
	waitpid(pid, NULL, 0);
}

/* As an ordinary user: a process of another user, and an own one that is not
 * dumpable. */
static int as_nobody(pid_t others)
{
	struct refusal why;
	pid_t own;

	if (setgid(NOBODY) || setuid(NOBODY))
		return 1;
	why = query_attach(others);
	if (why.why != REFUSED_OTHER_USER || why.uid != 0)
		return 2;
	own = stopped();
	why = query_attach(own);
	kill_child(own);
	/* A process that changed its user is not dumpable, nor are its
	 * children. */
	return why.why == REFUSED_NOT_DUMPABLE || why.why == REFUSED_YAMA ||
	       why.why == REFUSED_NOT ? 0 : 3;
}

static void test_refusals_of_an_ordinary_user(void **state)
{
	int status;
	pid_t others, pid;

	(void)state;
	others = stopped();
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		_exit(as_nobody(others));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	kill_child(others);
}

/* --- lister --------------------------------------------------------------- */

struct told {
	struct reader *reader;
	pid_t pid;
	unsigned rows, commands, ends, mores, asked;
	bool seen;			/* since the last end */
	bool was_seen;			/* before the last end */
	struct listed row;
	struct listed_more more;
	char command[LISTED_COMMAND_MAX];
	uint64_t command_n;
};

static void take(void *arg, const struct listed_message *m)
{
	struct told *t = arg;

	if (m->kind == LISTED_ROW && m->u.row.pid == t->pid) {
		t->rows++;
		t->seen = true;
		t->row = m->u.row;
	} else if (m->kind == LISTED_COMMAND && m->u.command.pid == t->pid) {
		t->commands++;
		t->command_n = m->u.command.n;
		memcpy(t->command, m->u.command.text, sizeof t->command);
	} else if (m->kind == LISTED_MORE && m->u.more.pid == t->pid) {
		t->mores++;
		t->asked += m->u.more.asked;
		t->more = m->u.more;
	} else if (m->kind == LISTED_END) {
		t->ends++;
		t->was_seen = t->seen;
		t->seen = false;
	}
}

static struct lister *begin_lister(struct told *t, pid_t pid)
{
	const struct lister_options o = {
		.proc = proc, .reader = reader_new("/proc"), .emit = take,
		.arg = t, .period_ns = 50 * MS,
	};

	*t = (struct told){ .pid = pid, .reader = o.reader };
	return lister_new(&o);
}

static void end_lister(struct lister *l, struct told *t)
{
	lister_free(l);
	reader_free(t->reader);
}

/* Works until *n is at least `least`. */
static void work_until(struct lister *l, const unsigned *n, unsigned least)
{
	time_t until = time(NULL) + DEADLINE_S;

	while (*n < least) {
		uint64_t wait = lister_work(l, 5 * MS) / MS;

		if (time(NULL) > until)
			fail_msg("timeout: %u of %u", *n, least);
		poll(NULL, 0, wait < 20 ? (int)wait : 20);
	}
}

static void test_walk_lists_all_processes(void **state)
{
	pid_t pid = stopped();
	struct told t;
	struct lister *l = begin_lister(&t, pid);

	(void)state;
	work_until(l, &t.ends, 1);
	assert_true(t.was_seen);
	assert_int_equal(t.row.ppid, getpid());
	assert_int_equal(t.row.start, procstat_start_of(pid));
	assert_int_equal(t.row.rss, rss_of(pid));
	assert_true(t.row.user[0]);
	/* The command line is that of its parent; mmtop replaces the NULs after
	 * its words. */
	assert_int_equal(t.commands, 1);
	assert_true(t.command_n >= 9);
	assert_null(memchr(t.command, '\0', t.command_n));
	assert_int_equal(t.mores, 0);
	kill_child(pid);
	work_until(l, &t.ends, 2);
	assert_false(t.was_seen);
	end_lister(l, &t);
}

static void test_visible_process_gets_details(void **state)
{
	pid_t pid = stopped();
	struct told t;
	struct lister *l = begin_lister(&t, pid);

	(void)state;
	work_until(l, &t.ends, 1);
	lister_watch(l, &pid, 1, pid);
	work_until(l, &t.mores, 4);
	assert_int_equal(t.asked, 0);
	assert_int_equal(t.more.refusal.why, REFUSED_NOT);
	assert_int_equal(t.more.start, procstat_start_of(pid));
	assert_true(t.more.maps && t.more.pagemap);
	if (t.more.pss_why == LISTED_KNOWN)
		assert_in_range(t.more.pss, 1, t.more.rss);
	else
		assert_int_equal(t.more.pss_why, LISTED_NO_KERNEL);
	/* The permission to attach is queried only on request, because that
	 * costs the process time. */
	lister_query(l, pid);
	assert_int_equal(t.asked, 1);
	kill_child(pid);
	lister_query(l, pid);
	assert_int_equal(t.asked, 2);
	assert_int_equal(t.more.refusal.why, REFUSED_NO_PROCESS);
	end_lister(l, &t);
}

/* A PID that never existed, and more PIDs than the limit. */
static void test_unknown_and_too_many_pids_are_harmless(void **state)
{
	static pid_t many[3 * LISTER_WATCHED];
	struct told t;
	struct lister *l = begin_lister(&t, INT_MAX);

	(void)state;
	for (size_t i = 0; i < sizeof many / sizeof *many; i++)
		many[i] = (pid_t)i - LISTER_WATCHED;
	lister_watch(l, many, sizeof many / sizeof *many, -1);
	work_until(l, &t.ends, 1);
	lister_query(l, INT_MAX);
	assert_int_equal(t.asked, 1);
	assert_int_equal(t.more.refusal.why, REFUSED_NO_PROCESS);
	end_lister(l, &t);
}

static int run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_equal_proc),
		cmocka_unit_test(test_zombie_has_no_figures),
		cmocka_unit_test(test_kernel_threads_are_recognized),
		cmocka_unit_test(test_truncated_stat_is_not_misread),
		cmocka_unit_test(test_attach_permission_is_queried),
		cmocka_unit_test(test_tracer_is_named),
		cmocka_unit_test(test_zombie_is_refused),
		test_or_skip(test_refusals_of_an_ordinary_user, geteuid() ?
			     "only root can become another user" : NULL),
		cmocka_unit_test(test_walk_lists_all_processes),
		cmocka_unit_test(test_visible_process_gets_details),
		cmocka_unit_test(test_unknown_and_too_many_pids_are_harmless),
	};
	struct err err;

	if (procroot_open(&proc, "/proc", &err) < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
	static const char *const faults[] = { "", "no-libproc2" };

	return fallbacks_run("the list of processes", faults, 2, run);
}
