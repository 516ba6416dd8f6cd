/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampler looks at what this program itself writes, between its turns: by
 * userfaultfd where the kernel has it, by soft-dirty bits where it has those.
 * A look that fails is told as what it is.
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

/* A process of /proc, whose files can be others. */
struct tree {
	char dir[64], pid[96];
};

struct watch {
	struct sample_run r;
	struct tree tree;
	struct ev_writes now;
	unsigned told, on;
	uint64_t at;			/* our pages */
	unsigned char written[PAGES + GROWN];
};

/* --- a tree ------------------------------------------------------------------- */

static void put(const struct tree *t, const char *name, const char *target)
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
		put(t, names[i], target);
	}
}

static void remove_tree(const struct tree *t)
{
	char command[160];

	snprintf(command, sizeof command, "rm -r %s", t->dir);
	assert_int_equal(system(command), 0);
}

/* --- what is told ---------------------------------------------------------------- */

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

static struct watch *watch(void)
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

static void end(struct watch *w)
{
	sample_run_release(&w->r);
	remove_tree(&w->tree);
	free(w);
}

/* As the tracer does it; fd -1: the kernel has none. */
static void track(struct watch *w, int fd)
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

/* --- a look that fails -------------------------------------------------------------- */

static void test_the_first_look_fails(void **state)
{
	/* No pagemap: an ordinary file, and none that can be opened. */
	static const struct {
		const char *file;
		int error;
	} cases[] = { { "/etc/passwd", ENOTTY }, { "pagemap", ELOOP } };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct watch *w = watch();

		assert_true(sample_run_until(&w->r, sample_run_whole, &w->r));
		put(&w->tree, "pagemap", cases[i].file);
		track(w, own_uffd());
		assert_true(sample_run_until(&w->r, decided, w));
		assert_int_equal(w->now.state, WRITES_REFUSED);
		assert_int_equal(w->now.why, WRITES_WHY_FAILED);
		assert_int_equal(w->now.error, cases[i].error);
		assert_int_equal(w->on, 0);
		end(w);
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

static void test_a_later_look_fails(void **state)
{
	struct watch *w;

	(void)state;
	w = watch();
	track(w, own_uffd());
	assert_true(sample_run_until(&w->r, decided, w));
	assert_int_equal(w->now.state, WRITES_ON);
	assert_true(is_marked());
	put(&w->tree, "pagemap", "/etc/passwd");
	assert_true(sample_run_until(&w->r, refused, w));
	assert_int_equal(w->now.why, WRITES_WHY_FAILED);
	end(w);
	assert_false(is_marked());
}

/* Whoever lets go of a program that reserved terabytes does not wait. */
static void test_a_reservation(void **state)
{
	const size_t size = 8ull << 40;
	struct watch *w;
	uint64_t begin;
	void *at;

	(void)state;
	at = mmap(NULL, size, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_ptr_not_equal(at, MAP_FAILED);
	w = watch();
	track(w, own_uffd());
	assert_true(sample_run_until(&w->r, decided, w));
	assert_int_equal(w->now.state, WRITES_ON);
	begin = clock_ns();
	end(w);
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

/* One that cannot be registered, with others on both sides. */
static void test_one_that_cannot_be(void **state)
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
	w = watch();
	track(w, own_uffd());
	assert_true(sample_run_until(&w->r, decided, w));
	assert_int_equal(w->now.state, WRITES_ON);
	assert_true(is_marked_at(p + 4096));
	assert_false(is_marked_at(one));
	assert_true(is_marked_at(p + 3 * 4096));
	end(w);
	munmap(p, 5 * 4096);
}

/* Before the first look is through. */
/* The number of one that is closed may belong to another file by now. */
static bool is_userfaultfd(int fd)
{
	char path[32], link[64];
	ssize_t n;

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	n = readlink(path, link, sizeof link - 1);
	link[n > 0 ? n : 0] = '\0';
	return strstr(link, "userfaultfd");
}

static void test_asked_for_twice(void **state)
{
	struct fact second = { .kind = FACT_TRACKED,
			       .tracked.pid = getpid() };
	struct watch *w;
	int first;

	(void)state;
	w = watch();
	first = own_uffd();
	track(w, first);
	assert_true(is_userfaultfd(first));
	second.tracked.fd = own_uffd();
	assert_true(sample_source.note(w->r.src, &second));
	assert_true(sample_run_until(&w->r, decided, w));
	assert_int_equal(w->now.state, WRITES_ON);
	assert_false(is_userfaultfd(first));
	end(w);
	assert_false(is_marked());
}

/* --- soft-dirty -------------------------------------------------------------------- */

static bool last_seen(void *arg)
{
	struct watch *w = arg;

	/* It can be missed, too. */
	if (!w->written[LAST])
		*(volatile char *)(uintptr_t)(w->at + LAST * 4096ull) += 1;
	return w->written[LAST];
}

/* All that was written is told with a look that passes the last page, perhaps
 * in the middle of it; once more, and that look is over. */
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
	/* With neighbours that it cannot become one with. */
	p += 4096;
	assert_true(mmap(p, PAGES * 4096ull, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p);
	madvise(p, PAGES * 4096ull, MADV_NOHUGEPAGE);
	memset(p, 1, PAGES * 4096ull);
	w->at = (uintptr_t)p;
	return p;
}

static void drop(struct watch *w, char *p)
{
	munmap(p - 4096, (PAGES + GROWN) * 4096ull + 8192);
	end(w);
}

static struct watch *soft(char **p)
{
	struct watch *w = watch();

	*p = pages_of(w);
	track(w, -1);
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

/* A page for each turn, in the middle of looks. */
static bool write_one(void *arg)
{
	struct writer *x = arg;

	x->at = (x->at + 4099) % LAST;
	x->p[x->at * 4096ull]++;
	x->wrote[x->at] = 1;
	return ++x->turns == 200;
}

/* Of what was written as much is missed as was told at most; what was not is
 * not told. */
static void compare(const struct writer *x)
{
	uint64_t missed = 0, wrong = 0;

	for (unsigned i = 0; i < PAGES; i++) {
		missed += x->wrote[i] && !x->w->written[i];
		wrong += !x->wrote[i] && x->w->written[i];
	}
	assert_int_equal(wrong, 0);
	if (missed > x->w->now.missed)
		fail_msg("%lu missed, %lu told", (unsigned long)missed,
			 (unsigned long)x->w->now.missed);
}

static void test_writes_between_turns(void **state)
{
	struct writer *x;
	char *p;

	(void)state;
	x = calloc(1, sizeof *x);
	x->w = soft(&p);
	x->p = p;
	x->w->r.slice_ns = 1;
	assert_true(sample_run_until(&x->w->r, write_one, x));
	settle(x->w);
	compare(x);
	drop(x->w, p);
	free(x);
}

static void test_a_mapping_that_grows(void **state)
{
	struct writer *x;
	char *p;

	(void)state;
	x = calloc(1, sizeof *x);
	x->w = soft(&p);
	x->p = p;
	/* One with what is before it, which the kernel calls written then. */
	assert_true(mmap(p + PAGES * 4096ull, GROWN * 4096, PROT_READ |
			 PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
			 -1, 0) != MAP_FAILED);
	madvise(p + PAGES * 4096ull, GROWN * 4096, MADV_NOHUGEPAGE);
	p[(PAGES + 3) * 4096ull] = 1;
	settle(x->w);
	compare(x);
	drop(x->w, p);
	free(x);
}

int main(void)
{
	const char *no_uffd = uffd_probe() < 0 ?
		"userfaultfd cannot protect pages here" : NULL;
	const char *no_softdirty = softdirty_probe() < 0 ?
		"the kernel has no soft-dirty bits" : NULL;
	const struct CMUnitTest tests[] = {
		test_or_skip(test_the_first_look_fails, no_uffd),
		test_or_skip(test_a_later_look_fails, no_uffd),
		test_or_skip(test_a_reservation, no_uffd),
		test_or_skip(test_one_that_cannot_be,
			     no_uffd ? no_uffd : no_droppable()),
		test_or_skip(test_asked_for_twice, no_uffd),
		test_or_skip(test_writes_between_turns, no_softdirty),
		test_or_skip(test_a_mapping_that_grows, no_softdirty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
