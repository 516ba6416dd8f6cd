/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sources say is mapped and the map does not have: only what nobody can
 * have unmapped unseen is denied. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "event/call.h"
#include "sample-run.h"
#include "sys/loop.h"

#define B(s) ((struct bytes){ s, sizeof(s) - 1 })
#define MS UINT64_C(1000000)
/* Where nothing is: below what address sanitizers take. */
#define NOWHERE UINT64_C(0x60000000)
#define SIZE UINT64_C(0x10000)

/* The DENIED events, by place: NOWHERE + place * 2 * SIZE. */
#define PLACES 16
struct run {
	struct sample_run r;
	unsigned denied[PLACES], all, want, syncs;
	uint64_t what;			/* of those that are to be denied */
	char by[PLACES][8];
};

static void tap(void *arg, const struct event *ev)
{
	const struct ev_denied *d = &ev->u.denied;
	struct run *run = arg;
	uint64_t place;

	run->syncs += ev->kind == EV_REGION && ev->u.region.op == REGION_SYNC;
	if (ev->kind != EV_DENIED)
		return;
	place = (d->addr - NOWHERE) / (2 * SIZE);
	assert_true(d->addr >= NOWHERE && place < PLACES);
	assert_int_equal(ev->source, 'm');
	assert_int_equal(ev->pid, getpid());
	assert_int_equal(d->len, SIZE);
	assert_int_equal(d->what, run->what);
	assert_true(d->told_by.len < sizeof run->by[0]);
	memcpy(run->by[place], d->told_by.data, d->told_by.len);
	run->denied[place]++;
	run->all++;
}

static bool is_synced(void *arg)
{
	return ((struct run *)arg)->syncs > 0;
}

static bool is_denied(void *arg)
{
	struct run *run = arg;

	return run->all >= run->want;
}

/* --- what sources say -------------------------------------------------------- */

static uint64_t at(unsigned place)
{
	return NOWHERE + place * 2 * SIZE;
}

static struct event event_by(struct run *run, char source,
			     enum event_kind kind)
{
	return host_event(&run->r.host, source, kind, getpid(), getpid());
}

static void say(struct run *run, const struct event *ev)
{
	sample_source.event(run->r.src, ev);
}

static void say_level(struct run *run, enum level level)
{
	struct event ev = event_by(run, 't', EV_STATUS);

	ev.u.status.level = level;
	ev.u.status.state = TARGET_RUN;
	say(run, &ev);
}

static struct event record(struct run *run, unsigned place, struct bytes name)
{
	struct event ev = event_by(run, 'k', EV_MAP);

	ev.flags = EVF_EACH;
	ev.u.map = (struct ev_map){ .addr = at(place), .len = SIZE,
				    .filename = name };
	return ev;
}

static void say_record(struct run *run, unsigned place)
{
	struct event ev = record(run, place, B("//anon"));

	say(run, &ev);
}

static void say_mmap(struct run *run, char source, unsigned place)
{
	struct event ev = event_by(run, source, EV_CALL);

	ev.u.call = (struct ev_call){ .call = CALL_MMAP, .args = { 0, SIZE },
				      .result = (int64_t)at(place) };
	say(run, &ev);
}

/* A moment after what was said before. */
static void say_munmap(struct run *run, char source, unsigned place)
{
	struct event ev = event_by(run, source, EV_CALL);

	ev.time_ns += 100 * MS;
	ev.u.call = (struct ev_call){ .call = CALL_MUNMAP,
				      .args = { at(place), SIZE } };
	say(run, &ev);
}

static void say_ring(struct run *run, enum source_state state)
{
	struct event ev = event_by(run, 'r', EV_SOURCE);

	ev.u.source = (struct ev_source){ .name = B("ring"), .state = state };
	say(run, &ev);
}

static void begin(struct run *run, enum level level)
{
	memset(run, 0, sizeof *run);
	sample_run_init(&run->r, "/proc", getpid());
	run->r.tap = tap;
	run->r.tap_arg = run;
	assert_true(sample_run_until(&run->r, is_synced, run));
	say_level(run, level);
}

/* Those are denied, and they alone. */
static void end(struct run *run, unsigned n, const unsigned *places,
		const char *const *by)
{
	run->want = n;
	assert_true(sample_run_until(&run->r, is_denied, run));
	assert_int_equal(run->all, n);
	for (unsigned i = 0; i < n; i++) {
		assert_int_equal(run->denied[places[i]], 1);
		assert_string_equal(run->by[places[i]], by[i]);
	}
	sample_run_release(&run->r);
}

/* --- tests --------------------------------------------------------------------- */

/* Each is denied once, whoever said so; honest races and what was there are
 * not, though they were said before. */
static void test_calls(void **state)
{
	static const unsigned places[] = { 0, 1 };
	static const char *const by[] = { "perf", "ptrace" };
	struct event late, heap;
	struct run run;
	void *there;

	(void)state;
	begin(&run, LEVEL_CALLS);
	there = mmap((void *)(uintptr_t)at(9), SIZE, PROT_READ, MAP_PRIVATE |
		     MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	assert_true(there == (void *)(uintptr_t)at(9));
	say_record(&run, 9);
	say_mmap(&run, 't', 9);
	/* Mapped and unmapped between two looks. */
	say_mmap(&run, 't', 2);
	say_record(&run, 2);
	say_munmap(&run, 't', 2);
	/* Perf tells later than ptrace. */
	late = record(&run, 3, B("//anon"));
	say_munmap(&run, 't', 3);
	say(&run, &late);
	/* What brk gives back is told by its new end alone. */
	heap = record(&run, 4, B("[heap]"));
	say(&run, &heap);
	say_record(&run, 0);
	say_mmap(&run, 't', 1);
	end(&run, 2, places, by);
	munmap(there, SIZE);
}

/* What the program was before it called exec, or on the way. */
static void test_exec(void **state)
{
	static const unsigned places[] = { 1 };
	static const char *const by[] = { "perf" };
	struct event late;
	struct run run;

	(void)state;
	begin(&run, LEVEL_CALLS);
	say_record(&run, 5);
	late = record(&run, 6, B("[stack]"));
	sample_run_process(&run.r, PROCESS_EXEC, getpid(), getpid());
	say(&run, &late);
	say_record(&run, 1);
	end(&run, 1, places, by);
}

/* What was said before something was lost is not judged. */
static void test_ring(void **state)
{
	static const unsigned places[] = { 2, 3 };
	static const char *const by[] = { "perf", "ring" };
	struct event lost;
	struct run run;

	(void)state;
	begin(&run, LEVEL_WATCH);
	say_ring(&run, SOURCE_ON);
	say_mmap(&run, 'r', 1);
	lost = event_by(&run, 'r', EV_LOST);
	lost.u.lost = (struct ev_lost){ .source = B("ring"), .count = 1 };
	say(&run, &lost);
	say_mmap(&run, 'r', 4);
	say_munmap(&run, 'r', 4);
	say_record(&run, 2);
	say_mmap(&run, 'r', 3);
	/* Perf's losses are of what appears. */
	lost.source = 'k';
	say(&run, &lost);
	end(&run, 2, places, by);
}

static bool is_late(void *arg)
{
	struct run *run = arg;

	return run->syncs > 1 &&
	       clock_ns() - run->r.host.start_ns > 2500 * MS;
}

/* Where nobody tells of unmapping. */
static void test_watch(void **state)
{
	struct run run;

	(void)state;
	begin(&run, LEVEL_WATCH);
	say_record(&run, 0);
	assert_true(sample_run_until(&run.r, is_late, &run));
	end(&run, 0, NULL, NULL);
}

/* More went than is remembered: what was said before may have been among
 * them. */
static void test_many(void **state)
{
	static const unsigned places[] = { 1 };
	static const char *const by[] = { "perf" };
	struct event late, young;
	struct run run;

	(void)state;
	begin(&run, LEVEL_CALLS);
	late = record(&run, 0, B("//anon"));
	say_munmap(&run, 't', 0);
	for (int i = 0; i < 100; i++)
		say_munmap(&run, 't', 5);
	say(&run, &late);
	young = record(&run, 1, B("//anon"));
	young.time_ns += 300 * MS;
	say(&run, &young);
	end(&run, 1, places, by);
}

/* --- of which file ------------------------------------------------------------- */

static struct bytes text(char *s)
{
	return (struct bytes){ s, strlen(s) };
}

/* Later than what was said before by so much. */
static void say_file(struct run *run, unsigned place, const struct stat *st,
		     uint64_t inode, char *name, int64_t later)
{
	struct event ev = record(run, place, text(name));

	ev.time_ns += (uint64_t)later;
	ev.u.map.dev = st->st_dev;
	ev.u.map.inode = inode;
	say(run, &ev);
}

static void map_at(unsigned place, int fd)
{
	void *want = (void *)(uintptr_t)at(place);

	assert_true(mmap(want, SIZE, PROT_READ, MAP_PRIVATE | MAP_FIXED |
			 (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0) == want);
}

/* A file where the map has none, another one, or none where it has one. */
static void test_files(void **state)
{
	static const unsigned places[] = { 0, 1, 2 };
	static const char *const by[] = { "perf", "perf", "perf" };
	char name[] = "/memfd:it (deleted)", other[] = "/lib/other";
	int fd = memfd_create("it", MFD_CLOEXEC);
	struct stat st;
	struct run run;

	(void)state;
	assert_true(fd >= 0 && ftruncate(fd, SIZE) == 0 && !fstat(fd, &st));
	map_at(0, -1);
	for (unsigned i = 1; i <= 8; i++)
		map_at(i, fd);
	begin(&run, LEVEL_CALLS);
	run.what = DENIED_FILE;
	/* It is that one. */
	say_file(&run, 3, &st, st.st_ino, name, 0);
	/* The same by its name: a file of two inodes. */
	say_file(&run, 4, &st, st.st_ino + 1, name, 0);
	/* It was mapped over since, as the next record says, or a call. */
	say_file(&run, 5, &st, st.st_ino + 1, other, 0);
	say_file(&run, 5, &st, st.st_ino, name, MS);
	say_file(&run, 6, &st, st.st_ino + 1, other, -MS);
	say_mmap(&run, 't', 6);
	/* The same, but perf tells of it after the call. */
	say_mmap(&run, 't', 7);
	say_file(&run, 7, &st, st.st_ino + 1, other, -MS);
	say_file(&run, 0, &st, st.st_ino, name, 0);
	say_file(&run, 1, &st, st.st_ino + 1, other, 0);
	say_record(&run, 2);
	end(&run, 3, places, by);
	for (unsigned i = 0; i <= 8; i++)
		munmap((void *)(uintptr_t)at(i), SIZE);
	close(fd);
}

/* More was mapped than is remembered: what was said before may lie below. */
static void test_many_over(void **state)
{
	static const unsigned places[] = { 1 };
	static const char *const by[] = { "perf" };
	char other[] = "/lib/other";
	struct stat st = { .st_dev = 7 };
	struct run run;

	(void)state;
	map_at(0, -1);
	map_at(1, -1);
	map_at(9, -1);
	begin(&run, LEVEL_CALLS);
	run.what = DENIED_FILE;
	for (int i = 0; i < 100; i++)
		say_mmap(&run, 't', 9);
	say_file(&run, 0, &st, 7, other, -MS);
	say_file(&run, 1, &st, 7, other, MS);
	end(&run, 1, places, by);
	for (unsigned i = 0; i <= 9; i++)
		munmap((void *)(uintptr_t)at(i), SIZE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_exec),
		cmocka_unit_test(test_ring),
		cmocka_unit_test(test_watch),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_many_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
