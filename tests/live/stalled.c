/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A log whose reader stalls (P53): the program does not wait for it, all events
 * are logged or counted as lost once it reads again, and mmtop's exit waits for
 * the reader until a signal.
 */
#include <config.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "counter.h"

#define READ_MS 1000
#define THREADS 2
/* Far more rounds than a program that waits for the log could make: two lines
 * each, of at least 40 bytes; more than a small queue holds. */
#define ROUNDS 10000
#define LOOKS 200
/* Most events before the program starts to count. */
#define BEFORE_MAX 200
struct log {
	struct counter c;
	struct run run;
	char *path;
	int fd;
	char *text;
	size_t n, cap;
};

static uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

/* Opens the FIFO for reading before mmtop does; its small pipe fills soon. */
static void open_log(struct log *l)
{
	*l = (struct log){ .path = work_file("log") };
	counter_init(&l->c, THREADS);
	if (mkfifo(l->path, 0600))
		bail("mkfifo");
	l->fd = open(l->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (l->fd < 0)
		bail(l->path);
	fcntl(l->fd, F_SETPIPE_SZ, 4096);
}

static void close_log(struct log *l)
{
	counter_stop(&l->c);
	run_release(&l->run);
	counter_release(&l->c);
	close(l->fd);
	free(l->path);
	free(l->text);
}

static void launch(struct log *l)
{
	open_log(l);
	run_mmtop(&l->run, "-b", "--events=call", "-o", l->path, l->c.program,
		  l->c.path, "2", NULL);
}

/* False at the end of the log. */
static bool read_some(struct log *l)
{
	struct pollfd p = { .fd = l->fd, .events = POLLIN };
	ssize_t got;

	if (l->cap - l->n < 8192) {
		l->cap = l->cap ? l->cap * 2 : 1 << 20;
		l->text = realloc(l->text, l->cap);
		if (!l->text)
			bail("no memory");
	}
	(void)poll(&p, 1, 20);
	got = read(l->fd, l->text + l->n, l->cap - l->n - 1);
	if (got > 0)
		l->n += (size_t)got;
	l->text[l->n] = '\0';
	/* Before mmtop opens the FIFO, read() returns 0, too. */
	return got != 0 || !l->n;
}

static bool read_end(void *arg)
{
	struct log *l = arg;
	uint64_t until = now_ms() + 200;

	while (now_ms() < until)
		if (!read_some(l))
			return true;
	return false;
}

static uint64_t rounds(const struct log *l)
{
	uint64_t n = 0;

	for (int i = 0; i < THREADS; i++)
		n += l->c.words[i];
	return n;
}

static double rate_while_read(struct log *l)
{
	uint64_t before, until = now_ms() + DEADLINE_S * 1000;

	while (!rounds(l) && now_ms() < until)
		read_some(l);
	before = rounds(l);
	until = now_ms() + READ_MS;
	while (now_ms() < until)
		read_some(l);
	return (double)(rounds(l) - before) / READ_MS;
}

/* The pipe's one page is used; the number of bytes in it does not matter, as a
 * write that does not fit waits. */
static bool is_full(void *arg)
{
	const struct log *l = arg;
	struct pollfd p = { .fd = open(l->path, O_WRONLY | O_NONBLOCK),
			    .events = POLLOUT };
	bool full = p.fd >= 0 && poll(&p, 1, 0) == 0;

	close(p.fd);
	return full;
}

struct behind {
	const struct log *log;
	pid_t tracer;
	uint64_t from;
	uint64_t more;			/* in rounds */
	unsigned looks, writes;
};

/* True if the thread sleeps in write(). */
static bool is_in_write(pid_t tid)
{
	long nr = task_call(tid);

	return nr == SYS_write || nr == SYS_writev;
}

/* The program has logged more events since then than can be queued. */
static bool is_behind(void *arg)
{
	struct behind *b = arg;

	b->looks++;
	b->writes += is_in_write(b->tracer);
	return is_full((void *)(uintptr_t)b->log) &&
	       rounds(b->log) > b->from + b->more && b->looks > LOOKS;
}

/*
 * The program runs on, independent of the log's reader: the tracer never sleeps
 * in write().  How fast depends on the machine.
 */
static bool runs_on(struct log *l, double *rate)
{
	struct behind b = { .log = l, .more = ROUNDS,
			    .tracer = engine_of(l->run.pid) };
	uint64_t began;
	bool good;

	good = b.tracer > 0 && wait_for(is_full, l);
	began = now_ms();
	b.from = rounds(l);
	good = wait_for(is_behind, &b) && good;
	*rate = (double)(rounds(l) - b.from) /
		(double)(now_ms() - began + 1);
	if (!good || b.writes)
		diag("tracer %d: in write() %u of %u times; %ju rounds",
		     (int)b.tracer, b.writes, b.looks,
		     (uintmax_t)(rounds(l) - b.from));
	return good && !b.writes;
}

static uint64_t lines_with(const struct log *l, const char *part)
{
	uint64_t n = 0;

	for (const char *p = l->text; (p = strstr(p, part)); p++)
		n++;
	return n;
}

/* The sum of the numbers after `key` in all lines with `what`. */
static uint64_t sum(const struct log *l, const char *what, const char *key)
{
	uint64_t n = 0;

	for (const char *p = l->text; (p = strstr(p, what)); p++) {
		const char *at = strstr(p, key);

		n += at ? strtoull(at + strlen(key), NULL, 10) : 0;
	}
	return n;
}

static void stalled_reader(const char *name, bool small)
{
	struct log l;
	double reading, stalled;
	uint64_t done, told, lost, in_end;

	if (small)
		setenv("MMTOP_FAULT", "small-log-queue", 1);
	launch(&l);
	unsetenv("MMTOP_FAULT");
	reading = rate_while_read(&l);
	ok(runs_on(&l, &stalled),
	   "P53: %s: the program runs on while the log is not read", name);
	diag("%.1f rounds/ms, %.1f before", stalled, reading);
	counter_stop(&l.c);
	ok(wait_for(read_end, &l) && run_wait(&l.run) &&
	   run_status(&l.run) == 0,
	   "P53: %s: mmtop exits once the log is read", name);
	done = 2 * rounds(&l);
	lost = sum(&l, " lost count=", "count=");
	in_end = sum(&l, " end events=", "lost=");
	told = lines_with(&l, "mmap(") + lines_with(&l, "munmap(") + lost;
	/* "mmap(" is not a part of "munmap(". */
	if (!ok(told >= done && told <= done + BEFORE_MAX,
		"P53: %s: every call is logged, or counted as lost", name))
		diag("%ju of %ju", (uintmax_t)told, (uintmax_t)done);
	ok((lost > 0) == small && in_end == lost,
	   "P53: %s: %s", name, small ? "lost events are reported" :
	   "nothing is lost");
	close_log(&l);
}

static bool is_free(void *arg)
{
	const struct log *l = arg;

	return status_field(l->c.pid, "TracerPid") == 0;
}

static void never_read(void)
{
	struct log l;
	struct behind b = { .log = &l, .more = 500 };
	uint64_t began_ms;
	char pid[16];

	open_log(&l);
	counter_start(&l.c);
	snprintf(pid, sizeof pid, "%d", (int)l.c.pid);
	run_mmtop(&l.run, "-b", "--events=call", "-o", l.path, "--level=calls", "-p", pid, NULL);
	wait_for(is_full, &l);
	b.from = rounds(&l);
	wait_for(is_behind, &b);
	kill(l.run.pid, SIGTERM);
	began_ms = now_ms();
	ok(wait_for(is_free, &l) && counter_counts(&l.c),
	   "P53: unread: one signal detaches");
	/* mmtop waits for 0.8 seconds. */
	ok(run_wait(&l.run) && run_status(&l.run) == 128 + SIGTERM &&
	   now_ms() - began_ms < 15000 * test_slow(),
	   "P53: unread: the signal ends mmtop");
	ok(strstr(l.run.err, "mmtop: the log "),
	   "P53: unread: mmtop reports that the log is cut");
	close_log(&l);
}

int main(void)
{
	plan(2 * 4 + 3);
	stalled_reader("a large queue", false);
	stalled_reader("a small queue", true);
	never_read();
	return done();
}
