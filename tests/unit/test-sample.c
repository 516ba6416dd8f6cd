/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampler: on a captured tree, on maps that change at random, and on
 * processes of our own.
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

#include "../support/slow.h"
#include "base/fault.h"
#include "event/call.h"
#include "sample-run.h"
#include "sys/loop.h"
#include "sys/procroot.h"

#define MIB (1ul << 20)
#define PID 4121

/* --- the captured tree --------------------------------------------------- */

static char scratch[64];	/* a folder of links to the captured files */

static void link_entry(const char *folder, const char *name)
{
	const char *top = getenv("top_srcdir");
	char *real = realpath(top ? top : ".", NULL), from[4096], to[128];

	assert_non_null(real);
	snprintf(from, sizeof from, "%s/tests/data/proc/%s%s", real, folder,
		 name);
	snprintf(to, sizeof to, "%s/%s%s", scratch, folder, name);
	assert_int_equal(symlink(from, to), 0);
	free(real);
}

/*
 * `exe` is a symbolic link, which a release does not keep (its tar follows
 * links), so the tree is put together here.
 */
static const char *tree(void)
{
	static const char *const top[] = { "meminfo", "pressure", "sysvipc",
					   "vmstat" };
	static const char *const process[] = { "maps", "stat", "status",
					       "task" };
	char path[128];

	if (*scratch)
		return scratch;
	snprintf(scratch, sizeof scratch, "/tmp/mmtop-proc.XXXXXX");
	assert_non_null(mkdtemp(scratch));
	for (size_t i = 0; i < sizeof top / sizeof *top; i++)
		link_entry("", top[i]);
	snprintf(path, sizeof path, "%s/4121", scratch);
	assert_int_equal(mkdir(path, 0700), 0);
	for (size_t i = 0; i < sizeof process / sizeof *process; i++)
		link_entry("4121/", process[i]);
	snprintf(path, sizeof path, "%s/4121/exe", scratch);
	assert_int_equal(symlink("/srv/ingest/bin/ingest", path), 0);
	return scratch;
}

static int remove_tree(void **state)
{
	static const char *const names[] = {
		"4121/exe", "4121/maps", "4121/stat", "4121/status",
		"4121/task", "4121", "meminfo", "pressure", "sysvipc",
		"vmstat", ""
	};
	char path[128];

	(void)state;
	for (size_t i = 0; *scratch && i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", scratch, names[i]);
		remove(path);
	}
	return 0;
}

static bool tasks_told(void *arg)
{
	struct sample_run *r = arg;

	return r->syncs > 0 && r->usages > 0 && r->tasks >= 3 &&
	       r->systems > 0;
}

static bool stacks_known(void *arg)
{
	struct sample_run *r = arg;
	struct seen *s = sample_run_at(r, 0x7f1c80c00000);

	return tasks_told(r) && s && s->kind == KIND_THREAD_STACK;
}

static void kind_at(struct sample_run *r, uint64_t addr,
		    enum region_kind kind, int64_t owner)
{
	struct seen *s = sample_run_at(r, addr);

	assert_non_null(s);
	if (s->kind != kind || s->owner != owner)
		fail_msg("%lx is %s of %ld, not %s of %ld",
			 (unsigned long)addr, region_kind_name(s->kind),
			 (long)s->owner, region_kind_name(kind),
			 (long)owner);
}

static void test_kinds(void **state)
{
	struct sample_run r;
	struct seen *s;

	(void)state;
	sample_run_init(&r, tree(), PID);
	assert_true(sample_run_until(&r, stacks_known, &r));
	assert_int_equal(r.seen.n, 32);
	assert_int_equal(r.overlaps, 0);
	kind_at(&r, 0x55a4f5600000, KIND_PROGRAM, 0);
	kind_at(&r, 0x55a4f5605000, KIND_PROGRAM, 0);
	kind_at(&r, 0x55a4f5606000, KIND_ANON, 0);
	kind_at(&r, 0x55a4f6a2a000, KIND_HEAP, 0);
	kind_at(&r, 0x7f1c30000000, KIND_ANON, 0);
	kind_at(&r, 0x7f1c38000000, KIND_ARENA, 0);
	kind_at(&r, 0x7f1c38021000, KIND_ARENA_RESERVE, 0);
	kind_at(&r, 0x7f1c40000000, KIND_ANON, 0);
	kind_at(&r, 0x7f1c801ff000, KIND_GUARD, 4123);
	kind_at(&r, 0x7f1c80200000, KIND_THREAD_STACK, 4123);
	kind_at(&r, 0x7f1c80bff000, KIND_GUARD, 4122);
	kind_at(&r, 0x7f1c80c00000, KIND_THREAD_STACK, 4122);
	kind_at(&r, 0x7f1c82000000, KIND_SYSV, 2);
	kind_at(&r, 0x7f1c82100000, KIND_SYSV, 77);
	kind_at(&r, 0x7f1c82200000, KIND_POSIX_SHM, 0);
	kind_at(&r, 0x7f1c82400000, KIND_MEMFD, 0);
	kind_at(&r, 0x7f1c82500000, KIND_SHARED_ANON, 0);
	kind_at(&r, 0x7f1c83000000, KIND_FILE, 0);
	kind_at(&r, 0x7f1c8ca00000, KIND_ANON, 0);
	kind_at(&r, 0x7f1c8d700000, KIND_FILE, 0);
	kind_at(&r, 0x7f1c8d800000, KIND_LIBRARY, 0);
	kind_at(&r, 0x7f1c8d97c000, KIND_LIBRARY, 0);
	kind_at(&r, 0x7f1c8da00000, KIND_LIBRARY, 0);
	kind_at(&r, 0x7f1c8da10000, KIND_SPECIAL, 0);
	kind_at(&r, 0x7f1c8db00000, KIND_VDSO, 0);
	kind_at(&r, 0x7f1c8db04000, KIND_VDSO, 0);
	kind_at(&r, 0x7ffd0c39a000, KIND_STACK, 0);
	kind_at(&r, 0xffffffffff600000, KIND_VDSO, 0);
	s = sample_run_at(&r, 0x7f1c82000000);
	assert_int_equal(s->key, 42);
	assert_int_equal(s->attaches, 3);
	/* That number is in use, but under another key: not the same one. */
	assert_true(sample_run_at(&r, 0x7f1c82100000)->attaches ==
		    EV_UNKNOWN);
	s = sample_run_at(&r, 0x7f1c83000000);
	assert_string_equal(s->name, "/srv/ingest/in/a\nb \033[31m.csv");
	/* Nothing here tells of pages: not known, never 0. */
	for (size_t i = 0; i < r.seen.n; i++)
		assert_true(r.seen.v[i].rss == EV_UNKNOWN);
	assert_int_equal(r.pages, 0);
	assert_int_equal(r.notes, 0);
	sample_run_release(&r);
}

static void test_figures(void **state)
{
	struct sample_run r;

	(void)state;
	sample_run_init(&r, tree(), PID);
	assert_true(sample_run_until(&r, tasks_told, &r));
	assert_int_equal(r.usage.virt, 1448984ul * 1024);
	assert_int_equal(r.usage.rss, 421888ul * 1024);
	assert_int_equal(r.usage.peak, 421900ul * 1024);
	assert_int_equal(r.usage.minflt, 107001);
	assert_int_equal(r.usage.majflt, 3);
	assert_int_equal(r.usage.threads, 3);
	assert_int_equal(r.usage.state, 'S');
	assert_true(r.usage.pss == EV_UNKNOWN);
	assert_true(r.usage.cgroup_used == EV_UNKNOWN);
	assert_int_equal(r.system.total, 32714752ul * 1024);
	assert_int_equal(r.system.used, (32714752ul - 17616896ul) * 1024);
	assert_int_equal(r.system.psi_some_10, 3);
	assert_int_equal(r.system.oom_kills, 3);
	/* The second look says nothing new, but that it was whole. */
	unsigned syncs = r.syncs, usages = r.usages, tasks = r.tasks;
	unsigned added = r.ops[REGION_ADD];
	uint64_t end = clock_ns() + 5000000000;
	bool more;

	while (r.syncs < syncs + 3 && clock_ns() < end) {
		more = sample_source.drain(r.src, 2000000);
		loop_turn(r.loop, more ? 0 : 100000000);
	}
	assert_true(r.syncs >= syncs + 3);
	assert_int_equal(r.usages, usages);
	assert_int_equal(r.tasks, tasks);
	assert_int_equal(r.ops[REGION_ADD], added);
	assert_int_equal(r.ops[REGION_REMOVE], 0);
	sample_run_release(&r);
}

/* --- maps that change ---------------------------------------------------- */

struct fake {
	char dir[64], pid[80], maps[96];
	struct sample_run r;
	unsigned syncs;
};

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void fake_init(struct fake *f, const char *maps)
{
	strcpy(f->dir, "/tmp/test-sample.XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->pid, sizeof f->pid, "%s/7", f->dir);
	snprintf(f->maps, sizeof f->maps, "%s/maps", f->pid);
	assert_int_equal(mkdir(f->pid, 0700), 0);
	put(f->maps, maps);
	sample_run_init(&f->r, f->dir, 7);
}

static void fake_release(struct fake *f)
{
	char cmd[128];

	sample_run_release(&f->r);
	snprintf(cmd, sizeof cmd, "rm -r %s", f->dir);
	assert_int_equal(system(cmd), 0);
}

static bool next_sync(void *arg)
{
	struct fake *f = arg;

	return f->r.syncs > f->syncs;
}

/* A look that began after now. */
static void fake_look(struct fake *f)
{
	f->syncs = f->r.syncs;
	sample_run_request(&f->r, REQ_SAMPLE, 0, 0, 0);
	assert_true(sample_run_until(&f->r, next_sync, f));
}

static uint64_t rnd(uint64_t *seed, uint64_t n)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (*seed >> 33) % n;
}

/* Pages of three sorts of mapping, each with its permission; runs of equal
 * neighbours are one region, as in a kernel. */
#define SPACE 40
struct toy {
	unsigned char sort[SPACE], perm[SPACE];
};

static void toy_edit(struct toy *t, uint64_t *seed)
{
	size_t at = rnd(seed, SPACE), n = 1 + rnd(seed, 8);
	unsigned char sort = (unsigned char)rnd(seed, 4);
	unsigned char perm = (unsigned char)rnd(seed, 3);
	bool protect = rnd(seed, 3) == 0;

	for (size_t i = at; i < at + n && i < SPACE; i++) {
		if (!protect)
			t->sort[i] = sort;
		t->perm[i] = perm;
	}
}

static void toy_write(const struct toy *t, struct str *out)
{
	static const char *const perms[] = { "rw-p", "r--p", "---p" };
	static const char *const names[] = {
		"", "00:00 0", "fe:00 11                    /a",
		"fe:00 12                    /b.so",
	};

	str_clear(out);
	for (size_t i = 0, j; i < SPACE; i = j) {
		for (j = i + 1; j < SPACE && t->sort[j] == t->sort[i] &&
		     t->perm[j] == t->perm[i]; j++)
			;
		if (!t->sort[i])
			continue;
		str_addf(out, "%zx000-%zx000 %s %08zx %s\n", i + 16, j + 16,
			 perms[t->perm[i]], t->sort[i] > 1 ? i * 4096 : 0,
			 names[t->sort[i]]);
	}
}

static void toy_compare(const struct toy *t, struct fake *f)
{
	size_t n = 0;

	for (size_t i = 0, j; i < SPACE; i = j) {
		struct seen *s;

		for (j = i + 1; j < SPACE && t->sort[j] == t->sort[i] &&
		     t->perm[j] == t->perm[i]; j++)
			;
		if (!t->sort[i])
			continue;
		assert_true(n < f->r.seen.n);
		s = &f->r.seen.v[n++];
		assert_int_equal(s->start, (i + 16) * 4096);
		assert_int_equal(s->end, (j + 16) * 4096);
		assert_int_equal(s->perm, t->perm[i] == 0 ? 3
					  : t->perm[i] == 1 ? 1 : 0);
		assert_string_equal(s->name, t->sort[i] == 1 ? ""
					     : t->sort[i] == 2 ? "/a"
							       : "/b.so");
	}
	assert_int_equal(n, f->r.seen.n);
}

/* Whatever changed, the events lead from one map to the next, and never
 * through one in which regions overlap. */
static void test_random_maps(void **state)
{
	struct toy t = { .sort = { 1 } };
	struct str text = STR_INIT;
	uint64_t seed = 42;
	struct fake f;

	(void)state;
	toy_write(&t, &text);
	fake_init(&f, text.data);
	fake_look(&f);
	for (int i = 0; i < 400; i++) {
		for (uint64_t edits = 1 + rnd(&seed, 3); edits; edits--)
			toy_edit(&t, &seed);
		t.sort[0] = 1;		/* never empty: that means dead */
		toy_write(&t, &text);
		put(f.maps, text.data);
		fake_look(&f);
		assert_int_equal(f.r.overlaps, 0);
		toy_compare(&t, &f);
	}
	assert_true(f.r.ops[REGION_CHANGE] > 50);
	str_release(&text);
	fake_release(&f);
}

/* A region that grows, shrinks or changes its permission stays itself. */
static void test_identity(void **state)
{
	static const struct {
		const char *maps;
		unsigned add, remove, change;
	} steps[] = {
		{ "10000-20000 rw-p 0 00:00 0 [heap]\n", 1, 0, 0 },
		{ "10000-28000 rw-p 0 00:00 0 [heap]\n", 0, 0, 1 },
		{ "10000-18000 rw-p 0 00:00 0 [heap]\n", 0, 0, 1 },
		{ "10000-18000 rw-p 0 00:00 0 [heap]\n"
		  "70000-80000 rw-p 0 00:00 0 [stack]\n", 1, 0, 0 },
		{ "10000-18000 rw-p 0 00:00 0 [heap]\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 0, 0, 1 },
		{ "10000-18000 r--p 0 00:00 0 [heap]\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 0, 0, 1 },
		/* Another file at the same place is another region. */
		{ "10000-18000 r--p 0 fe:00 5 /x\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 1, 1, 0 },
		{ "10000-18000 r--p 1000 fe:00 5 /x\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 1, 1, 0 },
		/* The end of a file mapping stays what it maps. */
		{ "11000-18000 r--p 2000 fe:00 5 /x\n"
		  "68000-80000 rw-p 0 00:00 0 [stack]\n", 0, 0, 1 },
	};
	struct fake f;

	(void)state;
	fake_init(&f, steps[0].maps);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		memset(f.r.ops, 0, sizeof f.r.ops);
		put(f.maps, steps[i].maps);
		fake_look(&f);
		assert_int_equal(f.r.ops[REGION_ADD], steps[i].add);
		assert_int_equal(f.r.ops[REGION_REMOVE], steps[i].remove);
		assert_int_equal(f.r.ops[REGION_CHANGE], steps[i].change);
	}
	assert_int_equal(f.r.overlaps, 0);
	fake_release(&f);
}

static void some_turns(struct fake *f)
{
	uint64_t end = clock_ns() + 350000000;

	while (clock_ns() < end) {
		bool more = sample_source.drain(f->r.src, 2000000);

		loop_turn(f->r.loop, more ? 0 : 50000000);
	}
}

/* An empty map is a zombie's, and no news: the last one stays. */
static void test_zombie_map(void **state)
{
	char path[128];
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	fake_look(&f);
	put(f.maps, "");
	some_turns(&f);
	assert_int_equal(f.r.seen.n, 1);
	assert_int_equal(f.r.ops[REGION_REMOVE], 0);
	/* A thread that lives on stands in for its leader. */
	snprintf(path, sizeof path, "%s/task", f.pid);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/task/9", f.pid);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/task/9/maps", f.pid);
	put(path, "10000-30000 rw-p 0 00:00 0 [heap]\n");
	fake_look(&f);
	assert_int_equal(f.r.seen.n, 1);
	assert_int_equal(f.r.seen.v[0].end, 0x30000);
	/* After the end nothing is said of it any more. */
	sample_run_process(&f.r, PROCESS_EXIT, 7, 7);
	f.syncs = f.r.syncs;
	some_turns(&f);
	assert_int_equal(f.r.syncs, f.syncs);
	assert_int_equal(f.r.notes, 0);
	fake_release(&f);
}

static bool noted(void *arg)
{
	return ((struct sample_run *)arg)->notes > 0;
}

/* What cannot be read is told once, with what and why. */
static void test_unreadable(void **state)
{
	struct fake f;

	(void)state;
	fake_init(&f, "");
	assert_int_equal(unlink(f.maps), 0);
	assert_int_equal(mkdir(f.maps, 0700), 0);
	assert_true(sample_run_until(&f.r, noted, &f.r));
	assert_int_equal(f.r.note.id, NOTE_UNREADABLE);
	assert_int_equal(f.r.note.a, 7);
	assert_int_equal(f.r.note.b, 21);	/* EISDIR */
	some_turns(&f);
	assert_int_equal(f.r.notes, 1);
	assert_int_equal(f.r.seen.n, 0);
	assert_int_equal(f.r.syncs, 0);
	fake_release(&f);
}

/* An arena belongs to the thread whose mprotect made it, and stays one when
 * it has grown to its end. */
static void test_arena(void **state)
{
	struct event ev = { .kind = EV_CALL, .pid = 7, .tid = 9,
			    .source = 't' };
	struct fake f;

	(void)state;
	fake_init(&f, "7f0000000000-7f0000001000 rw-p 0 00:00 0 \n");
	ev.u.call.call = CALL_MPROTECT;
	ev.u.call.phase = PHASE_WHOLE;
	ev.u.call.args[0] = 0x7f1c38000000;
	sample_source.event(f.r.src, &ev);
	put(f.maps, "7f1c38000000-7f1c38021000 rw-p 0 00:00 0 \n"
		    "7f1c38021000-7f1c3c000000 ---p 0 00:00 0 \n");
	fake_look(&f);
	kind_at(&f.r, 0x7f1c38000000, KIND_ARENA, 9);
	kind_at(&f.r, 0x7f1c38021000, KIND_ARENA_RESERVE, 9);
	put(f.maps, "7f1c38000000-7f1c3c000000 rw-p 0 00:00 0 \n");
	fake_look(&f);
	kind_at(&f.r, 0x7f1c38000000, KIND_ARENA, 9);
	fake_release(&f);
}

/* Two threads in one region: a runtime's heap, no stack. */
static void test_shared_stack(void **state)
{
	static const char maps[] =
		"7f0000000000-7f0004000000 rw-p 0 00:00 0 \n"
		"7f1000000000-7f1000001000 ---p 0 00:00 0 \n"
		"7f1000001000-7f1000100000 rw-p 0 00:00 0 \n";
	struct event ev = { .kind = EV_PROCESS, .pid = 7, .tid = 7,
			    .source = 't' };
	struct fake f;

	(void)state;
	fake_init(&f, maps);
	ev.u.process.op = PROCESS_THREAD;
	ev.u.process.child_pid = 7;
	for (int i = 0; i < 3; i++) {
		ev.u.process.child = 11 + i;
		ev.u.process.sp = i == 2 ? 0x7f1000100000
					 : 0x7f0000001000u + i;
		sample_source.event(f.r.src, &ev);
	}
	fake_look(&f);
	kind_at(&f.r, 0x7f0000000000, KIND_ANON, 0);
	kind_at(&f.r, 0x7f1000000000, KIND_GUARD, 13);
	kind_at(&f.r, 0x7f1000001000, KIND_THREAD_STACK, 13);
	fake_release(&f);
}

static void status(struct fake *f, enum target_state st, uint64_t stops)
{
	struct event ev = { .kind = EV_STATUS, .source = 't' };

	ev.u.status.state = st;
	ev.u.status.stops = stops;
	sample_source.event(f->r.src, &ev);
}

/* A step's effect is told at once, and not with the next period. */
static void test_held(void **state)
{
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	f.r.host.period_ns = 3600000000000;
	fake_look(&f);
	status(&f, TARGET_HELD, 1);
	some_turns(&f);
	put(f.maps, "10000-30000 rw-p 0 00:00 0 [heap]\n");
	f.syncs = f.r.syncs;
	status(&f, TARGET_HELD, 1);	/* nothing has moved */
	some_turns(&f);
	assert_int_equal(f.r.syncs, f.syncs);
	status(&f, TARGET_HELD, 2);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.seen.v[0].end, 0x30000);
	fake_release(&f);
}

/* A call that changed the map has it read again, one that failed not. */
static void test_call(void **state)
{
	struct event ev = { .kind = EV_CALL, .pid = 7, .tid = 7,
			    .source = 't' };
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	f.r.host.period_ns = 3600000000000;
	fake_look(&f);
	some_turns(&f);
	put(f.maps, "10000-30000 rw-p 0 00:00 0 [heap]\n");
	f.syncs = f.r.syncs;
	ev.u.call.call = CALL_BRK;
	ev.u.call.phase = PHASE_EXIT;
	ev.u.call.error = 12;
	sample_source.event(f.r.src, &ev);
	ev.u.call.error = 0;
	ev.u.call.phase = PHASE_ENTER;
	sample_source.event(f.r.src, &ev);
	ev.u.call.phase = PHASE_EXIT;
	ev.u.call.call = CALL_OTHER;
	sample_source.event(f.r.src, &ev);
	some_turns(&f);
	assert_int_equal(f.r.syncs, f.syncs);
	ev.u.call.call = CALL_BRK;
	sample_source.event(f.r.src, &ev);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.seen.v[0].end, 0x30000);
	fake_release(&f);
}

/* Another program: nothing of the old map is told to be removed (the model
 * drops it), all of the new one is added. */
static void test_exec(void **state)
{
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	fake_look(&f);
	vec_clear(&f.r.seen);
	put(f.maps, "10000-20000 rw-p 0 00:00 0 [heap]\n"
		    "30000-40000 rw-p 0 00:00 0 [stack]\n");
	memset(f.r.ops, 0, sizeof f.r.ops);
	sample_run_process(&f.r, PROCESS_EXEC, 7, 7);
	f.syncs = f.r.syncs;
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.ops[REGION_ADD], 2);
	assert_int_equal(f.r.ops[REGION_REMOVE], 0);
	assert_int_equal(f.r.seen.n, 2);
	fake_release(&f);
}

/* What was let go is not looked at any more; attached again, it is. */
static void test_detached(void **state)
{
	struct fake f;

	(void)state;
	fake_init(&f, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	fake_look(&f);
	status(&f, TARGET_DETACHED, 1);
	f.syncs = f.r.syncs;
	sample_run_request(&f.r, REQ_FOCUS, 7, 0x10000, 1);
	sample_run_request(&f.r, REQ_DETAILS, 7, 0, 0);
	some_turns(&f);
	assert_int_equal(f.r.syncs, f.syncs);
	vec_clear(&f.r.seen);
	sample_run_process(&f.r, PROCESS_ATTACH, 7, 7);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.seen.n, 1);
	fake_release(&f);
}

/* A child is looked at as its parent is, until it is let go; a thread's
 * stack is its own until it ends. */
static void test_tree(void **state)
{
	static const char maps[] =
		"7f1000000000-7f1000001000 ---p 0 00:00 0 \n"
		"7f1000001000-7f1000100000 rw-p 0 00:00 0 \n";
	struct event ev = { .kind = EV_PROCESS, .pid = 7, .tid = 7,
			    .source = 't' };
	struct request req = { .op = REQ_SAMPLE, .tid = 11 };
	char path[128];
	struct fake f;

	(void)state;
	fake_init(&f, maps);
	f.r.host.period_ns = 3600000000000;
	ev.u.process.op = PROCESS_THREAD;
	ev.u.process.child_pid = 7;
	ev.u.process.child = 11;
	ev.u.process.sp = 0x7f1000002000;
	sample_source.event(f.r.src, &ev);
	f.syncs = f.r.syncs;
	assert_int_equal(sample_source.request(f.r.src, &req), 0);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	kind_at(&f.r, 0x7f1000001000, KIND_THREAD_STACK, 11);
	ev.tid = 11;
	ev.u.process.op = PROCESS_EXIT;
	sample_source.event(f.r.src, &ev);
	fake_look(&f);
	kind_at(&f.r, 0x7f1000001000, KIND_ANON, 0);
	kind_at(&f.r, 0x7f1000000000, KIND_RESERVE, 0);
	snprintf(path, sizeof path, "%s/8", f.dir);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/8/maps", f.dir);
	put(path, "10000-20000 rw-p 0 00:00 0 [heap]\n");
	vec_clear(&f.r.seen);
	f.syncs = f.r.syncs;
	sample_run_process(&f.r, PROCESS_FORK, 7, 8);
	assert_true(sample_run_until(&f.r, next_sync, &f));
	assert_int_equal(f.r.seen.n, 1);
	kind_at(&f.r, 0x10000, KIND_HEAP, 0);
	sample_run_process(&f.r, PROCESS_DETACH, 8, 8);
	put(path, "10000-30000 rw-p 0 00:00 0 [heap]\n");
	fake_look(&f);
	some_turns(&f);
	assert_int_equal(f.r.seen.v[0].end, 0x20000);
	fake_release(&f);
}

/* --- processes of our own ------------------------------------------------ */

/* Runs body(shared) in a child that stops when it is done, or when it
 * returns goes on as the test tells it through `shared`. */
struct shared {
	char *area;
	size_t size;
	volatile int go, done;
};

static pid_t child(void (*body)(struct shared *sh), struct shared **out)
{
	struct shared *sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t pid;

	assert_true(sh != MAP_FAILED);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		body(sh);
		raise(SIGSTOP);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	assert_true(WIFSTOPPED(status));
	*out = sh;
	return pid;
}

static void child_end(pid_t pid, struct shared *sh)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	munmap(sh, sizeof *sh);
}

static char *mapped(struct shared *sh, size_t size, int prot)
{
	sh->size = size;
	sh->area = mmap(NULL, size, prot,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (sh->area == MAP_FAILED)
		_exit(3);
	madvise(sh->area, size, MADV_NOHUGEPAGE);
	return sh->area;
}

static void stripes(struct shared *sh)
{
	char *p = mapped(sh, 256 * MIB, PROT_READ | PROT_WRITE);

	for (size_t i = 0; i < 256 * MIB / 4096; i++)
		if (i / 1024 % 2 == 0)
			p[i * 4096] = 1;
}

static bool detail_exclusive(void *arg)
{
	struct sample_run *r = arg;

	return r->details && r->detail.scanned == r->detail.end &&
	       r->detail.exclusive != EV_UNKNOWN;
}

static void test_detail(void **state)
{
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child(stripes, &sh);
	uint64_t start;

	(void)state;
	sample_run_init(&r, "/proc", pid);
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	/* It may have been joined to a neighbour. */
	start = sample_run_at(&r, (uintptr_t)sh->area)->start;
	sample_run_request(&r, REQ_FOCUS, pid, start, 1);
	assert_true(sample_run_until(&r, detail_exclusive, &r));
	assert_int_equal(r.detail.start, start);
	assert_true(r.bins.n <= 4096 && r.bins.n > 2048);
	uint64_t resident = 0, exclusive = 0;

	for (size_t i = 0; i < r.bins.n; i++) {
		resident += r.bins.v[i].resident;
		exclusive += r.bins.v[i].exclusive;
		assert_int_equal(r.bins.v[i].written, 0);
	}
	assert_int_equal(resident, r.detail.resident);
	assert_int_equal(exclusive, r.detail.exclusive);
	assert_true(r.detail.written == EV_UNKNOWN);
	assert_true(resident >= 32768 && resident < 32768 + 512);
	assert_true(exclusive >= 32768);
	if (start == (uintptr_t)sh->area &&
	    r.detail.end == start + sh->size)
		for (size_t i = 0; i < r.bins.n; i++)
			assert_int_equal(r.bins.v[i].resident,
					 i * r.detail.bin_pages / 1024 % 2
						 ? 0 : r.detail.bin_pages);
	sample_run_release(&r);
	child_end(pid, sh);
}

static void toucher(struct shared *sh)
{
	char *p = mapped(sh, 64 * MIB, PROT_READ | PROT_WRITE);

	raise(SIGSTOP);
	for (;;)
		if (sh->done < sh->go) {
			p[(size_t)(30 + sh->done) * MIB] = 1;
			sh->done++;
		} else {
			usleep(1000);
		}
}

struct waiting {
	struct sample_run *r;
	struct shared *sh;
	uint64_t resident, touched_ns, shown_ns;
};

static bool touched_shown(void *arg)
{
	struct waiting *w = arg;

	if (w->sh->done < w->sh->go)
		return false;
	if (!w->touched_ns)
		w->touched_ns = clock_ns();
	if (w->r->detail.resident <= w->resident)
		return false;
	w->shown_ns = clock_ns();
	return true;
}

/* A page that is touched is told within 0.3 s at the default period. */
static void test_touch(void **state)
{
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child(toucher, &sh);
	struct waiting w = { .r = &r, .sh = sh };
	uint64_t best = UINT64_MAX;

	(void)state;
	sample_run_init(&r, "/proc", pid);
	r.host.period_ns = 500000000;
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	sample_run_request(&r, REQ_FOCUS, pid,
			   sample_run_at(&r, (uintptr_t)sh->area)->start, 0);
	assert_true(sample_run_until(&r, detail_exclusive, &r));
	kill(pid, SIGCONT);
	/* The best of three: the machine may be busy with something else. */
	for (int i = 0; i < 3 && best >= 300000000; i++) {
		w.resident = r.detail.resident;
		w.touched_ns = 0;
		sh->go++;
		assert_true(sample_run_until(&r, touched_shown, &w));
		best = w.shown_ns - w.touched_ns;
	}
	if (best >= 300000000)
		fail_msg("shown after %lu ms", (unsigned long)best / 1000000);
	sample_run_release(&r);
	child_end(pid, sh);
}

static void reserver(struct shared *sh)
{
	mapped(sh, 20ul << 40, PROT_NONE);
}

/* All but what is reserved. */
static bool small_known(void *arg)
{
	struct sample_run *r = arg;

	for (size_t i = 0; i < r->seen.n; i++)
		if (r->seen.v[i].rss == EV_UNKNOWN &&
		    r->seen.v[i].end - r->seen.v[i].start <= 1ul << 30)
			return false;
	return r->syncs > 0;
}

/* 20 TiB of nothing: the whole first picture within 0.2 s; where holes cost,
 * that of all else. */
static void test_reservation(void **state)
{
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child(reserver, &sh);
	uint64_t begin, best = UINT64_MAX, limit = 200000000ull * test_slow();
	bool whole = sample_run_skips_holes();
	struct seen *s;

	(void)state;
	/* The best of three: the machine may be busy with something else. */
	for (int i = 0; i < 3 && best > limit; i++) {
		begin = clock_ns();
		sample_run_init(&r, "/proc", pid);
		assert_true(sample_run_until(&r, whole ? sample_run_whole :
					     small_known, &r));
		best = clock_ns() - begin < best ? clock_ns() - begin : best;
		s = sample_run_at(&r, (uintptr_t)sh->area + (1ul << 40));
		assert_true(s->rss == (whole ? 0 : EV_UNKNOWN));
		assert_int_equal(s->kind, KIND_RESERVE);
		sample_run_release(&r);
	}
	assert_true(best < limit);
	child_end(pid, sh);
}

static size_t many_regions;

static void many(struct shared *sh)
{
	char *p = mapped(sh, many_regions * 4096ul, PROT_READ);

	for (size_t i = 0; i < many_regions; i += 2)
		if (mprotect(p + i * 4096, 4096, PROT_READ | PROT_WRITE) < 0)
			break;
	for (size_t i = 0; i < many_regions; i += 20)
		p[i * 4096] = 1;
}

/* 60,000 regions: told in slices, none of which takes long.  Where each is
 * looked at alone, that many slices would be looked through by this test. */
static void test_many(void **state)
{
	struct sample_run r;
	struct shared *sh;
	uint64_t rss = 0;
	pid_t pid;

	(void)state;
	many_regions = sample_run_skips_holes() ? 60000 : 6000;
	pid = child(many, &sh);
	sample_run_init(&r, "/proc", pid);
	r.slice_ns = 0;
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	assert_true(r.most <= 100);
	assert_int_equal(r.overlaps, 0);
	for (size_t i = 0; i < r.seen.n; i++)
		if (r.seen.v[i].start >= (uintptr_t)sh->area &&
		    r.seen.v[i].end <= (uintptr_t)sh->area + sh->size)
			rss += r.seen.v[i].rss;
	assert_true(r.seen.n > many_regions / 6);
	assert_int_equal(rss, many_regions / 20 * 4096);
	sample_run_release(&r);
	child_end(pid, sh);
}

static bool pss_known(void *arg)
{
	struct sample_run *r = arg;

	return r->usages && r->usage.pss != EV_UNKNOWN;
}

static void test_details(void **state)
{
	struct sample_run r;
	struct shared *sh;
	pid_t pid = child(stripes, &sh);
	struct seen *s;

	(void)state;
	sample_run_init(&r, "/proc", pid);
	assert_true(sample_run_until(&r, sample_run_whole, &r));
	sample_run_request(&r, REQ_DETAILS, pid, 0, 0);
	assert_true(sample_run_until(&r, pss_known, &r));
	s = sample_run_at(&r, (uintptr_t)sh->area);
	assert_true(s->pss >= 128 * MIB && s->pss <= s->rss);
	assert_non_null(strstr(s->vmflags, "rd wr mr mw me"));
	assert_true(r.usage.pss >= s->pss && r.usage.pss <= r.usage.rss);
	sample_run_release(&r);
	child_end(pid, sh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_random_maps),
		cmocka_unit_test(test_identity),
		cmocka_unit_test(test_zombie_map),
		cmocka_unit_test(test_unreadable),
		cmocka_unit_test(test_arena),
		cmocka_unit_test(test_shared_stack),
		cmocka_unit_test(test_held),
		cmocka_unit_test(test_call),
		cmocka_unit_test(test_exec),
		cmocka_unit_test(test_detached),
		cmocka_unit_test(test_tree),
		cmocka_unit_test(test_detail),
		cmocka_unit_test(test_touch),
		cmocka_unit_test(test_reservation),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_details),
	};

	return cmocka_run_group_tests(tests, NULL, remove_tree);
}
