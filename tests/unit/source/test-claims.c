/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources report mappings that /proc/PID/maps lacks. The sampler denies only
 * those that cannot have been unmapped unnoticed. */
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
/* A range without mappings, below the areas of address sanitizers. */
#define NOWHERE UINT64_C(0x60000000)
#define SIZE UINT64_C(0x10000)

/* The DENIED events, by place: NOWHERE + place * 2 * SIZE. */
#define PLACES 16
struct run {
	struct sample_run r;
	unsigned denied[PLACES], all, want, syncs;
	uint64_t what;			/* expected `what` of DENIED events */
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

/* --- events of sources ---------------------------------------------------- */

static uint64_t at(unsigned place)
{
	return NOWHERE + place * 2 * SIZE;
}

static struct event event_by(struct run *run, char source,
			     enum event_kind kind)
{
	return host_event(&run->r.host, source, kind, getpid(), getpid());
}

static void send(struct run *run, const struct event *ev)
{
	sample_source.event(run->r.src, ev);
}

static void send_level(struct run *run, enum level level)
{
	struct event ev = event_by(run, 't', EV_STATUS);

	ev.u.status.level = level;
	ev.u.status.state = TARGET_RUN;
	send(run, &ev);
}

static struct event record(struct run *run, unsigned place, struct bytes name)
{
	struct event ev = event_by(run, 'k', EV_MAP);

	ev.flags = EVF_EACH;
	ev.u.map = (struct ev_map){ .addr = at(place), .len = SIZE,
				    .filename = name };
	return ev;
}

static void send_record(struct run *run, unsigned place)
{
	struct event ev = record(run, place, B("//anon"));

	send(run, &ev);
}

static void send_mmap(struct run *run, char source, unsigned place)
{
	struct event ev = event_by(run, source, EV_CALL);

	ev.u.call = (struct ev_call){ .call = CALL_MMAP, .args = { 0, SIZE },
				      .result = (int64_t)at(place) };
	send(run, &ev);
}

/* The event comes 100 ms after the previous ones. */
static void send_munmap(struct run *run, char source, unsigned place)
{
	struct event ev = event_by(run, source, EV_CALL);

	ev.time_ns += 100 * MS;
	ev.u.call = (struct ev_call){ .call = CALL_MUNMAP,
				      .args = { at(place), SIZE } };
	send(run, &ev);
}

static void send_ring(struct run *run, enum source_state state)
{
	struct event ev = event_by(run, 'r', EV_SOURCE);

	ev.u.source = (struct ev_source){ .name = B("ring"), .state = state };
	send(run, &ev);
}

static void begin(struct run *run, enum level level)
{
	memset(run, 0, sizeof *run);
	sample_run_init(&run->r, "/proc", getpid());
	run->r.tap = tap;
	run->r.tap_arg = run;
	assert_true(sample_run_until(&run->r, is_synced, run));
	send_level(run, level);
}

/* Exactly these places are denied. */
static void expect_denied(struct run *run, unsigned n, const unsigned *places,
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

/* --- tests ---------------------------------------------------------------- */

/* Each false mapping is denied once, from any source. Existing mappings and
 * races are not denied, although their events come first. */
static void test_false_mappings_are_denied_once(void **state)
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
	send_record(&run, 9);
	send_mmap(&run, 't', 9);
	/* Mapped and unmapped between two reads of maps. */
	send_mmap(&run, 't', 2);
	send_record(&run, 2);
	send_munmap(&run, 't', 2);
	/* perf reports the mapping later than ptrace reports its munmap. */
	late = record(&run, 3, B("//anon"));
	send_munmap(&run, 't', 3);
	send(&run, &late);
	/* brk() reports only the new end of the heap, not what it unmaps. */
	heap = record(&run, 4, B("[heap]"));
	send(&run, &heap);
	send_record(&run, 0);
	send_mmap(&run, 't', 1);
	expect_denied(&run, 2, places, by);
	munmap(there, SIZE);
}

/* Mappings from before an exec, or from within the exec, are not denied. */
static void test_mappings_before_exec_are_not_denied(void **state)
{
	static const unsigned places[] = { 1 };
	static const char *const by[] = { "perf" };
	struct event late;
	struct run run;

	(void)state;
	begin(&run, LEVEL_CALLS);
	send_record(&run, 5);
	late = record(&run, 6, B("[stack]"));
	sample_run_process(&run.r, PROCESS_EXEC, getpid(), getpid());
	send(&run, &late);
	send_record(&run, 1);
	expect_denied(&run, 1, places, by);
}

/* Mappings reported before a loss are not denied. */
static void test_mappings_before_a_loss_are_not_denied(void **state)
{
	static const unsigned places[] = { 2, 3 };
	static const char *const by[] = { "perf", "ring" };
	struct event lost;
	struct run run;

	(void)state;
	begin(&run, LEVEL_WATCH);
	send_ring(&run, SOURCE_ON);
	send_mmap(&run, 'r', 1);
	lost = event_by(&run, 'r', EV_LOST);
	lost.u.lost = (struct ev_lost){ .source = B("ring"), .count = 1 };
	send(&run, &lost);
	send_mmap(&run, 'r', 4);
	send_munmap(&run, 'r', 4);
	send_record(&run, 2);
	send_mmap(&run, 'r', 3);
	/* perf reports only new mappings, so its losses do not matter here. */
	lost.source = 'k';
	send(&run, &lost);
	expect_denied(&run, 2, places, by);
}

static bool is_late(void *arg)
{
	struct run *run = arg;

	return run->syncs > 1 &&
	       clock_ns() - run->r.host.start_ns > 2500 * MS;
}

/* Nothing is denied if no source reports munmap. */
static void test_nothing_is_denied_without_munmap_events(void **state)
{
	struct run run;

	(void)state;
	begin(&run, LEVEL_WATCH);
	send_record(&run, 0);
	assert_true(sample_run_until(&run.r, is_late, &run));
	expect_denied(&run, 0, NULL, NULL);
}

/* There were more munmaps than mmtop remembers: an older mapping may have been
 * unmapped by a forgotten one. */
static void test_forgotten_munmaps_deny_nothing_older(void **state)
{
	static const unsigned places[] = { 1 };
	static const char *const by[] = { "perf" };
	struct event late, young;
	struct run run;

	(void)state;
	begin(&run, LEVEL_CALLS);
	late = record(&run, 0, B("//anon"));
	send_munmap(&run, 't', 0);
	for (int i = 0; i < 100; i++)
		send_munmap(&run, 't', 5);
	send(&run, &late);
	young = record(&run, 1, B("//anon"));
	young.time_ns += 300 * MS;
	send(&run, &young);
	expect_denied(&run, 1, places, by);
}

/* --- files of mappings ---------------------------------------------------- */

static struct bytes text(char *s)
{
	return (struct bytes){ s, strlen(s) };
}

/* `later`: time after the previous events, in ns. */
static void send_file(struct run *run, unsigned place, const struct stat *st,
		      uint64_t inode, char *name, int64_t later)
{
	struct event ev = record(run, place, text(name));

	ev.time_ns += (uint64_t)later;
	ev.u.map.dev = st->st_dev;
	ev.u.map.inode = inode;
	send(run, &ev);
}

static void map_at(unsigned place, int fd)
{
	void *want = (void *)(uintptr_t)at(place);

	assert_true(mmap(want, SIZE, PROT_READ, MAP_PRIVATE | MAP_FIXED |
			 (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0) == want);
}

/* Denied: a file where maps has none, another file, and no file where maps has
 * one. */
static void test_mappings_of_wrong_files_are_denied(void **state)
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
	/* The right file. */
	send_file(&run, 3, &st, st.st_ino, name, 0);
	/* The right name with another inode: a stacked file system has two. */
	send_file(&run, 4, &st, st.st_ino + 1, name, 0);
	/* Mapped over since, according to the next record or call. */
	send_file(&run, 5, &st, st.st_ino + 1, other, 0);
	send_file(&run, 5, &st, st.st_ino, name, MS);
	send_file(&run, 6, &st, st.st_ino + 1, other, -MS);
	send_mmap(&run, 't', 6);
	/* The same, but the record of perf comes after the call. */
	send_mmap(&run, 't', 7);
	send_file(&run, 7, &st, st.st_ino + 1, other, -MS);
	send_file(&run, 0, &st, st.st_ino, name, 0);
	send_file(&run, 1, &st, st.st_ino + 1, other, 0);
	send_record(&run, 2);
	expect_denied(&run, 3, places, by);
	for (unsigned i = 0; i <= 8; i++)
		munmap((void *)(uintptr_t)at(i), SIZE);
	close(fd);
}

/* There were more mmaps than mmtop remembers: an older mapping may lie below
 * one. */
static void test_forgotten_mmaps_deny_nothing_older(void **state)
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
		send_mmap(&run, 't', 9);
	send_file(&run, 0, &st, 7, other, -MS);
	send_file(&run, 1, &st, 7, other, MS);
	expect_denied(&run, 1, places, by);
	for (unsigned i = 0; i <= 9; i++)
		munmap((void *)(uintptr_t)at(i), SIZE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_false_mappings_are_denied_once),
		cmocka_unit_test(test_mappings_before_exec_are_not_denied),
		cmocka_unit_test(test_mappings_before_a_loss_are_not_denied),
		cmocka_unit_test(test_nothing_is_denied_without_munmap_events),
		cmocka_unit_test(test_forgotten_munmaps_deny_nothing_older),
		cmocka_unit_test(test_mappings_of_wrong_files_are_denied),
		cmocka_unit_test(test_forgotten_mmaps_deny_nothing_older),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
