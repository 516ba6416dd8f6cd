/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statistics of allocators (mallinfo2).  mmtop stops no process to get them: it
 * stores a request number in the ring.  libmmtop-heap.so sees the number at the
 * next allocation, and answers with a record.  The answer may never come, and
 * any process may forge it.
 *
 * Answering takes some system calls, for which a seccomp filter of the process
 * itself may kill it.  So mmtop does not query processes with such a filter. If
 * the process runs under mmtop's own filter, mmtop is informed before the
 * process installs one; otherwise mmtop checks before each request.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <linux/seccomp.h>

#include "base/str.h"
#include "parse/proc/status.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define STATUS_MAX 65536
/* A PID that no process has. */
#define NO_PROCESS (-1)

/* A process that has not answered within this time is reported as late. */
#define LATE_NS 500000000ull
/* An answer may take long (mallinfo2 walks all free chunks).  The process is
 * not queried again for REST_TIMES times the duration of its answer, at most
 * REST_MAX_NS. */
#define REST_TIMES 50u
#define REST_MAX_NS 60000000000ull

_Static_assert(HEAP_NUMBERS == HEAP_INFOS, "the library reports what is shown");

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

/* ---- processes with a seccomp filter of their own ------------------------ */

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

/* Counts the seccomp filters that the program inherits from mmtop and from
 * mmtop's parents. */
void heap_info_launched(struct heap_source *s, pid_t pid)
{
	struct status_info st;

	s->filters = read_status(s, pid, &st) ? st.filters : -1;
}

/* True if the process has a seccomp filter of its own.  Before Linux 5.9 /proc
 * does not show the number of filters. */
static bool is_walled(const struct heap_source *s, struct heap_proc *p)
{
	struct status_info st;

	if (!p->info.walled && read_status(s, p->pid, &st))
		p->info.walled = st.seccomp == SECCOMP_MODE_STRICT ||
				 (s->filters >= 0 && st.filters > s->filters);
	return p->info.walled;
}

void heap_info_filtered(struct heap_source *s, pid_t pid)
{
	struct heap_proc *p = heap_proc_find(s, pid);

	if (p)
		p->info.walled = true;
	heappool_request(s->pool, NO_PROCESS, next_number(s));
}

/* ---- requests ------------------------------------------------------------ */

static void tell_walled(struct heap_source *s, struct heap_proc *p)
{
	if (!p->info.told_walled)
		tell(s, p, HEAP_INFO_SANDBOX, NULL);
	p->info.told_walled = true;
}

/* Queries all processes at once.  If any of them must not be queried, queries a
 * single other process instead, a different one each time. */
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
		heappool_request(s->pool, p ? heap_proc_number(p) : 0, number);
}

void heap_info_request(struct heap_source *s, pid_t pid)
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
	heappool_request(s->pool, heap_proc_number(p), p->info.number);
}

/* ---- answers ------------------------------------------------------------- */

static void rest(struct heap_proc *p, uint64_t took)
{
	uint64_t ns = took < REST_MAX_NS / REST_TIMES ? took * REST_TIMES
						      : REST_MAX_NS;

	p->info.next_ns = clock_ns() + ns;
}

void heap_info_record(struct heap_source *s, struct heap_proc *p,
		      const struct heapring_record *r)
{
	/* A child may answer a request to all processes before mmtop knows the
	 * child.  The answer can be ignored: mmtop does not wait for it, and it
	 * does not describe a block. */
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
	/* The process has executed another program since it wrote the
	 * answer. */
	if (p->ended != UINT64_MAX && !p->leaves)
		return;
	if (r->addr == HEAP_SAYS_OWN) {
		tell(s, p, HEAP_INFO_OTHER, NULL);
		return;
	}
	/* The answer is to a request from before an exec, or it is a second
	 * answer. */
	if (!p->info.number || r->size != p->info.number)
		return;
	p->info.number = 0;
	rest(p, r->caller);
	tell(s, p, r->addr == HEAP_SAYS_NUMBERS ? HEAP_INFO_TOLD :
	     r->addr == HEAP_SAYS_OTHER ? HEAP_INFO_OTHER : HEAP_INFO_UNABLE,
	     r->n_frames ? r->frames : NULL);
}

/* ---- at intervals -------------------------------------------------------- */

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

		/* asked_ns is the time of the last request, or of the start of
		 * the process. */
		if (now < p->info.asked_ns + LATE_NS)
			continue;
		/* A later answer is still reported. */
		if (p->info.pending)
			tell(s, p, p->wrote ? HEAP_INFO_LATE : HEAP_INFO_NONE,
			     NULL);
		else if (!p->wrote && s->watched && !p->info.silent)
			tell(s, p, HEAP_INFO_NONE, NULL);
	}
	/* A process that does not allocate does not answer; it has nothing new
	 * to report. */
	if (s->each && now - s->asked_ns >= s->host->period_ns && !any_rests(s))
		ask_all(s, now);
}
