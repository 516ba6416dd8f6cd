/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an allocator says of itself.  Nobody is stopped for that: a number is put
 * where libmmtop-heap.so sees it when the process comes to allocate, and the
 * answer is a record like others.  It may never come, and be of anybody.
 *
 * To answer takes some calls of the kernel's, and who has filtered its own may
 * be ended for one: so it is not asked.  Where it runs under mmtop's filter, that
 * is known before it has one; else when it is to be asked.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <linux/seccomp.h>

#include "base/str.h"
#include "parse/proc/status.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define STATUS_MAX 65536
/* Nobody has that number. */
#define NOBODY (-1)

/* Who has not answered by then is told to be late. */
#define LATE_NS 500000000ull
/* Who took long (mallinfo2 goes through all that is free) is left alone for so
 * many times that, within reason. */
#define REST_TIMES 50u
#define REST_MAX_NS 60000000000ull

_Static_assert(HEAP_NUMBERS == HEAP_INFOS, "the library tells what is shown");

static uint32_t next_number(struct heap_source *s)
{
	if (!++s->questions)
		++s->questions;
	return s->questions;
}

static void tell(struct heap_source *s, struct heap_proc *p,
		 enum heap_info_why why, const uint64_t *numbers)
{
	const struct ev_heap h = {
		.op = HEAP_OP_INFO, .why = why,
		.info = { numbers, numbers ? HEAP_INFOS * sizeof *numbers : 0 },
	};

	p->info.pending = false;
	p->info.silent = why == HEAP_INFO_NONE;
	heap_emit(s, p, 0, 0, &h);
}

/* ---- who filters its own calls ----------------------------------------------- */

static bool read_status(const struct heap_source *s, pid_t pid,
			struct status_info *out)
{
	struct str text = STR_INIT;
	bool good = procroot_readf(s->host->proc, &text, STATUS_MAX,
				   "%d/status", (int)pid) == 0 &&
		    status_parse((struct bytes){ text.data, text.len }, out);

	str_release(&text);
	return good;
}

/* Those of mmtop, and of whatever mmtop itself runs in. */
void heap_info_launched(struct heap_source *s, pid_t pid)
{
	struct status_info st;

	s->filters = read_status(s, pid, &st) ? st.filters : -1;
}

/* Before Linux 5.9 nobody says how many there are. */
static bool is_walled(const struct heap_source *s, struct heap_proc *p)
{
	struct status_info st;

	if (!p->info.walled && read_status(s, p->pid, &st))
		p->info.walled = st.seccomp == SECCOMP_MODE_STRICT ||
				 (s->filters >= 0 && st.filters > s->filters);
	return p->info.walled;
}

void heap_info_walled(struct heap_source *s, pid_t pid)
{
	struct heap_proc *p = heap_proc_find(s, pid);

	if (p)
		p->info.walled = true;
	heappool_ask(s->pool, NOBODY, next_number(s));
}

/* ---- questions ------------------------------------------------------------- */

static void tell_walled(struct heap_source *s, struct heap_proc *p)
{
	if (!p->info.told_walled)
		tell(s, p, HEAP_INFO_SANDBOX, NULL);
	p->info.told_walled = true;
}

/* All at once; or, where one of them is not to be asked, the others in turn. */
static void ask_all(struct heap_source *s, uint64_t now)
{
	uint32_t number = next_number(s);
	struct heap_proc *p = NULL;
	size_t walled = 0;

	for (size_t i = 0; i < s->procs.n; i++) {
		s->procs.v[i]->info.number = number;
		if (is_walled(s, s->procs.v[i])) {
			tell_walled(s, s->procs.v[i]);
			walled++;
		}
	}
	s->asked_ns = now;
	for (size_t i = 0; walled && !p && i < s->procs.n; i++) {
		p = s->procs.v[s->turn++ % s->procs.n];
		p = p->info.walled ? NULL : p;
	}
	if (!walled || p)
		heappool_ask(s->pool, p ? heap_proc_number(p) : 0, number);
}

void heap_info_ask(struct heap_source *s, pid_t pid)
{
	struct heap_proc *p = heap_proc_find(s, pid);
	uint64_t now = clock_ns();

	if (!p)
		return;
	if (p->info.own) {
		tell(s, p, HEAP_INFO_OTHER, NULL);
		return;
	}
	if (is_walled(s, p)) {
		tell(s, p, HEAP_INFO_SANDBOX, NULL);
		return;
	}
	if (now < p->info.next_ns)
		return;
	if (!p->info.pending)
		p->info.asked_ns = now;
	p->info.pending = true;
	if (s->each) {
		ask_all(s, now);
		return;
	}
	p->info.number = next_number(s);
	heappool_ask(s->pool, heap_proc_number(p), p->info.number);
}

/* ---- answers --------------------------------------------------------------- */

static void rest(struct heap_proc *p, uint64_t took)
{
	uint64_t ns = took < REST_MAX_NS / REST_TIMES ? took * REST_TIMES
						      : REST_MAX_NS;

	p->info.next_ns = clock_ns() + ns;
}

void heap_info_record(struct heap_source *s, struct heap_proc *p,
		      const struct heapring_record *r)
{
	/* Of a child that was asked with all of them, before it is known here:
	 * nobody waits for that, and no block is missing. */
	if (!p)
		return;
	p->here |= r->addr == HEAP_SAYS_HERE;
	if (r->addr == HEAP_SAYS_HERE)
		return;
	if (r->addr >= HEAP_SAYS ||
	    r->n_frames != (r->addr == HEAP_SAYS_NUMBERS ? HEAP_NUMBERS : 0)) {
		s->strangers++;
		return;
	}
	p->info.own |= r->addr == HEAP_SAYS_OWN;
	/* Its process executes another program by now. */
	if (p->ended != UINT64_MAX && !p->leaves)
		return;
	if (r->addr == HEAP_SAYS_OWN) {
		tell(s, p, HEAP_INFO_OTHER, NULL);
		return;
	}
	/* Of before it became another program, or told already. */
	if (!p->info.number || r->size != p->info.number)
		return;
	p->info.number = 0;
	rest(p, r->caller);
	tell(s, p, r->addr == HEAP_SAYS_NUMBERS ? HEAP_INFO_TOLD :
	     r->addr == HEAP_SAYS_OTHER ? HEAP_INFO_OTHER : HEAP_INFO_UNABLE,
	     r->n_frames ? r->frames : NULL);
}

/* ---- now and then ---------------------------------------------------------- */

static bool any_rests(const struct heap_source *s)
{
	uint64_t now = clock_ns();

	for (size_t i = 0; i < s->procs.n; i++)
		if (now < s->procs.v[i]->info.next_ns)
			return true;
	return false;
}

void heap_info_work(struct heap_source *s)
{
	uint64_t now = clock_ns();

	for (size_t i = 0; i < s->procs.n; i++) {
		struct heap_proc *p = s->procs.v[i];

		/* From its beginning on, or from the question. */
		if (now < p->info.asked_ns + LATE_NS)
			continue;
		/* What it says later is told all the same. */
		if (p->info.pending)
			tell(s, p, p->wrote ? HEAP_INFO_LATE : HEAP_INFO_NONE,
			     NULL);
		else if (!p->wrote && s->watched && !p->info.silent)
			tell(s, p, HEAP_INFO_NONE, NULL);
	}
	/* Who does not allocate has nothing new to say. */
	if (s->each && now - s->asked_ns >= s->host->period_ns && !any_rests(s))
		ask_all(s, now);
}
