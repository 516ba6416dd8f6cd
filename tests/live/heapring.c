/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libmmtop-heap.so without mmtop: its records have exactly the blocks that the
 * program reports as left, and the reader survives whatever a program does to
 * the memory of the records.
 */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "source/heap/pool.h"

#include "live.h"
#include "preload/heap_record.h"

struct note {
	pid_t pid;
	bool got;
	uint64_t addr, size, time, caller, order;
};
struct notes {
	VEC(struct note) list;
	uint64_t frames, strange;
};

static char library[4096], *heaper, *wrecker, dir[256];

static void add_note(struct notes *n, pid_t pid, bool got, uint64_t addr,
		     uint64_t size, uint64_t time, uint64_t caller)
{
	if (addr)
		*vec_push(&n->list) = (struct note){
			pid, got, addr, size, time, caller, n->list.n
		};
}

static void on_record(void *arg, const struct heap_owner *o,
		      const struct heapring_record *r)
{
	struct notes *n = arg;

	n->frames += r->n_frames;
	n->strange += !r->time;
	if (heap_has_old(r->op))
		add_note(n, o->pid, false, r->old, 0, r->began, r->caller);
	if (r->op == HEAP_MUNMAP || r->op == HEAP_FREE_BLOCK)
		add_note(n, o->pid, false, r->addr, 0, r->time, r->caller);
	else
		add_note(n, o->pid, true, r->addr, r->size, r->time, r->caller);
	if (r->passed)
		add_note(n, o->pid, false, r->addr, 0, r->time, r->caller);
}

static int by_place(const void *a, const void *b)
{
	const struct note *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Runs the program with its records going to the pool; returns its status, or
 * -1. */
static int run_in(struct heappool *pool, struct notes *notes, char *const *argv,
		  bool read_at_end)
{
	pid_t pid = fork(), got = 0;
	int status = -1;

	if (pid == 0) {
		if (heappool_enter(pool, library, argv[0]) < 0)
			_exit(126);
		execvp(argv[0], argv);
		_exit(127);
	}
	while (got == 0) {
		while (!read_at_end && heappool_drain(pool, 1 << 20, on_record, notes))
			;
		got = waitpid(pid, &status, WNOHANG);
		if (got == 0)
			poll(NULL, 0, 1);
	}
	heappool_gone(pool, pid, 0);
	while (heappool_drain(pool, 1 << 20, on_record, notes))
		;
	qsort(notes->list.v, notes->list.n, sizeof *notes->list.v, by_place);
	return status;
}

/* The report of one process. */
struct truth {
	pid_t pid;
	uint64_t start, end, frees;
	VEC(struct note) left;
};

static bool read_truth(struct truth *t, const char *name)
{
	char path[600], line[128];
	uint64_t a, b;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "r");
	t->pid = atoi(name);
	while (f && fgets(line, sizeof line, f)) {
		if (sscanf(line, "left %" SCNx64 " %" SCNx64, &a, &b) == 2)
			*vec_push(&t->left) = (struct note){
				.pid = t->pid, .addr = a, .size = b };
		else if (sscanf(line, "page %" SCNx64, &a) == 1)
			*vec_push(&t->left) = (struct note){
				.pid = t->pid, .addr = a, .size = 4096 };
		else if (sscanf(line, "frees %" SCNu64, &a) == 1)
			t->frees = a;
		else
			sscanf(line, "text %" SCNx64 " %" SCNx64, &t->start,
			       &t->end);
	}
	if (f)
		fclose(f);
	unlink(path);
	qsort(t->left.v, t->left.n, sizeof *t->left.v, by_place);
	return f && t->end > t->start;
}

/* Compares the blocks that the process's own code left, and its frees of blocks
 * that its parent allocated. */
static bool compare(const struct truth *t, const struct notes *n)
{
	size_t left = 0, wrong = 0;
	uint64_t frees = 0;

	for (size_t i = 0; i < n->list.n; i++) {
		const struct note *x = &n->list.v[i];
		bool last = i + 1 == n->list.n || x[1].addr != x->addr ||
			    x[1].pid != x->pid;
		bool first = !i || x[-1].addr != x->addr ||
			     x[-1].pid != x->pid;

		if (x->pid != t->pid || x->caller < t->start ||
		    x->caller >= t->end)
			continue;
		frees += first && !x->got;
		if (!last || !x->got)
			continue;
		if (left >= t->left.n || t->left.v[left].addr != x->addr ||
		    t->left.v[left].size != x->size)
			wrong++;
		left++;
	}
	if (left != t->left.n || wrong || frees != t->frees)
		printf("# %d: %zu left of %zu, %zu wrong; %" PRIu64
		       " frees of the parent's, not %" PRIu64 "\n",
		       (int)t->pid, left, (size_t)t->left.n, wrong, frees,
		       t->frees);
	return left == t->left.n && !wrong && frees == t->frees;
}

/* Compares every process that wrote a report; returns their number. */
static size_t compare_all(const struct notes *n, bool *good)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	size_t count = 0;

	*good = true;
	while (d && (e = readdir(d))) {
		struct truth t = { 0 };

		if (*e->d_name == '.')
			continue;
		*good &= read_truth(&t, e->d_name) && compare(&t, n);
		vec_release(&t.left);
		count++;
	}
	if (d)
		closedir(d);
	return count;
}

static void known_pattern(uint32_t frames, const char *name)
{
	char calls[16];
	char *argv[] = { heaper, dir, (char *)"8", calls, (char *)"6", NULL };
	const struct heappool_config config = { .frames = frames,
						.follow = true };
	struct notes notes = { 0 };
	struct heappool_lost lost;
	struct heappool *pool;
	size_t processes;
	struct err err;
	bool good;
	int status;

	snprintf(calls, sizeof calls, "%d", test_slow() > 4 ? 5000 : 125000);
	if (heappool_new(&config, &pool, &err) < 0) {
		ok(false, "%s: %s", name, err.what);
		return;
	}
	status = run_in(pool, &notes, argv, false);
	lost = heappool_lost(pool);
	processes = compare_all(&notes, &good);
	printf("# %zu notes, %" PRIu64 " dropped, %" PRIu64 " invalid\n",
	       (size_t)notes.list.n, lost.dropped, lost.invalid);
	ok(status == 0, "%s: the program exits with 0", name);
	ok(!lost.dropped && !lost.invalid, "%s: nothing is lost", name);
	ok(processes == 4 && good,
	   "row A1 A3 A5 %s: the blocks left are right, of %zu processes", name,
	   processes);
	ok(!frames || notes.frames > notes.list.n / 2,
	   "%s: records have frames if requested", name);
	vec_release(&notes.list);
	heappool_free(pool);
}

/* A signal handler that allocates runs at each instruction of the library,
 * several times, and fills the chunk at a different place each time. */
static void every_instruction(uint32_t frames, const char *name)
{
	char calls[16];
	char *argv[] = { heaper, dir, (char *)"steps", calls,
			 frames ? (char *)"deep" : NULL, NULL };
	const struct heappool_config config = { .frames = frames };
	struct notes notes = { 0 };
	struct heappool_lost lost;
	struct heappool *pool;
	size_t processes;
	struct err err;
	bool good;
	int status;

	snprintf(calls, sizeof calls, "%d",
		 frames ? test_times(3600, 720) : test_times(2400, 480));
	if (heappool_new(&config, &pool, &err) < 0) {
		ok(false, "a handler at each instruction, %s: %s", name, err.what);
		return;
	}
	status = run_in(pool, &notes, argv, false);
	lost = heappool_lost(pool);
	processes = compare_all(&notes, &good);
	printf("# %zu notes, %" PRIu64 " dropped, %" PRIu64 " invalid\n",
	       (size_t)notes.list.n, lost.dropped, lost.invalid);
	ok(status == 0 && !lost.dropped && !lost.invalid && processes == 1 &&
	   good, "row A3 a handler at each instruction, %s: nothing is lost, "
		 "and the blocks left are right", name);
	vec_release(&notes.list);
	heappool_free(pool);
}

/* Runs a wrecking program with a pool of `chunks`; returns its status and all
 * notes and losses. */
static int wreck(uint32_t chunks, const char *what, const char *n,
		 bool read_at_end, struct heappool_lost *lost, size_t *noted)
{
	char *argv[] = { wrecker, (char *)what, (char *)n, NULL };
	const struct heappool_config config = { .chunks = chunks };
	struct notes notes = { 0 };
	struct heappool *pool;
	struct err err;
	int status;

	if (heappool_new(&config, &pool, &err) < 0)
		return -1;
	status = run_in(pool, &notes, argv, read_at_end);
	*lost = heappool_lost(pool);
	*noted = notes.list.n;
	vec_release(&notes.list);
	heappool_free(pool);
	return status;
}

/* The pool has room for a hundredth of the records and no reader: each dropped
 * record is counted. */
static void filled(void)
{
	struct heappool_lost all, some;
	size_t noted, kept;
	int first = wreck(0, "fill", "100000", false, &all, &noted);
	int second = wreck(4, "fill", "100000", true, &some, &kept);

	printf("# %zu noted, %" PRIu64 " dropped; with 64 KiB %zu and %" PRIu64
	       "\n", noted, all.dropped, kept, some.dropped);
	ok(first == 0 && second == 0 && noted + all.dropped >= 200000,
	   "a program without room for records exits with 0");
	ok(some.dropped > 100000 && kept > 1000 &&
	   kept + some.dropped == noted + all.dropped && !some.invalid,
	   "each dropped record is counted");
}

static void wrecked(const char *what)
{
	struct heappool_lost lost;
	size_t noted;
	int status = wreck(64, what, NULL, false, &lost, &noted);

	printf("# %s: %zu noted, %" PRIu64 " dropped, %" PRIu64 " invalid\n",
	       what, noted, lost.dropped, lost.invalid);
	ok(status == 0 && noted > 100, "the reader and the program survive: %s",
	   what);
}

int main(void)
{
	const char *top = getenv("top_builddir");

	heaper = victim("heaper");
	wrecker = victim("heapwreck");
	snprintf(dir, sizeof dir, "%s", work_dir());
	if (!realpath(top ? top : ".", library))
		skip_all("no build tree");
	strncat(library, "/src/preload/libmmtop-heap.so",
		sizeof library - strlen(library) - 1);
	plan(16);
	known_pattern(0, "return addresses");
	known_pattern(8, "frames");
	every_instruction(0, "return addresses");
	every_instruction(4, "frames");
	filled();
	wrecked("scribble");
	wrecked("states");
	wrecked("cut");
	wrecked("close");
	free(wrecker);
	free(heaper);
	return done();
}
