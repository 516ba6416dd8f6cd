/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampler after a loss: of two models that get its events, one misses
 * parts. After the snapshot both are equal, and a log gets no event twice.
 */
#include <config.h>

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
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../../support/samemodel.h"
#include "sample-run.h"
#include "sys/loop.h"

#define PID 7

struct pair {
	struct sample_run r;
	struct model *whole, *torn;
	bool dropping;
	unsigned dropped;
	unsigned syncs;
};

static void to_both_models(void *arg, const struct event *ev)
{
	struct pair *p = arg;

	model_event(p->whole, ev);
	if (p->dropping)
		p->dropped++;
	else
		model_event(p->torn, ev);
}

/* Sends to the models only; sample_run sends to the sampler. */
static void send_event(struct pair *p, enum event_kind kind, uint8_t flags,
		       uint64_t op)
{
	struct event ev = host_event(&p->r.host, 't', kind, p->r.pid,
				     p->r.pid);

	ev.flags = flags;
	if (kind == EV_PROCESS) {
		ev.u.process.op = op;
		ev.u.process.start = 5;
		ev.u.process.status = ev.u.process.signal = -1;
	} else if (kind == EV_LOST) {
		ev.u.lost.source = bytes_of("link");
		ev.u.lost.count = p->dropped;
	} else {
		ev.u.snapshot.op = op;
	}
	to_both_models(p, &ev);
}

static void pair_init(struct pair *p, const char *root, pid_t pid)
{
	memset(p, 0, sizeof *p);
	sample_run_init(&p->r, root, pid);
	p->r.tap = to_both_models;
	p->r.tap_arg = p;
	p->whole = model_new();
	p->torn = model_new();
	send_event(p, EV_PROCESS, 0, PROCESS_ATTACH);
}

static void pair_release(struct pair *p)
{
	model_free(p->whole);
	model_free(p->torn);
	sample_run_release(&p->r);
}

static void send_snapshot(struct pair *p)
{
	uint8_t again = EVF_SYNTHETIC | EVF_AGAIN;

	p->dropping = false;
	send_event(p, EV_LOST, 0, 0);
	p->dropped = 0;
	send_event(p, EV_SNAPSHOT, 0, SNAPSHOT_BEGIN);
	send_event(p, EV_PROCESS, again, PROCESS_ATTACH);
	sample_run_snapshot(&p->r, SNAPSHOT_BEGIN);
	sample_run_snapshot(&p->r, SNAPSHOT_END);
	send_event(p, EV_SNAPSHOT, 0, SNAPSHOT_END);
}

/* --- maps that change ---------------------------------------------------- */

#define PAGES 400

struct fake {
	char dir[64], maps[96];
	unsigned char sort[PAGES], perm[PAGES];
	uint64_t seed;
};

static uint64_t random_below(struct fake *f, uint64_t n)
{
	f->seed = f->seed * 6364136223846793005ull + 1442695040888963407ull;
	return (f->seed >> 33) % n;
}

static void fake_edit(struct fake *f)
{
	size_t at = random_below(f, PAGES), n = 1 + random_below(f, 6);
	unsigned char sort = (unsigned char)random_below(f, 4);
	unsigned char perm = (unsigned char)random_below(f, 3);
	bool protect = !random_below(f, 3);

	for (size_t i = at; i < at + n && i < PAGES; i++) {
		if (!protect)
			f->sort[i] = sort;
		f->perm[i] = perm;
	}
	f->sort[0] = 1;		/* An empty maps means a dead process. */
}

static void fake_write(const struct fake *f)
{
	static const char *const perms[] = { "rw-p", "r--p", "---p" };
	static const char *const names[] = {
		"", "00:00 0", "fe:00 11 /a", "fe:00 12 /b.so",
	};
	FILE *out = fopen(f->maps, "w");

	assert_non_null(out);
	for (size_t i = 0, k; i < PAGES; i = k) {
		for (k = i + 1; k < PAGES && f->perm[k] == f->perm[i] &&
		     f->sort[k] == f->sort[i]; k++)
			;
		if (f->sort[i])
			fprintf(out, "%zx000-%zx000 %s %08zx %s\n", i + 16,
				k + 16, perms[f->perm[i]],
				f->sort[i] > 1 ? i * 4096 : 0,
				names[f->sort[i]]);
	}
	assert_int_equal(fclose(out), 0);
}

static void fake_init(struct fake *f)
{
	char path[80];

	memset(f, 0, sizeof *f);
	f->seed = 11;
	strcpy(f->dir, "/tmp/test-again.XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	snprintf(path, sizeof path, "%s/%d", f->dir, PID);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(f->maps, sizeof f->maps, "%s/maps", path);
	for (int i = 0; i < 300; i++)
		fake_edit(f);
	fake_write(f);
}

static void fake_release(struct fake *f)
{
	char cmd[128];

	snprintf(cmd, sizeof cmd, "rm -r %s", f->dir);
	assert_int_equal(system(cmd), 0);
}

static bool next_sync(void *arg)
{
	struct pair *p = arg;

	return p->r.syncs > p->syncs;
}

static void sample_now(struct pair *p)
{
	p->syncs = p->r.syncs;
	sample_run_request(&p->r, REQ_SAMPLE, 0, 0, 0);
	assert_true(sample_run_until(&p->r, next_sync, p));
}

static bool told_again(void *arg)
{
	struct pair *p = arg;

	return !model_process(p->torn, p->r.pid)->space.resync;
}

static void check_same(struct pair *p)
{
	struct str why = STR_INIT;

	if (!same_model(p->whole, p->torn, &why))
		fail_msg("%s", why.data);
	str_release(&why);
}

/* Losses start and end anywhere, even within the events of one read of maps.
 * The snapshot may also come within them. */
static void test_models_agree_after_random_losses(void **state)
{
	struct fake f;
	struct pair p;
	unsigned snapshots = 0;

	(void)state;
	fake_init(&f);
	pair_init(&p, f.dir, PID);
	p.r.slice_ns = 0;
	sample_now(&p);
	check_same(&p);
	for (int i = 0; i < 400; i++) {
		/* Up to 100 drains, a few of which send events. */
		unsigned drains = (unsigned)random_below(&f, 100);

		for (uint64_t edits = 1 + random_below(&f, 20); edits; edits--)
			fake_edit(&f);
		fake_write(&f);
		if (!random_below(&f, 3))
			p.dropping = true;
		sample_run_request(&p.r, REQ_SAMPLE, 0, 0, 0);
		while (drains--)
			sample_source.drain(p.r.src, 0);
		if (p.dropping && !random_below(&f, 3))
			sample_now(&p);
		if (!p.dropped || random_below(&f, 2))
			continue;
		send_snapshot(&p);
		snapshots++;
		if (random_below(&f, 4) == 0)
			continue;	/* another loss may follow */
		assert_true(sample_run_until(&p.r, told_again, &p));
		check_same(&p);
		sample_now(&p);
		check_same(&p);
	}
	assert_int_equal(p.r.overlaps, 0);
	assert_true(snapshots > 50);
	assert_true(p.torn->lost > 1000);
	pair_release(&p);
	fake_release(&f);
}

/* --- a child process ----------------------------------------------------- */

#define AREA (64ul << 20)

static pid_t fork_striped(char **area)
{
	int status;
	pid_t pid;

	*area = mmap(NULL, AREA, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_true(*area != MAP_FAILED);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (size_t i = 0; i < AREA; i += 3 * 4096)
			(*area)[i] = 1;
		raise(SIGSTOP);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	return pid;
}

static bool all_told(const struct model *m, pid_t pid)
{
	const struct process *p = model_process(m, pid);

	/* The name comes with the threads, after the figures. */
	if (!p->usage_ns || p->space.resync || !p->space.synced_ns ||
	    p->space.detail.resident == EV_UNKNOWN ||
	    !p->space.detail.page_size || !p->comm[0])
		return false;
	for (size_t i = 0; i < p->space.regions.n; i++)
		if (p->space.regions.v[i]->rss == EV_UNKNOWN ||
		    (p->space.regions.v[i]->rss &&
		     !p->space.regions.v[i]->pages.page_size))
			return false;
	return true;
}

static bool whole_told(void *arg)
{
	struct pair *p = arg;

	return all_told(p->whole, p->r.pid);
}

static bool torn_told(void *arg)
{
	struct pair *p = arg;
	const struct space *whole = &model_process(p->whole, p->r.pid)->space;
	const struct space *torn = &model_process(p->torn, p->r.pid)->space;

	if (!all_told(p->torn, p->r.pid) ||
	    torn->regions.n != whole->regions.n)
		return false;
	/* Regions without resident pages may come in a later turn. */
	for (size_t i = 0; i < whole->regions.n; i++)
		if (whole->regions.v[i]->pages.page_size &&
		    !torn->regions.v[i]->pages.page_size)
			return false;
	return true;
}

static bool rounds(void *arg)
{
	struct pair *p = arg;

	return p->r.syncs >= p->syncs + 3;
}

/* For a stopped process everything is sent exactly once more. */
static void test_snapshot_repeats_everything_once(void **state)
{
	struct pair p;
	char *area;
	pid_t pid = fork_striped(&area);
	unsigned pages, regions, details;

	(void)state;
	pair_init(&p, "/proc", pid);
	p.dropping = true;
	sample_run_request(&p.r, REQ_FOCUS, pid, (uintptr_t)area, 1);
	assert_true(sample_run_until(&p.r, whole_told, &p));
	p.syncs = p.r.syncs;
	assert_true(sample_run_until(&p.r, rounds, &p));
	assert_int_equal(model_process(p.torn, pid)->space.regions.n, 0);
	assert_int_equal(model_process(p.torn, pid)->usage_ns, 0);
	pages = p.r.pages - p.r.details;
	details = p.r.details;
	regions = p.r.ops[REGION_ADD] + p.r.ops[REGION_CHANGE];
	send_snapshot(&p);
	assert_true(sample_run_until(&p.r, torn_told, &p));
	check_same(&p);
	p.syncs = p.r.syncs;
	assert_true(sample_run_until(&p.r, rounds, &p));
	check_same(&p);
	assert_int_equal(p.r.pages - p.r.details, pages);
	assert_true(p.r.details > details);
	assert_int_equal(p.r.ops[REGION_ADD] + p.r.ops[REGION_CHANGE],
			 regions);
	assert_true(p.r.again > 10);
	pair_release(&p);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	munmap(area, AREA);
}

/* maps can no longer be read: the known regions are sent all the same. */
static void test_snapshot_of_unreadable_process(void **state)
{
	struct fake f;
	struct pair p;

	(void)state;
	fake_init(&f);
	pair_init(&p, f.dir, PID);
	p.dropping = true;
	sample_now(&p);
	assert_int_equal(remove(f.maps), 0);
	send_snapshot(&p);
	assert_true(sample_run_until(&p.r, told_again, &p));
	check_same(&p);
	assert_true(model_process(p.torn, PID)->space.live > 10);
	pair_release(&p);
	fake_release(&f);
}

/* Before the first events there is nothing to repeat. */
static void test_snapshot_before_first_events_is_empty(void **state)
{
	struct fake f;
	struct pair p;

	(void)state;
	fake_init(&f);
	pair_init(&p, f.dir, PID);
	p.dropped = 1;
	send_snapshot(&p);
	sample_now(&p);
	check_same(&p);
	assert_int_equal(p.r.again, 0);
	assert_true(p.r.ops[REGION_ADD] > 10);
	pair_release(&p);
	fake_release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_models_agree_after_random_losses),
		cmocka_unit_test(test_snapshot_repeats_everything_once),
		cmocka_unit_test(test_snapshot_of_unreadable_process),
		cmocka_unit_test(test_snapshot_before_first_events_is_empty),
	};

	return cmocka_run_group_tests_name("sample again", tests, NULL, NULL);
}
