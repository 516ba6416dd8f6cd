/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/chunk.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"
#include "preload/heap_fit.h"

#ifndef F_SEAL_SEAL
#define F_SEAL_SEAL 1
#define F_SEAL_SHRINK 2
#define F_SEAL_GROW 4
#endif

#define CHUNKS 4096u
/* Number of chunks that one call of find_turns() reads: the first access to the
 * memory of a chunk takes about 10 us. */
#define FIND 64u
/* A count of dropped records cannot rise by more than this between two
 * reads. */
#define MUCH (UINT64_C(1) << 40)
/* Use a high descriptor: a program expects the low numbers for its own
 * files. */
#define FD_LEAST 200

struct turn {
	uint64_t serial;		/* serial of the chunk's owner, as read
					 * when the round started */
	uint32_t chunk;
};

/* An owner that no longer writes to its chunks.  Chunks with a higher serial
 * belong to a new process with the same PID. */
struct gone_writer {
	pid_t pid;
	uint64_t image;			/* 0: owners with any image */
	uint64_t serial;
};

struct heappool {
	int fd;
	void *map;
	size_t size;
	uint32_t n;
	struct heap_head *head;
	struct heap_chunk *chunks;
	const char *data;
	struct chunk_progress *told;	/* one for each chunk */
	uint32_t high;			/* no chunk from this index on was ever
					 * used */
	uint32_t found;			/* number of chunks that were checked
					 * for the current round */
	uint32_t serial;		/* serial of the newest owner */
	uint64_t latest;		/* the newest serial that belongs to the
					 * current round */
	/* The current round: all chunks that had data when it started. */
	VEC(struct turn) turns;
	size_t next;			/* index of the next turn to read */
	uint64_t begun, until;		/* ticks: start of the current round,
					 * and start of the last complete one */
	size_t gone_before;		/* number of entries of `gone` when the
					 * current round started */
	uint32_t n_told;		/* records read in the current round, or
					 * in the last one */
	uint64_t cookie, dropped, invalid;
	VEC(struct gone_writer) gone;
	struct heapclock clock;
};

/* ---- creating and freeing ----------------------------------------------- */

static int make_file(struct heappool *p, struct err *err)
{
	const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
	int fd = memfd_create(HEAP_RING_NAME, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	int high;

	if (fd < 0)
		return err_set(err, errno, "create memory for heap records");
	high = fcntl(fd, F_DUPFD_CLOEXEC, FD_LEAST);
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	p->fd = fd;
	if (ftruncate(fd, (off_t)p->size) < 0 ||
	    fcntl(fd, F_ADD_SEALS, seals) < 0)
		return err_set(err, errno, "seal the memory for heap records");
	p->map = mmap(NULL, p->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p->map == MAP_FAILED) {
		p->map = NULL;
		return err_set(err, errno, "map the memory for heap records");
	}
	return 0;
}

int heappool_new(const struct heappool_config *config, struct heappool **out,
		 struct err *err)
{
	struct heappool *p = xcalloc(1, sizeof *p);
	int r;

	p->fd = -1;
	p->n = config->chunks ? config->chunks : CHUNKS;
	p->size = heap_bytes(p->n);
	r = make_file(p, err);
	if (r < 0) {
		heappool_free(p);
		return r;
	}
	p->head = p->map;
	p->chunks = (void *)((char *)p->map + HEAP_PAGE);
	p->data = (const char *)p->map + heap_data_at(p->n);
	p->told = xcalloc(p->n, sizeof *p->told);
	heapclock_init(&p->clock);
	p->begun = p->until = p->clock.tick0;
	if (getrandom(&p->cookie, sizeof p->cookie, GRND_NONBLOCK) < 0)
		p->cookie = p->clock.ns0;
	p->head->cookie = p->cookie;
	p->head->chunks = p->n;
	p->head->frames = config->frames;
	p->head->ticks = p->clock.counts;
	p->head->follow = config->follow;
	p->head->exact = config->exact;
	p->head->magic = HEAP_MAGIC;
	*out = p;
	return 0;
}

/* True if the program can load the library or, like a static program, can at
 * least pass its variables on to its children. */
static bool can_load(const char *program, const char *preloads)
{
	enum heap_fit fit = heap_fit_named(program, getenv("PATH"));

	return fit == HEAP_FIT_STATIC || fit == HEAP_FIT_SECURE ||
	       (fit == HEAP_FIT && !heap_fit_forbidden(preloads));
}

int heappool_enter(struct heappool *p, const char *library, const char *program)
{
	const char *before = getenv("LD_PRELOAD");
	struct str text = STR_INIT;
	int r;

	p->head->root = getpid();
	if (!can_load(program, before))
		return 0;
	if (fcntl(p->fd, F_SETFD, 0) < 0)
		return -errno;
	str_addf(&text, "%d:%" PRIx64 ":%d", p->fd, p->cookie, (int)getppid());
	r = setenv(HEAP_VARIABLE, text.data, 1);
	str_clear(&text);
	str_adds(&text, library);
	if (before && *before)
		str_addf(&text, ":%s", before);
	r |= setenv("LD_PRELOAD", text.data, 1);
	str_release(&text);
	return r < 0 ? -ENOMEM : 0;
}

void heappool_free(struct heappool *p)
{
	if (!p)
		return;
	if (p->map)
		munmap(p->map, p->size);
	if (p->fd >= 0)
		close(p->fd);
	vec_release(&p->gone);
	free(p->told);
	vec_release(&p->turns);
	free(p);
}

/* ---- reading ------------------------------------------------------------ */

static bool is_gone(const struct heappool *p, uint32_t chunk)
{
	struct heap_owner owner;

	memcpy(&owner, p->data + (size_t)chunk * HEAP_CHUNK, sizeof owner);
	for (size_t i = 0; i < p->gone.n; i++)
		if (p->gone.v[i].pid == owner.pid &&
		    (!p->gone.v[i].image ||
		     p->gone.v[i].image == owner.image) &&
		    owner.serial <= p->gone.v[i].serial)
			return true;
	return false;
}

static void give_back(struct heappool *p, uint32_t chunk, uint32_t state)
{
	struct heap_chunk *c = &p->chunks[chunk];

	p->told[chunk] = (struct chunk_progress){ 0 };
	__atomic_store_n(&c->used, 0, __ATOMIC_RELAXED);
	if (__atomic_compare_exchange_n(&c->state, &state, HEAP_FREE, false,
					__ATOMIC_RELEASE, __ATOMIC_RELAXED))
		__atomic_add_fetch(&p->head->freed, 1, __ATOMIC_RELEASE);
}

void heappool_tick(struct heappool *p)
{
	__atomic_fetch_add(&p->head->looks, 1, __ATOMIC_SEQ_CST);
}

static void drain_chunk(struct heappool *p, struct chunk_reader *t,
			uint32_t chunk)
{
	struct heap_chunk *c = &p->chunks[chunk];
	const char *at = p->data + (size_t)chunk * HEAP_CHUNK;
	/* Load the state first: if it is HEAP_DONE, `used` is final. */
	uint32_t state = __atomic_load_n(&c->state, __ATOMIC_ACQUIRE);
	uint32_t used = __atomic_load_n(&c->used, __ATOMIC_ACQUIRE);

	if (state == HEAP_FREE || !used) {
		p->told[chunk] = (struct chunk_progress){ 0 };
		return;
	}
	chunk_read(&p->told[chunk], at, used < HEAP_SLOTS ? used : HEAP_SLOTS,
		   t);
	if (state == HEAP_DONE ||
	    (state != HEAP_TAKEN && state != HEAP_FREE) ||
	    (p->gone.n && is_gone(p, chunk)))
		give_back(p, chunk, state);
}

const struct heapclock *heappool_clock(const struct heappool *p)
{
	return &p->clock;
}

uint64_t heappool_until(const struct heappool *p)
{
	return p->until;
}

static int by_serial(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;

	if (x->serial != y->serial)
		return x->serial < y->serial ? -1 : 1;
	return x->chunk < y->chunk ? -1 : x->chunk > y->chunk;
}

/* Returns the newest serial so far.  If the serial has decreased, the program
 * has overwritten it; then returns the maximum, so that no owner is too new. */
static uint64_t latest_owner(struct heappool *p)
{
	uint32_t serial = __atomic_load_n(&p->head->serial, __ATOMIC_ACQUIRE);

	p->serial = serial < p->serial ? UINT32_MAX : serial;
	return p->serial == UINT32_MAX ? UINT64_MAX : p->serial;
}

/*
 * Starts a round.  Chunks are read in the order in which threads took them, so
 * the records of each thread are in order.  A chunk that is taken during the
 * round is left out: the round may already have passed an older chunk of the
 * same thread.  A chunk with a `used` of 0 is left out as well: its head may
 * still name the previous owner, and it has no record from before the round.
 */
static void begin_round(struct heappool *p)
{
	uint32_t high;

	/* All records from before this time are in chunks that find_turns()
	 * will find. */
	p->begun = heapclock_now(&p->clock);
	p->gone_before = p->gone.n;
	p->latest = latest_owner(p);
	high = __atomic_load_n(&p->head->high, __ATOMIC_ACQUIRE);
	/* Ignore a value that is too large or has decreased: the program may
	 * have overwritten it. */
	if (high > p->high)
		p->high = high < p->n ? high : p->n;
	vec_clear(&p->turns);
	p->found = 0;
	p->next = p->n_told = 0;
}

/* Adds at most FIND chunks to the round.  Returns true when the round has all
 * its chunks. */
static bool find_turns(struct heappool *p)
{
	uint32_t end = p->high - p->found < FIND ? p->high : p->found + FIND;

	if (p->found == p->high)
		return true;
	for (; p->found < end; p->found++) {
		uint32_t i = p->found;
		struct heap_owner owner;

		if (__atomic_load_n(&p->chunks[i].state, __ATOMIC_ACQUIRE) ==
			    HEAP_FREE ||
		    !__atomic_load_n(&p->chunks[i].used, __ATOMIC_ACQUIRE))
			continue;
		memcpy(&owner, p->data + (size_t)i * HEAP_CHUNK, sizeof owner);
		if (owner.serial > p->latest)
			continue;
		*vec_push(&p->turns) = (struct turn){ owner.serial, i };
	}
	if (p->found < p->high)
		return false;
	if (p->turns.n)
		qsort(p->turns.v, p->turns.n, sizeof *p->turns.v, by_serial);
	return true;
}

static void end_round(struct heappool *p)
{
	p->until = p->begun;
	p->gone.n -= p->gone_before;
	for (size_t i = 0; i < p->gone.n; i++)
		p->gone.v[i] = p->gone.v[i + p->gone_before];
	p->gone_before = 0;
}

bool heappool_drain(struct heappool *p, uint32_t budget, heappool_fn *tell,
		    void *arg)
{
	struct chunk_reader t = { .tell = tell, .arg = arg };
	bool whole;

	heappool_tick(p);
	heapclock_read(&p->clock);
	if (p->found == p->high && p->next == p->turns.n)
		begin_round(p);
	if (!find_turns(p))
		return true;
	whole = !p->next;
	for (; p->next < p->turns.n && t.told + t.invalid < budget; p->next++)
		drain_chunk(p, &t, p->turns.v[p->next].chunk);
	p->n_told += t.told;
	p->invalid += t.invalid;
	if (p->next < p->turns.n)
		return true;
	end_round(p);
	return !whole;
}

uint32_t heappool_writers(const struct heappool *p)
{
	return __atomic_load_n(&p->head->writers, __ATOMIC_ACQUIRE);
}

uint32_t heappool_n_read(const struct heappool *p)
{
	return p->n_told;
}

void heappool_gone(struct heappool *p, pid_t pid, uint64_t image)
{
	*vec_push(&p->gone) = (struct gone_writer){
		pid, image, latest_owner(p)
	};
}

static uint32_t unread_of(const struct heappool *p, uint32_t chunk)
{
	const struct heap_chunk *c = &p->chunks[chunk];
	uint32_t used = __atomic_load_n(&c->used, __ATOMIC_RELAXED);
	uint32_t told = p->told[chunk].slots ? p->told[chunk].slots : 1;

	used = used < HEAP_SLOTS ? used : HEAP_SLOTS;
	return used > told ? used - told : 0;
}

uint64_t heappool_unread(const struct heappool *p)
{
	uint32_t high = __atomic_load_n(&p->head->high, __ATOMIC_RELAXED);
	uint64_t n = 0;

	for (uint32_t i = 0; i < high && i < p->n; i++)
		n += unread_of(p, i);
	return n;
}

uint64_t heappool_unread_round(const struct heappool *p)
{
	uint64_t n = 0;

	for (size_t i = p->next; i < p->turns.n; i++)
		n += unread_of(p, p->turns.v[i].chunk);
	for (uint32_t i = p->found; i < p->high; i++)
		n += unread_of(p, i);
	return n;
}

struct heappool_lost heappool_lost(struct heappool *p)
{
	uint64_t dropped = __atomic_load_n(&p->head->dropped,
					   __ATOMIC_RELAXED);
	struct heappool_lost lost = {
		.dropped = dropped - p->dropped,
		.invalid = p->invalid,
	};

	/* The counter has decreased, or risen too much: the program has
	 * overwritten it. */
	if (dropped < p->dropped || lost.dropped > MUCH) {
		lost.dropped = 0;
		lost.invalid++;
	}

	p->dropped = dropped;
	p->invalid = 0;
	return lost;
}

void heappool_request(struct heappool *p, pid_t pid, uint32_t number)
{
	__atomic_store_n(&p->head->asked, (uint64_t)pid << 32 | number,
			 __ATOMIC_RELAXED);
	/* Threads that write records in short form check only `looks`. */
	heappool_tick(p);
}

bool heappool_used(const struct heappool *p)
{
	return __atomic_load_n(&p->head->serial, __ATOMIC_RELAXED) != 0;
}
