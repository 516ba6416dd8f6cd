/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/files/disk.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/core/procs.h"
#include "source/sample/maps/space.h"
#include "sys/loop.h"
#include "sys/reader/filecache.h"
#include "sys/reader/filedisk.h"
#include "sys/reader/process.h"

/* Delay of the first check of a process: programs that exit at once are not
 * checked. */
#define FIRST_NS (500 * NS_PER_MS)
#define AGAIN_NS (5 * NS_PER_S)
#define EACH_NS (100 * NS_PER_MS)
/* Minimum pause between two requests to the reader process. */
#define PAUSE_NS (20 * NS_PER_MS)
/* Interval at which the deadline is checked while no answer arrives. */
#define ANSWER_NS (100 * NS_PER_MS)
#define BATCH 32

_Static_assert((int)FILEDISK_SAME == (int)DISK_SAME &&
	       (int)FILEDISK_DELETED == (int)DISK_DELETED, "the same states");

struct disk {
	struct reader *reader;	/* NULL: not started yet */
	int fd;			/* the reader's descriptor in the event loop;
				 * -1: none */
	pid_t pid;		/* process in progress; 0: none */
	uint64_t due;
	uint64_t next;		/* earliest due time of all processes */
	size_t n;
	struct sregion files[BATCH];	/* files of the request, with names that
					 * they own */
};

/* --- open and close ------------------------------------------------------ */

struct disk *disk_new(void)
{
	struct disk *d = xcalloc(1, sizeof *d);

	d->fd = -1;
	return d;
}

static void unwatch(struct sampler *s)
{
	if (s->disk->fd >= 0)
		loop_remove_fd(s->host->loop, s->disk->fd);
	s->disk->fd = -1;
}

static void batch_clear(struct disk *d)
{
	while (d->n)
		free(d->files[--d->n].name);
	d->pid = 0;
}

void disk_free(struct sampler *s)
{
	struct disk *d = s->disk;

	if (!d)
		return;
	unwatch(s);
	batch_clear(d);
	reader_free(d->reader);
	free(d);
}

bool disk_is_file(const struct sregion *r)
{
	return r->inode && r->name_len && *r->name == '/' &&
	       (r->kind == KIND_PROGRAM || r->kind == KIND_LIBRARY ||
		r->kind == KIND_FILE);
}

/* --- schedule ------------------------------------------------------------ */

static void look_at(struct sampler *s, struct sproc *p, uint64_t at)
{
	p->disk.due = at;
	if (s->disk->next > at)
		s->disk->next = at;
	sample_due(s, at);
}

void disk_look(struct sampler *s, struct sproc *p)
{
	uint64_t at = clock_ns() + FIRST_NS;

	/* If mmtop reads maps without a reader process, the sampler starts none
	 * for this check. */
	if (s->host->wants.regions && s->host->reader &&
	    (!p->disk.due || p->disk.due > at))
		look_at(s, p, at);
}

static bool is_due(const struct sampler *s, const struct sproc *p)
{
	return p->disk.due && p->synced && !p->gone && sproc_selected(s, p);
}

uint64_t disk_due(const struct sampler *s)
{
	uint64_t at = 0;

	s->disk->next = UINT64_MAX;
	if (s->disk->pid)
		return s->disk->due;
	for (size_t i = 0; i < s->procs.n; i++) {
		const struct sproc *p = s->procs.v[i];

		if (is_due(s, p) && (!at || p->disk.due < at))
			at = p->disk.due;
	}
	if (at)
		s->disk->next = at;
	return at && at < s->disk->due ? s->disk->due : at;
}

/* --- request ------------------------------------------------------------- */

static bool same_file(const struct sregion *a, const struct sregion *b)
{
	return a->dev == b->dev && a->inode == b->inode &&
	       a->name_len == b->name_len &&
	       !memcmp(a->name, b->name, a->name_len);
}

static bool in_batch(const struct disk *d, const struct sregion *r)
{
	for (size_t i = d->n; i-- > 0;)
		if (same_file(&d->files[i], r))
			return true;
	return false;
}

static bool is_asked(const struct disk *d, const struct sregion *r)
{
	return disk_is_file(r) && !r->hung && r->name_len < FILECACHE_PATH &&
	       !in_batch(d, r);
}

/* Adds the next files of p to the request, without files that have hung. */
static void batch_fill(struct disk *d, struct sproc *p, struct str *ask)
{
	size_t i = sregions_index(&p->regions, p->disk.at);

	for (; i < p->regions.n && d->n < BATCH; i++) {
		const struct sregion *r = p->regions.v[i];

		if (!is_asked(d, r)) {
			p->disk.at = r->end;
			continue;
		}
		/* The name is too long for the rest of the request: the next
		 * request starts with this file. */
		if (!filedisk_ask(ask, r->dev, r->inode, r->name, r->name_len))
			break;
		p->disk.at = r->end;
		d->files[d->n++] = (struct sregion){
			.dev = r->dev, .inode = r->inode,
			.name = xmemdup(r->name, r->name_len + 1),
			.name_len = r->name_len,
		};
	}
}

static void on_answer(void *arg, int fd, short revents)
{
	struct sampler *s = arg;

	(void)revents;
	/* Only disk_work() reads the answer.  Until it does, the readable
	 * descriptor would wake the loop again and again. */
	loop_remove_fd(s->host->loop, fd);
	s->disk->fd = -1;
	s->disk->due = clock_ns();
	sample_due(s, s->disk->due);
}

/* Returns the interval between checks of a process, which is longer if there
 * are hundreds of processes. */
static uint64_t again_ns(const struct sampler *s)
{
	uint64_t all = s->procs.n * EACH_NS;

	return all > AGAIN_NS ? all : AGAIN_NS;
}

static void begin(struct sampler *s, struct sproc *p)
{
	struct disk *d = s->disk;
	struct str ask = STR_INIT;

	if (!d->reader)
		d->reader = reader_new("/proc");
	batch_fill(d, p, &ask);
	if (!d->n) {
		p->disk.at = 0;
		look_at(s, p, clock_ns() + again_ns(s));
	} else if (reader_start_job(d->reader, p->via ? p->via : p->pid,
				    &filedisk_job, ask.data, ask.len) < 0) {
		batch_clear(d);
		look_at(s, p, clock_ns() + AGAIN_NS);
	} else {
		d->pid = p->pid;
		d->fd = reader_fd(d->reader);
		loop_add_fd(s->host->loop, d->fd, POLLIN, 2, on_answer, s);
		d->due = clock_ns() + ANSWER_NS;
	}
	str_release(&ask);
}

/* --- the answer ---------------------------------------------------------- */

/* Sets the state of a file.  Returns true if the change must be emitted. */
static bool take_state(struct sregion *r, enum region_disk state)
{
	bool news = r->disk != state &&
		    (state > DISK_SAME || r->disk > DISK_SAME);

	r->disk = (uint8_t)state;
	return news;
}

static void take_answer(struct sampler *s, struct sproc *p, struct bytes answer)
{
	const struct disk *d = s->disk;
	const unsigned char *states = answer.data;
	bool moved;

	if (answer.len != 1 + d->n)
		return;
	moved = p->own_root != states[0];
	p->own_root = states[0];
	for (size_t i = 0; i < p->regions.n; i++) {
		struct sregion *r = p->regions.v[i];
		bool news = moved;

		if (!disk_is_file(r))
			continue;
		for (size_t k = 0; k < d->n; k++)
			if (same_file(&d->files[k], r))
				news |= take_state(r, states[1 + k]);
		if (news)
			space_emit(s, p, REGION_CHANGE, r, r->start, 0);
	}
}

static void take_hang(struct disk *d, struct sproc *p)
{
	for (size_t i = 0; i < p->regions.n; i++)
		for (size_t k = 0; k < d->n; k++)
			if (same_file(&d->files[k], p->regions.v[i]))
				p->regions.v[i]->hung = true;
}

static void wait_for(struct sampler *s)
{
	struct disk *d = s->disk;
	struct sproc *p = sproc_find(s, d->pid);
	struct str answer = STR_INIT;
	int rc;

	/* A region must not be emitted while a map is only partly emitted. */
	if (p && p->map.phase == MAP_EMIT) {
		d->due = clock_ns() + PAUSE_NS;
		return;
	}
	rc = reader_job_result(d->reader, &answer);
	if (rc == 0) {
		d->due = clock_ns() + ANSWER_NS;
	} else {
		unwatch(s);
		if (rc > 0 && p)
			take_answer(s, p, (struct bytes){ answer.data,
							  answer.len });
		else if (rc == -ETIMEDOUT && p)
			take_hang(d, p);
		batch_clear(d);
		d->due = clock_ns() + PAUSE_NS;
	}
	str_release(&answer);
}

bool disk_work(struct sampler *s, uint64_t deadline)
{
	const struct disk *d = s->disk;
	uint64_t now = clock_ns();

	(void)deadline;
	if (d->due > now || (!d->pid && d->next > now))
		return false;
	if (d->pid) {
		wait_for(s);
		return true;
	}
	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		if (is_due(s, p) && p->disk.due <= now &&
		    p->map.phase != MAP_EMIT) {
			begin(s, p);
			return true;
		}
	}
	return false;
}
