/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampler tracks writes of this program between its turns: with
 * userfaultfd, or with soft-dirty bits. A failed scan is reported as what it
 * is.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/skip.h"
#include "../../support/slow.h"
#include "sample-run.h"
#include "sys/loop.h"
#include "sys/pages/softdirty.h"
#include "sys/pages/uffd.h"

#define PAGES 16384u
#define LAST (PAGES - 1)	/* for settle() */
#define GROWN 64u

/* A /proc tree of one process, whose files can be replaced. */
struct tree {
	char dir[64], pid[96];
};

struct watch {
	struct sample_run r;
	struct tree tree;
	struct ev_writes now;
	unsigned told, on;
	uint64_t at;			/* address of the pages */
	unsigned char written[PAGES + GROWN];
};

/* --- /proc tree ----------------------------------------------------------- */

static void replace_file(const struct tree *t, const char *name,
			 const char *target)
{
	char path[160];

	snprintf(path, sizeof path, "%s/%s", t->pid, name);
	unlink(path);
	if (target)
		assert_int_equal(symlink(target, path), 0);
}

static void make_tree(struct tree *t)
{
	static const char *const names[] = {
		"maps", "stat", "status", "statm", "task", "smaps", "auxv",
		"pagemap", "clear_refs", "map_files", "exe", "fd",
	};
	char target[64];

	strcpy(t->dir, "/tmp/mmtop-writes.XXXXXX");
	assert_non_null(mkdtemp(t->dir));
	snprintf(t->pid, sizeof t->pid, "%s/%d", t->dir, (int)getpid());
	assert_int_equal(mkdir(t->pid, 0700), 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(target, sizeof target, "/proc/%d/%s", (int)getpid(),
			 names[i]);
		replace_file(t, names[i], target);
	}
}

static void remove_tree(const struct tree *t)
{
	char command[160];

	snprintf(command, sizeof command, "rm -r %s", t->dir);
	assert_int_equal(system(command), 0);
}

/* --- events --------------------------------------------------------------- */

static void on_pages(struct watch *w, const struct ev_pages *p)
{
	const struct page_range *v = p->written_ranges.data;

	if (p->detail || p->written == EV_UNKNOWN || w->at < p->start ||
	    w->at >= p->end)
		return;
	for (size_t i = 0; i < p->written_ranges.len / sizeof *v; i++)
		for (uint64_t at = v[i].start; at < v[i].end; at += 4096)
			if (at >= w->at &&
			    at < w->at + (PAGES + GROWN) * 4096ull)
				w->written[(at - w->at) / 4096] = 1;
}

static void tap(void *arg, const struct event *ev)
{
	struct watch *w = arg;

	if (ev->kind == EV_PAGES)
		on_pages(w, &ev->u.pages);
	if (ev->kind != EV_WRITES)
		return;
	w->now = ev->u.writes;
	w->told++;
	w->on += w->now.state == WRITES_ON;
}

static struct watch *watch_self(void)
{
	struct watch *w = calloc(1, sizeof *w);

	assert_non_null(w);
	make_tree(&w->tree);
	sample_run_init(&w->r, w->tree.dir, getpid());
	w->r.host.wants.log_kinds |= 1u << EV_PAGES;
	w->r.host.wants.allow_clear_refs = true;
	w->r.host.period_ns = 10000000;
	w->r.tap = tap;
	w->r.tap_arg = w;
	return w;
}

static void end_watch(struct watch *w)
{
	sample_run_release(&w->r);
	remove_tree(&w->tree);
	free(w);
}

/* As the tracer does; fd -1: the kernel has no userfaultfd. */
static void track_writes(struct watch *w, int fd)
{
	const struct fact t = {
		.kind = FACT_TRACKED,
		.tracked = {
			.pid = getpid(), .fd = fd,
			.why = fd < 0 ? WRITES_WHY_KERNEL : WRITES_WHY_NONE,
		},
	};

	assert_true(sample_run_until(&w->r, sample_run_whole, &w->r));
	sample_run_request(&w->r, REQ_TRACK, getpid(), 1, 0);
	assert_int_equal(w->now.state, WRITES_STARTING);
	assert_true(sample_source.note(w->r.src, &t));
}

static int own_uffd(void)
{
	int fd = (int)syscall(SYS_userfaultfd, UFFD_FLAGS);

	assert_true(fd >= 0);
	return fd;
}

static bool decided(void *arg)
{
	const struct watch *w = arg;

	return w->now.state != WRITES_STARTING;
}

static bool refused(void *arg)
{
	const struct watch *w = arg;

	return w->now.state == WRITES_REFUSED;
}

/* --- failing scans -------------------------------------------------------- */

static void test_failing_first_scan_is_refused(void **state)
{
	/* A regular file instead of pagemap, and a link that cannot be
	 * opened. */
	static const struct {
		const char *file;
		int error;
	} cases[] = { { "/etc/passwd", ENOTTY }, { "pagemap", ELOOP } };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct watch *w = watch_self();

		assert_true(sample_run_until(&w->r, sample_run_whole, &w->r));
		replace_file(&w->tree, "pagemap", cases[i].file);
		track_writes(w, own_uffd());
		assert_true(sample_run_until(&w->r, decided, w));
		assert_int_equal(w->now.state, WRITES_REFUSED);
		assert_int_equal(w->now.why, WRITES_WHY_FAILED);
		assert_int_equal(w->now.error, cases[i].error);
		assert_int_equal(w->on, 0);
		end_watch(w);
	}
}

static bool is_marked(void)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	char line[512];
	bool marked = false;

	assert_non_null(f);
	while (fgets(line, sizeof line, f))
		marked |= !strncmp(line, "VmFlags:", 8) && strstr(line, " uw");
	fclose(f);
	return marked;
}

static void test_failing_later_scan_ends_tracking(void **state)
{
	struct watch *w;

	(void)state;
	w = watch_self();
	track_writes(w, own_uffd());
	assert_true(sample_run_until(&w->r, decided, w));
	assert_int_equal(w->now.state, WRITES_ON);
	assert_true(is_marked());
	replace_file(&w->tree, "pagemap", "/etc/passwd");
	assert_true(sample_run_until(&w->r, refused, w));
	assert_int_equal(w->now.why, WRITES_WHY_FAILED);
	end_watch(w);
	assert_false(is_marked());
}

/* Releasing a program with terabytes of reserved memory does not block. */
static void test_releasing_a_reservation_is_quick(void **state)
{
	const size_t size = 8ull << 40;
	struct watch *w;
	uint64_t begin;
	void *at;

	(void)state;
	at = mmap(NULL, size, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_ptr_not_equal(at, MAP_FAILED);
	w = watch_self();
	track_writes(w, own_uffd());
	assert_true(sample_run_until(&w->r, decided, w));
	assert_int_equal(w->now.state, WRITES_ON);
	begin = clock_ns();
	end_watch(w);
	assert_true(clock_ns() - begin < DEADLINE_NS);
	assert_false(is_marked());
	munmap(at, size);
}

static bool is_marked_at(const char *p)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	unsigned long at = (uintptr_t)p, start, end;
	bool here = false, marked = false;
	char line[512];

	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		if (sscanf(line, "%lx-%lx ", &start, &end) == 2)
			here = at >= start && at < end;
		else if (here && !strncmp(line, "VmFlags:", 8))
			marked = strstr(line, " uw");
	}
	fclose(f);
	return marked;
}

#define DROPPABLE 0x08		/* MAP_DROPPABLE, since 6.11 */

static const char *no_droppable(void)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		       DROPPABLE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return "the kernel has no MAP_DROPPABLE";
	munmap(p, 4096);
	return NULL;
}

/* A page that cannot be registered, with others on both sides. */
static void test_unregistrable_page_is_left_out(void **state)
{
	struct watch *w;
	char *p, *one;

	(void)state;
	p = mmap(NULL, 5 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(p != MAP_FAILED);
	one = mmap(p + 2 * 4096, 4096, PROT_READ | PROT_WRITE,
		   DROPPABLE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	assert_true(one != MAP_FAILED);
	mprotect(p + 4096, 4096, PROT_READ | PROT_WRITE);
	mprotect(p + 3 * 4096, 4096, PROT_READ | PROT_WRITE);
	w = watch_self();
	track_writes(w, own_uffd());
	assert_true(sample_run_until(&w->r, decided, w));
	assert_int_equal(w->now.state, WRITES_ON);
	assert_true(is_marked_at(p + 4096));
	assert_false(is_marked_at(one));
	assert_true(is_marked_at(p + 3 * 4096));
	end_watch(w);
	munmap(p, 5 * 4096);
}

/* A closed descriptor's number may belong to another file by now. */
static bool is_userfaultfd(int fd)
{
	char path[32], link[64];
	ssize_t n;

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	n = readlink(path, link, sizeof link - 1);
	link[n > 0 ? n : 0] = '\0';
	return strstr(link, "userfaultfd");
}

static void test_second_uffd_replaces_the_first(void **state)
{
	struct fact second = { .kind = FACT_TRACKED,
			       .tracked.pid = getpid() };
	struct watch *w;
	int first;

	(void)state;
	w = watch_self();
	first = own_uffd();
	track_writes(w, first);
	assert_true(is_userfaultfd(first));
	second.tracked.fd = own_uffd();
	assert_true(sample_source.note(w->r.src, &second));
	assert_true(sample_run_until(&w->r, decided, w));
	assert_int_equal(w->now.state, WRITES_ON);
	assert_false(is_userfaultfd(first));
	end_watch(w);
	assert_false(is_marked());
}

/* --- soft-dirty ----------------------------------------------------------- */

static bool last_seen(void *arg)
{
	struct watch *w = arg;

	/* A write may be missed, so it is repeated. */
	if (!w->written[LAST])
		*(volatile char *)(uintptr_t)(w->at + LAST * 4096ull) += 1;
	return w->written[LAST];
}

/* Waits for a scan that passes the last page, which may have been in progress
 * at the last write; after a second one all earlier writes are reported. */
static void settle(struct watch *w)
{
	for (int i = 0; i < 2; i++) {
		w->written[LAST] = 0;
		assert_true(sample_run_until(&w->r, last_seen, w));
	}
	w->written[LAST] = 0;
}

static char *pages_of(struct watch *w)
{
	size_t size = (PAGES + GROWN) * 4096ull;
	char *p = mmap(NULL, size + 8192, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(p != MAP_FAILED);
	/* PROT_NONE neighbours keep the kernel from joining it to others. */
	p += 4096;
	assert_true(mmap(p, PAGES * 4096ull, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p);
	madvise(p, PAGES * 4096ull, MADV_NOHUGEPAGE);
	memset(p, 1, PAGES * 4096ull);
	w->at = (uintptr_t)p;
	return p;
}

static void drop_pages(struct watch *w, char *p)
{
	munmap(p - 4096, (PAGES + GROWN) * 4096ull + 8192);
	end_watch(w);
}

static struct watch *begin_softdirty(char **p)
{
	struct watch *w = watch_self();

	*p = pages_of(w);
	track_writes(w, -1);
	assert_int_equal(w->now.state, WRITES_ON);
	settle(w);
	memset(w->written, 0, sizeof w->written);
	return w;
}

struct writer {
	struct watch *w;
	volatile char *p;
	unsigned char wrote[PAGES + GROWN];
	unsigned turns, at;
};

/* One page per turn, during scans. */
static bool write_one(void *arg)
{
	struct writer *x = arg;

	x->at = (x->at + 4099) % LAST;
	x->p[x->at * 4096ull]++;
	x->wrote[x->at] = 1;
	return ++x->turns == 200;
}

/* At most as many written pages are missing as `missed` reports, and no other
 * page is reported as written. */
static void compare(const struct writer *x)
{
	uint64_t missed = 0, wrong = 0;

	for (unsigned i = 0; i < PAGES; i++) {
		missed += x->wrote[i] && !x->w->written[i];
		wrong += !x->wrote[i] && x->w->written[i];
	}
	assert_int_equal(wrong, 0);
	if (missed > x->w->now.missed)
		fail_msg("%lu missed, but only %lu reported as missed",
			 (unsigned long)missed,
			 (unsigned long)x->w->now.missed);
}

static void test_writes_between_turns(void **state)
{
	struct writer *x;
	char *p;

	(void)state;
	x = calloc(1, sizeof *x);
	x->w = begin_softdirty(&p);
	x->p = p;
	x->w->r.slice_ns = 1;
	assert_true(sample_run_until(&x->w->r, write_one, x));
	settle(x->w);
	compare(x);
	drop_pages(x->w, p);
	free(x);
}

static void test_writes_to_growing_mapping(void **state)
{
	struct writer *x;
	char *p;

	(void)state;
	x = calloc(1, sizeof *x);
	x->w = begin_softdirty(&p);
	x->p = p;
	/* The kernel joins it to the mapping before it, and then reports it as
	 * written. */
	assert_true(mmap(p + PAGES * 4096ull, GROWN * 4096, PROT_READ |
			 PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
			 -1, 0) != MAP_FAILED);
	madvise(p + PAGES * 4096ull, GROWN * 4096, MADV_NOHUGEPAGE);
	p[(PAGES + 3) * 4096ull] = 1;
	settle(x->w);
	compare(x);
	drop_pages(x->w, p);
	free(x);
}

int main(void)
{
	const char *no_uffd = uffd_probe() < 0 ?
		"userfaultfd cannot protect pages here" : NULL;
	const char *no_softdirty = softdirty_probe() < 0 ?
		"the kernel has no soft-dirty bits" : NULL;
	const struct CMUnitTest tests[] = {
		test_or_skip(test_failing_first_scan_is_refused, no_uffd),
		test_or_skip(test_failing_later_scan_ends_tracking, no_uffd),
		test_or_skip(test_releasing_a_reservation_is_quick, no_uffd),
		test_or_skip(test_unregistrable_page_is_left_out,
			     no_uffd ? no_uffd : no_droppable()),
		test_or_skip(test_second_uffd_replaces_the_first, no_uffd),
		test_or_skip(test_writes_between_turns, no_softdirty),
		test_or_skip(test_writes_to_growing_mapping, no_softdirty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
