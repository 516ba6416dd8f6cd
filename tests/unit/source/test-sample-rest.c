/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program of many regions that rests is sampled rarely, and the age of its
 * figures is reported. A change must be seen in the next period all the same.
 */
#include <config.h>

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sample-run.h"
#include "source/sample/core/procs.h"
#include "source/sample/core/sample.h"
#include "source/sample/core/totals.h"
#include "sys/loop.h"
#include "../../support/slow.h"

/* Fewer if each takes ten times as long to sample. */
#define REGIONS ((unsigned)test_times(20000, 500))
#define PAGE 4096u
/* More than the kernel may count per CPU before its totals change. */
#define IDLE (256 * PAGE)
#define PERIODS 10
/* Larger than any age in this test, so that age never causes a sample. */
#define LATER_NS (3600 * NS_PER_S)
/* One sample may be in progress at a change; the next one sees it. */
#define LOOKS 2
#define TURNS test_times(5, 2)

/* --- program -------------------------------------------------------------- */

struct child {
	pid_t pid;
	int turn[2], done[2];
	int fd;				/* of idle */
	char *area, *idle;
};

static void act(const struct child *c, char what)
{
	char *p;

	switch (what) {
	case 't':
		for (size_t i = 0; i < IDLE; i += PAGE)
			c->idle[i] = 1;
		break;
	case 'd':
		madvise(c->idle, IDLE, MADV_DONTNEED);
		break;
	/* Changes the file itself, without a memory call. */
	case 'p':
		if (fallocate(c->fd, FALLOC_FL_PUNCH_HOLE |
			      FALLOC_FL_KEEP_SIZE, 0, IDLE))
			_exit(5);
		break;
	case 'f':
		if (ftruncate(c->fd, 0) || ftruncate(c->fd, IDLE))
			_exit(6);
		break;
	case 'm':
		p = mmap(NULL, 2 * PAGE, PROT_READ, MAP_SHARED | MAP_ANONYMOUS,
			 -1, 0);
		if (p == MAP_FAILED)
			_exit(1);
		break;
	case 'w':
	case 'r':
		if (mprotect(c->area + 101 * PAGE, PAGE, what == 'r' ?
			     PROT_READ : PROT_READ | PROT_WRITE))
			_exit(2);
		break;
	}
}

static void child_run(const struct child *c)
{
	char what;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	close(c->turn[1]);
	for (size_t i = 0; i < REGIONS; i += 2)
		if (mprotect(c->area + i * PAGE, PAGE, PROT_READ | PROT_WRITE))
			_exit(3);
	/* Runs the code once, so that pages it touches by itself are already
	 * present. */
	act(c, 't');
	act(c, 'd');
	do {
		if (write(c->done[1], "", 1) != 1)
			_exit(4);
		if (read(c->turn[0], &what, 1) != 1)
			_exit(0);
		act(c, what);
	} while (1);
}

static void child_does(const struct child *c, char what)
{
	char byte;

	assert_int_equal(write(c->turn[1], &what, 1), 1);
	assert_int_equal(read(c->done[0], &byte, 1), 1);
}

static void child_start(struct child *c)
{
	char byte;

	c->area = mmap(NULL, REGIONS * PAGE, PROT_READ,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	c->fd = memfd_create("idle", MFD_CLOEXEC);
	assert_true(c->fd >= 0 && ftruncate(c->fd, IDLE) == 0);
	c->idle = mmap(NULL, IDLE, PROT_READ | PROT_WRITE, MAP_SHARED, c->fd,
		       0);
	assert_true(c->area != MAP_FAILED && c->idle != MAP_FAILED);
	assert_int_equal(pipe(c->turn), 0);
	assert_int_equal(pipe(c->done), 0);
	c->pid = fork();
	assert_true(c->pid >= 0);
	if (c->pid == 0)
		child_run(c);
	munmap(c->area, REGIONS * PAGE);
	close(c->done[1]);
	assert_int_equal(read(c->done[0], &byte, 1), 1);
}

static void child_end(struct child *c)
{
	close(c->turn[1]);
	waitpid(c->pid, NULL, 0);
	close(c->turn[0]);
	close(c->done[0]);
	munmap(c->idle, IDLE);
	close(c->fd);
}

/* --- sampler -------------------------------------------------------------- */

struct look {
	struct sample_run r;
	struct child c;
	struct sproc *p;
	unsigned until;			/* number of syncs */
	/* When everything was last sampled, as the sampler is made to believe;
	 * samples of maps and of pages since then. */
	uint64_t at_ns;
	unsigned maps, rounds;
};

/*
 * Prevents samples because of age, however slow the machine is, so that only a
 * change causes one. Called after each drain.
 */
static void prevent_stale(struct look *l)
{
	if (!l->at_ns)
		return;
	l->maps += l->p->map.totals.at_ns != l->at_ns;
	l->rounds += l->p->round.totals.at_ns != l->at_ns;
	l->p->map.totals.at_ns = l->p->round.totals.at_ns = l->at_ns;
}

static void begin_fresh(struct look *l)
{
	l->at_ns = clock_ns() + LATER_NS;
	l->p->map.totals.at_ns = l->p->round.totals.at_ns = l->at_ns;
	l->maps = l->rounds = 0;
}

static bool whole(void *arg)
{
	struct look *l = arg;

	l->p = sproc_find(l->r.src, l->c.pid);
	return sample_run_whole(&l->r) && l->p && l->p->map.totals.known &&
	       l->p->round.totals.known;
}

static bool periods(void *arg)
{
	struct look *l = arg;

	prevent_stale(l);
	return l->r.syncs >= l->until;
}

enum log { NO_LOG, LOG_REGIONS, LOG_PAGES };

static struct look *watch_child(enum log log)
{
	struct look *l = calloc(1, sizeof *l);

	child_start(&l->c);
	sample_run_init(&l->r, "/proc", l->c.pid);
	l->r.host.period_ns = 50 * NS_PER_MS;
	if (log == LOG_REGIONS)
		l->r.host.wants.log_kinds = 1u << EV_REGION;
	else if (log == LOG_PAGES)
		l->r.host.wants.log_kinds = 1u << EV_PAGES;
	assert_true(sample_run_until(&l->r, whole, l));
	return l;
}

static void pass_periods(struct look *l, unsigned n)
{
	l->until = l->r.syncs + n;
	assert_true(sample_run_until(&l->r, periods, l));
}

/* A round of pages may take longer than the reads of maps meanwhile. */
static bool counts(const struct look *l)
{
	return l->r.src->round.proc || !l->p->round.totals.known;
}

/* A sample that found or caused a change is followed by another one. */
static void settle(struct look *l)
{
	do {
		begin_fresh(l);
		pass_periods(l, 2);
	} while (l->maps || l->rounds || counts(l));
}

static void drop_child(struct look *l)
{
	sample_run_release(&l->r);
	child_end(&l->c);
	free(l);
}

/* --- tests ---------------------------------------------------------------- */

static bool says_when(void *arg)
{
	const struct look *l = arg;

	return l->r.usage.counted_ns > 0;
}

static void test_resting_program_is_not_sampled(void **state)
{
	struct look *l = watch_child(NO_LOG);

	(void)state;
	settle(l);
	pass_periods(l, PERIODS);
	assert_int_equal(l->maps, 0);
	assert_int_equal(l->rounds, 0);
	/* The real age from here on. */
	l->p->map.totals.at_ns = l->p->round.totals.at_ns = clock_ns();
	assert_true(sample_run_until(&l->r, says_when, l));
	drop_child(l);
}

/* The more a sample costs, the rarer it is, but at least every five seconds. */
static void test_costly_samples_are_rarer(void **state)
{
	struct source_host host = { .period_ns = 50 * NS_PER_MS };
	struct sampler s = { .host = &host };
	uint64_t now = clock_ns();
	struct totals t = { .at_ns = now - 2 * NS_PER_S };

	(void)state;
	assert_true(totals_stale(&s, &t, NS_PER_MS, TOTALS_MAP));
	t.at_ns = now - 5 * NS_PER_S;
	assert_true(totals_stale(&s, &t, NS_PER_S, TOTALS_MAP));
	t.at_ns = now - host.period_ns;
	assert_true(totals_stale(&s, &t, 0, TOTALS_MAP));
	t.at_ns = now + LATER_NS - NS_PER_S;
	assert_false(totals_stale(&s, &t, NS_PER_MS, TOTALS_MAP));
	/* Resets at_ns, so that only the time until it is stale counts. */
	t.at_ns = clock_ns();
	while (!totals_stale(&s, &t, NS_PER_MS / 10, TOTALS_MAP))
		;
	assert_true(clock_ns() - t.at_ns >= 100 * NS_PER_MS);
}

static bool touched(void *arg)
{
	const struct look *l = arg;
	const struct seen *e = sample_run_at((struct sample_run *)&l->r,
					     (uintptr_t)l->c.idle);

	return e && e->rss == IDLE;
}

static bool given_back(void *arg)
{
	const struct look *l = arg;
	const struct seen *e = sample_run_at((struct sample_run *)&l->r,
					     (uintptr_t)l->c.idle);

	return e && e->rss == 0;
}

static bool writable(void *arg)
{
	const struct look *l = arg;
	const struct seen *e = sample_run_at((struct sample_run *)&l->r,
					     (uintptr_t)l->c.area + 101 * PAGE);

	return e && e->perm & PERM_W;
}

static bool mapped(void *arg)
{
	const struct look *l = arg;
	unsigned n = 0;

	for (size_t i = 0; i < l->r.seen.n; i++)
		n += l->r.seen.v[i].end - l->r.seen.v[i].start == 2 * PAGE &&
		     l->r.seen.v[i].perm & PERM_SHARED;
	return n > 0;
}

static bool read_only(void *arg)
{
	return !writable(arg);
}

struct wish {
	struct look *l;
	bool (*seen)(void *arg);
};

static bool told(void *arg)
{
	const struct wish *w = arg;

	prevent_stale(w->l);
	return w->seen(w->l);
}

/* A change is reported by the first sample that can see it. */
static void check_change(struct look *l, char what, bool (*seen)(void *arg))
{
	struct wish w = { l, seen };

	settle(l);
	assert_false(seen(l));
	child_does(&l->c, what);
	assert_true(sample_run_until(&l->r, told, &w));
	assert_in_range(l->maps, 0, LOOKS);
	assert_in_range(l->rounds, 0, LOOKS);
}

/* Only changed totals cause a sample here. */
static void test_each_change_is_seen_at_once(void **state)
{
	struct look *l = watch_child(NO_LOG);

	(void)state;
	for (int turn = 0; turn < TURNS; turn++) {
		check_change(l, 't', touched);
		check_change(l, turn % 3 == 0 ? 'd' : turn % 3 == 1 ? 'p' : 'f',
			     given_back);
		check_change(l, 'w', writable);
		check_change(l, 'r', read_only);
	}
	check_change(l, 'm', mapped);
	drop_child(l);
}

/* If one of thousands of regions changes, the work is limited to it and its
 * neighbours, which decide its kind. */
static void test_work_is_limited_to_changed_region(void **state)
{
	struct look *l = watch_child(NO_LOG);
	uint64_t lines, classified, rounds;

	(void)state;
	settle(l);
	lines = l->r.src->work.lines;
	classified = l->r.src->work.classified;
	rounds = l->r.src->work.rounds;
	check_change(l, 'w', writable);
	pass_periods(l, PERIODS);
	assert_in_range(l->r.src->work.lines - lines, 1, 50);
	assert_in_range(l->r.src->work.classified - classified, 1, 50);
	if (sample_run_skips_holes()) {
		assert_int_equal(l->r.src->work.rounds, rounds);
		assert_true(l->r.src->work.recounts > 0);
	}
	drop_child(l);
}

/* A log gets exact values in each period, also in addition to a screen. */
static void check_log(enum log log)
{
	struct look *l = watch_child(log);
	uint64_t map;

	pass_periods(l, 1);
	map = l->p->map.totals.at_ns;
	pass_periods(l, 2);
	assert_true(l->p->map.totals.at_ns > map);
	drop_child(l);
}

static void test_log_samples_each_period(void **state)
{
	(void)state;
	check_log(LOG_REGIONS);
	check_log(LOG_PAGES);
}

struct figures {
	const struct look *l;
	struct ev_usage now, before;
	uint64_t now_ns, before_ns;
	unsigned n;
	uint64_t least;			/* resident bytes */
	uint64_t since_ns;
};

static void on_figures(void *arg, const struct event *ev)
{
	struct figures *f = arg;

	if (ev->kind != EV_USAGE)
		return;
	f->n++;
	f->before = f->now;
	f->before_ns = f->now_ns;
	f->now = ev->u.usage;
	f->now_ns = ev->time_ns;
}

static bool told_again(void *arg)
{
	return ((const struct figures *)arg)->n >= 3;
}

static bool grew(void *arg)
{
	const struct figures *f = arg;

	return f->now.rss >= f->least;
}

static bool sampled_at_rest(void *arg)
{
	const struct figures *f = arg;
	struct sproc *p = f->l->p;

	/* As if the figures had rested for long. They are still sent if those
	 * of the cgroup change. */
	p->usage.moved_ns = 0;
	return p->usage.sampled_ns > f->since_ns;
}

/* Resting figures are sent again while their rates fall, and once more before
 * they change after a long rest. */
static void test_resting_figures_are_sent_before_a_change(void **state)
{
	struct look *l = watch_child(NO_LOG);
	struct figures f = { .l = l };

	(void)state;
	l->r.tap = on_figures;
	l->r.tap_arg = &f;
	assert_true(sample_run_until(&l->r, told_again, &f));
	l->r.host.period_ns = NS_PER_S;
	f.since_ns = l->p->usage.sampled_ns;
	assert_true(sample_run_until(&l->r, sampled_at_rest, &f));
	uint64_t stood_ns = l->p->usage.sampled_ns, rss = l->p->usage.last.rss;

	/* Older kernels count up to 64 pages of a thread later. */
	f.least = rss + IDLE / 2;
	child_does(&l->c, 't');
	assert_true(sample_run_until(&l->r, grew, &f));
	assert_true(f.before.rss < f.least);
	assert_true(f.before_ns >= stood_ns && f.before_ns < f.now_ns);
	drop_child(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_resting_program_is_not_sampled),
		cmocka_unit_test(test_costly_samples_are_rarer),
		cmocka_unit_test(test_each_change_is_seen_at_once),
		cmocka_unit_test(test_work_is_limited_to_changed_region),
		cmocka_unit_test(test_log_samples_each_period),
		cmocka_unit_test(test_resting_figures_are_sent_before_a_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
