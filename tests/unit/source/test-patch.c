/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The region list after calls whose ranges are known: a child maps, unmaps,
 * protects and moves at random, each call is reported like the tracer does, and
 * the whole of maps is not read in between. The regions must equal maps, and
 * their kinds must equal those of a sampler that reads all of maps.
 */
#include <config.h>

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../../support/slow.h"
#include "event/call.h"
#include "parse/proc/maps.h"
#include "sample-run.h"
#include "source/sample/core/sample.h"
#include "sys/loop.h"
#include "sys/proc/map.h"
#include "sys/proc/root.h"

#define PAGE 4096ul
#define AREA 512u		/* pages */
#define OPS 5u

struct op {
	uint64_t call, args[4], result;
};

struct shared {
	char *area;
	int go[2], done[2];		/* pipes: a byte per turn */
	unsigned n;
	bool failed;
	struct op ops[OPS];
};

static uint64_t random_below(uint64_t *seed, uint64_t n)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (*seed >> 33) % n;
}

/* --- child ---------------------------------------------------------------- */

static void note_call(struct shared *sh, uint64_t call, const void *at,
		      size_t size, const void *to, const void *result)
{
	/* A failed call may have done half of its work: the next read of all
	 * maps shows it. */
	sh->failed |= result == MAP_FAILED;
	if (result == MAP_FAILED)
		return;
	sh->ops[sh->n++] = (struct op){
		.call = call, .result = (uintptr_t)result,
		.args = { (uintptr_t)at, size, size, (uintptr_t)to },
	};
}

static void *void_result(int rc)
{
	return rc == 0 ? NULL : MAP_FAILED;
}

static void run_random_call(struct shared *sh, uint64_t *seed, int file)
{
	static const int prots[] = {
		PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE,
		PROT_READ | PROT_WRITE, PROT_READ | PROT_EXEC,
	};
	size_t page = random_below(seed, AREA), n = 1 + random_below(seed, 24);
	char *at = sh->area + page * PAGE;
	int prot = prots[random_below(seed, 5)];
	size_t size = (page + n > AREA ? AREA - page : n) * PAGE;
	char *to = sh->area + random_below(seed, AREA - size / PAGE + 1) * PAGE;

	switch (random_below(seed, 12)) {
	case 0:
		note_call(sh, CALL_MUNMAP, at, size, NULL,
			  void_result(munmap(at, size)));
		break;
	case 1:
		note_call(sh, CALL_MPROTECT, at, size, NULL,
			  void_result(mprotect(at, size, prot)));
		break;
	case 2:
		note_call(sh, CALL_MMAP, at, size, NULL,
			  mmap(at, size, prot, MAP_PRIVATE | MAP_FIXED, file,
			       (off_t)(random_below(seed, 4) * PAGE)));
		break;
	case 3:
		/* The call fails if the ranges overlap or span regions. */
		note_call(sh, CALL_MREMAP, at, size, to,
			  mremap(at, size, size, MREMAP_MAYMOVE | MREMAP_FIXED,
				 to));
		break;
	default:
		note_call(sh, CALL_MMAP, at, size, NULL,
			  mmap(at, size, prot, MAP_PRIVATE | MAP_ANONYMOUS |
			       MAP_FIXED, -1, 0));
		break;
	}
}

static _Noreturn void child_run(struct shared *sh)
{
	int file = open("/proc/self/exe", O_RDONLY);
	uint64_t seed = 7;

	char turn;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(sh->go[0], &turn, 1) == 1) {
		sh->n = 0;
		sh->failed = false;
		for (uint64_t ops = 1 + random_below(&seed, OPS); ops; ops--)
			run_random_call(sh, &seed, file);
		if (write(sh->done[1], &turn, 1) != 1)
			break;
	}
	_exit(1);
}

static pid_t child_start(struct shared **out)
{
	struct shared *sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t pid;

	assert_true(sh != MAP_FAILED);
	sh->area = mmap(NULL, AREA * PAGE, PROT_NONE, MAP_PRIVATE |
			MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_true(sh->area != MAP_FAILED);
	assert_int_equal(pipe2(sh->go, O_CLOEXEC), 0);
	assert_int_equal(pipe2(sh->done, O_CLOEXEC), 0);
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		child_run(sh);
	close(sh->done[1]);
	*out = sh;
	return pid;
}

/* Lets the child run its next calls; fails if it does not finish in time. */
static void child_turn(struct shared *sh)
{
	struct pollfd p = { .fd = sh->done[0], .events = POLLIN };
	char turn = 1;

	assert_int_equal(write(sh->go[1], &turn, 1), 1);
	assert_int_equal(poll(&p, 1, DEADLINE_MS), 1);
	assert_int_equal(read(sh->done[0], &turn, 1), 1);
}

/* --- comparison ----------------------------------------------------------- */

static void send_calls(struct sample_run *r, pid_t pid, const struct shared *sh)
{
	for (unsigned i = 0; i < sh->n; i++) {
		const struct op *op = &sh->ops[i];
		struct event ev = host_event(&r->host, 't', EV_CALL, pid, pid);

		ev.u.call.call = op->call;
		ev.u.call.phase = PHASE_WHOLE;
		memcpy(ev.u.call.args, op->args, sizeof op->args);
		ev.u.call.result = (int64_t)op->result;
		sample_source.event(r->src, &ev);
	}
}

static void assert_same_as_maps(const struct sample_run *r, pid_t pid)
{
	char path[64];
	struct maps_entry e;
	struct str text = STR_INIT, name = STR_INIT;
	struct scan rest;
	size_t n = 0;

	snprintf(path, sizeof path, "%d/maps", (int)pid);
	assert_true(procroot_readf(r->proc, &text, 1u << 24, "%s", path) >= 0);
	rest = scan_of(text.data, text.len);
	while (maps_next(&rest, &e, NULL)) {
		const struct seen *s = &r->seen.v[n++];

		assert_true(n <= r->seen.n);
		str_clear(&name);
		maps_name(&name, &e);
		if (s->start != e.start || s->end != e.end)
			fail_msg("got region %lx-%lx, maps has %lx-%lx",
				 (unsigned long)s->start,
				 (unsigned long)s->end,
				 (unsigned long)e.start, (unsigned long)e.end);
		assert_int_equal(s->perm, e.perm);
		assert_string_equal(s->name, name.len ? name.data : "");
	}
	assert_int_equal(n, r->seen.n);
	str_release(&text);
	str_release(&name);
}

static bool synced(void *arg)
{
	return ((struct sample_run *)arg)->syncs > 0;
}

/* Compares with a sampler that reads all of maps. */
static void assert_same_kinds(const struct sample_run *r, pid_t pid)
{
	struct sample_run whole;

	sample_run_init(&whole, "/proc", pid);
	assert_true(sample_run_until(&whole, synced, &whole));
	assert_int_equal(whole.seen.n, r->seen.n);
	for (size_t i = 0; i < r->seen.n; i++) {
		const struct seen *a = &r->seen.v[i], *b = &whole.seen.v[i];

		if (a->kind != b->kind || a->owner != b->owner)
			fail_msg("%lx: %s of %ld, not %s of %ld",
				 (unsigned long)a->start,
				 region_kind_name(a->kind), (long)a->owner,
				 region_kind_name(b->kind), (long)b->owner);
	}
	sample_run_release(&whole);
}

struct waiting {
	struct sample_run *r;
	unsigned syncs;
};

static bool next_sync(void *arg)
{
	struct waiting *w = arg;

	return w->r->syncs > w->syncs;
}

static bool has_query(void)
{
	int maps = open("/proc/self/maps", O_RDONLY);
	struct procmap ignored;
	int rc = procmap_query(maps, 0, true, &ignored, NULL, 0);

	close(maps);
	return rc == 0;
}

/* One in N rounds reads all of maps; 0: none does. */
enum { TOLD_ALWAYS = 0, TOLD_NEVER = 1, TOLD_AT_TIMES = 3 };

struct outcome {
	int rounds, failed, asked;	/* asked: reads of all maps, except
					 * after failures */
	uint64_t maps, lines, regions;
};

static void run_round(struct sample_run *r, struct shared *sh, int i,
		      int whole_each, struct outcome *o)
{
	struct waiting w = { .r = r, .syncs = r->syncs };
	bool whole = whole_each && i % whole_each == 0;

	child_turn(sh);
	if (!whole)
		send_calls(r, r->pid, sh);
	o->failed += sh->failed && !whole;
	o->asked += whole;
	if (sh->failed || whole)
		sample_run_request(r, REQ_SAMPLE, 0, 0, 0);
	assert_true(sample_run_until(r, next_sync, &w));
	assert_int_equal(r->overlaps, 0);
	assert_same_as_maps(r, r->pid);
	o->regions += r->seen.n;
	if (i % 20 == 0)
		assert_same_kinds(r, r->pid);
}

static struct outcome run_random(int whole_each)
{
	struct outcome o = { .rounds = test_times(200, 40) };
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child_start(&sh);
	struct waiting w = { .r = &r };

	sample_run_init(&r, "/proc", pid);
	r.host.wants.usage = r.host.wants.system = false;
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	r.host.period_ns = 3600000000000;
	/* The tick of the first period is still to come. */
	w.syncs = r.syncs;
	assert_true(sample_run_until(&r, next_sync, &w));
	o.maps = r.src->work.maps;
	o.lines = r.src->work.lines;
	for (int i = 0; i < o.rounds; i++)
		run_round(&r, sh, i, whole_each, &o);
	o.maps = r.src->work.maps - o.maps;
	o.lines = r.src->work.lines - o.lines;
	assert_int_equal(r.notes, 0);
	sample_run_release(&r);
	close(sh->go[0]);
	close(sh->go[1]);
	close(sh->done[0]);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return o;
}

/* All of maps is read only after failed calls. */
static void test_maps_is_read_only_after_failures(void **state)
{
	struct outcome o = run_random(TOLD_ALWAYS);

	(void)state;
	if (has_query())
		assert_true(o.failed < o.rounds / 2 &&
			    o.maps <= (uint64_t)o.failed + 2);
}

/* Unchanged lines are not parsed. */
static void test_unchanged_lines_are_not_parsed(void **state)
{
	struct outcome o = run_random(TOLD_NEVER);

	(void)state;
	assert_true(o.maps >= (uint64_t)o.rounds);
	if (o.lines >= o.regions / 2)
		fail_msg("%lu lines of %lu were parsed",
			 (unsigned long)o.lines, (unsigned long)o.regions);
}

static void test_patches_and_whole_reads_mix(void **state)
{
	(void)state;
	run_random(TOLD_AT_TIMES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_maps_is_read_only_after_failures),
		cmocka_unit_test(test_unchanged_lines_are_not_parsed),
		cmocka_unit_test(test_patches_and_whole_reads_mix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
