/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader process. A FIFO below a made-up /proc makes a read hang: it can be
 * opened, and a read waits while a writer has it open.
 */
#include <config.h>

#include "sys/reader/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/skip.h"
#include "../../support/slow.h"
#include "base/str.h"
#include "sys/loop.h"

struct fake {
	char dir[64];
	struct reader *rd;
	int writers[256];
	int n;
};

static void write_file(const struct fake *f, pid_t pid, const char *file,
		       const void *data, size_t n)
{
	char path[128];
	int fd;

	snprintf(path, sizeof path, "%s/%d", f->dir, (int)pid);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%d/%s", f->dir, (int)pid, file);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, n), (ssize_t)n);
	close(fd);
}

/* The start time is field 22 of stat; the name here looks like the end of the
 * name field. */
static void put_start(const struct fake *f, pid_t pid, int start)
{
	char text[256];
	int n = snprintf(text, sizeof text, "%d (a) b) S 1 2 3 4 5 6 7 8 9 10 "
			 "11 12 13 14 15 16 17 18 %d 20 21\n", (int)pid, start);

	write_file(f, pid, "stat", text, (size_t)n);
}

static void put_hanging(struct fake *f, pid_t pid, const char *file)
{
	char path[128];

	write_file(f, pid, "comm", "x\n", 2);
	snprintf(path, sizeof path, "%s/%d/%s", f->dir, (int)pid, file);
	assert_int_equal(mkfifo(path, 0600), 0);
	f->writers[f->n] = open(path, O_RDWR);
	assert_true(f->writers[f->n++] >= 0);
}

static int set_up(void **state)
{
	struct fake *f = calloc(1, sizeof *f);

	assert_non_null(f);
	snprintf(f->dir, sizeof f->dir, "%s/mmtop-reader.XXXXXX",
		 getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	assert_non_null(mkdtemp(f->dir));
	f->rd = reader_new(f->dir);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fake *f = *state;
	char command[128];

	reader_free(f->rd);
	for (int i = 0; i < f->n; i++)
		close(f->writers[i]);
	/* On a busy machine killed readers may die later. */
	while (waitpid(-1, NULL, __WALL) > 0)
		;
	snprintf(command, sizeof command, "rm -rf %s", f->dir);
	assert_int_equal(system(command), 0);
	free(f);
	return 0;
}

static void test_files_are_read(void **state)
{
	struct fake *f = *state;
	char buf[64];

	write_file(f, 7, "cmdline", "ls\0-l", 6);
	write_file(f, 7, "empty", "", 0);
	assert_int_equal(reader_pid(f->rd), 0);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64), 6);
	assert_memory_equal(buf, "ls\0-l", 6);
	assert_true(reader_pid(f->rd) > 0);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 3, buf, 64), 3);
	assert_memory_equal(buf, "-l", 3);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 2), 2);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 6, buf, 64), 0);
	assert_int_equal(reader_read(f->rd, 7, "empty", 0, buf, 64), 0);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 0), 0);
	assert_int_equal(reader_read(f->rd, 7, "none", 0, buf, 64), -ENOENT);
	assert_int_equal(reader_read(f->rd, 8, "cmdline", 0, buf, 64), -ENOENT);
	/* A directory can be opened, but not read. */
	assert_int_equal(reader_read(f->rd, 7, ".", 0, buf, 64), -EISDIR);
	assert_int_equal(reader_hung(f->rd), 0);
}

static void test_rested_reader_starts_again(void **state)
{
	struct fake *f = *state;
	char buf[8];

	write_file(f, 7, "cmdline", "ls", 3);
	reader_end_child(f->rd);
	assert_int_equal(reader_pid(f->rd), 0);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 8), 3);
	assert_true(reader_pid(f->rd) > 0);
	reader_end_child(f->rd);
	assert_int_equal(reader_pid(f->rd), 0);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 8), 3);
	assert_int_equal(reader_hung(f->rd), 0);
	reader_end_child(NULL);
}

static void test_large_files_are_read_in_parts(void **state)
{
	struct fake *f = *state;
	size_t n = 3 * READER_MAX + 5;
	char *from = malloc(n), *to = malloc(n);

	assert_non_null(from);
	assert_non_null(to);
	for (size_t i = 0; i < n; i++)
		from[i] = (char)(i * 7 + i / 251);
	write_file(f, 7, "mem", from, n);
	/* At most READER_MAX bytes per read. */
	for (size_t at = 0; at < n;) {
		long got = reader_read(f->rd, 7, "mem", at, to + at, n - at);

		assert_true(got > 0 && got <= READER_MAX);
		at += (size_t)got;
	}
	assert_memory_equal(from, to, n);
	free(from);
	free(to);
}

/* True for zombies, too: init may be slow to reap them. */
static bool is_gone(pid_t pid)
{
	char path[64], line[256];
	FILE *file;
	bool gone;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	if (!file)
		return kill(pid, 0) < 0;
	gone = !fgets(line, sizeof line, file) || strstr(line, ") Z ");
	fclose(file);
	return gone;
}

static void test_hanging_process_is_not_read_again(void **state)
{
	struct fake *f = *state;
	uint64_t since, until;
	char buf[64];
	pid_t child;

	put_hanging(f, 7, "mem");
	write_file(f, 7, "cmdline", "x", 1);
	write_file(f, 8, "cmdline", "y", 1);
	assert_int_equal(reader_read(f->rd, 8, "cmdline", 0, buf, 64), 1);
	child = reader_pid(f->rd);
	since = clock_ns();
	assert_int_equal(reader_read(f->rd, 7, "mem", 0, buf, 64), -ETIMEDOUT);
	since = clock_ns() - since;
	assert_true(since >= READER_LIMIT_NS);
	assert_true(since < READER_LIMIT_NS + DEADLINE_NS);
	assert_int_equal(reader_hung(f->rd), 1);
	/* The reader was killed. */
	until = clock_ns() + DEADLINE_NS;
	while (!is_gone(child)) {
		assert_true(clock_ns() < until);
		poll(NULL, 0, 5);
	}
	/* Process 7 is not read again, not even another file, and no reader is
	 * started for it. */
	assert_int_equal(reader_pid(f->rd), 0);
	assert_int_equal(reader_read(f->rd, 7, "mem", 0, buf, 64), -ETIMEDOUT);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64),
			 -ETIMEDOUT);
	assert_int_equal(reader_hung(f->rd), 1);
	assert_int_equal(reader_pid(f->rd), 0);
	/* Other processes are. */
	assert_int_equal(reader_read(f->rd, 8, "cmdline", 0, buf, 64), 1);
	assert_int_not_equal(reader_pid(f->rd), child);
}

/* Later the PID belongs to another process. Threads share the state of their
 * process. */
static void test_reused_pid_is_read_again(void **state)
{
	struct fake *f = *state;
	char buf[64];

	put_start(f, 7, 1000);
	put_hanging(f, 7, "mem");
	write_file(f, 7, "cmdline", "x", 1);
	write_file(f, 9, "status", "Name:\ta\nTgid:\t7\n", 16);
	write_file(f, 9, "cmdline", "x", 1);
	assert_int_equal(reader_read(f->rd, 9, "cmdline", 0, buf, 64), 1);
	assert_int_equal(reader_read(f->rd, 7, "mem", 0, buf, 64), -ETIMEDOUT);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64),
			 -ETIMEDOUT);
	assert_int_equal(reader_read(f->rd, 9, "cmdline", 0, buf, 64),
			 -ETIMEDOUT);
	put_start(f, 7, 1001);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64), 1);
	assert_int_equal(reader_read(f->rd, 9, "cmdline", 0, buf, 64), 1);
	put_start(f, 7, 1000);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64),
			 -ETIMEDOUT);
}

/* After several hanging reads the limit is short. The oldest processes are
 * forgotten. */
static void test_many_hangs_shorten_the_limit(void **state)
{
	struct fake *f = *state;
	int shorter = 0;
	char buf[64];

	for (int i = 0; i < 70; i++)
		put_hanging(f, 100 + i, "mem");
	write_file(f, 100, "cmdline", "x", 1);
	write_file(f, 169, "cmdline", "x", 1);
	for (int i = 0; i < 70; i++) {
		uint64_t since = clock_ns();

		assert_int_equal(reader_read(f->rd, 100 + i, "mem", 0, buf, 64),
				 -ETIMEDOUT);
		since = clock_ns() - since;
		assert_true(i >= READER_PATIENCE || since >= READER_LIMIT_NS);
		shorter += since < READER_LIMIT_NS;
	}
	/* On a busy machine some may take longer. */
	assert_true(shorter >= 30);
	assert_int_equal(reader_hung(f->rd), 70);
	assert_int_equal(reader_read(f->rd, 169, "cmdline", 0, buf, 64),
			 -ETIMEDOUT);
	assert_int_equal(reader_read(f->rd, 100, "cmdline", 0, buf, 64), 1);
}

static void waits_for_death(pid_t pid)
{
	siginfo_t si;

	assert_int_equal(waitid(P_PID, (id_t)pid, &si, WEXITED | WNOWAIT), 0);
}

static void test_killed_reader_is_replaced(void **state)
{
	struct fake *f = *state;
	char buf[64];
	pid_t child, got;

	write_file(f, 7, "cmdline", "x", 1);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64), 1);
	child = reader_pid(f->rd);
	kill(child, SIGKILL);
	waits_for_death(child);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64), 1);
	assert_int_not_equal(reader_pid(f->rd), child);
	/* Another waitpid(-1), like that of the tracer, reaps the reader. */
	child = reader_pid(f->rd);
	kill(child, SIGKILL);
	do
		got = waitpid(-1, NULL, __WALL);
	while (got > 0 && got != child);
	assert_int_equal(got, child);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64), 1);
	assert_int_equal(reader_hung(f->rd), 0);
}

/* A reader that was unused for the given time exits, and starts again when
 * needed. */
static void test_unused_reader_exits(void **state)
{
	struct fake *f = *state;
	char buf[64];
	pid_t child;

	write_file(f, 7, "cmdline", "x", 1);
	reader_end_idle(NULL, 0);
	reader_end_idle(f->rd, 0);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64), 1);
	child = reader_pid(f->rd);
	reader_end_idle(f->rd, 3600000000000ull);
	assert_int_equal(reader_pid(f->rd), child);
	for (int i = 0; i < 20; i++) {
		reader_end_idle(f->rd, 0);
		assert_int_equal(reader_pid(f->rd), 0);
		assert_int_equal(reader_fd(f->rd), -1);
		/* Unless it died at once. */
		assert_true(waitpid(child, NULL, __WALL) == child ||
			    errno == ECHILD);
		assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64),
				 1);
		child = reader_pid(f->rd);
	}
}

static void on_signal(int sig)
{
	(void)sig;
}

/* The reader must not reap other children, and signals must not disturb it. */
static void test_exits_of_other_children_are_kept(void **state)
{
	struct fake *f = *state;
	struct sigaction sa = { .sa_handler = on_signal,
				.sa_flags = SA_RESTART }, old;
	pid_t other = fork();
	bool seen = false;
	char buf[64];
	siginfo_t si;

	assert_true(other >= 0);
	if (other == 0)
		_exit(3);
	waits_for_death(other);
	sigaction(SIGCHLD, &sa, &old);
	write_file(f, 7, "cmdline", "x", 1);
	put_hanging(f, 8, "mem");
	for (int i = 0; i < 20; i++) {
		pid_t p = fork();

		assert_true(p >= 0);
		if (p == 0)
			_exit(0);
		assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64),
				 1);
		if (i % 5 == 4)
			kill(reader_pid(f->rd), SIGKILL);
		assert_int_equal(waitpid(p, NULL, 0), p);
	}
	assert_int_equal(reader_read(f->rd, 8, "mem", 0, buf, 64), -ETIMEDOUT);
	/* Besides `other`, only killed readers that died late may remain. */
	while (waitid(P_ALL, 0, &si, WEXITED | __WALL) == 0) {
		if (si.si_pid == other)
			seen = si.si_code == CLD_EXITED && si.si_status == 3;
		else
			assert_int_equal(si.si_code, CLD_KILLED);
	}
	assert_int_equal(errno, ECHILD);
	assert_true(seen);
	sigaction(SIGCHLD, &old, NULL);
}

/* The reader inherits no descriptor. */
static void test_reader_inherits_no_descriptor(void **state)
{
	struct fake *f = *state;
	struct pollfd p = { .events = POLLIN };
	char buf[64];
	int pair[2];

	write_file(f, 7, "cmdline", "x", 1);
	assert_int_equal(pipe(pair), 0);
	assert_int_equal(reader_read(f->rd, 7, "cmdline", 0, buf, 64), 1);
	close(pair[1]);
	p.fd = pair[0];
	assert_int_equal(poll(&p, 1, DEADLINE_MS), 1);
	assert_int_equal(p.revents & (POLLIN | POLLHUP), POLLHUP);
	close(pair[0]);
}

/* The reader dies with its parent, even while it hangs. */
static void test_reader_dies_with_its_parent(void **state)
{
	struct fake *f = *state;
	pid_t pid, child = 0;
	uint64_t until;
	char buf[64];
	int back[2];

	write_file(f, 7, "cmdline", "x", 1);
	put_hanging(f, 8, "mem");
	assert_int_equal(pipe(back), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		struct reader *rd = reader_new(f->dir);

		if (reader_read(rd, 7, "cmdline", 0, buf, 64) != 1)
			_exit(1);
		child = reader_pid(rd);
		if (write(back[1], &child, sizeof child) < 0)
			_exit(1);
		_exit(reader_read(rd, 8, "mem", 0, buf, 64) > 0);
	}
	close(back[1]);
	assert_int_equal(read(back[0], &child, sizeof child), sizeof child);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	until = clock_ns() + DEADLINE_NS;
	while (!is_gone(child)) {
		assert_true(clock_ns() < until);
		poll(NULL, 0, 5);
	}
	close(back[0]);
}

/* The real /proc: an unmapped address gives EIO, a mapped one its bytes. */
static void test_memory_of_real_process_is_read(void **state)
{
	struct reader *rd = reader_new("/proc");
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char buf[8192];
	uint64_t at = (uint64_t)(uintptr_t)page;

	(void)state;
	assert_true(page != MAP_FAILED);
	strcpy(page + 4090, "hello");
	munmap(page + 4096, 4096);
	assert_int_equal(reader_read(rd, getpid(), "mem", at + 4090, buf, 6),
			 6);
	assert_string_equal(buf, "hello");
	/* Only the mapped part. */
	assert_int_equal(reader_read(rd, getpid(), "mem", at, buf, 8192), 4096);
	assert_int_equal(reader_read(rd, getpid(), "mem", at + 4096, buf, 8),
			 -EIO);
	munmap(page, 4096);
	reader_free(rd);
}

/* --- jobs ----------------------------------------------------------------- */

static void count_up(const struct reader_work *w, struct str *out)
{
	static unsigned kept;
	char size[32];

	kept += (unsigned)w->n;
	snprintf(size, sizeof size, "%u %d %d %d", kept, w->dir >= 0,
		 w->mem >= 0, w->maps >= 0);
	str_adds(out, size);
}

static void grow(const struct reader_work *w, struct str *out)
{
	for (size_t i = 0; i < 1u << 20; i++)
		str_add(out, w->ask, w->n);
}

static void crash(const struct reader_work *w, struct str *out)
{
	(void)w;
	(void)out;
	__builtin_trap();
}

static void sleeps(const struct reader_work *w, struct str *out)
{
	(void)w;
	(void)out;
	for (;;)
		pause();
}

static void spins(const struct reader_work *w, struct str *out)
{
	(void)w;
	(void)out;
	for (volatile int i = 0;; i++)
		;
}

#define MS 1000000ull

static int do_job(struct reader *rd, const struct reader_job *job,
		  const char *ask, struct str *answer)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	int rc = reader_start_job(rd, getpid(), job, ask, strlen(ask));

	assert_int_equal(rc, 0);
	/* One job at a time. */
	assert_int_equal(reader_start_job(rd, getpid(), job, ask, 1), -EBUSY);
	while (!(rc = reader_job_result(rd, answer))) {
		struct pollfd p = { .fd = reader_fd(rd), .events = POLLIN };

		assert_true(clock_ns() < until);
		poll(&p, 1, 10);
	}
	return rc;
}

static void test_jobs_have_limits(void **state)
{
	const struct reader_job count = { count_up, DEADLINE_NS, 1, false },
		both = { count_up, DEADLINE_NS, 1, true },
		big = { grow, DEADLINE_NS, 4, false },
		bad = { crash, DEADLINE_NS, 1, false },
		slow = { sleeps, 50 * MS, 100, false },
		busy = { spins, 50 * MS, 4, false };
	struct reader *rd = reader_new("/proc");
	struct str answer = STR_INIT;
	uint64_t begun;

	(void)state;
	assert_int_equal(do_job(rd, &count, "abc", &answer), 1);
	assert_string_equal(answer.data, "3 1 0 0");
	/* The job's static data persists until the reader dies. */
	assert_int_equal(do_job(rd, &both, "de", &answer), 1);
	assert_string_equal(answer.data, "5 1 1 1");
	assert_int_equal(do_job(rd, &big, "four", &answer), 1);
	assert_int_equal(answer.len, 4u << 20);
	/* Above the limit. */
	assert_int_equal(do_job(rd, &big, "0123456789", &answer), -EIO);
	assert_int_equal(do_job(rd, &bad, "", &answer), -EIO);
	assert_int_equal(do_job(rd, &slow, "", &answer), -ETIMEDOUT);
	begun = clock_ns();
	assert_int_equal(do_job(rd, &busy, "", &answer), -ETIMEDOUT);
	assert_true(clock_ns() - begun >= 150 * MS);
	assert_int_equal(reader_hung(rd), 2);
	assert_int_equal(do_job(rd, &count, "a", &answer), 1);
	assert_string_equal(answer.data, "1 1 0 0");
	assert_int_equal(reader_start_job(rd, 1 << 22, &count, "", 0), -ENOENT);
	str_release(&answer);
	reader_free(rd);
}

static void test_missing_proc_gives_enoent(void **state)
{
	struct reader *rd = reader_new("/nowhere/at/all");
	char buf[8];

	(void)state;
	assert_int_equal(reader_read(rd, 1, "cmdline", 0, buf, 8), -ENOENT);
	reader_free(rd);
	reader_free(NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_files_are_read),
		TEST(test_rested_reader_starts_again),
		TEST(test_large_files_are_read_in_parts),
		TEST(test_hanging_process_is_not_read_again),
		TEST(test_reused_pid_is_read_again),
		TEST(test_many_hangs_shorten_the_limit),
		TEST(test_killed_reader_is_replaced),
		TEST(test_unused_reader_exits),
		TEST(test_exits_of_other_children_are_kept),
		TEST(test_reader_inherits_no_descriptor),
		TEST(test_reader_dies_with_its_parent),
		test_or_skip(test_memory_of_real_process_is_read,
			     access("/proc/self/mem", F_OK) ?
			     "there is no /proc" : NULL),
		cmocka_unit_test(test_jobs_have_limits),
		cmocka_unit_test(test_missing_proc_gives_enoent),
	};

	return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
